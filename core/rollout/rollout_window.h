// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_history.h"
#include "core/rollout/track.h"

namespace chartroom {

/// A node as a window sees it.
struct WindowNode
{
    NodeHistory history;
    DriverTimes times;
    bool isOpen = false; ///< it is not with the newest template, or not through
};

/// The time that one rollout lies in: the way of all nodes to one target, from the first one taken to the
/// last one through, however often one of them failed and was tried again.
struct RolloutWindow
{
    QDateTime start;           ///< invalid: no node was taken, as far as anything tells
    bool isStartKnown = false; ///< false: it was then or earlier
    QDateTime begin;           ///< what ended before that is of an earlier rollout
    QDateTime end;             ///< the last known moment with a node under way

    [[nodiscard]] bool holds(const NodeRun &run) const;
    /// The node's driver pod was made in this rollout.
    [[nodiscard]] bool holds(const DriverTimes &times) const;
};

/// Whether the node was taken to the driver that is wanted now on that way, which has ended. After a rollback
/// the target's age is that of the driver before, and then only the pod that was made on the way tells. True
/// where no template tells its age.
[[nodiscard]] bool isToTarget(const NodeRun &run, const DriverTimes &times);

/// The rollout to the present target: DaemonSets whose templates changed within one beat of the operator
/// share one, and one that is not through keeps its own. Where no template tells its age, what lies behind
/// the last rest of all nodes; a pause of up to an hour in which a node was queued all the time is no rest.
[[nodiscard]] RolloutWindow rolloutWindow(const QList<WindowNode> &nodes, const QDateTime &now);

} // namespace chartroom
