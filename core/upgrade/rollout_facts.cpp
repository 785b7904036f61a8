// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/rollout_facts.h"

#include "core/upgrade/reached_nodes.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RolloutFacts)
};

} // namespace

RolloutFacts rolloutFacts(const PreflightEvidence &evidence, const QString &component)
{
    RolloutFacts facts;
    facts.component = component;
    facts.policy = policyOf(evidence, component);
    facts.times = evidence.nodeTimes.value(component);
    const ReachedNodes reached = reachedNodes(evidence, component);
    facts.areHoldsKnown = evidence.pods && evidence.budgets && reached.policy;
    const QMap<QString, QStringList> blockers =
        facts.areHoldsKnown ? blockersByNode(evidence, reached) : QMap<QString, QStringList>();
    for (const QString &name : reached.names) {
        PlannedNode node;
        node.name = name;
        node.hold = blockers.value(name).join(u' ');
        facts.nodes.append(node);
    }
    for (const Node &node : evidence.nodes.value_or(QList<Node>())) {
        const auto found = std::lower_bound(
            facts.nodes.begin(), facts.nodes.end(), node.name,
            [](const PlannedNode &planned, const QString &name) { return planned.name < name; });
        if (found == facts.nodes.end() || found->name != node.name) {
            facts.gpusElsewhere += node.gpusForPods();
            continue;
        }
        found->gpus = node.gpusForPods();
        found->isCordoned = node.unschedulable;
        found->isReady = node.ready;
        if (!node.ready)
            found->hold = Text::tr("It is not ready: %1").arg(node.notReadyText);
    }
    return facts;
}

NodeTimes assumedTimes(const DriverPolicy &policy)
{
    constexpr auto driverAtMost = 10min;
    constexpr auto validationLimit = 10min; // k8s-operator-libs pkg/upgrade/validation_manager.go
    NodeTimes times;
    times.least = 2min;
    times.expected = 8min;
    times.most = driverAtMost;
    if (policy.driver == DriverKind::Gpu)
        times.most += policy.evictTimeout + validationLimit;
    if (policy.drains)
        times.most += policy.drainTimeout;
    return times;
}

PlanInput planInput(const RolloutFacts &facts, const PolicyChanges &changes)
{
    const DriverPolicy policy = changedPolicy(*facts.policy, changes);
    PlanInput input;
    input.nodes = facts.nodes;
    input.gpusElsewhere = facts.gpusElsewhere;
    input.maxParallel = policy.maxParallel;
    input.maxUnavailable = policy.unavailableLimit(int(facts.nodes.size()));
    input.times = assumedTimes(policy);
    input.times.seen = facts.times;
    if (!policy.jobSelector.isEmpty())
        input.times.jobs = policy.jobTimeout > 0s
                               ? std::optional<std::chrono::milliseconds>(policy.jobTimeout)
                               : std::nullopt;
    return input;
}

} // namespace chartroom
