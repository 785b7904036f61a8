// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/openshift_facts.h"

#include "core/kube/lenient_json.h"
#include "core/rollout/rollout_tr.h"

namespace chartroom {

Result<ClusterVersionFact> ClusterVersionFact::read(const KubeObject &object)
{
    return readFields<ClusterVersionFact>(object, [&](const LenientJson &root) {
        ClusterVersionFact fact;
        fact.name = object.name;
        const LenientJson status = root["status"];
        fact.desired = status["desired"]["version"].text();
        // The newest comes first (openshift/api config/v1/types_cluster_version.go).
        status["history"].forEachItem([&](const LenientJson &update) {
            if (fact.completed.isEmpty() && update["state"].view() == "Completed")
                fact.completed = update["version"].text();
        });
        status["conditions"].forEachItem([&](const LenientJson &condition) {
            if (condition["type"].view() == "Progressing")
                fact.isProgressing = condition["status"].view() == "True";
        });
        return fact;
    });
}

Result<MachinePoolFact> MachinePoolFact::read(const KubeObject &object)
{
    return readFields<MachinePoolFact>(object, [&](const LenientJson &root) {
        MachinePoolFact fact;
        fact.name = object.name;
        fact.isPaused = root["spec"]["paused"].boolean();
        const LenientJson status = root["status"];
        fact.machines = status["machineCount"].integer();
        fact.updated = status["updatedMachineCount"].integer();
        status["conditions"].forEachItem([&](const LenientJson &condition) {
            const bool isTrue = condition["status"].view() == "True";
            if (condition["type"].view() == "Updated")
                fact.isUpdated = isTrue;
            else if (condition["type"].view() == "Updating")
                fact.isUpdating = isTrue;
        });
        return fact;
    });
}

QStringList OpenShiftFacts::changes() const
{
    QStringList lines;
    for (const ClusterVersionFact &version : versions)
        if (version.isProgressing)
            lines << RolloutTr::tr("ClusterVersion %1: updating from %2 to %3")
                         .arg(version.name, version.completed, version.desired);
    for (const MachinePoolFact &pool : pools)
        if (pool.isUnderWay()) {
            const QString line =
                RolloutTr::tr("MachineConfigPool %1: %2 of %3 nodes are updated")
                    .arg(pool.name, QString::number(pool.updated), QString::number(pool.machines));
            lines << (pool.isPaused ? RolloutTr::tr("%1, and it is paused").arg(line) : line);
        }
    return lines;
}

} // namespace chartroom
