// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_policy.h"
#include "core/rollout/plan_simulation.h"
#include "core/upgrade/preflight_evidence.h"

namespace chartroom {

/// What a plan of one component's rollout rests on, as the preflight found it. A value that a screen can plan
/// with again and again.
struct RolloutFacts
{
    QString component;
    QList<PlannedNode> nodes; ///< by name
    int gpusElsewhere = 0;
    std::optional<DriverPolicy> policy;     ///< as it is, without the draft's changes; nothing: none is known
    QList<std::chrono::milliseconds> times; ///< of nodes that were seen going through
    bool areHoldsKnown = false;             ///< pods and budgets could be read

    friend bool operator==(const RolloutFacts &, const RolloutFacts &) = default;
};

/// Wants `tracks` to be known; what else is missing leaves a gap.
[[nodiscard]] RolloutFacts rolloutFacts(const PreflightEvidence &evidence, const QString &component);

/// Where no node was seen: what one takes at best, as a rule, and by the time limits of the operator.
[[nodiscard]] NodeTimes assumedTimes(const DriverPolicy &policy);

/// With the draft's changes to the policy; wants one to be known.
[[nodiscard]] PlanInput planInput(const RolloutFacts &facts, const PolicyChanges &changes);

} // namespace chartroom
