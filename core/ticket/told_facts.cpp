// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/told_facts.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr qint64 secondsOfADay = 24LL * 3600;
/// An operation ends before the first node is taken: a canary bakes, an operator looks once in a while.
constexpr qint64 secondsToTheFirstNode = 3600;

/// Somebody has made a revision since.
bool isOutdated(const ActivityEntry &operation, const TicketFacts &facts)
{
    const ReleaseKey &of = operation.order.release;
    const auto release =
        std::find_if(facts.releases.cbegin(), facts.releases.cend(), [&of](const TicketRelease &one) {
            return one.release.key.name == of.name && one.release.key.namespaceName == of.namespaceName;
        });
    return operation.revision > 0 && release != facts.releases.cend() &&
           !release->release.revisions.isEmpty() && release->release.newest().revision != operation.revision;
}

/// Since when something was done that the ticket is about; where nothing tells, since a day ago.
QDateTime sinceWhen(const ActivityEntry &operation, const TicketFacts &facts)
{
    QDateTime since;
    for (const Pace &pace : facts.paces)
        if (pace.start.isValid() && (!since.isValid() || pace.start < since))
            since = pace.start;
    return since.isValid()
               ? since.addSecs(-secondsToTheFirstNode)
               : facts.now.addSecs(-std::max<qint64>(secondsOfADay, operation.order.bake.count()));
}

} // namespace

bool isOfTicket(const ActivityEntry &operation, const TicketFacts &facts)
{
    if (!operation.end)
        return true;
    if (isOutdated(operation, facts))
        return false;
    const QDateTime ended = operation.ended.isValid() ? operation.ended : operation.order.started;
    if (const std::optional<UpgradeWindow> window = windowOf(facts))
        return ended >= window->start.addSecs(-secondsToTheFirstNode) &&
               operation.order.started <= window->end.addSecs(secondsOfADay); // what it took to mend it, too
    return !facts.now.isValid() || ended >= sinceWhen(operation, facts);
}

TicketFacts toldFacts(TicketFacts facts, TicketPhase phase)
{
    if (facts.operation && (phase == TicketPhase::Before || !isOfTicket(*facts.operation, facts)))
        facts.operation.reset();
    if (phase == TicketPhase::Before || !facts.draft)
        return facts;
    facts.window = windowOf(facts);
    facts.supportReference = facts.draft->supportReference;
    facts.draft.reset();
    facts.preflight.reset();
    facts.plan.reset();
    return facts;
}

} // namespace chartroom
