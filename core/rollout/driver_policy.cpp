// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_policy.h"

#include "core/kube/lenient_json.h"
#include "core/kube/served_versions.h"
#include "core/rollout/device_config.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

using std::chrono::seconds;

int integerOr(const LenientJson &field, int otherwise)
{
    return field.exists() ? field.integer() : otherwise;
}

void readUpgradePolicy(const LenientJson &upgrade, DriverPolicy &policy)
{
    policy.hasTerms = upgrade.exists();
    policy.autoUpgrade =
        upgrade["autoUpgrade"].exists() ? upgrade["autoUpgrade"].boolean() : policy.kind == u"NVIDIADriver";
    policy.maxParallel = integerOr(upgrade["maxParallelUpgrades"], 1);
    if (policy.driver == DriverKind::Gpu)
        policy.maxUnavailable =
            upgrade["maxUnavailable"].exists() ? upgrade["maxUnavailable"].text() : QStringLiteral("25%");
    policy.safeLoad = upgrade["safeLoad"].boolean();
    policy.jobSelector = upgrade["waitForCompletion"]["podSelector"].text();
    policy.jobTimeout = seconds(upgrade["waitForCompletion"]["timeoutSeconds"].integer());
    const LenientJson evict = upgrade["podDeletion"];
    policy.evictsByForce = evict["force"].boolean();
    policy.evictsEmptyDir = evict["deleteEmptyDir"].boolean();
    policy.evictTimeout = seconds(integerOr(evict["timeoutSeconds"], 300));
    const LenientJson drain = upgrade["drain"];
    policy.drains = drain["enable"].boolean();
    policy.drainsByForce = drain["force"].boolean();
    policy.drainsEmptyDir = drain["deleteEmptyDir"].boolean();
    policy.drainSelector = drain["podSelector"].text();
    policy.drainTimeout = seconds(integerOr(drain["timeoutSeconds"], 300));
}

void readState(const LenientJson &status, DriverPolicy &policy)
{
    policy.state = status["state"].text();
    policy.stateText = status["reason"].text();
    status["conditions"].forEachItem([&](const LenientJson &condition) {
        const bool saysTrouble =
            condition["type"].text() == u"Error" && condition["status"].text() == u"True";
        if (saysTrouble && policy.stateText.isEmpty())
            policy.stateText = condition["message"].text();
        // NVIDIA/gpu-operator controllers/nvidiadriver_controller.go: it returns before it makes DaemonSets.
        // With several defaults it gives another reason (internal/validator/validator.go@v26.7.0).
        if (saysTrouble && (condition["reason"].text() == u"ConflictingNodeSelector" ||
                            condition["message"].text().startsWith(u"multiple default NVIDIADrivers found")))
            policy.isRefused = true;
    });
    // Mellanox/network-operator controllers/nicnodepolicy_controller.go@v26.4.1: Reconcile returns before it
    // makes DaemonSets, also of policies that do not overlap. The reason outlives its state.
    if (policy.kind == u"NicNodePolicy" && policy.state == u"error" &&
        policy.stateText.startsWith(u"node selector overlap detected"))
        policy.isRefused = true;
    status["appliedStates"].forEachItem([&](const LenientJson &state) {
        if (policy.stateText.isEmpty() && state["name"].text() == u"state-OFED")
            policy.stateText = state["message"].text();
    });
}

void readNodeSelector(const LenientJson &spec, DriverPolicy &policy)
{
    spec["nodeSelector"].forEachMember([&policy](std::string_view key, const LenientJson &value) {
        policy.nodeSelector.insert(QString::fromUtf8(key), value.text());
    });
}

/// Both kinds keep their driver in the same place (Mellanox/network-operator
/// api/v1alpha1/nicclusterpolicy_types.go, nicnodepolicy_types.go@v26.4.1).
void readNicPolicy(const LenientJson &spec, DriverPolicy &policy)
{
    policy.driver = DriverKind::InfiniBand;
    const LenientJson driver = spec["ofedDriver"];
    policy.isInUse = driver.exists();
    if (!policy.isInUse)
        policy.offSwitch = QStringLiteral("no ofedDriver");
    policy.version = driver["version"].text();
    policy.rdma = RdmaPolicy::read(spec);
    readUpgradePolicy(driver["upgradePolicy"], policy);
}

/// With sandboxWorkloads the operator takes its labels away and upgrades no node by itself
/// (NVIDIA/gpu-operator controllers/upgrade_controller.go Reconcile).
void readClusterPolicy(const LenientJson &spec, DriverPolicy &policy)
{
    const LenientJson driver = spec["driver"];
    const bool isEnabled = !driver["enabled"].exists() || driver["enabled"].boolean();
    policy.leavesDrivers = driver["useNvidiaDriverCRD"].boolean();
    policy.isInUse = isEnabled && !policy.leavesDrivers;
    if (!isEnabled && !policy.leavesDrivers)
        policy.offSwitch = QStringLiteral("driver.enabled=false");
    policy.version = driver["version"].text();
    policy.switches = GpuSwitches::read(spec, policy.name);
    readUpgradePolicy(driver["upgradePolicy"], policy);
    policy.autoUpgrade = policy.autoUpgrade && !policy.switches.isSandboxed;
}

DriverPolicy readPolicy(const QString &kind, const KubeObject &object, const LenientJson &root)
{
    DriverPolicy policy;
    policy.uid = object.uid;
    policy.name = object.name;
    policy.kind = kind;
    policy.created = root["metadata"]["creationTimestamp"].time();
    const LenientJson spec = root["spec"];
    if (kind == u"NicClusterPolicy") {
        readNicPolicy(spec, policy);
        policy.hasAffinity = spec["nodeAffinity"].exists();
    } else if (kind == u"NicNodePolicy") {
        readNicPolicy(spec, policy);
        readNodeSelector(spec, policy);
    } else if (kind == u"NVIDIADriver") {
        policy.version = spec["version"].text();
        readNodeSelector(spec, policy);
        if (policy.nodeSelector.isEmpty())
            policy.nodeSelector.insert(QStringLiteral("nvidia.com/gpu.present"), QStringLiteral("true"));
        policy.hasAffinity = spec["nodeAffinity"].exists();
        readUpgradePolicy(spec["upgradePolicy"], policy);
    } else {
        readClusterPolicy(spec, policy);
    }
    readState(root["status"], policy);
    // An NVIDIADriver needs none: without one it is upgraded.
    policy.isUnreadable = kind != u"NVIDIADriver" && !policy.hasTerms && !policy.leavesDrivers &&
                          !isKnownVersion(kind, root["apiVersion"].text());
    if (policy.isUnreadable) {
        policy.isInUse = true;
        policy.offSwitch.clear();
    }
    if (root["metadata"]["deletionTimestamp"].exists() && kind != u"NVIDIADriver" &&
        policy.offSwitch.isEmpty())
        policy.offSwitch = QStringLiteral("being deleted");
    return policy;
}

/// Null where none counts.
const DriverPolicy *countingClusterPolicy(const QList<DriverPolicy> &all)
{
    const auto rank = [](const DriverPolicy &one) {
        return std::tuple(one.state.isEmpty(), one.created, one.name);
    };
    const DriverPolicy *counting = nullptr;
    for (const DriverPolicy &policy : all) {
        if (policy.kind == u"ClusterPolicy" && policy.state != u"ignored" &&
            (!counting || rank(policy) < rank(*counting)))
            counting = &policy;
    }
    return counting;
}

} // namespace

Result<DriverPolicy> DriverPolicy::read(const KubeObject &object)
{
    const Result<QString> kind =
        readFields<QString>(object, [](const LenientJson &root) { return root["kind"].text(); });
    return kind ? readAs(*kind, object) : tl::make_unexpected(kind.error());
}

Result<DriverPolicy> DriverPolicy::readAs(const QString &kind, const KubeObject &object)
{
    if (kind == u"DeviceConfig")
        return DeviceConfig::read(object).map([](const DeviceConfig &config) { return config.terms(); });
    return readFields<DriverPolicy>(object,
                                    [&](const LenientJson &root) { return readPolicy(kind, object, root); });
}

std::optional<int> DriverPolicy::unavailableLimit(int nodes) const
{
    return scaledLimit(maxUnavailable, nodes);
}

bool waitsWithoutLimit(const DriverPolicy &policy)
{
    return !policy.isOfAmd() && ((policy.driver == DriverKind::Gpu && policy.evictTimeout == seconds(0)) ||
                                 (policy.drains && policy.drainTimeout == seconds(0)));
}

QString offText(const DriverPolicy &policy)
{
    if (policy.isOfAmd())
        return RolloutTr::tr("The upgrade policy of %1 is not enabled: nothing starts by itself.")
            .arg(policy.name);
    if (policy.switches.isSandboxed)
        return RolloutTr::tr("%1 has sandboxWorkloads enabled, so the operator upgrades no driver: nothing "
                             "starts by itself.")
            .arg(policy.switches.policy);
    return RolloutTr::tr("The upgrade policy of %1 has autoUpgrade off: nothing starts by itself.")
        .arg(policy.isForSome() ? policy.fullName() : policy.name);
}

bool isPassedOver(const DriverPolicy &policy, const QList<DriverPolicy> &all)
{
    if (policy.kind == u"NicClusterPolicy")
        return policy.name != u"nic-cluster-policy";
    if (policy.kind != u"ClusterPolicy")
        return false;
    const DriverPolicy *counting = countingClusterPolicy(all);
    return !counting || counting->name != policy.name;
}

bool isInForce(const DriverPolicy &policy, const QList<DriverPolicy> &all)
{
    if (!policy.isInUse || isPassedOver(policy, all))
        return false;
    if (policy.kind != u"NVIDIADriver")
        return true;
    const DriverPolicy *cluster = countingClusterPolicy(all);
    return !cluster || cluster->leavesDrivers;
}

} // namespace chartroom
