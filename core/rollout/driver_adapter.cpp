// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_adapter.h"

#include "core/rollout/driver_track.h"
#include "core/rollout/rollout_history.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace chartroom {

namespace {

/// The kinds that carry an upgrade policy of that driver.
QList<const char *> policyPaths(DriverKind kind)
{
    if (kind == DriverKind::Gpu)
        return {"/apis/nvidia.com/v1/clusterpolicies", "/apis/nvidia.com/v1alpha1/nvidiadrivers"};
    return {"/apis/mellanox.com/v1alpha1/nicclusterpolicies", "/apis/mellanox.com/v1alpha1/nicnodepolicies"};
}

/// Whether a change makes other tracks of every node, not only of those that move or wait.
bool isOtherFleet(const DriverFleet &a, const DriverFleet &b)
{
    const auto isSamePolicy = [](const DriverShare &one, const DriverShare &other) {
        return one.policy == other.policy;
    };
    const bool areSamePolicies =
        a.shares.keys() == b.shares.keys() &&
        std::equal(a.shares.cbegin(), a.shares.cend(), b.shares.cbegin(), isSamePolicy);
    return !(a.known == b.known && areSamePolicies && a.offSwitch == b.offSwitch &&
             a.asksMaintenance == b.asksMaintenance && a.switches == b.switches && a.rdma == b.rdma &&
             a.effectivePolicies() == b.effectivePolicies() && a.sets == b.sets &&
             a.hasToolkit == b.hasToolkit && a.hasPlugin == b.hasPlugin);
}

/// Whether a change makes other tracks of the nodes under way. Who holds a slot matters to those that wait,
/// unless a maintenance operator has them all in one queue.
bool isOtherWay(const DriverFleet &a, const DriverFleet &b)
{
    return !(a.budgets == b.budgets && a.claimed == b.claimed && a.unscheduledSets == b.unscheduledSets &&
             a.surplusSets == b.surplusSets && a.controller == b.controller &&
             a.isControllerGone == b.isControllerGone && a.maintainer == b.maintainer &&
             a.isMaintainerGone == b.isMaintainerGone && a.isMaintainerUnseen == b.isMaintainerUnseen &&
             a.asksMaintenance == b.asksMaintenance && a.inMaintenance == b.inMaintenance &&
             a.maintenanceTerms == b.maintenanceTerms &&
             (!b.asksMaintenance || a.clusterUnavailable == b.clusterUnavailable));
}

bool isOtherQueue(const DriverFleet &a, const DriverFleet &b)
{
    return !(a.shares == b.shares && a.clusterNodes == b.clusterNodes &&
             a.clusterUnavailable == b.clusterUnavailable);
}

} // namespace

DriverAdapter::DriverAdapter(DriverKind kind, RolloutInputs *sources, QObject *parent)
    : RolloutAdapter(parent)
    , m_kind(kind)
    , m_sources(sources)
    , m_members(kind)
{
    m_fleet.kind = kind;
    for (const char *path : policyPaths(kind)) {
        m_policies.push_back(std::make_unique<DriverPolicyStore>(sources->transport, everyObject(path),
                                                                 sources->clock, nullptr));
        connect(m_policies.back().get(), &ObjectStoreBase::objectsChanged, this,
                &RolloutAdapter::termsChanged);
    }
    if (kind == DriverKind::Gpu) // the GPU Operator passes no requestor options
        return;
    m_maintenances = std::make_unique<NodeMaintenanceStore>(
        sources->transport, everyObject("/apis/maintenance.nvidia.com/v1alpha1/nodemaintenances"),
        sources->clock, nullptr);
    m_maintenanceTerms = std::make_unique<MaintenanceOperatorConfigStore>(
        sources->transport, everyObject("/apis/maintenance.nvidia.com/v1alpha1/maintenanceoperatorconfigs"),
        sources->clock, nullptr);
    connect(m_maintenances.get(), &ObjectStoreBase::objectsChanged, this, [this](const ObjectDelta &delta) {
        const QStringList nodes = m_maintenanceIndex.update(
            m_maintenances->objects(), delta, [](const NodeMaintenance &one) { return one.node; });
        Q_EMIT nodesTouched(nodes);
        Q_EMIT termsChanged();
    });
    connect(m_maintenanceTerms.get(), &ObjectStoreBase::objectsChanged, this, &RolloutAdapter::termsChanged);
    watchRdma();
}

void DriverAdapter::watchRdma()
{
    m_rdmaPolicies = std::make_unique<RdmaPolicyStore>(
        m_sources->transport, everyObject("/apis/sriovnetwork.openshift.io/v1/sriovnetworknodepolicies"),
        m_sources->clock, nullptr);
    connect(m_rdmaPolicies.get(), &ObjectStoreBase::objectsChanged, this, &DriverAdapter::takeRdma);
    for (const auto &policies : m_policies)
        connect(policies.get(), &ObjectStoreBase::objectsChanged, this, &DriverAdapter::takeRdma);
}

/// Where other devices count than before, each node is seen to offer another number of them.
void DriverAdapter::takeRdma()
{
    RdmaNames names;
    for (const auto &store : m_policies) {
        const QList<DriverPolicy> policies = store->objects().values();
        for (const DriverPolicy &policy : policies) {
            if (!isPassedOver(policy, policies))
                names.add(policy.rdma);
        }
    }
    for (const RdmaPolicy &policy : m_rdmaPolicies->objects())
        names.add(policy);
    if (names == m_rdma)
        return;
    m_rdma = names;
    QStringList nodes;
    for (const Node &node : m_sources->nodes->objects())
        nodes << node.name;
    Q_EMIT nodesTouched(nodes);
    Q_EMIT termsChanged();
}

QList<ObjectStoreBase *> DriverAdapter::stores()
{
    QList<ObjectStoreBase *> stores;
    for (const auto &policies : m_policies)
        stores << policies.get();
    if (m_maintenances)
        stores << m_maintenances.get() << m_maintenanceTerms.get();
    if (m_rdmaPolicies)
        stores << m_rdmaPolicies.get();
    return stores;
}

QList<Sighting> DriverAdapter::sightings(const Node &node) const
{
    return {sightingOf(node, m_kind, m_rdma)};
}

RolloutAdapter::Reach DriverAdapter::refresh()
{
    ObjectMap<DriverPolicy> policies;
    for (const auto &store : m_policies)
        policies.insert(store->objects());
    RolloutEvidence evidence = m_sources->evidence();
    evidence.policies = &policies;
    if (m_maintenances) {
        evidence.maintenances = &m_maintenances->objects();
        evidence.maintenanceTerms = &m_maintenanceTerms->objects();
        evidence.known.maintenances = m_maintenances->reflector().hasSynced();
    }
    if (m_sources->nodes->reflector().hasSynced())
        evidence.straySets = m_strays.values();
    const bool arePoliciesKnown = std::all_of(m_policies.cbegin(), m_policies.cend(),
                                              [](const auto &store) { return hasToldAll(*store); });
    DriverFleet fresh = driverTerms(m_kind, evidence, arePoliciesKnown);
    fresh.rdma = m_rdma;
    for (const DriverSet &set : std::as_const(fresh.sets)) { // its status comes after its pods
        const QHash<QString, int> pods = m_sources->table.revisions(set.set.fullName());
        if (std::accumulate(pods.cbegin(), pods.cend(), 0) < set.set.desired)
            fresh.lackingSets << set.set.fullName();
    }
    m_members.fill(fresh);
    const Reach reach = isOtherFleet(m_fleet, fresh)   ? Reach::Everybody
                        : isOtherWay(m_fleet, fresh)   ? Reach::Moving
                        : isOtherQueue(m_fleet, fresh) ? Reach::Waiting
                                                       : Reach::Nobody;
    m_fleet = std::move(fresh);
    return reach;
}

bool DriverAdapter::noteNode(int number, const Node &node, const NodePods &pods)
{
    const bool isHost = pods.hasDriver(m_kind);
    const bool isOfNic = isHost && m_kind == DriverKind::InfiniBand;
    const bool wasStray = m_strays.remove(number);
    return m_members.note(number, node, isHost, isOfNic ? driverSetOf(pods, m_kind) : QString()) || wasStray;
}

/// A pod stays for a while after its node.
bool DriverAdapter::forgetNode(int number, const QString &)
{
    const QString known = m_strays.take(number);
    const QString stray = driverSetOf(m_sources->table.pods(number), m_kind);
    if (!stray.isEmpty())
        m_strays.insert(number, stray);
    return m_members.remove(number) || stray != known;
}

void DriverAdapter::addTracks(const NodeEvidence &evidence, const TellPast &past,
                              QList<SharedTrack> &tracks) const
{
    const bool isPart = evidence.pods.hasDriver(m_kind) ||
                        !evidence.node->labels.value(driverKeys(m_kind).state).isEmpty() ||
                        isUnmanagedGpuNode(*evidence.node) || m_fleet.lacksPod(evidence.node->labels);
    if (!isPart && !evidence.node->unschedulable)
        return;
    NodeEvidence known = evidence;
    past(known, sightingOf(*evidence.node, m_kind, m_rdma));
    const bool wasLeft = known.stepBefore && isUnderWay(*known.stepBefore);
    if (!isPart && !wasLeft) // cordoned, and nothing tells that this rollout ever came to it
        return;
    if (m_maintenances)
        known.maintenances = m_maintenanceIndex.on(evidence.node->name, m_maintenances->objects());
    tracks.append(std::make_shared<const NodeTrack>(driverTrack(known, m_fleet)));
}

/// NVIDIA/gpu-operator controllers/state_manager.go: its label of nodes with a GPU.
bool DriverAdapter::isUnmanagedGpuNode(const Node &node) const
{
    return m_kind == DriverKind::Gpu && node.labels.value(u"nvidia.com/gpu.present") == u"true" &&
           !m_fleet.unmanagedBy(node.labels).isEmpty();
}

QHash<QString, SlotPolicies> DriverAdapter::slotPolicies() const
{
    return {{componentText(m_kind), chartroom::slotPolicies(m_fleet)}};
}

const DriverFleet *DriverAdapter::fleetOf(const QString &component) const
{
    return component == componentText(m_kind) ? &m_fleet : nullptr;
}

} // namespace chartroom
