// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/eviction_holds.h"

#include "core/rollout/node_notes.h"

namespace chartroom {

QStringList evictionHolds(const DriverPolicy &policy, const QList<const Pod *> &pods,
                          const QList<DisruptionBudget> &budgets, const ClaimedGpus &claimed,
                          const QDateTime &now)
{
    NodeNotes notes;
    if (policy.driver == DriverKind::Gpu) {
        EvictionTerms terms;
        terms.byForce = policy.evictsByForce;
        terms.withEmptyDir = policy.evictsEmptyDir;
        terms.claimed = &claimed;
        notes.addEviction(pods, terms, budgets, now);
    }
    if (policy.drains)
        notes.addEviction(pods,
                          {true,
                           policy.drainsByForce,
                           policy.drainsEmptyDir,
                           driverKeys(policy.driver).drainSkip,
                           {},
                           policy.drainSelector},
                          budgets, now);
    QStringList holds;
    for (const TrackNote &note : notes.list())
        if (!holds.contains(note.text))
            holds << note.text;
    return holds;
}

int gpusLost(const Pod &pod, const ClaimedGpus &claimed)
{
    const bool isNoTenant = pod.ownerKind == u"DaemonSet" || pod.ownerKind == u"Node" ||
                            pod.phase == u"Succeeded" || pod.phase == u"Failed";
    return isNoTenant ? 0 : pod.gpusOfAll() + claimed.value(pod.uid);
}

} // namespace chartroom
