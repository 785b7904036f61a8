// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/device_config.h"
#include "core/rollout/driver_policy.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QStringList>

#include <optional>

namespace chartroom {

/// What is not as it should be with a custom resource of an operator.
struct ResourceStatus
{
    struct Complaint
    {
        QString reason;    ///< of the condition; of a state the word itself: notReady, error
        QString message;   ///< as it came
        QDateTime since;   ///< UTC; invalid where the resource does not tell
        QString type = {}; ///< of the condition, with its status: Error=True; "" of a known
                           ///< state, and of another one the state itself
    };

    QString kind;
    QString namespaceName;
    QString name;
    QString release; ///< namespace/name of its Helm release, by its annotations meta.helm.sh/*; "" for none
    QList<Complaint> complaints; ///< empty when all is well
    /// Of a Ready that is True: a complaint only where the reason is known for that.
    QList<Complaint> remarks;
    /// Of a SriovNetworkNodePolicy: the nodes that it is for; empty: all.
    QMap<QString, QString> nodeSelector;
    std::optional<DriverPolicy> policy;       ///< of the kinds that are upgrade policies of NVIDIA's drivers
    RdmaPolicy rdma;                          ///< of the kinds that declare RDMA devices
    std::optional<DeviceConfig> deviceConfig; ///< where it is one
    QString ownWords;                         ///< status.reason, else the message of the condition Error
    /// status.state; of an OperatorKind phase or state, else its conditions: "Available=True,
    /// Reconciled=True"
    QString state;
    QDateTime
        stateSince;      ///< since when the condition Ready is not True; UTC; invalid where it is, or none is
    QDateTime unchanged; ///< UTC: no field was written after that; invalid where nothing tells
    QStringList notReady; ///< names of status.appliedStates[] that are so and do not say why
    // Of an OperatorKind:
    QString queue; ///< of a PodGroup
    QString node;  ///< of a NodeFeature

    /// Conditions (Error that is True, any other that is False, as the Ready of ClusterPolicy and those of
    /// NicClusterPolicy are meant, and the reason of a Ready that is True: ClusterPolicy has NFDLabelsMissing
    /// and NoGPUNodes there, NVIDIA/gpu-operator controllers/clusterpolicy_controller.go), each once,
    /// status.appliedStates[] and status.reason beside a state that is notReady
    /// or error (NVIDIA/gpu-operator api/nvidia/v1/clusterpolicy_types.go@v26.7.0,
    /// Mellanox/network-operator api/v1alpha1/nicclusterpolicy_types.go@v26.4.1); of an OperatorKind see
    /// readOperatorStatus(). A list of the API does not name the kind of its items, so it is given.
    [[nodiscard]] static Result<ResourceStatus> read(const KubeObject &object, const QString &kind);

    /// "PodGroup team-a/train", "Queue default": as it is named where there are many.
    [[nodiscard]] QString fullName() const;
};

/// Word for word, in one line: "Error=True, Odd: as it came". Not masked.
[[nodiscard]] QString conditionText(const ResourceStatus::Complaint &complaint);

} // namespace chartroom
