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

/// Those that go by one policy: a rollout of their own.
struct ReachedPart
{
    QStringList names;   ///< sorted; without those to be skipped
    QStringList skipped; ///< sorted; a percentage is taken of them as well, and where away they count
    std::optional<OperatorPolicy> terms; ///< as found
    std::optional<DriverPolicy> policy;  ///< of `terms`, with the draft's changes; nothing: none is known
    int atOnce = 0;                      ///< nodes at a time; 0 when no policy is known
};

/// The nodes whose drivers the upgrade reaches, and the terms of the operator that walks through them.
struct ReachedNodes
{
    QStringList names;   ///< sorted; without those to be skipped
    QStringList skipped; ///< sorted
    QList<const NodeTrack *> tracks;
    QMap<QString, ReachedPart> parts; ///< by the name of an NVIDIADriver or NicNodePolicy; "" for none

    /// The policy of each part is known, and there is one.
    [[nodiscard]] bool arePoliciesKnown() const;
    /// Of the only part; null where there are several.
    [[nodiscard]] const ReachedPart *only() const { return parts.size() == 1 ? &parts.first() : nullptr; }
};

/// It counts against maxUnavailable, be it part of the rollout or not.
[[nodiscard]] inline bool isAway(const Node &node)
{
    return node.unschedulable || !node.ready;
}
/// The operator leaves it out, by a label that is there now.
[[nodiscard]] bool isLeftOut(const Node &node, const QString &component);

/// The component's rollout found it cordoned, and leaves it so (NVIDIA/k8s-operator-libs
/// pkg/upgrade/common_manager.go ProcessDoneOrUnknownNodes, updateNodeToUncordonOrDoneState).
[[nodiscard]] bool wasCordonedBefore(const Node &node, const QString &component);

/// Pure; points into the evidence. Wants `tracks` to be known.
[[nodiscard]] ReachedNodes reachedNodes(const PreflightEvidence &evidence, const QString &component);

/// The operator's terms of each policy in force: what the upgrade makes of them, else as they are. Sorted by
/// name, those that are refused last.
[[nodiscard]] QList<OperatorPolicy> allTerms(const PreflightEvidence &evidence, const QString &component);
/// Of the nodes that `part` of ReachedNodes names; nothing: none are known. GPU Operators up to v26.3.3 go by
/// the ClusterPolicy's also where they leave the drivers to NVIDIADrivers, which then have no upgradePolicy
/// (NVIDIA/gpu-operator controllers/upgrade_controller.go Reconcile@v26.3.3).
[[nodiscard]] std::optional<OperatorPolicy>
operatorPolicy(const PreflightEvidence &evidence, const QString &component, const QString &part = {});
/// The policy as it would be with the draft's changes.
[[nodiscard]] DriverPolicy changedPolicy(DriverPolicy policy, const PolicyChanges &changes);
/// What eviction would meet as things are, sentences by node; without those where it would meet nothing.
/// Wants the policies, pods and budgets to be known.
[[nodiscard]] QMap<QString, QStringList> blockersByNode(const PreflightEvidence &evidence,
                                                        const ReachedNodes &reached);

} // namespace chartroom
