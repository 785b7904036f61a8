// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"
#include "core/rollout/step.h"

#include <QDateTime>
#include <QHash>

namespace chartroom {

/// The state of AMD's kernel module on one node (`status.nodeModuleStatus.NODE` of a DeviceConfig).
struct NodeModule
{
    QString status;
    QString image;
    QDateTime changed; ///< lastTransitionTime, UTC
    QDateTime started; ///< upgradeStartTime, UTC

    friend bool operator==(const NodeModule &, const NodeModule &) = default;
};

/// What AMD's GPU operator wants and how far each node is: DeviceConfig (amd.com/v1alpha1;
/// ROCm/gpu-operator:api/v1alpha1/deviceconfig_types.go@v1.5.1).
struct DeviceConfig
{
    QString uid;
    QString namespaceName;
    QString name;
    QString version; ///< of the driver, as written
    bool upgrades = false;
    int maxParallel = 1;    ///< 0: no limit
    QString maxUnavailable; ///< a number or a percentage; "": no limit
    bool reboots = false;
    bool drainsByForce = false;
    QHash<QString, NodeModule> modules; ///< by node

    [[nodiscard]] static Result<DeviceConfig> read(const KubeObject &object);
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
    /// The label in which KMM keeps the version that a node has loaded.
    [[nodiscard]] QString versionLabel() const;
};

/// Where the state's word puts the node; `isCordoned` parts the cordon from the drain that follows it.
[[nodiscard]] RolloutStep moduleStep(const QString &status, bool isCordoned);

using DeviceConfigStore = ObjectStore<DeviceConfig>;

} // namespace chartroom
