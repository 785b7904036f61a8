// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"
#include "core/kube/pod.h"
#include "core/rollout/outage_log.h"

#include <QDateTime>

#include <chrono>
#include <optional>

namespace chartroom {

/// A pod that is replaced or restarted is away for less.
inline constexpr std::chrono::seconds longestRestart(30);

/// A Deployment (apps/v1) as far as it may be that of an operator which takes nodes through a rollout.
struct OperatorDeployment
{
    QString uid;
    QString namespaceName;
    QString name;
    QString component;      ///< gpu, ib, sriov, amd, or maintenance; "": no operator of these
    bool isMissing = false; ///< there is none in the namespace, see operatorOf(): without a name and numbers
    int wanted = 1;
    int made = 0; ///< pods
    int available = 0;
    int updated = 0;       ///< pods of the newest template
    qint64 generation = 0; ///< 0 where it is not told
    qint64 observedGeneration = 0;
    QDateTime unavailableSince; ///< UTC; invalid while its condition Available is not False
    QDateTime availableSince;   ///< UTC; invalid while that is not True
    /// A network operator: it asks a maintenance operator to empty the nodes of every policy, by
    /// MAINTENANCE_OPERATOR_ENABLED (k8s-operator-libs pkg/upgrade/upgrade_requestor.go
    /// GetRequestorOptsFromEnvs). Nothing where its environment is unknown, as recordings leave it out.
    std::optional<bool> asksMaintenance;
    QString requestorId; ///< MAINTENANCE_OPERATOR_REQUESTOR_ID beside it; "" where that is unknown

    /// By the image, which each operator's chart names after the operator (nvidia/gpu-operator,
    /// nvidia/cloud-native/network-operator, sriov-network-operator, rocm/gpu-operator,
    /// nvidia/mellanox/maintenance-operator).
    [[nodiscard]] static Result<OperatorDeployment> read(const KubeObject &object);
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
    /// No operator runs: it has no Deployment, is scaled to zero, or no pod has been available for longer
    /// than a restart takes. `now` by the server's clock.
    [[nodiscard]] bool isGone(const QDateTime &now) const;
    /// Its own update is not complete, as `kubectl rollout status` tells it (kubectl
    /// pkg/polymorphichelpers/rollout_status.go): a pod of the wanted template is missing or not available,
    /// or one of an earlier template is left. Not where it is scaled to zero.
    [[nodiscard]] bool isPending() const;

    friend bool operator==(const OperatorDeployment &, const OperatorDeployment &) = default;
};

using OperatorDeploymentStore = ObjectStore<OperatorDeployment>;

/// The one that leads the component's nodes, by the namespaces that its DaemonSets are in (any where none is
/// given); of several one that is not gone. Where these namespaces have no Deployment that can be it, as
/// after `kubectl delete` or half of `helm uninstall`, one that isMissing. Nothing where none is known: one
/// with another image may be it, and a cluster without any Deployment has not told of them.
[[nodiscard]] std::optional<OperatorDeployment> operatorOf(const QString &component,
                                                           const QStringList &namespaces,
                                                           const ObjectMap<OperatorDeployment> &all,
                                                           const QDateTime &now);
/// When it came back, by the server's clock: before that none of its pods ran, for how long is unknown. As
/// its oldest pod was made, or, where that one's container restarted, shortly before it was available.
/// Nothing where another pod was available until that one was: as an update replaces it, its condition
/// Available stays True (kubernetes pkg/controller/deployment/sync.go calculateStatus). Goes through all
/// pods.
[[nodiscard]] std::optional<Outage> returnOf(const OperatorDeployment &one, const ObjectMap<Pod> &pods);
/// Why nothing moves while it is gone, one sentence.
[[nodiscard]] QString goneText(const OperatorDeployment &one);
/// How far its own update is while isPending(), one sentence.
[[nodiscard]] QString pendingText(const OperatorDeployment &one);

} // namespace chartroom
