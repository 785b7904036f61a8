// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/rollout/daemon_set.h"
#include "core/rollout/disruption_budget.h"
#include "core/rollout/driver_policy.h"

#include <QHash>
#include <QSet>

#include <optional>

namespace chartroom {

/// A DaemonSet of drivers and the template it wants on every node.
struct DriverSet
{
    DaemonSet set;
    QString newestHash; ///< of the newest ControllerRevision; "" while none is known
};

/// What one driver's rollout is about, cluster-wide; the same for all nodes of one moment.
struct DriverFleet
{
    DriverKind kind = DriverKind::Gpu;
    std::optional<DriverPolicy> policy;
    QHash<QString, DriverSet> sets; ///< by namespace/name
    QList<DisruptionBudget> budgets;
    int managed = 0;         ///< nodes with a driver pod
    QStringList taken;       ///< nodes that hold a parallel slot
    QStringList unavailable; ///< cordoned or not ready, whatever the cause; sorted
    QString unscheduledSet;  ///< a driver DaemonSet with fewer pods than nodes: the library stops
    bool hasToolkit = false; ///< the GPU Operator runs the container toolkit
};

/// Everything that is known, by uid as the stores keep it, and the indexes a rollout needs. Points into the
/// stores: use it before they change.
struct RolloutEvidence
{
    const QHash<QString, Node> *nodes = nullptr;
    const QHash<QString, Pod> *pods = nullptr;
    const QHash<QString, DaemonSet> *daemonSets = nullptr;
    const QHash<QString, ControllerRevision> *revisions = nullptr;
    const QHash<QString, DisruptionBudget> *budgets = nullptr;
    const QHash<QString, DriverPolicy> *policies = nullptr;
};

/// A pod of that driver: label app.kubernetes.io/component=nvidia-driver or app=nvidia-driver-daemonset, and
/// the label nvidia.com/ofed-driver (the operators' manifests).
[[nodiscard]] bool isDriverPod(const Pod &pod, DriverKind kind);

/// `hosts` are the nodes that a pod of the driver runs on.
[[nodiscard]] DriverFleet driverFleet(DriverKind kind, const RolloutEvidence &evidence,
                                      const QSet<QString> &hosts);

} // namespace chartroom
