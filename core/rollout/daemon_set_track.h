// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/rollout_evidence.h"
#include "core/rollout/track.h"

namespace chartroom {

/// A DaemonSet that rolls by itself, or by people's deletes, and what counts for all of its nodes.
struct RollingSet
{
    DaemonSet set;
    QString newestHash; ///< "" while no revision is known
    QDateTime made;     ///< when the newest template came; invalid while that is not known
    int nodes = 0;      ///< that a pod of it was seen on
    QStringList away;   ///< nodes without a ready pod of it; sorted
};

/// How many nodes may be without a ready pod of it, or have one too many, at a time.
[[nodiscard]] int limitOf(const RollingSet &rolling);

/// Where a node is in the rollout of a plain DaemonSet. It has no label: an old pod waits, a missing or
/// unready one is being replaced, a ready one of the newest revision is done. `pod` is the set's on the node,
/// or null. Pure.
[[nodiscard]] NodeTrack daemonSetTrack(const NodeEvidence &evidence, const RollingSet &rolling,
                                       const Pod *pod);

/// The pod of that set among those of a node; of two the living one, of two living ones the younger.
[[nodiscard]] const Pod *podOf(const DaemonSet &set, const QList<const Pod *> &pods);

} // namespace chartroom
