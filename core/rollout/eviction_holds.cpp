// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/eviction_holds.h"

#include "core/kube/node.h"

namespace chartroom {

EvictionOptions evictionTerms(const DriverPolicy &policy, bool isDrain, const ClaimedGpus &claimed)
{
    EvictionOptions terms;
    terms.isDrain = isDrain;
    terms.byForce = isDrain ? policy.drainsByForce : policy.evictsByForce;
    terms.withEmptyDir = isDrain ? policy.drainsEmptyDir : policy.evictsEmptyDir;
    terms.skipLabel = driverKeys(policy.driver).drainSkip;
    if (isDrain)
        terms.podSelector = policy.drainSelector;
    terms.claimed = &claimed;
    terms.failsTo =
        !isDrain && policy.drains ? QStringLiteral("drain-required") : QStringLiteral("upgrade-failed");
    return terms;
}

EvictionOptions amdEvictionTerms(const QList<const Pod *> &pods)
{
    EvictionOptions terms;
    terms.isDrain = true;
    terms.only = QStringList();
    for (const Pod *pod : pods) {
        if (!pod->amdGpus.isEmpty())
            *terms.only << fullName(*pod);
    }
    terms.byForce = true;
    terms.withEmptyDir = true;
    return terms;
}

QStringList evictionHolds(const DriverPolicy &policy, const QList<const Pod *> &pods,
                          const QList<DisruptionBudget> &budgets, const ClaimedGpus &claimed,
                          const QDateTime &now)
{
    NodeNotes evicted;
    if (policy.isOfAmd())
        evicted.addEviction(pods, amdEvictionTerms(pods),
                            policy.deletesPods ? QList<DisruptionBudget>() : budgets, now);
    else if (policy.driver == DriverKind::Gpu) {
        evicted.addEviction(pods, evictionTerms(policy, false, claimed), budgets, now);
        if (evicted.list().isEmpty())
            return {}; // the drain is for nodes where that failed
    }
    NodeNotes drained;
    if (policy.drains)
        drained.addEviction(pods, evictionTerms(policy, true, claimed), budgets, now);
    QStringList holds;
    const auto add = [&holds](const TrackNote &note) {
        if (!holds.contains(note.text))
            holds << note.text;
    };
    for (const TrackNote &note : evicted.list()) // what a drain leaves alone keeps its GPUs
        if (!policy.drains || !drained.list().isEmpty() || note.kind == NoteKind::DaemonSetPod)
            add(note);
    for (const TrackNote &note : drained.list())
        add(note);
    return holds;
}

std::optional<GpuAmount> gpusLost(const Pod &pod, const ClaimedGpus &claimed, const LabelMap &labels)
{
    const bool isNoTenant = pod.ownerKind == u"DaemonSet" || pod.ownerKind == u"Node" ||
                            pod.phase == u"Succeeded" || pod.phase == u"Failed";
    const GpuAmount gpus = gpusOn(pod.gpus, labels) + amdGpusOn(pod.amdGpus, labels) + claimed.value(pod.uid);
    return isNoTenant || (gpus.isEmpty() && !claimed.contains(pod.uid)) ? std::nullopt : std::optional(gpus);
}

} // namespace chartroom
