// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/activity/nodes_now.h"

#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/addons/standing.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/screens/screens_tr.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"

namespace chartroom {

NodesNow nodesNow(const Fleet &fleet, const ActivityEntry &entry, const QDateTime &now)
{
    /// By then an operator whose pod was replaced leads and has looked at the nodes.
    constexpr std::chrono::minutes toTakeUp(2);
    const OperationHeader &order = entry.order;
    const bool mayTell = entry.problem.isEmpty() && entry.revision > 0 && isUnverified(entry.journal) &&
                         !awaitsCheck(entry.journal) && laterBy(entry.ended, toTakeUp) <= now;
    if (!mayTell || isElsewhere(fleet, order))
        return {};
    const ReleaseSource *releases = fleet.releases(order.context);
    const RolloutSource *rollout = fleet.rollout(order.context);
    if (!releases || !rollout || fleet.entry(order.context).state != ClusterSession::State::Live)
        return {ScreensTr::tr("Unknown: %1 is not connected.").arg(visibleText(order.context))};
    const Release *release = releases->find(order.release);
    if (!release)
        return {};
    const RevisionEntry &newest = release->newest();
    if (newest.revision > entry.revision)
        return {ScreensTr::tr("Revision %1 is newer: the nodes follow it, not revision %2.")
                    .arg(newest.revision)
                    .arg(entry.revision)};
    const NodeClocks clocks = clocksByRelease(releases, rollout->clocks()).value(order.release);
    if (newest.revision < entry.revision || newest.status != ReleaseStatus::Deployed ||
        clocks.components.isEmpty())
        return {};
    using State = ActivityEntry::NodesNow;
    const bool hasFailed = nodesStanding(clocks).state == VisualState::Failed;
    return {nodesEndText(entry.revision, clocksText(clocks), now), hasFailed            ? State::Failed
                                                                   : areAllDone(clocks) ? State::Done
                                                                                        : State::Untold};
}

} // namespace chartroom
