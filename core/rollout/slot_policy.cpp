// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/slot_policy.h"

#include "core/rollout/driver_fleet.h"
#include "core/rollout/operator_deployment.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

/// Those of the maintenance operator, of which nodes that are away for other reasons take.
SlotPolicy maintenanceSlots(const DriverFleet &fleet)
{
    SlotPolicy policy;
    if (!fleet.maintenanceTerms)
        return policy;
    const MaintenanceOperatorConfig &terms = *fleet.maintenanceTerms;
    policy.limit = terms.parallelLimit(fleet.clusterNodes);
    const auto away = terms.unavailableLimit(fleet.clusterNodes);
    const int outside = int(fleet.clusterUnavailable.size() - fleet.inMaintenance.size());
    policy.unavailable = {int(fleet.clusterUnavailable.size()), outside, away};
    if (away) {
        const int left = std::max(0, *away - outside);
        policy.limit = policy.limit ? std::min(*policy.limit, left) : left;
        if (left == 0)
            policy.standstill =
                RolloutTr::tr("maxUnavailable %1 of the maintenance operator is used up by nodes that are "
                              "cordoned or not ready.")
                    .arg(terms.maxUnavailable);
    }
    policy.isUnlimited = !policy.limit;
    return policy;
}

/// What keeps the operator from these nodes, whoever empties them.
void noteStop(const DriverShare &share, const DriverFleet &fleet, SlotPolicy &policy)
{
    if (fleet.isControllerGone)
        policy.standstill = goneText(*fleet.controller);
    else if (fleet.waitsForMaintainer())
        policy.standstill = goneText(*fleet.maintainer);
    else if (!share.unscheduledSet.isEmpty()) {
        policy.standstill =
            RolloutTr::tr("The operator waits until all pods of %1 are scheduled.").arg(share.unscheduledSet);
        policy.isPassing = true;
    } else if (!share.surplusSet.isEmpty())
        policy.standstill =
            RolloutTr::tr("The operator waits until %1 has no pod on a node that it does not target, or that "
                          "no longer exists.")
                .arg(share.surplusSet);
}

SlotPolicy slotsOf(const DriverShare &share, const DriverFleet &fleet)
{
    SlotPolicy policy;
    const bool isOfNodes = share.policy && share.policy->isForSome();
    if (!fleet.offSwitch.isEmpty() && share.managed == 0 && !isOfNodes) {
        policy.standstill = RolloutTr::tr("Not managed: %1.", "a switch").arg(fleet.offSwitch);
        return policy;
    }
    if (!share.policy) {
        policy.standstill = RolloutTr::tr("The upgrade policy of this driver is unknown.");
        return policy;
    }
    policy.isOff = !share.policy->autoUpgrade;
    if (!policy.isOff)
        policy.switches << share.policy->fullName();
    if (policy.isOff && share.policy->switches.isSandboxed)
        policy.standstill = offText(*share.policy);
    else if (policy.isOff)
        policy.standstill = RolloutTr::tr("autoUpgrade is off: no further node starts by itself.");
    else
        noteStop(share, fleet, policy);
    if (share.policy->maxParallel > 0)
        policy.limit = share.policy->maxParallel;
    const auto limit = share.managed > 0 ? share.policy->unavailableLimit(share.managed)
                                         : std::nullopt; // of no node: nothing
    policy.unavailable = {int(share.unavailable.size()), int(share.foreign.size()), limit};
    if (limit) {
        const int left = std::max(0, *limit - int(share.foreign.size()));
        policy.limit = policy.limit ? std::min(*policy.limit, left) : left;
        if (left == 0 && policy.standstill.isEmpty())
            policy.standstill =
                RolloutTr::tr("maxUnavailable %1 is used up by nodes that are cordoned or not ready.")
                    .arg(share.policy->maxUnavailable);
    }
    policy.isUnlimited = !policy.limit;
    return policy;
}

} // namespace

SlotPolicies slotPolicies(const DriverFleet &fleet)
{
    SlotPolicies policies;
    for (auto share = fleet.shares.cbegin(); share != fleet.shares.cend(); ++share)
        policies.insert(share.key(), slotsOf(*share, fleet));
    if (!fleet.asksMaintenance)
        return policies;
    SlotPolicy common = maintenanceSlots(fleet);
    for (const SlotPolicy &own : std::as_const(policies))
        common.switches << own.switches;
    for (const DriverShare &share : fleet.shares)
        if (share.policy && share.policy->autoUpgrade)
            noteStop(share, fleet, common);
    if (common.switches.isEmpty() && policies.value(QString()).isOff)
        return policies;
    policies.removeIf([](SlotPolicies::iterator own) { return !own->isOff; });
    policies.insert(QString(), common);
    return policies;
}

} // namespace chartroom
