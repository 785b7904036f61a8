// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/node_impact.h"

namespace chartroom {

/// The policy that an operator goes by while the upgrade's nodes are rolled.
struct OperatorPolicy
{
    enum class Source {
        Cluster, ///< as it is there: the draft's changes are not in it
        Upgrade, ///< as the upgrade leaves it, by its values
    };
    DriverPolicy policy;
    Source source = Source::Cluster;

    friend bool operator==(const OperatorPolicy &, const OperatorPolicy &) = default;
};

/// The nodes whose drivers the upgrade reaches, and the terms of the operator that walks through them.
struct ReachedNodes
{
    QStringList names;   ///< sorted; without those to be skipped
    QStringList skipped; ///< sorted; a percentage is taken of them as well, and where away they count
    QList<const NodeTrack *> tracks;
    std::optional<DriverPolicy> policy; ///< with the draft's changes; nothing: none is known
    int atOnce = 0;                     ///< nodes at a time; 0 when no policy is known
};

/// It counts against maxUnavailable, be it part of the rollout or not.
[[nodiscard]] inline bool isAway(const Node &node)
{
    return node.unschedulable || !node.ready;
}
/// The operator leaves it out, by a label that is there now.
[[nodiscard]] bool isLeftOut(const Node &node, const QString &component);

/// Pure; points into the evidence. Wants `tracks` to be known.
[[nodiscard]] ReachedNodes reachedNodes(const PreflightEvidence &evidence, const QString &component);

/// The operator's terms: what the upgrade makes of them, else as they are; nothing: none are known.
[[nodiscard]] std::optional<OperatorPolicy> operatorPolicy(const PreflightEvidence &evidence,
                                                           const QString &component);
/// The policy as it would be with the draft's changes.
[[nodiscard]] DriverPolicy changedPolicy(DriverPolicy policy, const PolicyChanges &changes);
/// What eviction would meet as things are, sentences by node; without those where it would meet nothing.
/// Wants a policy, pods and budgets to be known.
[[nodiscard]] QMap<QString, QStringList> blockersByNode(const PreflightEvidence &evidence,
                                                        const ReachedNodes &reached);

} // namespace chartroom
