// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/slot_policy.h"

#include "core/rollout/driver_fleet.h"
#include "core/rollout/node_notes.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

struct Standstill
{
    Q_DECLARE_TR_FUNCTIONS(SlotPolicy)
};

} // namespace

SlotPolicy slotPolicy(const DriverFleet &fleet)
{
    SlotPolicy policy;
    if (fleet.asksMaintenance) { // its slots are the maintenance operator's
        if (!fleet.maintenanceTerms)
            return policy;
        const MaintenanceTerms &terms = *fleet.maintenanceTerms;
        if (const auto limit = scaledLimit(terms.maxParallel, fleet.clusterNodes); limit && *limit > 0)
            policy.limit = *limit;
        if (const auto away = scaledLimit(terms.maxUnavailable, fleet.clusterNodes))
            policy.limit = policy.limit ? std::min(*policy.limit, *away) : *away;
        policy.isUnlimited = !policy.limit;
        return policy;
    }
    if (!fleet.policy) {
        policy.standstill = Standstill::tr("No upgrade policy was found for this driver.");
        return policy;
    }
    if (!fleet.policy->autoUpgrade)
        policy.standstill = Standstill::tr("autoUpgrade is off: no further node starts by itself.");
    else if (!fleet.unscheduledSet.isEmpty())
        policy.standstill = Standstill::tr("The operator waits until all pods of %1 are scheduled.")
                                .arg(fleet.unscheduledSet);
    if (fleet.policy->maxParallel > 0)
        policy.limit = fleet.policy->maxParallel;
    if (const auto limit = fleet.policy->unavailableLimit(fleet.managed)) {
        const auto outside =
            std::count_if(fleet.unavailable.cbegin(), fleet.unavailable.cend(), [&](const QString &node) {
                return !std::binary_search(fleet.taken.cbegin(), fleet.taken.cend(), node);
            });
        const int left = std::max(0, *limit - int(outside));
        policy.limit = policy.limit ? std::min(*policy.limit, left) : left;
        if (left == 0 && policy.standstill.isEmpty())
            policy.standstill =
                Standstill::tr("maxUnavailable %1 is used up by nodes that are cordoned or not ready.")
                    .arg(fleet.policy->maxUnavailable);
    }
    policy.isUnlimited = !policy.limit;
    return policy;
}

} // namespace chartroom
