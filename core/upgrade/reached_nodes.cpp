// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/reached_nodes.h"

#include "core/rollout/eviction_holds.h"

#include <QSet>

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

/// Older GPU Operators let the nodes of all NVIDIADrivers go by the same slots, a maintenance operator those
/// of all NicNodePolicies; of these the policy still tells what may be evicted.
QString partNameOf(const NodeTrack &track)
{
    const bool isOfNic = track.component == componentText(DriverKind::InfiniBand);
    const bool isOfCluster = track.policy == u"nic-cluster-policy";
    return isOfNic && track.queue.isEmpty() && !isOfCluster ? track.policy : track.queue;
}

QList<OperatorPolicy> termsOfAll(const PreflightEvidence &evidence)
{
    const QList<DriverPolicy> &planned = evidence.plannedPolicies;
    QList<OperatorPolicy> all;
    for (const DriverPolicy &policy : evidence.policies.value_or(QList<DriverPolicy>())) {
        const bool isReplaced =
            std::any_of(planned.cbegin(), planned.cend(), [&policy](const DriverPolicy &one) {
                return one.kind == policy.kind && one.name == policy.name;
            });
        if (!isReplaced)
            all << OperatorPolicy{policy, OperatorPolicy::Source::Cluster};
    }
    for (const DriverPolicy &policy : planned)
        all << OperatorPolicy{policy, OperatorPolicy::Source::Upgrade};
    return all;
}

void addTerms(const std::optional<OperatorPolicy> &terms, const PolicyChanges &changes, ReachedPart &part)
{
    part.names.sort();
    part.skipped.sort();
    part.terms = terms;
    if (!terms)
        return;
    part.policy = terms->source == OperatorPolicy::Source::Upgrade ? terms->policy
                                                                   : changedPolicy(terms->policy, changes);
    const int nodes = int(part.names.size());
    part.atOnce = part.policy->maxParallel > 0 ? std::min(part.policy->maxParallel, nodes) : nodes;
    if (const auto limit = part.policy->unavailableLimit(nodes + int(part.skipped.size())))
        part.atOnce = std::min(part.atOnce, *limit);
}

} // namespace

DriverPolicy changedPolicy(DriverPolicy policy, const PolicyChanges &changes)
{
    policy.maxParallel = changes.maxParallelUpgrades.value_or(policy.maxParallel);
    if (!changes.maxUnavailable.isEmpty())
        policy.maxUnavailable = changes.maxUnavailable;
    if (policy.isOfAmd()) // which has no such settings
        return policy;
    policy.drains = changes.drain.value_or(policy.drains);
    policy.jobSelector = changes.jobSelector.value_or(policy.jobSelector);
    policy.jobTimeout = changes.jobTimeout.value_or(policy.jobTimeout);
    return policy;
}

QList<OperatorPolicy> allTerms(const PreflightEvidence &evidence, const QString &component)
{
    const QList<OperatorPolicy> there = termsOfAll(evidence);
    QList<DriverPolicy> all;
    for (const OperatorPolicy &terms : there)
        all << terms.policy;
    QList<OperatorPolicy> found;
    for (const OperatorPolicy &terms : there)
        if (isInForce(terms.policy, all) && terms.policy.component() == component)
            found << terms;
    std::sort(found.begin(), found.end(), [](const OperatorPolicy &a, const OperatorPolicy &b) {
        return std::tie(a.policy.isRefused, a.policy.name) < std::tie(b.policy.isRefused, b.policy.name);
    });
    return found;
}

std::optional<OperatorPolicy> operatorPolicy(const PreflightEvidence &evidence, const QString &component,
                                             const QString &part)
{
    const QList<OperatorPolicy> all = allTerms(evidence, component);
    const auto isIts = [&part](const OperatorPolicy &terms) {
        return part.isEmpty() ? terms.policy.kind != u"NicNodePolicy"
                              : terms.policy.isForSome() && terms.policy.name == part;
    };
    const auto found = std::find_if(all.cbegin(), all.cend(), isIts);
    if (found == all.cend())
        return part.isEmpty() && all.size() == 1 ? std::optional(all.first()) : std::nullopt;
    const bool isOfOlder =
        part.isEmpty() && found->policy.kind == u"NVIDIADriver" &&
        std::none_of(all.cbegin(), all.cend(), [](const auto &terms) { return terms.policy.hasTerms; });
    if (!isOfOlder)
        return *found;
    for (const OperatorPolicy &terms : termsOfAll(evidence))
        if (terms.policy.leavesDrivers && terms.policy.hasTerms)
            return terms;
    return *found;
}

bool isLeftOut(const Node &node, const QString &component)
{
    return std::any_of(allDrivers.begin(), allDrivers.end(), [&](DriverKind kind) {
        return componentText(kind) == component && node.labels.value(driverKeys(kind).skip) == u"true";
    });
}

bool wasCordonedBefore(const Node &node, const QString &component)
{
    return std::any_of(allDrivers.begin(), allDrivers.end(), [&](DriverKind kind) {
        return componentText(kind) == component &&
               node.annotations.value(driverKeys(kind).initialUnschedulable) == u"true";
    });
}

ReachedNodes reachedNodes(const PreflightEvidence &evidence, const QString &component)
{
    // A node that is through with the version of before does not show by its track that it is to be skipped.
    QSet<QString> leftOut;
    for (const Node &node : evidence.nodes.value_or(QList<Node>()))
        if (isLeftOut(node, component))
            leftOut.insert(node.name);
    ReachedNodes reached;
    for (const NodeTrack &track : *evidence.tracks) {
        if (track.component != component || track.verdict == Verdict::NotPart)
            continue;
        ReachedPart &part = reached.parts[partNameOf(track)];
        if (track.verdict == Verdict::Skipped || leftOut.contains(track.node)) {
            reached.skipped << track.node;
            part.skipped << track.node;
            continue;
        }
        reached.names << track.node;
        part.names << track.node;
        reached.tracks << &track;
    }
    reached.names.sort();
    reached.skipped.sort();
    if (reached.parts.isEmpty())
        reached.parts.insert(QString(), {});
    for (auto part = reached.parts.begin(); part != reached.parts.end(); ++part)
        addTerms(operatorPolicy(evidence, component, part.key()), evidence.draft.policy, *part);
    return reached;
}

bool ReachedNodes::arePoliciesKnown() const
{
    return std::all_of(parts.cbegin(), parts.cend(),
                       [](const ReachedPart &part) { return part.policy.has_value(); });
}

QMap<QString, QStringList> blockersByNode(const PreflightEvidence &evidence, const ReachedNodes &reached)
{
    QHash<QString, QList<const Pod *>> pods;
    for (const Pod &pod : *evidence.pods)
        pods[pod.node] << &pod;
    const ClaimedGpus claimed = claimedGpus(evidence.claims.value_or(QList<ResourceClaim>()));
    QMap<QString, QStringList> blockers;
    for (const ReachedPart &part : reached.parts)
        for (const QString &node : part.names)
            if (const QStringList holds =
                    evictionHolds(*part.policy, pods.value(node), *evidence.budgets, claimed, evidence.now);
                !holds.isEmpty())
                blockers.insert(node, holds);
    return blockers;
}

} // namespace chartroom
