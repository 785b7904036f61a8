// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/preflight_evidence.h"

namespace chartroom {

/// What an upgrade does to nodes, told by the difference of the manifests and what the cluster has already;
/// where the server applies the target's, by every field that differs in the cluster.
struct NodeImpact
{
    enum class Kind {
        None,
        PodsOnly,
        DriverRestart, ///< the driver's pods come anew with the same driver
        DriverReload,  ///< nodes are cordoned and emptied, the driver is unloaded and loaded
        NicDriver,     ///< the same for mlx5 and its like, which Ethernet may need: a node may go offline
        Unknown,
    };
    Kind kind = Kind::Unknown;
    QString component; ///< whose rollout follows: gpu, ib, sriov, amd; "" when no driver is touched
    QStringList lines; ///< of the difference, those that decide and those that have no effect
    QString why;       ///< with Unknown: a sentence
    /// Why the operator takes no node by itself, a sentence; "" where it does, or that is unknown.
    QString off{};
    /// Nodes are in a rollout of the driver: those whose driver pods are as the target wants them are not
    /// taken, and which these are is unknown.
    bool isUpTo = false;

    /// A driver changes, or that is unknown.
    [[nodiscard]] bool mayTouchDrivers() const { return kind != Kind::None && kind != Kind::PodsOnly; }
    /// Nodes may be emptied, or that is unknown.
    [[nodiscard]] bool mayTakeNodes() const { return mayTouchDrivers() && off.isEmpty(); }
};
[[nodiscard]] QString nodeImpactText(NodeImpact::Kind kind); ///< none | podsOnly | driverRestart | ...

/// Whether the field goes into the driver's pods of an operator's custom resource.
[[nodiscard]] bool decidesDriver(const ObjectRef &object, const QString &path);

/// A pure function.
[[nodiscard]] NodeImpact nodeImpact(const PreflightEvidence &evidence);

} // namespace chartroom
