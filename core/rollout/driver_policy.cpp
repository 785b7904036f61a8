// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_policy.h"

#include "core/kube/json_field.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/operator_limits.h"

#include <algorithm>

namespace chartroom {

namespace {

using std::chrono::seconds;

int integerOr(const JsonField &field, int otherwise)
{
    return field.exists() ? field.integer() : otherwise;
}

void readUpgradePolicy(const JsonField &upgrade, DriverPolicy &policy)
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
    const JsonField evict = upgrade["podDeletion"];
    policy.evictsByForce = evict["force"].boolean();
    policy.evictsEmptyDir = evict["deleteEmptyDir"].boolean();
    policy.evictTimeout = seconds(integerOr(evict["timeoutSeconds"], 300));
    const JsonField drain = upgrade["drain"];
    policy.drains = drain["enable"].boolean();
    policy.drainsByForce = drain["force"].boolean();
    policy.drainsEmptyDir = drain["deleteEmptyDir"].boolean();
    policy.drainSelector = drain["podSelector"].text();
    policy.drainTimeout = seconds(integerOr(drain["timeoutSeconds"], 300));
}

void readState(const JsonField &status, DriverPolicy &policy)
{
    policy.state = status["state"].text();
    policy.stateText = status["reason"].text();
    status["conditions"].forEachItem([&](const JsonField &condition) {
        const bool saysTrouble =
            condition["type"].text() == u"Error" && condition["status"].text() == u"True";
        if (saysTrouble && policy.stateText.isEmpty())
            policy.stateText = condition["message"].text();
    });
    status["appliedStates"].forEachItem([&](const JsonField &state) {
        if (policy.stateText.isEmpty() && state["name"].text() == u"state-OFED")
            policy.stateText = state["message"].text();
    });
}

} // namespace

Result<DriverPolicy> DriverPolicy::read(const KubeObject &object)
{
    return readFields<DriverPolicy>(object, [&](const JsonField &root) {
        DriverPolicy policy;
        policy.uid = object.uid;
        policy.name = object.name;
        policy.kind = root["kind"].text();
        const JsonField spec = root["spec"];
        if (policy.kind == u"NicClusterPolicy") {
            policy.driver = DriverKind::InfiniBand;
            const JsonField driver = spec["ofedDriver"];
            policy.isInUse = driver.exists();
            policy.version = driver["version"].text();
            readUpgradePolicy(driver["upgradePolicy"], policy);
        } else if (policy.kind == u"NVIDIADriver") {
            policy.version = spec["version"].text();
            readUpgradePolicy(spec["upgradePolicy"], policy);
        } else {
            const JsonField driver = spec["driver"];
            const bool isEnabled = !driver["enabled"].exists() || driver["enabled"].boolean();
            policy.leavesDrivers = driver["useNvidiaDriverCRD"].boolean();
            policy.isInUse = isEnabled && !policy.leavesDrivers;
            policy.version = driver["version"].text();
            readUpgradePolicy(driver["upgradePolicy"], policy);
        }
        readState(root["status"], policy);
        return policy;
    });
}

std::optional<int> DriverPolicy::unavailableLimit(int nodes) const
{
    return scaledLimit(maxUnavailable, nodes);
}

bool waitsWithoutLimit(const DriverPolicy &policy)
{
    return (policy.driver == DriverKind::Gpu && policy.evictTimeout == seconds(0)) ||
           (policy.drains && policy.drainTimeout == seconds(0));
}

bool isInForce(const DriverPolicy &policy, const QList<DriverPolicy> &all)
{
    if (!policy.isInUse || policy.kind != u"NVIDIADriver")
        return policy.isInUse;
    const auto isOfCluster = [](const DriverPolicy &one) { return one.kind == u"ClusterPolicy"; };
    return std::none_of(all.cbegin(), all.cend(), isOfCluster) ||
           std::any_of(all.cbegin(), all.cend(), [](const DriverPolicy &one) { return one.leavesDrivers; });
}

} // namespace chartroom
