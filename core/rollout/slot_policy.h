// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom {

struct DriverFleet;

/// Nodes that are away, as an operator counts them against its maxUnavailable (k8s-operator-libs
/// pkg/upgrade/common_manager.go GetCurrentUnavailableNodes, GetUpgradesAvailable).
struct UnavailableNodes
{
    int count = 0;            ///< cordoned, about to be, or not ready, whatever the cause
    int notInProgress = 0;    ///< of those: without a slot of this rollout
    std::optional<int> limit; ///< how many may be; nothing: there is no such limit

    void add(const UnavailableNodes &other)
    {
        count += other.count;
        notInProgress += other.notInProgress;
        limit = limit && other.limit ? std::optional(*limit + *other.limit) : std::nullopt;
    }

    friend bool operator==(const UnavailableNodes &, const UnavailableNodes &) = default;
};

/// How many nodes of one queue a rollout may have under way at a time, whatever operator leads it.
struct SlotPolicy
{
    std::optional<int> limit; ///< nothing: nobody tells, or there is no limit
    bool isUnlimited = false; ///< there is no limit: all nodes may go at once
    QString standstill;       ///< why nothing new starts at all, as a sentence; "" when it may
    bool isOff = false;       ///< autoUpgrade is; of a DaemonSet: it is OnDelete
    /// The objects whose autoUpgrade keeps it going: NicNodePolicy pool-a; none where it is off, and of a
    /// DaemonSet.
    QStringList switches;
    bool isPassing = false; ///< it ends when a pod is there again, as each time a node restarts its driver
    std::optional<UnavailableNodes> unavailable = {}; ///< nothing: no operator counts them, or it is unknown

    friend bool operator==(const SlotPolicy &, const SlotPolicy &) = default;
};

/// By NodeTrack::queue.
using SlotPolicies = QMap<QString, SlotPolicy>;

/// Of a driver's fleet, of each of its shares: maxParallelUpgrades, and what maxUnavailable leaves besides
/// nodes that are cordoned or not ready without being part of it (k8s-operator-libs
/// pkg/upgrade/common_manager.go GetUpgradesAvailable). Where a maintenance operator has the slots, those of
/// all policies together, and each policy that is off.
[[nodiscard]] SlotPolicies slotPolicies(const DriverFleet &fleet);

} // namespace chartroom
