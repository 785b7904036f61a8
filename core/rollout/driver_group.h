// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/verdict_counts.h"

namespace chartroom {

/// Nodes of one component that one policy brings to one version. Two NVIDIADrivers, or two DaemonSets, bring
/// theirs to different ones, and what is true of one group is not true of the other.
struct DriverGroup : VerdictCounts
{
    QString driver; ///< NodeTrack::policy, else its queue; "" where all nodes go by one
    QString from;   ///< that most nodes which are not there yet come from; "" where nothing is known
    QString to;     ///< "" where nothing is known
    QList<const NodeTrack *> tracks; ///< borrowed

    /// "580.82.07 → 580.105.08", which some node of the group has; else what is known of both.
    [[nodiscard]] QString versions() const;

    friend bool operator==(const DriverGroup &, const DriverGroup &) = default;
};

/// Of the tracks of one component: those with nodes to go first, then the larger ones. A node whose
/// target version is unknown counts with the first group of its policy.
[[nodiscard]] QList<DriverGroup> driverGroups(const QList<const NodeTrack *> &tracks);

/// A precompiled driver's image tells the branch alone, 535, and its node the version, 535.183.01.
[[nodiscard]] bool isSameDriver(const QString &loaded, const QString &wanted);

} // namespace chartroom
