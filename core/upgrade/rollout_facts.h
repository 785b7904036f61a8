// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/gpu_amount.h"
#include "core/rollout/driver_policy.h"
#include "core/rollout/pace.h"
#include "core/rollout/plan_simulation.h"
#include "core/upgrade/reached_nodes.h"

namespace chartroom {

/// GPUs and parts of GPUs that pods of one namespace hold on a node.
struct TenantGpus
{
    QString node;
    QString namespaceName;
    GpuAmount gpus;

    friend bool operator==(const TenantGpus &, const TenantGpus &) = default;
};

/// What a plan of one component's rollout rests on, as a preflight found it or a cluster shows it. A value
/// that a screen can plan with again and again.
struct RolloutFacts
{
    QString component;
    QList<PlannedNode> nodes; ///< by name
    int skipped = 0;          ///< nodes that the operator leaves out: of which a percentage is taken as well
    int skippedAway = 0;      ///< of those, the cordoned and not ready ones: they count against the limit
    int underWay = 0;         ///< of `nodes`, those on their way now, which are planned as if back
    int toGo = 0;             ///< of `nodes`, those that the present rollout has yet to complete
    int gpusBack = 0;         ///< of `nodes`, those that pods cannot be given before those are back
    int gpusElsewhere = 0;    ///< available by gpuCount(), without those of `nodes`
    int gpusTotal = 0;        ///< of gpuCount(): of the whole cluster
    /// MIG slices and the like, which no number here counts: fewer GPUs than a floor may be enough then.
    bool hasGpuParts = false;
    QList<TenantGpus> tenants;                                       ///< by node
    std::optional<DriverPolicy> policy;                              ///< nothing: none is known, or several
    QStringList policies;                                            ///< that lead nodes of it, by name
    OperatorPolicy::Source source = OperatorPolicy::Source::Cluster; ///< of `policy`
    PolicyChanges changes;                                           ///< which `policy` has in it already
    UsualTimes seen;                         ///< of nodes that were seen going through
    QString timesFrom;                       ///< the recording that shows them; "": this cluster
    std::chrono::milliseconds changeover{0}; ///< that a slot was seen waiting for its next node
    bool areHoldsKnown = false;              ///< pods, budgets and claims could be read
    bool areTenantsKnown = false;            ///< `tenants` are all: pods and claims could be read
    QString canary;                          ///< goes first, while the others are held back; "" for none
    std::chrono::seconds bake{0};            ///< after it

    friend bool operator==(const RolloutFacts &, const RolloutFacts &) = default;
};

/// A node as it is now, and as far as pods are concerned.
struct NodeNow
{
    int gpus = 0; ///< that pods can be given
    int gpusTotal = 0;
    bool isCordoned = false;
    bool isReady = true;
    QString notReadyText{};
    bool wasFoundCordoned = false; ///< by the rollout, which leaves it so
};
/// Adds the node as a plan begins with it, and takes its GPUs off those elsewhere; of one that failed or is
/// not ready with why it does not get through. One that a rollout has taken, and gives back, is planned as if
/// back: it has a slot until then (k8s-operator-libs pkg/upgrade/common_manager.go GetUpgradesInProgress,
/// GetUpgradesAvailable), so it is not away besides those that the policy allows.
void addPlannedNode(RolloutFacts &facts, const NodeTrack &track, const NodeNow &now);

/// That pods can be given now: gpuCount() again.
[[nodiscard]] int gpusNow(const RolloutFacts &facts);
/// Why there is no policy to plan with, a sentence.
[[nodiscard]] QString policyGap(const RolloutFacts &facts);

/// Wants `tracks` to be known; what else is missing leaves a gap.
[[nodiscard]] RolloutFacts rolloutFacts(const PreflightEvidence &evidence, const QString &component);

/// Where no node was seen: what one takes at best, as a rule, and by the time limits of the operator.
[[nodiscard]] NodeTimes assumedTimes(const DriverPolicy &policy);

/// The terms with these changes; nothing where none are known, and where a change is taken back that they
/// have in them: only another preflight tells what is there without it.
[[nodiscard]] std::optional<DriverPolicy> termsWith(const RolloutFacts &facts, const PolicyChanges &changes);
/// Where these terms come from, a sentence. Wants them to be known.
[[nodiscard]] QString termsSourceText(const RolloutFacts &facts, const PolicyChanges &changes);

/// Pods that use GPUs are always evicted, and a node is drained where that fails and drain is on, as
/// evictionHolds() has it; of AMD's whether each node reboots besides. Unknown where the terms are.
[[nodiscard]] QString evictionText(const std::optional<DriverPolicy> &policy);
/// "78 s" below 100 s, "40 min", "3 h 20 min"; always rounded up, so that the longer time never looks
/// shorter.
[[nodiscard]] QString plannedTimeText(std::chrono::milliseconds time);
/// How long it takes: "50 min"; "does not finish (the other nodes: 50 min)" while a node is blocked.
[[nodiscard]] QString expectedText(const RolloutPlan &plan);

/// With the draft's changes to the policy; wants termsWith() them to be known.
[[nodiscard]] PlanInput planInput(const RolloutFacts &facts, const PolicyChanges &changes);
/// The same for what goes by itself: the node alone that goes first, or all where none does.
[[nodiscard]] PlanInput firstInput(const RolloutFacts &facts, const PolicyChanges &changes);
/// The same for those that follow when a person lets them; without nodes where none is held back.
[[nodiscard]] PlanInput restInput(const RolloutFacts &facts, const PolicyChanges &changes);

/// GPUs that stay available while the nodes go through, those that wait for a person too.
struct GpuMinimum
{
    int allowed = 0;     ///< while as many nodes are away as may be
    int withOneMore = 0; ///< and for a moment one node more, see gpusWithOneMore()

    [[nodiscard]] bool isRange() const { return withOneMore < allowed; }
    friend bool operator==(const GpuMinimum &, const GpuMinimum &) = default;
};
/// Of planInput(). What is missing already counts where the rollout begins now.
[[nodiscard]] GpuMinimum gpuMinimum(const RolloutFacts &facts, const PolicyChanges &changes,
                                    bool beginsNow = true);
/// "88 to 96"; "96" where one node more takes no GPU.
[[nodiscard]] QString gpuMinimumText(const GpuMinimum &minimum);

} // namespace chartroom
