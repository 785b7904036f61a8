// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace_queue.h"

#include "core/base/moments.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using std::chrono::milliseconds;

bool isAnyIn(const QList<Outage> &outages, const QDateTime &start, const QDateTime &end)
{
    return std::any_of(outages.cbegin(), outages.cend(),
                       [&](const Outage &outage) { return outage.touches(start, end); });
}

} // namespace

QString PaceQueue::obstacle() const
{
    if (waiting == 0)
        return {};
    if (!policy.standstill.isEmpty() && !(policy.isPassing && reloading > 0))
        return policy.standstill;
    if (isBehindPolicy)
        return RolloutTr::tr("The operator has not processed the wanted driver version.");
    if (isUnanswered)
        return RolloutTr::tr("The maintenance operator does not respond: no waiting node is drained.");
    if (policy.limit && *policy.limit <= heldSlots)
        return RolloutTr::tr(
            "Every slot is used by a node that failed, is stuck or lost: no other node starts.");
    return {};
}

bool PaceQueue::hasStalled(const QDateTime &start, const QDateTime &end) const
{
    return isAnyIn(stalls, start, end);
}

QList<milliseconds> PaceQueue::changeovers() const
{
    QList<milliseconds> waits;
    if (ends.isEmpty())
        return waits;
    // Events tell whole seconds: one that was taken in the second of an end followed it.
    const QList<Outage> waitedFor = stalls + resumes;
    const auto next = std::lower_bound(takes.cbegin(), takes.cend(), ends.first());
    for (qsizetype i = 0; i < ends.size() && i < takes.cend() - next; ++i)
        if (!isAnyIn(waitedFor, ends[i], *(next + i)))
            waits << ageOf(ends[i], *(next + i));
    return waits;
}

ForecastInput PaceQueue::forecast() const
{
    ForecastInput forecast;
    forecast.underWay = underWay;
    forecast.blocked = blocked;
    forecast.queued = waiting;
    forecast.heldSlots = heldSlots;
    if (policy.limit)
        forecast.slotLimit = *policy.limit - heldSlots;
    forecast.changeovers = changeovers();
    return forecast;
}

} // namespace chartroom
