// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_adapters.h"

#include "core/rollout/amd_adapter.h"
#include "core/rollout/daemon_set_adapter.h"
#include "core/rollout/driver_adapter.h"
#include "core/rollout/node_history.h"
#include "core/rollout/sriov_adapter.h"

#include <algorithm>

namespace chartroom {

namespace {

/// It ends with what is so now.
bool isUpToDate(const NodeHistory &past, const QString &label, RolloutStep step)
{
    return !past.isEmpty() && past.intervals().last().label == label && past.intervals().last().step == step;
}

/// The step that the operator noted the start of on a node at rest, after the node was cordoned: it takes
/// the note away as the step ends (k8s-operator-libs pkg/upgrade/validation_manager.go, pod_manager.go), so
/// that a run was broken off there. Events of it live for an hour, the note for ever. Nothing where the
/// operator's mark tells that it found the node cordoned, and where the cordon has no time.
std::optional<RolloutStep> brokenOffStep(const Sighting &present, const NodeEvidence &evidence)
{
    const Node &node = *evidence.node;
    const auto kind = std::find_if(allDrivers.begin(), allDrivers.end(), [&present](DriverKind one) {
        return present.key.component == componentText(one);
    });
    if (kind == allDrivers.end() || !isResting(present.step) || !node.cordonedAt.isValid() ||
        present.isFoundCordoned || evidence.wasCordonedBefore)
        return std::nullopt;
    const DriverKeys &keys = driverKeys(*kind);
    for (const auto &[key, step] : {std::pair(keys.validationStart, RolloutStep::Validate),
                                    std::pair(keys.jobsStart, RolloutStep::WaitForJobs)}) {
        bool isNumber = false;
        const qint64 noted = node.annotations.value(key).toLongLong(&isNumber);
        if (isNumber && noted >= node.cordonedAt.toSecsSinceEpoch())
            return step;
    }
    return std::nullopt;
}

CordonPlace placeOfCordon(const NodeHistory &past, const NodeEvidence &evidence)
{
    const QDateTime at = evidence.node->cordonedAt;
    return at.isValid() ? past.placeOfCordon(laterBy(at, -evidence.skew)) : CordonPlace();
}

/// Of a rollout of the GPU driver that has ended on the node: NVIDIA's GPU operator cordons for nothing else
/// (docker/Dockerfile: its program is gpu-operator), and the API keeps its name for as long as the cordon
/// stands. The Network Operator and the maintenance operator are called "manager", as many programs are.
CordonPlace leftByGpuOperator(const Node &node, const QString &component, RolloutStep step)
{
    const bool isIts = component == componentText(DriverKind::Gpu) && isResting(step) && node.unschedulable &&
                       node.cordonedBy == u"gpu-operator";
    return isIts ? CordonPlace{CordonPlace::Kind::LeftByRun, RolloutStep::Cordon} : CordonPlace();
}

} // namespace

void tellPast(const NodeHistory &past, const Sighting &present, NodeEvidence &evidence)
{
    const bool isPresent = isUpToDate(past, present.label, present.step);
    evidence.since = isPresent ? past.since() : QDateTime();
    evidence.seenSince = isPresent ? past.seenSince() : QDateTime();
    evidence.wasRequested = past.wasRequested();
    evidence.devicesBefore = past.devicesBefore();
    evidence.fewerSince = past.fewerSince();
    evidence.wasCordonedBefore = past.wasFoundCordoned();
    evidence.cordon = isPresent ? placeOfCordon(past, evidence) : CordonPlace();
    evidence.stepBefore = past.before();
    evidence.beforeSince = isPresent ? past.beforeSince() : QDateTime();
    evidence.brokenOff = isPresent ? past.brokenOff() : std::nullopt;
    evidence.healed = isPresent ? past.healedAt() : QDateTime();
    evidence.relabelled = isPresent ? past.relabelled() : std::nullopt;
    if (evidence.cordon.kind != CordonPlace::Kind::Unknown)
        return;
    if (const auto step = brokenOffStep(present, evidence))
        evidence.cordon = {CordonPlace::Kind::LeftByRun, *step};
    else
        evidence.cordon = leftByGpuOperator(*evidence.node, present.key.component, present.step);
    const bool isLeft = evidence.cordon.kind == CordonPlace::Kind::LeftByRun;
    if (isLeft && (!evidence.stepBefore || !isUnderWay(*evidence.stepBefore)))
        evidence.stepBefore = evidence.cordon.last;
}

void tellOtherCordon(const NodeHistory &other, DriverKind kind, NodeEvidence &evidence,
                     const QDateTime &wanted)
{
    const QString label = evidence.node->labels.value(driverKeys(kind).state);
    const RolloutStep step = readStep(label);
    evidence.otherCordon = isUpToDate(other, label, step) ? placeOfCordon(other, evidence) : CordonPlace();
    const bool isDoubtful = evidence.otherCordon.kind == CordonPlace::Kind::BeforeRun && !isUnderWay(step) &&
                            isNoOlder(evidence.node->cordonedAt, wanted);
    if (isDoubtful)
        evidence.otherCordon = {};
    if (evidence.otherCordon.kind == CordonPlace::Kind::Unknown)
        evidence.otherCordon = leftByGpuOperator(*evidence.node, componentText(kind), step);
}

RolloutAdapters::RolloutAdapters(RolloutInputs *sources)
{
    for (const DriverKind kind : allDrivers)
        m_all.push_back(std::make_unique<DriverAdapter>(kind, sources));
    m_all.push_back(std::make_unique<SriovAdapter>(sources));
    m_all.push_back(std::make_unique<AmdAdapter>(sources));
    auto plain = std::make_unique<DaemonSetAdapter>(sources);
    m_daemonSets = plain.get();
    m_all.push_back(std::move(plain));
}

RolloutAdapters::~RolloutAdapters() = default;

QList<ObjectStoreBase *> RolloutAdapters::stores() const
{
    QList<ObjectStoreBase *> stores;
    for (const auto &adapter : m_all)
        stores += adapter->stores();
    return stores;
}

QList<Sighting> RolloutAdapters::sightings(const Node &node) const
{
    QList<Sighting> sightings;
    for (const auto &adapter : m_all)
        sightings += adapter->sightings(node);
    return sightings;
}

RolloutAdapter::Reach RolloutAdapters::refresh()
{
    auto reach = RolloutAdapter::Reach::Nobody;
    for (const auto &adapter : m_all)
        reach = std::max(reach, adapter->refresh());
    return reach;
}

bool RolloutAdapters::noteNode(int number, const Node &node, const NodePods &pods)
{
    bool isNews = false;
    for (const auto &adapter : m_all)
        isNews = adapter->noteNode(number, node, pods) || isNews;
    return isNews;
}

bool RolloutAdapters::forgetNode(int number, const QString &name)
{
    bool isNews = false;
    for (const auto &adapter : m_all)
        isNews = adapter->forgetNode(number, name) || isNews;
    return isNews;
}

QList<SharedTrack> RolloutAdapters::tracks(const NodeEvidence &evidence, const TellPast &past) const
{
    QList<SharedTrack> tracks;
    tracks.reserve(2); // its two drivers: most nodes have no other
    for (const auto &adapter : m_all)
        adapter->addTracks(evidence, past, tracks);
    return tracks;
}

QHash<QString, SlotPolicies> RolloutAdapters::slotPolicies() const
{
    QHash<QString, SlotPolicies> policies;
    for (const auto &adapter : m_all)
        policies.insert(adapter->slotPolicies());
    return policies;
}

const DriverFleet *RolloutAdapters::fleetOf(const QString &component) const
{
    for (const auto &adapter : m_all) {
        if (const DriverFleet *fleet = adapter->fleetOf(component))
            return fleet;
    }
    return nullptr;
}

QList<const AmdFleet *> RolloutAdapters::amdFleets() const
{
    QList<const AmdFleet *> fleets;
    for (const auto &adapter : m_all)
        fleets << adapter->amdFleets();
    return fleets;
}

} // namespace chartroom
