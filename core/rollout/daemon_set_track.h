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
    int nodes = 0;      ///< that are known to be meant for it
    QStringList away;   ///< nodes without an available pod of it; sorted
};

/// How many nodes may be without an available pod of it, or have one too many, at a time.
[[nodiscard]] int limitOf(const RollingSet &rolling);

/// Where a node is in the rollout of a plain DaemonSet. It has no label: an old pod waits, a missing or
/// unready one is being replaced, an available one of the newest revision is done. `pod` is the set's on the
/// node, or null: `missing` says since when at least, by the server's clock. Pure.
[[nodiscard]] NodeTrack daemonSetTrack(const NodeEvidence &evidence, const RollingSet &rolling,
                                       const Pod *pod, const QDateTime &missing = {});

/// From when a ready pod counts as available; invalid: as soon as it is ready.
[[nodiscard]] QDateTime availableFrom(const Pod &pod, const DaemonSet &set);

/// The pod of that set among those of a node; of two the living one, of two living ones the younger.
[[nodiscard]] const Pod *podOf(const DaemonSet &set, const QList<const Pod *> &pods);

} // namespace chartroom
