// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"
#include "core/rollout/driver_keys.h"
#include "core/rollout/gpu_switches.h"
#include "core/rollout/rdma_policy.h"

#include <QDateTime>
#include <QList>
#include <QMap>

#include <chrono>
#include <optional>

namespace chartroom {

/// How a driver's operator may go through the nodes, and which version it wants: from ClusterPolicy
/// (nvidia.com/v1), NVIDIADriver (nvidia.com/v1alpha1), NicClusterPolicy or NicNodePolicy
/// (mellanox.com/v1alpha1), or DeviceConfig (amd.com/v1alpha1, DeviceConfig::terms()).
/// What the object leaves out has the default of the CRD (k8s-operator-libs
/// api/upgrade/v1alpha1/upgrade_spec.go; autoUpgrade of an NVIDIADriver is on, NVIDIA/gpu-operator
/// api/nvidia/v1alpha1/nvidiadriver_types.go).
struct DriverPolicy
{
    QString uid;
    QString kind;
    QString name;                        ///< of a DeviceConfig with its namespace: kube-amd-gpu/mi300x
    QDateTime created;                   ///< UTC
    DriverKind driver = DriverKind::Gpu; ///< of NVIDIA's alone; see component()
    /// False: a ClusterPolicy that leaves drivers to NVIDIADriver objects, or one of either kind without a
    /// driver.
    bool isInUse = true;
    bool leavesDrivers = false; ///< a ClusterPolicy that says so (useNvidiaDriverCRD)
    /// The switch by which its operator installs no driver at all, such as "driver.enabled=false", or that it
    /// is being deleted; "" where it does.
    QString offSwitch;
    GpuSwitches switches; ///< of a ClusterPolicy
    RdmaPolicy rdma;      ///< of a NicClusterPolicy or NicNodePolicy
    /// Of an NVIDIADriver or NicNodePolicy: the nodes that it is for. Without one an NVIDIADriver is for all
    /// GPU nodes (NVIDIA/gpu-operator api/nvidia/v1alpha1/nvidiadriver_types.go@v25.10.1 GetNodeSelector), a
    /// NicNodePolicy for all nodes (Mellanox/network-operator pkg/policyoverlap/overlap.go@v26.4.1).
    QMap<QString, QString> nodeSelector;
    bool hasAffinity = false; ///< an NVIDIADriver or NicClusterPolicy: nodeAffinity leaves out some nodes
    /// Its nodeSelector conflicts with another one's: its operator makes and changes no DaemonSet for it.
    bool isRefused = false;
    QString version;       ///< as written
    QString state;         ///< status.state: ready, notReady, ...
    QString stateText;     ///< the message of the condition or state that explains it
    bool hasTerms = false; ///< the object has an upgradePolicy of its own
    /// One of a version that is unknown, and no NVIDIADriver, without an upgradePolicy where it is looked
    /// for: what else is missing may be elsewhere too.
    bool isUnreadable = false;
    bool autoUpgrade = false; ///< false too where sandboxWorkloads keeps the operator from it
    int maxParallel = 1;      ///< 0: no limit
    QString maxUnavailable;   ///< a number or a percentage; "" of a NIC policy, which knows none
    bool safeLoad = false;
    QString jobSelector;
    std::chrono::seconds jobTimeout{0}; ///< 0 is for ever, here and in the other two (upgrade_spec.go)
    bool evictsByForce = false;
    bool evictsEmptyDir = false;
    std::chrono::seconds evictTimeout{300};
    bool drains = false;
    bool drainsByForce = false;
    bool drainsEmptyDir = false;
    QString drainSelector; ///< of the pods that a drain takes; "": all
    std::chrono::seconds drainTimeout{300};
    bool deletesPods = false; ///< of a DeviceConfig: instead of evicting them, whatever budgets they have
    /// Of a DeviceConfig: each node reboots when its driver is loaded; nothing: unknown.
    std::optional<bool> reboots = false;

    [[nodiscard]] static Result<DriverPolicy> read(const KubeObject &object);
    /// Of an object whose kind is known otherwise.
    [[nodiscard]] static Result<DriverPolicy> readAs(const QString &kind, const KubeObject &object);
    [[nodiscard]] bool isOfAmd() const { return kind == u"DeviceConfig"; }
    /// Whose nodes it is for: gpu, ib, amd.
    [[nodiscard]] QString component() const
    {
        return isOfAmd() ? QStringLiteral("amd") : componentText(driver);
    }
    /// How its object names the limit of maxUnavailable.
    [[nodiscard]] QString unavailableKey() const
    {
        return isOfAmd() ? QStringLiteral("maxUnavailableNodes") : QStringLiteral("maxUnavailable");
    }
    /// It is for the nodes that it selects; there may be several.
    [[nodiscard]] bool isForSome() const
    {
        return kind == u"NVIDIADriver" || kind == u"NicNodePolicy" || isOfAmd();
    }
    /// NicNodePolicy pool-a
    [[nodiscard]] QString fullName() const { return kind + u' ' + name; }
    /// maxUnavailable of that many nodes, a percentage rounded up as the library does; nothing: no limit.
    [[nodiscard]] std::optional<int> unavailableLimit(int nodes) const;

    friend bool operator==(const DriverPolicy &, const DriverPolicy &) = default;
};

/// Whether its operator ignores it for another one where these are all there are. Of NicClusterPolicies only
/// the one named nic-cluster-policy counts (Mellanox/network-operator
/// controllers/nicclusterpolicy_controller.go). Of ClusterPolicies one counts: the oldest, the first by name
/// of those (NVIDIA/gpu-operator controllers/active_config.go getSingletonClusterPolicy@v26.7.0), before that
/// the one that the operator came to first, which therefore has a state.
[[nodiscard]] bool isPassedOver(const DriverPolicy &policy, const QList<DriverPolicy> &all);

/// Whether the operator goes by it where these are all there are. By an NVIDIADriver it does only while the
/// ClusterPolicy leaves the drivers to those (NVIDIA/gpu-operator
/// api/nvidia/v1alpha1/nvidiadriver_types.go); where none can be seen, nothing says that it does not.
[[nodiscard]] bool isInForce(const DriverPolicy &policy, const QList<DriverPolicy> &all);

/// Names the switch, and its object, because of which a policy without autoUpgrade starts no upgrade.
[[nodiscard]] QString offText(const DriverPolicy &policy);

using DriverPolicyStore = ObjectStore<DriverPolicy>;

} // namespace chartroom
