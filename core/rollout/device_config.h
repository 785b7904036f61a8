// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/label_map.h"
#include "core/kube/object_store.h"
#include "core/rollout/driver_policy.h"
#include "core/rollout/step.h"

#include <QDateTime>
#include <QHash>
#include <QMap>

#include <optional>

namespace chartroom {

/// The state of AMD's kernel module on one node (`status.nodeModuleStatus.NODE` of a DeviceConfig).
struct NodeModule
{
    QString status;
    /// Of the module that is loaded, as KMM tells: its tag ends with the driver's version. "" while none is,
    /// and for a while after a reboot.
    QString image;
    QDateTime changed; ///< lastTransitionTime: when KMM last loaded or unloaded it; UTC
    QDateTime started; ///< upgradeStartTime: of the upgrade under way; UTC

    /// As the tag tells; "" where there is none.
    [[nodiscard]] QString version() const;
    [[nodiscard]] bool hasFailed() const
    {
        return status.endsWith(u"-Failed") || status == u"Upgrade-Timed-Out";
    }
    /// Failed, and not retried until a person requests it: it counts against maxUnavailableNodes. A failed
    /// reboot does not count (upgrademgr.go isNodeInFailedUpgradeStates).
    [[nodiscard]] bool isGivenUp() const { return hasFailed() && status != u"Reboot-Failed"; }
    /// It counts against maxParallelUpgrades. A first installation does not, nor does what failed.
    [[nodiscard]] bool holdsSlot() const;
    /// It ended well, in the two hours that its operator grants (upgrademgr.go
    /// hasUpgradeTimeExceeded@v1.5.1), and both ends are told: the start stays in the status
    /// (device_config_reconciler.go buildDeviceConfigNodeStatus@v1.5.1). A load after a later reboot is no
    /// end of the upgrade.
    [[nodiscard]] bool tellsUpgrade() const;

    friend bool operator==(const NodeModule &, const NodeModule &) = default;
};

/// What AMD's GPU operator wants and how far each node is: DeviceConfig (amd.com/v1alpha1;
/// ROCm/gpu-operator:api/v1alpha1/deviceconfig_types.go@v1.5.1).
struct DeviceConfig
{
    /// Prefix of the labels that tell KMM which version of a module a node has to load.
    static constexpr QStringView versionLabels = u"kmm.node.kubernetes.io/version-module.";

    QString uid;
    QString namespaceName;
    QString name;
    QDateTime created; ///< UTC
    /// driver.enable: false where the driver comes with the host; false too while it is being deleted, when
    /// the operator only takes its parts away (ROCm/gpu-operator
    /// internal/controllers/device_config_reconciler.go Reconcile).
    bool hasDriver = true;
    bool isBeingDeleted = false;
    bool offersGpus =
        true; ///< as a device plugin does: false for virtual machines, without the plugin, by DRA
    bool isRefused = false;          ///< condition Error: the operator does nothing by it
    QString refusal;                 ///< the message of that
    bool isReady = false;            ///< condition Ready
    QString version;                 ///< of the driver, as written
    QMap<QString, QString> selector; ///< the nodes that it is for; empty: all
    bool isUnreadable =
        false; ///< of a version that is unknown, without an upgradePolicy where it is looked for
    /// upgradePolicy is there and not disabled. Otherwise no node that has a driver gets another one before
    /// a person changes its versionLabel() (ROCm/gpu-operator internal/kmmmodule/kmmmodule.go
    /// SetNodeVersionLabelAsDesired).
    bool upgrades = false;
    int maxParallel = 1;    ///< 0: no limit
    QString maxUnavailable; ///< a number or a percentage, the CRD's default is 25%; "": there is no policy
    /// Pods are deleted, whatever budgets they have: podDeletionPolicy counts where there is no
    /// nodeDrainPolicy.
    bool deletesPods = false;
    /// Of the policy that counts; 0, where there is neither: for ever.
    std::chrono::seconds evictTimeout{0};
    /// rebootRequired, which the CRD sets where it is left out; nothing: it is not there all the same.
    std::optional<bool> reboots;
    QHash<QString, NodeModule> modules; ///< by node

    [[nodiscard]] static Result<DeviceConfig> read(const KubeObject &object);
    /// Its upgradePolicy, as a plan goes by it.
    [[nodiscard]] DriverPolicy terms() const;
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
    /// By which the operator installs no driver; "" where it does.
    [[nodiscard]] QString offSwitch() const
    {
        if (hasDriver)
            return {};
        return QStringLiteral("%1 (DeviceConfig %2)")
            .arg(isBeingDeleted ? QStringLiteral("being deleted") : QStringLiteral("driver.enable=false"),
                 fullName());
    }
    /// Of its own module. The operator sets it before the load.
    [[nodiscard]] QString versionLabel() const;
    /// Upgrades at a time: maxParallelUpgrades, and what the nodes that failed leave of maxUnavailableNodes
    /// (ROCm/gpu-operator internal/controllers/upgrademgr.go isUpgradePolicyViolated). Nothing without
    /// either.
    [[nodiscard]] std::optional<int> atOnce() const;
    /// The first node was taken to `version`; invalid where a node that has it does not tell when, or none
    /// does.
    [[nodiscard]] QDateTime firstStart() const;
    [[nodiscard]] int givenUp() const;
    /// Where the state's word puts that node. One word stands for the cordon and the drain, which
    /// `isCordoned` parts, and where a reboot is to follow for the module's load too: the version among the
    /// node's labels tells that the drain is over (upgrademgr.go handleNodeUpgrade, handleNodeReboot).
    [[nodiscard]] RolloutStep step(const QString &node, const LabelMap &labels, bool isCordoned) const;
};

/// Orders DeviceConfigs that select the same node: the operator keeps the node with the one that was ready
/// first, and refuses the others (ROCm/gpu-operator internal/controllers/device_config_reconciler.go
/// buildNodeAssignments, validateNodeAssignments).
[[nodiscard]] bool comesBefore(const DeviceConfig &one, const DeviceConfig &other);

using DeviceConfigStore = ObjectStore<DeviceConfig>;

} // namespace chartroom
