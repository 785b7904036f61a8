// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/rollout_facts.h"

#include "core/base/duration_text.h"
#include "core/base/visible_text.h"
#include "core/kube/gpu_count.h"
#include "core/rollout/eviction_holds.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/retry.h"
#include "core/rollout/slot_overrun.h"
#include "core/upgrade/upgrade_tr.h"

#include <QHash>

#include <algorithm>
#include <numeric>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// Only those nodes; the others stay as they are, with their GPUs and with what takes them away.
template<typename Goes>
PlanInput partOf(const PlanInput &all, const Goes &goes)
{
    PlanInput part = all;
    part.nodes.clear();
    for (const PlannedNode &node : all.nodes) {
        if (goes(node)) {
            part.nodes.append(node);
            continue;
        }
        part.gpusElsewhere += node.gpus;
        part.awayElsewhere += node.isAway() ? 1 : 0;
    }
    return part;
}

QList<TenantGpus> tenantsOf(const PreflightEvidence &evidence, const QStringList &nodes)
{
    QHash<QString, LabelMap> labels;
    for (const Node &node : evidence.nodes.value_or(QList<Node>()))
        labels.insert(node.name, node.labels);
    QMap<std::pair<QString, QString>, GpuAmount> gpus;
    const ClaimedGpus claimed = claimedGpus(evidence.claims.value_or(QList<ResourceClaim>()));
    for (const Pod &pod : evidence.pods.value_or(QList<Pod>())) {
        if (!std::binary_search(nodes.cbegin(), nodes.cend(), pod.node))
            continue;
        if (const auto lost = gpusLost(pod, claimed, labels.value(pod.node)))
            gpus[{pod.node, pod.namespaceName}] += *lost;
    }
    QList<TenantGpus> tenants;
    for (auto one = gpus.cbegin(); one != gpus.cend(); ++one)
        tenants.append({one.key().first, one.key().second, *one});
    return tenants;
}

QString rebootText(const DriverPolicy &policy)
{
    if (!policy.reboots)
        return UpgradeTr::tr(
            "Whether each node reboots is unknown: rebootRequired is not set (default: true).");
    return *policy.reboots
               ? UpgradeTr::tr("Each node reboots (rebootRequired): everything on it stops, including pods "
                               "that are not evicted.")
               : UpgradeTr::tr("Nodes do not reboot (rebootRequired is off).");
}

} // namespace

RolloutFacts rolloutFacts(const PreflightEvidence &evidence, const QString &component)
{
    RolloutFacts facts;
    facts.component = component;
    const ReachedNodes reached = reachedNodes(evidence, component);
    for (auto part = reached.parts.cbegin(); part != reached.parts.cend(); ++part)
        facts.policies << (part->terms ? part->terms->policy.fullName() : part.key());
    facts.policies.removeAll(QString());
    if (const ReachedPart *part = reached.only(); part && part->terms) {
        facts.policy = part->terms->policy;
        facts.source = part->terms->source;
        if (facts.source == OperatorPolicy::Source::Upgrade)
            facts.changes = evidence.draft.policy;
    }
    facts.seen = evidence.nodeTimes.value(component);
    facts.canary = evidence.draft.canary;
    facts.bake = evidence.draft.bake;
    facts.changeover = evidence.changeovers.value(component);
    facts.skipped = int(reached.skipped.size());
    facts.tenants = tenantsOf(evidence, reached.names);
    facts.areTenantsKnown = evidence.pods && evidence.claims;
    facts.areHoldsKnown = evidence.pods && evidence.budgets && reached.arePoliciesKnown() &&
                          (evidence.claims || component != componentText(DriverKind::Gpu));
    const QMap<QString, QStringList> blockers =
        facts.areHoldsKnown ? blockersByNode(evidence, reached) : QMap<QString, QStringList>();
    const QList<Node> all = evidence.nodes.value_or(QList<Node>());
    const GpuCount gpus = gpuCount(all);
    facts.gpusElsewhere = gpus.available.gpus;
    facts.gpusTotal = gpus.total.gpus;
    QHash<QString, NodeNow> nodes;
    for (const Node &node : all) {
        facts.hasGpuParts = facts.hasGpuParts || node.gpuCapacity.hasParts();
        if (std::binary_search(reached.names.cbegin(), reached.names.cend(), node.name)) {
            nodes.insert(node.name, {node.gpusForPods().gpus, node.gpuCapacity.gpus, node.unschedulable,
                                     node.ready, node.notReadyText, wasCordonedBefore(node, component)});
            continue;
        }
        const bool isSkipped =
            std::binary_search(reached.skipped.cbegin(), reached.skipped.cend(), node.name);
        facts.skippedAway += isSkipped && isAway(node) ? 1 : 0;
    }
    for (const NodeTrack *track : reached.tracks) {
        addPlannedNode(facts, *track, nodes.value(track->node));
        PlannedNode &node = facts.nodes.last();
        if (node.hold.isEmpty())
            node.hold = blockers.value(node.name).join(u' ');
    }
    std::sort(facts.nodes.begin(), facts.nodes.end(),
              [](const PlannedNode &a, const PlannedNode &b) { return a.name < b.name; });
    return facts;
}

void addPlannedNode(RolloutFacts &facts, const NodeTrack &track, const NodeNow &now)
{
    PlannedNode node{track.node, now.gpus, now.isCordoned, now.isReady, {}};
    node.hasFailed = track.verdict == Verdict::Failed;
    const bool isToGo = node.hasFailed || isUnderWay(track.step) || track.verdict == Verdict::Waiting;
    facts.toGo += isToGo ? 1 : 0;
    const bool isOfAmd = track.component == u"amd";
    // The operator tries a failed reboot again (NodeModule::isGivenUp()).
    node.hasFailed = node.hasFailed && !(isOfAmd && retryOf(track) == Retry::ByOperator);
    node.isLeftAlone = node.hasFailed && track.takesNoSlot;
    // AMD's operator starts no such node, and does not count it (ROCm/gpu-operator
    // internal/controllers/upgrademgr.go isNodeReadyForUpgrade).
    const bool isAtWork = isUnderWay(track.step) && track.step != RolloutStep::Failed;
    const bool isUnfit = isOfAmd && !isAtWork && (now.isCordoned || !now.isReady);
    if (isUnfit && !node.hasFailed) {
        node.isLeftAlone = true;
        node.isCordoned = false; // as it is once it is started
        node.isReady = true;
    }
    if (isUnfit && now.isReady && !node.hasFailed) {
        node.hold = UpgradeTr::tr("It is cordoned: the operator does not start it until it is uncordoned.");
    } else if (!now.isReady) {
        node.hold = UpgradeTr::tr("It is not ready: %1").arg(now.notReadyText);
    } else if (node.hasFailed) {
        node.hold =
            track.takesNoSlot
                ? UpgradeTr::tr("Its last driver upgrade failed.")
                : UpgradeTr::tr("Its last driver upgrade failed; it keeps its slot until it is retried.");
    } else if (isUnderWay(track.step)) {
        ++facts.underWay;
        if (!now.wasFoundCordoned) {
            node.isCordoned = false;
            node.gpus = now.gpusTotal;
            facts.gpusBack += now.gpusTotal - now.gpus;
        }
    }
    facts.gpusElsewhere -= now.gpus;
    facts.nodes.append(node);
}

int gpusNow(const RolloutFacts &facts)
{
    return std::accumulate(facts.nodes.cbegin(), facts.nodes.cend(), facts.gpusElsewhere - facts.gpusBack,
                           [](int sum, const PlannedNode &node) { return sum + node.gpus; });
}

QString policyGap(const RolloutFacts &facts)
{
    return facts.policies.size() > 1
               ? UpgradeTr::tr("The nodes follow several policies, each with slots of its own (%1): their "
                               "common order is unknown.")
                     .arg(visibleText(facts.policies.join(QStringLiteral(", "))))
               : UpgradeTr::tr(
                     "The upgrade policy of this driver is unknown, so the order of its nodes is unknown.");
}

NodeTimes assumedTimes(const DriverPolicy &policy)
{
    constexpr auto driverAtMost = 10min;
    constexpr auto validationLimit = 10min; // k8s-operator-libs pkg/upgrade/validation_manager.go
    NodeTimes times;
    if (policy.isOfAmd()) { // a reboot of a GPU server is what takes the longest
        const bool isLong = policy.reboots.value_or(true);
        times.least = isLong ? 5min : 2min;
        times.expected = isLong ? 20min : 8min;
        times.most = amdUpgradeLimit;
        times.beat = amdBeat;
        return times;
    }
    times.least = 2min;
    times.expected = 8min;
    times.most = driverAtMost;
    if (policy.driver == DriverKind::Gpu)
        times.most += policy.evictTimeout + validationLimit;
    if (policy.drains)
        times.most += policy.drainTimeout;
    return times;
}

QString evictionText(const std::optional<DriverPolicy> &policy)
{
    if (policy && policy->isOfAmd())
        return (policy->deletesPods
                    ? UpgradeTr::tr("Pods that use AMD GPUs are deleted, regardless of disruption budgets "
                                    "(podDeletionPolicy); other pods are not drained.")
                    : UpgradeTr::tr("Pods that use AMD GPUs are evicted; other pods are not drained.")) +
               u' ' + rebootText(*policy);
    if (!policy || policy->driver != DriverKind::Gpu)
        return UpgradeTr::tr("Whether other pods are evicted is unknown.");
    return policy->drains
               ? UpgradeTr::tr("Pods that use GPUs are evicted; where that fails, the node is drained.")
               : UpgradeTr::tr("Pods that use GPUs are evicted; the node is not drained.");
}

QString plannedTimeText(std::chrono::milliseconds time)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(time);
    return seconds < 100s ? durationText(seconds) : minutesText(seconds);
}

QString expectedText(const RolloutPlan &plan)
{
    if (!plan.expected)
        return UpgradeTr::tr("does not finish", "a rollout");
    const QString time = plannedTimeText(*plan.expected);
    return plan.held.isEmpty() ? time : UpgradeTr::tr("does not finish (the other nodes: %1)").arg(time);
}

std::optional<DriverPolicy> termsWith(const RolloutFacts &facts, const PolicyChanges &changes)
{
    if (!facts.policy || changes == facts.changes)
        return facts.policy;
    const PolicyChanges &in = facts.changes;
    const bool isTakenBack = (in.maxParallelUpgrades && !changes.maxParallelUpgrades) ||
                             (!in.maxUnavailable.isEmpty() && changes.maxUnavailable.isEmpty()) ||
                             (in.drain && !changes.drain) || (in.jobSelector && !changes.jobSelector) ||
                             (in.jobTimeout && !changes.jobTimeout);
    return isTakenBack ? std::nullopt : std::optional(changedPolicy(*facts.policy, changes));
}

QString termsSourceText(const RolloutFacts &facts, const PolicyChanges &changes)
{
    const QString object = visibleText(facts.policy->kind + u' ' + facts.policy->name);
    const bool isAsFound = changes == facts.changes;
    if (facts.source == OperatorPolicy::Source::Upgrade)
        return isAsFound
                   ? UpgradeTr::tr("The operator's upgrade policy is from the values of this upgrade (%1).")
                         .arg(object)
                   : UpgradeTr::tr("The operator's upgrade policy is from the values of this upgrade (%1), "
                                   "with the changes made here since.")
                         .arg(object);
    return isAsFound
               ? UpgradeTr::tr("The operator's upgrade policy is the one in the cluster (%1).").arg(object)
               : UpgradeTr::tr("The operator's upgrade policy is the one in the cluster (%1), with the "
                               "changes of this plan.")
                     .arg(object);
}

PlanInput planInput(const RolloutFacts &facts, const PolicyChanges &changes)
{
    const DriverPolicy policy = *termsWith(facts, changes);
    PlanInput input;
    input.nodes = facts.nodes;
    input.gpusElsewhere = facts.gpusElsewhere;
    input.maxParallel = policy.maxParallel;
    input.maxUnavailable = policy.unavailableLimit(int(facts.nodes.size()) + facts.skipped);
    input.awayElsewhere = facts.skippedAway;
    if (policy.isOfAmd()) {
        const std::chrono::seconds limit = amdUpgradeLimit;
        input.mayStartOneMore = false;
        input.failsAfter = policy.evictTimeout > 0s ? std::min(policy.evictTimeout, limit) : limit;
    }
    input.times = assumedTimes(policy);
    input.times.seen = facts.seen.times;
    input.times.changeover = facts.changeover;
    if (!policy.jobSelector.isEmpty())
        input.times.jobs = policy.jobTimeout > 0s
                               ? std::optional<std::chrono::milliseconds>(policy.jobTimeout)
                               : std::nullopt;
    if (input.times.seen.isEmpty() && waitsWithoutLimit(policy)) // as for jobs: the end is open
        input.times.jobs.reset();
    return input;
}

PlanInput firstInput(const RolloutFacts &facts, const PolicyChanges &changes)
{
    const auto isFirst = [&facts](const PlannedNode &node) { return node.name == facts.canary; };
    const PlanInput all = planInput(facts, changes);
    const bool hasFirst = std::any_of(all.nodes.cbegin(), all.nodes.cend(), isFirst);
    return hasFirst ? partOf(all, isFirst) : all;
}

PlanInput restInput(const RolloutFacts &facts, const PolicyChanges &changes)
{
    const auto isFirst = [&facts](const PlannedNode &node) { return node.name == facts.canary; };
    const PlanInput all = planInput(facts, changes);
    const bool hasFirst = std::any_of(all.nodes.cbegin(), all.nodes.cend(), isFirst);
    return partOf(all, [&](const PlannedNode &node) { return hasFirst && !isFirst(node); });
}

GpuMinimum gpuMinimum(const RolloutFacts &facts, const PolicyChanges &changes, bool beginsNow)
{
    const PlanInput input = planInput(facts, changes);
    const int atOnce = slotsOf(input);
    GpuMinimum minimum{gpusWithAway(input, atOnce), gpusWithOneMore(input, atOnce)};
    if (beginsNow) {
        minimum.allowed = std::min(minimum.allowed, gpusNow(facts));
        minimum.withOneMore = std::min(minimum.withOneMore, minimum.allowed);
    }
    return minimum;
}

QString gpuMinimumText(const GpuMinimum &minimum)
{
    return minimum.isRange() ? UpgradeTr::tr("%1 to %2", "GPUs, from the fewest")
                                   .arg(minimum.withOneMore)
                                   .arg(minimum.allowed)
                             : QString::number(minimum.allowed);
}

} // namespace chartroom
