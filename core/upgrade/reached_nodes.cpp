// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/reached_nodes.h"

#include "core/rollout/node_notes.h"

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

std::optional<OperatorTerms> operatorTerms(const PreflightEvidence &evidence, const QString &component)
{
    using Source = OperatorTerms::Source;
    const QList<DriverPolicy> &planned = evidence.plannedPolicies;
    const auto isReplaced = [&planned](const DriverPolicy &policy) {
        return std::any_of(planned.cbegin(), planned.cend(), [&policy](const DriverPolicy &one) {
            return one.kind == policy.kind && one.name == policy.name;
        });
    };
    std::optional<OperatorTerms> found;
    const auto take = [&](const DriverPolicy &policy, Source source) {
        if (policy.isInUse && componentText(policy.driver) == component)
            found = OperatorTerms{policy, source};
    };
    for (const DriverPolicy &policy : evidence.policies.value_or(QList<DriverPolicy>()))
        if (!isReplaced(policy))
            take(policy, Source::Cluster);
    for (const DriverPolicy &policy : planned)
        take(policy, Source::Upgrade);
    return found;
}

ReachedNodes reachedNodes(const PreflightEvidence &evidence, const QString &component)
{
    ReachedNodes reached;
    for (const NodeTrack &track : *evidence.tracks) {
        if (track.component != component || track.verdict == Verdict::NotPart ||
            track.verdict == Verdict::Skipped)
            continue;
        reached.names << track.node;
        reached.tracks << &track;
    }
    reached.names.sort();
    const std::optional<OperatorTerms> terms = operatorTerms(evidence, component);
    if (!terms)
        return reached;
    reached.policy = terms->source == OperatorTerms::Source::Upgrade
                         ? terms->policy
                         : changedPolicy(terms->policy, evidence.draft.policy);
    const int nodes = int(reached.names.size());
    reached.atOnce = reached.policy->maxParallel > 0 ? std::min(reached.policy->maxParallel, nodes) : nodes;
    if (const auto limit = reached.policy->unavailableLimit(nodes))
        reached.atOnce = std::min(reached.atOnce, *limit);
    return reached;
}

QMap<QString, QStringList> blockersByNode(const PreflightEvidence &evidence, const ReachedNodes &reached)
{
    const DriverPolicy &policy = *reached.policy;
    QHash<QString, QList<const Pod *>> pods;
    for (const Pod &pod : *evidence.pods)
        pods[pod.node] << &pod;
    QMap<QString, QStringList> blockers;
    for (const QString &node : reached.names) {
        const QList<const Pod *> its = pods.value(node);
        NodeNotes notes;
        if (policy.driver == DriverKind::Gpu)
            notes.addEviction(its, {false, policy.evictsByForce, policy.evictsEmptyDir, {}, {}},
                              *evidence.budgets, evidence.now);
        if (policy.drains)
            notes.addEviction(
                its,
                {true, policy.drainsByForce, policy.drainsEmptyDir, driverKeys(policy.driver).drainSkip, {}},
                *evidence.budgets, evidence.now);
        for (const TrackNote &note : notes.list())
            if (QStringList &lines = blockers[node]; !lines.contains(note.text))
                lines << note.text;
    }
    return blockers;
}

} // namespace chartroom
