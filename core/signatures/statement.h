// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringView>

#include <optional>

namespace chartroom {

/// Where something was said.
enum class StatementKind {
    Pod,       ///< a pod's status, or why it was not scheduled
    Container, ///< what a container waits for, or ended with
    Log,
    Event,
    Node,      ///< a condition of a node
    Condition, ///< of a custom resource
    Rollout,   ///< what holds a node back in its rollout, or contradicts its label
    Missing,   ///< what a node should have and has not
    Release,   ///< the status of a Helm release
};

/// Reasons of a Condition that no operator writes: of one that no signature names, and of an object that its
/// operator ignores for another one, or although it uses no other. Each such object is a matter of its own.
inline constexpr QStringView otherCondition = u"otherCondition";
inline constexpr QStringView ignoredObject = u"ignoredObject";
inline constexpr QStringView unusedObject = u"unusedObject";

/// Whether somebody has to ask a driver's operator to retry a node that failed. NVIDIA's continues by itself
/// only with a ready pod of the newest revision, and replaces no pod of a failed node (k8s-operator-libs
/// pkg/upgrade/common_manager.go ProcessUpgradeFailedNodes, isDriverPodInSync); AMD's waits for the label,
/// but for Reboot-Failed, where it ignores that (ROCm/gpu-operator internal/controllers/upgrademgr.go
/// handleInitStatus, isNodeInFailedUpgradeStates).
enum class Retry {
    ByItself,   ///< once its driver pod is ready
    ByOperator, ///< or not at all: no label of a person counts
    Later,      ///< by the label, once what blocks the node is gone
    AfterOther, ///< the same, and once another driver's rollout is through on the node
    Now,        ///< by the label: nothing that can be seen blocks the node
};

/// One thing that an object of the cluster says and that may mean trouble. All evidence is brought into this
/// form, and signatures are matched against nothing else. `text` is masked; it is not made visible yet.
struct Statement
{
    StatementKind kind = StatementKind::Pod;
    QString operand;       ///< id of who says it, see Signatures
    QString node;          ///< the node that it is about; "" when it is not bound to one
    QString namespaceName; ///< of the object, "" for one without
    QString object;        ///< "Pod ops/driver-a", "Node gpu-01", "ClusterPolicy cluster-policy"
    QString driverSpace; ///< of a rollout: the namespace of the driver's pod, which tells whose driver it is
    QString release;     ///< of a custom resource: namespace/name of the release in its annotations
    QString instance;    ///< the pod's label app.kubernetes.io/instance
    QString container;   ///< "" where it is not one's
    QString reason;
    QString text;
    QDateTime since;              ///< UTC; invalid when that is not known
    QDateTime calmSince;          ///< where `since` is not known: patience counts from there
    bool isUrgent = false;        ///< somebody asks about it already: told however young it is
    std::optional<Retry> retry;   ///< of a rollout on a node that failed
    bool isOfUnwantedPod = false; ///< of a failed node's driver pod that a retry replaces: no cause of now

    friend bool operator==(const Statement &, const Statement &) = default;
};

} // namespace chartroom
