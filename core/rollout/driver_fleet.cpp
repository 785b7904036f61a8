// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_fleet.h"

#include "core/rollout/selector_fit.h"
#include "core/rollout/slot_notes.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

/// Its first template is no rollout of its own: nothing of the DaemonSet had to go for it.
void noteChange(const ControllerRevision &newest, const ObjectMap<ControllerRevision> &revisions,
                DriverSet &set)
{
    if (newest.revision <= 1) {
        set.firstAt = newest.created;
        return;
    }
    set.changedAt = newest.since;
    for (const ControllerRevision &other : revisions) {
        if (other.ownerUid == newest.ownerUid &&
            other.created > set.changedAt) { // its managedFields are gone
            set.changedAt = other.created;
            set.isOlderAgain = true;
        }
    }
}

QHash<QString, DriverSet> driverSets(DriverKind kind, const RolloutEvidence &evidence)
{
    const QHash<QString, const ControllerRevision *> newest = newestRevisions(*evidence.revisions);
    QHash<QString, DriverSet> sets;
    for (const DaemonSet &set : *evidence.daemonSets) {
        if (!isDriverSet(set, kind))
            continue;
        DriverSet one{set, {}, driverTag(set.image).version};
        if (const ControllerRevision *revision = newest.value(set.uid)) {
            one.newestHash = revision->hash;
            noteChange(*revision, *evidence.revisions, one);
        }
        sets.insert(set.fullName(), one);
    }
    return sets;
}

bool holdsSlot(RolloutStep step)
{
    return step != RolloutStep::Idle && step != RolloutStep::Done && step != RolloutStep::Queued &&
           step != RolloutStep::Unknown;
}

/// Of the ClusterPolicy or NicClusterPolicy that counts.
void readOffSwitch(const DriverPolicy &policy, DriverFleet &fleet)
{
    if (policy.isForSome())
        return;
    if (policy.kind == u"ClusterPolicy")
        fleet.switches = policy.switches;
    if (!policy.offSwitch.isEmpty())
        fleet.offSwitch = QStringLiteral("%1 (%2 %3)").arg(policy.offSwitch, policy.kind, policy.name);
}

/// Without a policy the operators end their look at the nodes' labels, and only later ones take those away
/// (NVIDIA/gpu-operator, Mellanox/network-operator controllers/upgrade_controller.go Reconcile). `all` are
/// the policies that there are.
QString missingPolicy(const QList<DriverPolicy> &all, const DriverFleet &fleet)
{
    if (fleet.kind == DriverKind::InfiniBand)
        return QStringLiteral("no NicClusterPolicy nic-cluster-policy");
    if (fleet.clusterTerms)
        return QStringLiteral("no NVIDIADriver (%1 %2)")
            .arg(fleet.clusterTerms->kind, fleet.clusterTerms->name);
    const bool isOneLeft = std::any_of(
        all.cbegin(), all.cend(), [](const DriverPolicy &policy) { return policy.kind == u"ClusterPolicy"; });
    return isOneLeft ? QStringLiteral("no ClusterPolicy in use") : QStringLiteral("no ClusterPolicy");
}

constexpr QStringView ownerLabel = u"nvidia.com/gpu-operator.driver.owner";

/// Up to v26.3.3 the operator looks at sandboxWorkloads before it looks at NVIDIADrivers; later ones only
/// where the ClusterPolicy has the drivers, and they name each node's NVIDIADriver (NVIDIA/gpu-operator
/// controllers/upgrade_controller.go Reconcile).
DriverPolicy sandboxed(DriverPolicy policy, const DriverFleet &fleet)
{
    policy.switches = fleet.switches;
    policy.autoUpgrade = policy.autoUpgrade && !fleet.switches.isSandboxed;
    return policy;
}

/// Null where none is in force.
const DriverPolicy *nicClusterPolicy(const DriverFleet &fleet)
{
    const auto found =
        std::find_if(fleet.policies.cbegin(), fleet.policies.cend(),
                     [](const DriverPolicy &policy) { return policy.kind == u"NicClusterPolicy"; });
    return found == fleet.policies.cend() ? nullptr : &*found;
}

/// What the nodes go by that no policy is named for.
std::optional<DriverPolicy> commonPolicy(const DriverFleet &fleet, bool hasOwners)
{
    if (fleet.kind == DriverKind::InfiniBand) {
        const DriverPolicy *policy = nicClusterPolicy(fleet);
        return policy && !policy->isUnreadable ? std::optional(*policy) : std::nullopt;
    }
    if (fleet.policies.isEmpty() || fleet.policies.first().isUnreadable)
        return std::nullopt;
    const DriverPolicy &first = fleet.policies.first(); // the pods tell the version, this one the pace
    const bool isOlderOperator = !hasOwners && first.kind == u"NVIDIADriver";
    const bool isKnownToOperator =
        !isOlderOperator || std::any_of(fleet.policies.cbegin(), fleet.policies.cend(),
                                        [](const DriverPolicy &policy) { return policy.hasTerms; });
    if (isKnownToOperator || !fleet.clusterTerms)
        return isOlderOperator ? sandboxed(first, fleet) : first;
    DriverPolicy older = *fleet.clusterTerms;
    older.version = first.version;
    return older;
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
    for (const MaintenanceOperatorConfig &terms : *evidence.maintenanceTerms) {
        // The operator obeys the one that is named so, in its own namespace.
        if (!fleet.maintenanceTerms || terms.name == u"default")
            fleet.maintenanceTerms = terms;
    }
}

void readController(const RolloutEvidence &evidence, DriverFleet &fleet)
{
    if (!evidence.deployments)
        return;
    QStringList namespaces; // an operator makes its DaemonSets in its own
    for (const DriverSet &set : std::as_const(fleet.sets))
        namespaces << set.set.namespaceName;
    fleet.controller =
        operatorOf(componentText(fleet.kind), namespaces, *evidence.deployments, evidence.serverNow);
    fleet.isControllerGone = fleet.controller && fleet.controller->isGone(evidence.serverNow);
    fleet.maintainer =
        operatorOf(QStringLiteral("maintenance"), {}, *evidence.deployments, evidence.serverNow);
    fleet.isMaintainerGone = fleet.maintainer && fleet.maintainer->isGone(evidence.serverNow);
    fleet.isMaintainerUnseen = !fleet.maintainer;
}

void noteOtherStops(DriverFleet &fleet)
{
    const auto isUpgrading = [](const DriverShare &share) {
        return share.policy && share.policy->kind == u"NicNodePolicy" && share.policy->autoUpgrade;
    };
    for (const DriverShare &stopped : std::as_const(fleet.shares)) {
        const QString set = stopped.unscheduledSet.isEmpty() ? stopped.surplusSet : stopped.unscheduledSet;
        if (set.isEmpty() || !isUpgrading(stopped))
            continue;
        for (DriverShare &other : fleet.shares) {
            if (&other != &stopped && isUpgrading(other))
                other.otherStoppedSet = set;
        }
    }
}

} // namespace

bool isDriverSet(const DaemonSet &set, DriverKind kind)
{
    if (kind == DriverKind::InfiniBand)
        return set.hasOfedLabel || set.name.startsWith(u"mofed-");
    return set.component == u"nvidia-driver" || set.name.startsWith(u"nvidia-driver-daemonset");
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

QString driverSetOf(const NodePods &pods, DriverKind kind)
{
    const Pod *driver = pods.find(driverRole(kind));
    return driver && driver->ownerKind == u"DaemonSet" ? driver->namespaceName + u'/' + driver->ownerName
                                                       : QString();
}

bool isInRequestorMode(const Node &node, RolloutStep step, const DriverKeys &keys)
{
    const bool isAfter =
        step == RolloutStep::DriverRestart || step == RolloutStep::Validate || step == RolloutStep::Uncordon;
    return step == RolloutStep::Maintenance ||
           (isAfter && node.annotations.value(keys.requestorMode) == u"true");
}

bool FleetMembers::note(int number, const Node &node, bool isHost, const QString &driverSet)
{
    const DriverKeys &keys = driverKeys(m_kind);
    const QString label = node.labels.value(keys.state);
    const RolloutStep step = readStep(label);
    Member member;
    if (m_kind == DriverKind::Gpu)
        member.owner = node.labels.value(ownerLabel);
    else
        member.driverSet = driverSet;
    member.isHost = isHost;
    member.hasLabel = !label.isEmpty();
    member.isRestarting = step == RolloutStep::DriverRestart;
    member.isIgnored = step == RolloutStep::Unknown;
    member.holdsSlot = holdsSlot(step);
    member.isUnavailable = node.unschedulable || !node.ready;
    member.isAboutToGo = step == RolloutStep::Cordon;
    member.labels = m_kind == DriverKind::Gpu ? switchLabels(node.labels) : node.labels;
    member.inRequestorMode = isInRequestorMode(node, step, keys);
    if (size_t(number) >= m_places.size())
        m_places.resize(size_t(number) + 1);
    Place &place = m_places[size_t(number)];
    if (place.member == member)
        return false;
    if (!place.member) {
        place.node = node.name;
        m_byName.insert(placeOf(node.name), number);
    }
    place.member = std::move(member);
    return true;
}

bool FleetMembers::remove(int number)
{
    if (size_t(number) >= m_places.size() || !m_places[size_t(number)].member)
        return false;
    Place &place = m_places[size_t(number)];
    m_byName.erase(placeOf(place.node));
    place.member.reset();
    return true;
}

std::vector<int>::iterator FleetMembers::placeOf(const QString &node)
{
    return std::lower_bound(m_byName.begin(), m_byName.end(), node, [this](int number, const QString &name) {
        return m_places[size_t(number)].node < name;
    });
}

const DriverPolicy *DriverFleet::named(const QString &owner) const
{
    if (owner.isEmpty())
        return nullptr;
    const auto found = std::find_if(policies.cbegin(), policies.cend(), [&](const DriverPolicy &policy) {
        return policy.isForSome() && policy.name == owner;
    });
    return found == policies.cend() ? nullptr : &*found;
}

std::optional<QString> DriverFleet::nodePolicyOf(const LabelMap &labels, const QString &driverSet) const
{
    if (const auto set = sets.constFind(driverSet); set != sets.cend())
        return set->set.madeFor;
    QString only;
    for (const DriverPolicy &policy : policies) {
        if (policy.kind != u"NicNodePolicy")
            continue;
        const SelectorFit fit = fitOf(labels, policy.nodeSelector);
        if (fit == SelectorFit::No)
            continue;
        if (!only.isEmpty() || fit == SelectorFit::Unknown)
            return std::nullopt;
        only = policy.name;
    }
    // With both the pod that is scheduled first keeps the other off; an affinity may keep them apart.
    const DriverPolicy *cluster = nicClusterPolicy(*this);
    return only.isEmpty() || !cluster || cluster->hasAffinity ? std::optional(only) : std::nullopt;
}

const DriverPolicy *DriverFleet::driverOf(const Node &node, const DriverSet *set) const
{
    if (kind == DriverKind::InfiniBand) {
        const auto owner = nodePolicyOf(node.labels, set ? set->set.fullName() : QString());
        return owner && owner->isEmpty() ? nicClusterPolicy(*this) : named(owner.value_or(QString()));
    }
    if (const DriverPolicy *labelled = named(node.labels.value(ownerLabel)))
        return labelled;
    if (const DriverPolicy *maker = set ? named(set->set.madeFor) : nullptr)
        return maker;
    const DriverPolicy *only = nullptr;
    for (const DriverPolicy &policy : policies) {
        if (policy.kind != u"NVIDIADriver" || policy.isRefused)
            continue;
        const SelectorFit fit = fitOf(node.labels, policy.nodeSelector);
        if (fit == SelectorFit::No)
            continue;
        if (only || policy.hasAffinity || fit == SelectorFit::Unknown)
            return nullptr;
        only = &policy;
    }
    return only;
}

std::optional<DriverPolicy> DriverFleet::policy() const
{
    const DriverShare *only = nullptr;
    for (const DriverShare &share : shares) {
        if (share.managed > 0 && std::exchange(only, &share))
            return std::nullopt;
    }
    return only ? only->policy : shares.first().policy;
}

QList<DriverPolicy> DriverFleet::leading() const
{
    QList<DriverPolicy> all;
    for (const DriverShare &share : shares) {
        if (share.managed > 0 && share.policy && !all.contains(*share.policy))
            all << *share.policy;
    }
    return all;
}

QString DriverFleet::unmanagedBy(const LabelMap &labels) const
{
    if (kind == DriverKind::Gpu) {
        const QString own = driverSwitch(labels, switches);
        return own.isEmpty() ? offSwitch : own;
    }
    const QString own = cardSwitch(labels);
    // The NicClusterPolicy's is none of a NicNodePolicy's nodes.
    return own.isEmpty() && nodePolicyOf(labels, {}) == QString() ? offSwitch : own;
}

bool DriverFleet::lacksPod(const LabelMap &labels) const
{
    // Of the operands' switches a node keeps those that are not true (core/kube/node.cpp isKeptNodeKey); its
    // operator sets them on the nodes with a GPU (NVIDIA/gpu-operator controllers/state_manager.go).
    const auto isOf = [&labels](const LabelMap::Entry &wanted) {
        if (wanted.key.startsWith(u"nvidia.com/gpu.deploy.") && wanted.value == u"true")
            return !labels.contains(wanted.key) && labels.value(u"nvidia.com/gpu.present") == u"true";
        return labels.contains(wanted.key) && labels.value(wanted.key) == wanted.value;
    };
    return known.pods && !lackingSets.isEmpty() && unmanagedBy(labels).isEmpty() &&
           std::any_of(lackingSets.cbegin(), lackingSets.cend(), [&](const QString &name) {
               const LabelMap selector = sets.value(name).set.nodeSelector;
               return !selector.isEmpty() && std::all_of(selector.begin(), selector.end(), isOf);
           });
}

qsizetype DriverFleet::effectivePolicies() const
{
    return std::count_if(policies.cbegin(), policies.cend(),
                         [](const DriverPolicy &policy) { return !policy.isRefused; });
}

const DriverShare &DriverFleet::shareOf(const Node &node, const QString &driverSet) const
{
    static const DriverShare unknown;
    if (kind == DriverKind::Gpu)
        return *shares.find(queueOf(node, driverSet));
    const auto owner = nodePolicyOf(node.labels, driverSet);
    const auto share = owner ? shares.find(*owner) : shares.cend();
    return share == shares.cend() ? unknown : *share;
}

QString DriverFleet::queueOf(const Node &node, const QString &driverSet) const
{
    if (kind == DriverKind::Gpu) {
        const QString owner = shares.size() > 1 ? node.labels.value(ownerLabel) : QString();
        return shares.contains(owner) ? owner : QString();
    }
    const DriverShare &share = shareOf(node, driverSet);
    const bool isOff = share.policy && !share.policy->autoUpgrade;
    return asksMaintenance && !isOff ? QString() : nodePolicyOf(node.labels, driverSet).value_or(QString());
}

/// The library knows the nodes by their driver pods (k8s-operator-libs pkg/upgrade/upgrade_state.go
/// BuildState); a label that outlives its pod counts for nothing, unless no pod can be seen at all. Where a
/// switch keeps the driver's pods off a node, none is about to come either.
bool FleetMembers::isManaged(const Member &member, const DriverFleet &fleet, bool byPods)
{
    if (member.isHost)
        return true;
    return (member.isRestarting || (member.hasLabel && !byPods)) &&
           fleet.unmanagedBy(member.labels).isEmpty();
}

/// The key of its share.
std::optional<QString> FleetMembers::ownerOf(const Member &member, const DriverFleet &fleet)
{
    if (fleet.kind == DriverKind::InfiniBand)
        return fleet.nodePolicyOf(member.labels, member.driverSet);
    return fleet.named(member.owner) ? member.owner : QString();
}

/// A node whose label is no state of the library's is unavailable to it, and else not there
/// (k8s-operator-libs pkg/upgrade/common_manager.go GetTotalManagedNodes, GetCurrentUnavailableNodes).
void FleetMembers::count(const QString &node, const Member &member, DriverShare &share)
{
    share.managed += member.isIgnored ? 0 : 1;
    if (member.holdsSlot)
        share.taken << node;
    if (!member.isUnavailable && !member.isAboutToGo)
        return;
    share.unavailable << node;
    if (!member.holdsSlot)
        share.foreign << node;
}

void FleetMembers::fill(DriverFleet &fleet) const
{
    fleet.clusterNodes = int(m_byName.size());
    bool isOneAsked = false;
    fleet.clusterUnavailable.clear();
    const QStringList asked = std::exchange(fleet.inMaintenance, {}); // also nodes that are gone
    fleet.shares = {{QString(), {}}};
    for (const DriverPolicy &policy : std::as_const(fleet.policies)) {
        if (policy.kind == u"NicNodePolicy")
            fleet.shares.insert(policy.name, {});
    }
    const bool byPods = fleet.known.pods &&
                        std::any_of(m_places.cbegin(), m_places.cend(),
                                    [](const Place &place) { return place.member && place.member->isHost; });
    bool hasOwners = false;
    for (const int number : m_byName) { // so that all lists come out sorted
        const auto &[node, member] = m_places[size_t(number)];
        hasOwners = hasOwners || !member->owner.isEmpty();
        const bool isAsked = std::binary_search(asked.cbegin(), asked.cend(), node);
        if (isAsked)
            fleet.inMaintenance << node;
        if (member->isUnavailable || isAsked)
            fleet.clusterUnavailable << node;
        isOneAsked = isOneAsked || member->inRequestorMode;
        const std::optional<QString> owner = ownerOf(*member, fleet);
        if (owner && isManaged(*member, fleet, byPods))
            count(node, *member, fleet.shares[*owner]);
    }
    const std::optional<bool> told =
        fleet.controller ? fleet.controller->asksMaintenance : std::optional<bool>();
    fleet.asksMaintenance = told.value_or(isOneAsked);
    bool isFirstLed = true; // the share "" comes first
    const auto stopOf = [&isFirstLed](const QMap<QString, QString> &sets, const QString &share) {
        return isFirstLed && sets.contains(QString()) ? sets.value(QString()) : sets.value(share);
    };
    for (auto share = fleet.shares.begin(); share != fleet.shares.end(); ++share) {
        const DriverPolicy *named = fleet.named(share.key());
        if (named && !named->isUnreadable)
            share->policy = *named;
        else if (share.key().isEmpty()) // else it is being deleted
            share->policy = commonPolicy(fleet, hasOwners);
        if (share.key().isEmpty() && fleet.kind == DriverKind::InfiniBand)
            isFirstLed = share->policy && share->policy->autoUpgrade;
        share->unscheduledSet = stopOf(fleet.unscheduledSets, share.key());
        share->surplusSet = stopOf(fleet.surplusSets, share.key());
        share->usedUp = slotNotes(*share);
    }
    noteOtherStops(fleet);
}

DriverFleet driverTerms(DriverKind kind, const RolloutEvidence &evidence, bool arePoliciesKnown)
{
    DriverFleet fleet;
    fleet.kind = kind;
    fleet.known = evidence.known;
    const QList<DriverPolicy> policies = evidence.policies->values();
    for (const DriverPolicy &policy : policies) {
        if (policy.driver != kind || isPassedOver(policy, policies))
            continue;
        if (isInForce(policy, policies))
            fleet.policies << policy;
        if (policy.leavesDrivers)
            fleet.clusterTerms = policy;
        readOffSwitch(policy, fleet);
        fleet.rdma.add(policy.rdma);
    }
    std::sort(fleet.policies.begin(), fleet.policies.end(), [](const DriverPolicy &a, const DriverPolicy &b) {
        return std::tie(a.isRefused, a.name) < std::tie(b.isRefused, b.name);
    });
    fleet.sets = driverSets(kind, evidence);
    for (const DriverSet &set : std::as_const(fleet.sets)) {
        const int pods = set.set.scheduled + set.set.misplaced;
        const QString owner = kind == DriverKind::InfiniBand ? set.set.madeFor : QString();
        if (set.set.desired > pods)
            fleet.unscheduledSets.insert(owner, set.set.fullName());
        else if (set.set.desired < pods)
            fleet.surplusSets.insert(owner, set.set.fullName());
        if (set.set.desired > set.set.scheduled)
            fleet.lackingSets << set.set.fullName();
        if (evidence.straySets.contains(set.set.fullName())) // its status counts pods of nodes alone
            fleet.surplusSets.insert(owner, set.set.fullName());
    }
    fleet.budgets = evidence.budgets->values();
    if (evidence.claims)
        fleet.claimed = claimedGpus(*evidence.claims);
    for (const DaemonSet &set : *evidence.daemonSets) {
        fleet.hasToolkit = fleet.hasToolkit || set.name == u"nvidia-container-toolkit-daemonset";
        fleet.hasPlugin = fleet.hasPlugin || set.name == u"nvidia-device-plugin-daemonset";
    }
    const bool isLed =
        kind == DriverKind::InfiniBand ? nicClusterPolicy(fleet) != nullptr : !fleet.policies.isEmpty();
    if (arePoliciesKnown && !isLed && fleet.offSwitch.isEmpty())
        fleet.offSwitch = missingPolicy(policies, fleet);
    readMaintenance(evidence, fleet);
    readController(evidence, fleet);
    return fleet;
}

DriverFleet driverFleet(DriverKind kind, const RolloutEvidence &evidence,
                        const QHash<QString, QString> &hosts)
{
    FleetMembers members(kind);
    int number = 0;
    QHash<QString, QString> strays = hosts;
    strays.remove(QString()); // those that are not scheduled
    for (const Node &node : *evidence.nodes) {
        members.note(number++, node, hosts.contains(node.name), hosts.value(node.name));
        strays.remove(node.name);
    }
    RolloutEvidence all = evidence;
    all.straySets = strays.values();
    DriverFleet fleet = driverTerms(kind, all);
    members.fill(fleet);
    return fleet;
}

} // namespace chartroom
