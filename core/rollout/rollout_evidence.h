// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/moments.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/rollout/daemon_set.h"
#include "core/rollout/device_offers.h"
#include "core/rollout/disruption_budget.h"
#include "core/rollout/driver_policy.h"
#include "core/rollout/node_history.h"
#include "core/rollout/node_maintenance.h"
#include "core/rollout/node_pods.h"
#include "core/rollout/operator_deployment.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/resource_claim.h"
#include "core/rollout/step.h"

#include <QHash>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <optional>

namespace chartroom {

/// Which lists have answered. One that is forbidden, not recorded or still on its way proves nothing by what
/// it does not hold.
struct KnownLists
{
    bool pods = true;
    bool daemonSets = true;
    bool revisions = true;
    bool budgets = true;
    bool claims = true; ///< also where the cluster serves no such kind
    bool maintenances = true;

    friend bool operator==(const KnownLists &, const KnownLists &) = default;
};

/// Everything that is known, by uid as the stores keep it, and the indexes a rollout needs. Points into the
/// stores: use it before they change.
struct RolloutEvidence
{
    const ObjectMap<Node> *nodes = nullptr;
    const ObjectMap<Pod> *pods = nullptr;
    const ObjectMap<DaemonSet> *daemonSets = nullptr;
    const ObjectMap<ControllerRevision> *revisions = nullptr;
    const ObjectMap<DisruptionBudget> *budgets = nullptr;
    const ObjectMap<ResourceClaim> *claims = nullptr; ///< null: none
    const ObjectMap<DriverPolicy> *policies = nullptr;
    const ObjectMap<NodeMaintenance> *maintenances = nullptr;               ///< null: nobody asks for any
    const ObjectMap<MaintenanceOperatorConfig> *maintenanceTerms = nullptr; ///< null: none
    KnownLists known = {};
    const ObjectMap<OperatorDeployment> *deployments = nullptr; ///< null: not read
    QDateTime serverNow = {};                                   ///< UTC, by the server's clock
    QStringList straySets = {}; ///< namespace/name of those with a pod on a node that no longer exists
};

/// What is known of one node at one moment.
struct NodeEvidence
{
    const Node *node = nullptr; ///< never null
    NodePods pods;              ///< that run on it
    QDateTime now;              ///< UTC, by our clock, as what was seen to come and go
    QDateTime since;            ///< when the label took its value; invalid while that was not seen
    /// The operator found the node cordoned when it came, and leaves it so. Its annotation says that while
    /// the rollout runs; afterwards only who saw it knows.
    bool wasCordonedBefore = false;
    /// How long nodes of this rollout took for the same step, else those of the rollouts before; see
    /// PaceStore::usual().
    std::optional<std::chrono::milliseconds> usual;
    std::optional<RolloutStep> stepBefore = {}; ///< the last one that was not Failed before the present one
    QDateTime beforeSince = {}; ///< when the label before the present one came, where that is known
    std::optional<StepInterval> brokenOff = {}; ///< NodeHistory::brokenOff()
    CordonPlace cordon = {};                    ///< of the node's cordon, in the labels of this driver
    CordonPlace otherCordon = {};               ///< the same, in the labels of the node's other driver
    QDateTime healed = {}; ///< when the operator itself took it out of a failure in this run; invalid: never
    std::optional<StepInterval> relabelled = {};      ///< the label that somebody else gave the failed node
    QList<const NodeMaintenance *> maintenances = {}; ///< that name the node
    /// Somebody asked for the run that is on, by the annotation ...-driver-upgrade-requested, which the
    /// operator takes away before it begins.
    bool wasRequested = false;
    std::optional<int> devicesBefore = {}; ///< allocatable when the last run began, where that was seen
    QDateTime fewerSince = {};             ///< NodeHistory::fewerSince()
    QDateTime seenSince = {};          ///< the label is there at least since then, where `since` is not known
    std::chrono::milliseconds skew{0}; ///< of the API server's clock to ours
    ClaimableGpus claimable = {};      ///< besides what the kubelet counts

    /// The same moment by the server's clock, by which objects tell their times (fault 27).
    [[nodiscard]] QDateTime serverNow() const { return laterBy(now, skew); }
    /// Something of the node changed less than doubtPatience ago, so that facts which contradict its label
    /// may be about to follow: the label, as far as its time is known, the node, or one of `changes`, by the
    /// server's clock. Where no time is known, as long as the label was not seen for so long.
    [[nodiscard]] bool isSettling(QList<QDateTime> changes) const
    {
        changes << node->readySince << node->cordonedAt;
        for (const QDateTime &ours : {since, fewerSince})
            changes << (ours.isValid() ? laterBy(ours, skew) : QDateTime());
        changes.removeIf([](const QDateTime &change) { return !change.isValid(); });
        if (changes.isEmpty())
            return !seenSince.isValid() || timeBetween(seenSince, now) < doubtPatience;
        return timeBetween(*std::max_element(changes.cbegin(), changes.cend()), serverNow()) < doubtPatience;
    }
};

} // namespace chartroom
