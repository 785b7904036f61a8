// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_fleet.h"

#include <algorithm>

namespace chartroom {

namespace {

QHash<QString, DriverSet> driverSets(DriverKind kind, const RolloutEvidence &evidence)
{
    const QHash<QString, const ControllerRevision *> newest = newestRevisions(*evidence.revisions);
    QHash<QString, DriverSet> sets;
    for (const DaemonSet &set : *evidence.daemonSets) {
        if (!isDriverSet(set, kind))
            continue;
        const ControllerRevision *revision = newest.value(set.uid);
        sets.insert(set.fullName(), {set, revision ? revision->hash : QString()});
    }
    return sets;
}

bool holdsSlot(RolloutStep step)
{
    return step != RolloutStep::Idle && step != RolloutStep::Done && step != RolloutStep::Queued;
}

void readMaintenance(const RolloutEvidence &evidence, DriverFleet &fleet)
{
    if (!evidence.maintenances)
        return;
    for (const NodeMaintenance &maintenance : *evidence.maintenances) {
        if (maintenance.holdsSlot())
            fleet.inMaintenance << maintenance.node;
    }
    fleet.inMaintenance.sort();
    fleet.inMaintenance.removeDuplicates();
    if (!evidence.maintenanceTerms)
        return;
    for (const MaintenanceTerms &terms : *evidence.maintenanceTerms) {
        // The operator obeys the one that is named so, in its own namespace.
        if (!fleet.maintenanceTerms || terms.name == u"default")
            fleet.maintenanceTerms = terms;
    }
}

} // namespace

bool isDriverSet(const DaemonSet &set, DriverKind kind)
{
    if (kind == DriverKind::InfiniBand)
        return set.hasOfedLabel || set.name.startsWith(u"mofed-");
    return set.component == u"nvidia-driver" || set.name.startsWith(u"nvidia-driver-daemonset");
}

bool isDriverPod(const Pod &pod, DriverKind kind)
{
    if (kind == DriverKind::InfiniBand)
        return pod.app.startsWith(u"mofed-") || pod.hasOfedLabel;
    return pod.component == u"nvidia-driver" || pod.app.startsWith(u"nvidia-driver-daemonset");
}

bool isDriverOperand(const Pod &pod)
{
    return pod.app == u"nvidia-container-toolkit-daemonset" || pod.app == u"nvidia-operator-validator" ||
           pod.app == u"nvidia-device-plugin-daemonset" || pod.app.startsWith(u"rdma-shared-dp") ||
           isDriverPod(pod, DriverKind::Gpu) || isDriverPod(pod, DriverKind::InfiniBand);
}

QHash<QString, const ControllerRevision *> newestRevisions(const ObjectMap<ControllerRevision> &revisions)
{
    QHash<QString, const ControllerRevision *> newest;
    for (const ControllerRevision &revision : revisions) {
        const ControllerRevision *&best = newest[revision.ownerUid];
        if (!best || best->revision < revision.revision)
            best = &revision;
    }
    return newest;
}

bool FleetMembers::note(const Node &node, bool isHost)
{
    const DriverKeys &keys = driverKeys(m_kind);
    const QString label = node.labels.value(keys.state);
    const RolloutStep step = readStep(label);
    Member member;
    member.isManaged = isHost || !label.isEmpty();
    member.holdsSlot = holdsSlot(step);
    member.isUnavailable = node.unschedulable || !node.ready;
    member.isAboutToGo = step == RolloutStep::Cordon;
    member.inRequestorMode =
        step == RolloutStep::Maintenance || node.annotations.value(keys.requestorMode) == u"true";
    const auto known = m_members.find(node.name);
    if (known == m_members.end())
        m_members.insert(node.name, member);
    else if (*known != member)
        *known = member;
    else
        return false;
    return true;
}

bool FleetMembers::remove(const QString &name)
{
    return m_members.remove(name) > 0;
}

void FleetMembers::fill(DriverFleet &fleet) const
{
    fleet.managed = 0;
    fleet.clusterNodes = int(m_members.size());
    fleet.asksMaintenance = false;
    for (QStringList *list : {&fleet.taken, &fleet.unavailable, &fleet.foreign, &fleet.clusterUnavailable})
        list->clear();
    for (auto member = m_members.cbegin(); member != m_members.cend(); ++member) {
        if (member->isUnavailable)
            fleet.clusterUnavailable << member.key();
        fleet.asksMaintenance = fleet.asksMaintenance || member->inRequestorMode;
        if (!member->isManaged)
            continue;
        ++fleet.managed;
        if (member->holdsSlot)
            fleet.taken << member.key();
        if (!member->isUnavailable && !member->isAboutToGo)
            continue;
        fleet.unavailable << member.key();
        if (!member->holdsSlot)
            fleet.foreign << member.key();
    }
    for (QStringList *list : {&fleet.taken, &fleet.unavailable, &fleet.foreign, &fleet.clusterUnavailable})
        list->sort();
}

DriverFleet driverTerms(DriverKind kind, const RolloutEvidence &evidence)
{
    DriverFleet fleet;
    fleet.kind = kind;
    fleet.known = evidence.known;
    const QList<DriverPolicy> policies = evidence.policies->values();
    for (const DriverPolicy &policy : policies) {
        const bool fits = policy.driver == kind && isInForce(policy, policies);
        // NVIDIADriver objects differ by node; the pods tell the version, the first by name tells the pace.
        if (fits && (!fleet.policy || policy.name < fleet.policy->name))
            fleet.policy = policy;
    }
    fleet.sets = driverSets(kind, evidence);
    for (const DriverSet &set : std::as_const(fleet.sets)) {
        if (set.set.desired > set.set.scheduled)
            fleet.unscheduledSet = set.set.fullName();
    }
    fleet.budgets = evidence.budgets->values();
    fleet.hasToolkit =
        std::any_of(evidence.daemonSets->cbegin(), evidence.daemonSets->cend(),
                    [](const auto &set) { return set.name == u"nvidia-container-toolkit-daemonset"; });
    readMaintenance(evidence, fleet);
    return fleet;
}

DriverFleet driverFleet(DriverKind kind, const RolloutEvidence &evidence, const QSet<QString> &hosts)
{
    DriverFleet fleet = driverTerms(kind, evidence);
    FleetMembers members(kind);
    for (const Node &node : *evidence.nodes)
        members.note(node, hosts.contains(node.name));
    members.fill(fleet);
    return fleet;
}

} // namespace chartroom
