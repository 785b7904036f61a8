// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"

#include <QDateTime>

#include <optional>

namespace chartroom {

/// One request to the maintenance operator to empty a node (maintenance.nvidia.com/v1alpha1
/// NodeMaintenance). A driver's operator makes one in requestor mode and waits for its condition Ready.
struct NodeMaintenance
{
    QString uid;
    QString namespaceName;
    QString name;
    QString node;
    QString requestor;
    QStringList alsoFor;  ///< additionalRequestors, which share the request of the first
    bool isReady = false; ///< condition Ready is True
    QString reason; ///< of condition Ready: Pending, Scheduled, Cordon, WaitForPodCompletion, Draining, Ready
    QString message;
    QString failure; ///< of condition RequestorFailed while it is True: its message, else its reason
    bool drainsByForce = false;
    bool drainsEmptyDir = false;
    std::optional<int> drainProgress; ///< percent
    QStringList waitsForEviction;     ///< namespace/name of pods
    QStringList waitsForCompletion;   ///< namespace/name of pods
    QDateTime created;
    QDateTime deleting; ///< invalid while it is not being deleted

    [[nodiscard]] static Result<NodeMaintenance> read(const KubeObject &object);
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
    /// The operator is at work on the node: it takes one of its parallel operations.
    [[nodiscard]] bool holdsSlot() const { return !reason.isEmpty() && reason != u"Pending"; }
    /// The maintenance operator, which takes up a request and uncordons the node of one that is deleted as
    /// soon as it hears of it (Mellanox/maintenance-operator
    /// internal/controller/nodemaintenance_controller.go handleUninitiaizedState, handleReadyState@040f9a9),
    /// has let minutes go by at the server's time `now`.
    [[nodiscard]] bool isUnanswered(const QDateTime &now) const;
};

/// How many nodes the maintenance operator takes at a time (MaintenanceOperatorConfig of the same group).
struct MaintenanceOperatorConfig
{
    QString uid;
    QString name;
    QString maxParallel = QStringLiteral("1"); ///< a number or a percentage of the nodes; "0": no limit
    QString maxUnavailable;                    ///< the same; "": no limit, "0": none at all

    [[nodiscard]] static Result<MaintenanceOperatorConfig> read(const KubeObject &object);
    /// Of so many nodes in the cluster; nothing: no limit. Of a percentage the first is rounded up, the
    /// second down (Mellanox/maintenance-operator
    /// internal/controller/nodemaintenancescheduler_controller.go).
    [[nodiscard]] std::optional<int> parallelLimit(int nodes) const;
    [[nodiscard]] std::optional<int> unavailableLimit(int nodes) const;

    friend bool operator==(const MaintenanceOperatorConfig &, const MaintenanceOperatorConfig &) = default;
};

using NodeMaintenanceStore = ObjectStore<NodeMaintenance>;
using MaintenanceOperatorConfigStore = ObjectStore<MaintenanceOperatorConfig>;

} // namespace chartroom
