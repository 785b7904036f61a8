// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/reached_nodes.h"

#include <algorithm>

namespace chartroom {

namespace {

/// The policy as it would be with the draft's changes.
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

} // namespace

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
    for (const DriverPolicy &policy : evidence.policies.value_or(QList<DriverPolicy>()))
        if (policy.isInUse && componentText(policy.driver) == component)
            reached.policy = changedPolicy(policy, evidence.draft.policy);
    if (!reached.policy)
        return reached;
    const int nodes = int(reached.names.size());
    reached.atOnce = reached.policy->maxParallel > 0 ? std::min(reached.policy->maxParallel, nodes) : nodes;
    if (const auto limit = reached.policy->unavailableLimit(nodes))
        reached.atOnce = std::min(reached.atOnce, *limit);
    return reached;
}

} // namespace chartroom
