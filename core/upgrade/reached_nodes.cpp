// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/reached_nodes.h"

#include "core/rollout/eviction_holds.h"

#include <QSet>

#include <algorithm>

namespace chartroom {

DriverPolicy changedPolicy(DriverPolicy policy, const PolicyChanges &changes)
{
    policy.maxParallel = changes.maxParallelUpgrades.value_or(policy.maxParallel);
    if (!changes.maxUnavailable.isEmpty())
        policy.maxUnavailable = changes.maxUnavailable;
    policy.drains = changes.drain.value_or(policy.drains);
    policy.jobSelector = changes.jobSelector.value_or(policy.jobSelector);
    policy.jobTimeout = changes.jobTimeout.value_or(policy.jobTimeout);
    return policy;
}

std::optional<OperatorPolicy> operatorPolicy(const PreflightEvidence &evidence, const QString &component)
{
    using Source = OperatorPolicy::Source;
    const QList<DriverPolicy> &planned = evidence.plannedPolicies;
    const auto isReplaced = [&planned](const DriverPolicy &policy) {
        return std::any_of(planned.cbegin(), planned.cend(), [&policy](const DriverPolicy &one) {
            return one.kind == policy.kind && one.name == policy.name;
        });
    };
    QList<DriverPolicy> kept;
    for (const DriverPolicy &policy : evidence.policies.value_or(QList<DriverPolicy>()))
        if (!isReplaced(policy))
            kept << policy;
    const QList<DriverPolicy> all = kept + planned;
    std::optional<OperatorPolicy> found;
    const auto take = [&](const DriverPolicy &policy, Source source) {
        if (isInForce(policy, all) && componentText(policy.driver) == component)
            found = OperatorPolicy{policy, source};
    };
    for (const DriverPolicy &policy : std::as_const(kept))
        take(policy, Source::Cluster);
    for (const DriverPolicy &policy : planned)
        take(policy, Source::Upgrade);
    return found;
}

bool isLeftOut(const Node &node, const QString &component)
{
    return std::any_of(allDrivers.begin(), allDrivers.end(), [&](DriverKind kind) {
        return componentText(kind) == component && node.labels.value(driverKeys(kind).skip) == u"true";
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
        if (track.verdict == Verdict::Skipped || leftOut.contains(track.node)) {
            reached.skipped << track.node;
            continue;
        }
        reached.names << track.node;
        reached.tracks << &track;
    }
    reached.names.sort();
    reached.skipped.sort();
    const std::optional<OperatorPolicy> terms = operatorPolicy(evidence, component);
    if (!terms)
        return reached;
    reached.policy = terms->source == OperatorPolicy::Source::Upgrade
                         ? terms->policy
                         : changedPolicy(terms->policy, evidence.draft.policy);
    const int nodes = int(reached.names.size());
    reached.atOnce = reached.policy->maxParallel > 0 ? std::min(reached.policy->maxParallel, nodes) : nodes;
    if (const auto limit = reached.policy->unavailableLimit(nodes + int(reached.skipped.size())))
        reached.atOnce = std::min(reached.atOnce, *limit);
    return reached;
}

QMap<QString, QStringList> blockersByNode(const PreflightEvidence &evidence, const ReachedNodes &reached)
{
    const DriverPolicy &policy = *reached.policy;
    QHash<QString, QList<const Pod *>> pods;
    for (const Pod &pod : *evidence.pods)
        pods[pod.node] << &pod;
    const ClaimedGpus claimed = claimedGpus(evidence.claims.value_or(QList<ResourceClaim>()));
    QMap<QString, QStringList> blockers;
    for (const QString &node : reached.names)
        if (const QStringList holds =
                evictionHolds(policy, pods.value(node), *evidence.budgets, claimed, evidence.now);
            !holds.isEmpty())
            blockers.insert(node, holds);
    return blockers;
}

} // namespace chartroom
