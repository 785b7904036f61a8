// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_fleet.h"

#include "core/rollout/step.h"

#include <algorithm>

namespace chartroom {

namespace {

bool isDriverSet(const DaemonSet &set, DriverKind kind)
{
    if (kind == DriverKind::InfiniBand)
        return set.hasOfedLabel;
    return set.component == u"nvidia-driver" || set.name == u"nvidia-driver-daemonset";
}

QHash<QString, DriverSet> driverSets(DriverKind kind, const RolloutEvidence &evidence)
{
    QHash<QString, const ControllerRevision *> newest;
    for (const ControllerRevision &revision : *evidence.revisions) {
        const ControllerRevision *&best = newest[revision.ownerUid];
        if (!best || best->revision < revision.revision)
            best = &revision;
    }
    QHash<QString, DriverSet> sets;
    for (const DaemonSet &set : *evidence.daemonSets) {
        if (!isDriverSet(set, kind))
            continue;
        const ControllerRevision *revision = newest.value(set.uid);
        sets.insert(set.namespaceName + u'/' + set.name, {set, revision ? revision->hash : QString()});
    }
    return sets;
}

bool holdsSlot(const QString &label)
{
    const RolloutStep step = readStep(label);
    return step != RolloutStep::Idle && step != RolloutStep::Done && step != RolloutStep::Queued;
}

} // namespace

bool isDriverPod(const Pod &pod, DriverKind kind)
{
    if (kind == DriverKind::InfiniBand)
        return pod.labels.contains("\"nvidia.com/ofed-driver\":");
    return pod.component == u"nvidia-driver" || pod.app == u"nvidia-driver-daemonset";
}

DriverFleet driverFleet(DriverKind kind, const RolloutEvidence &evidence, const QSet<QString> &hosts)
{
    DriverFleet fleet;
    fleet.kind = kind;
    for (const DriverPolicy &policy : *evidence.policies) {
        const bool fits = policy.driver == kind && policy.isInUse;
        // NVIDIADriver objects differ by node; the pods tell the version, the first by name tells the pace.
        if (fits && (!fleet.policy || policy.name < fleet.policy->name))
            fleet.policy = policy;
    }
    fleet.sets = driverSets(kind, evidence);
    for (const DriverSet &set : std::as_const(fleet.sets)) {
        if (set.set.desired > set.set.scheduled)
            fleet.unscheduledSet = set.set.namespaceName + u'/' + set.set.name;
    }
    fleet.budgets = evidence.budgets->values();
    fleet.hasToolkit =
        std::any_of(evidence.daemonSets->cbegin(), evidence.daemonSets->cend(),
                    [](const auto &set) { return set.name == u"nvidia-container-toolkit-daemonset"; });

    const DriverKeys &keys = driverKeys(kind);
    for (const Node &node : *evidence.nodes) {
        const QString label = node.labels.value(keys.state);
        if (!hosts.contains(node.name) && label.isEmpty())
            continue;
        ++fleet.managed;
        if (holdsSlot(label))
            fleet.taken << node.name;
        if (node.unschedulable || !node.ready)
            fleet.unavailable << node.name;
    }
    fleet.taken.sort();
    fleet.unavailable.sort();
    return fleet;
}

} // namespace chartroom
