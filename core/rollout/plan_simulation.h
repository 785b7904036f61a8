// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/forecast.h"
#include "core/rollout/operator_limits.h"

#include <QString>

namespace chartroom {

/// A node that a rollout is yet to go through.
struct PlannedNode
{
    QString name;
    int gpus = 0;            ///< that pods can be given now
    bool isCordoned = false; ///< already, and so afterwards
    bool isReady = true;
    QString hold; ///< why it would not get through as things are, a sentence; "" when nothing is known
    /// In the rollout before, which makes it one of those in progress (k8s-operator-libs
    /// pkg/upgrade/common_manager.go GetUpgradesInProgress).
    bool hasFailed = false;
    /// Not started by itself, so that it holds no slot: it failed, and counts as away all the same, or it is
    /// one of AMD's that is cordoned or not ready, which does not (ROCm/gpu-operator
    /// internal/controllers/upgrademgr.go isNodeReadyForUpgrade, isUpgradePolicyViolated).
    bool isLeftAlone = false;

    [[nodiscard]] bool isAway() const { return isLeftAlone ? hasFailed : isCordoned || !isReady; }
    /// It has a slot from the start, and does not give it back as things are.
    [[nodiscard]] bool keepsSlot() const
    {
        return !hold.isEmpty() && (isCordoned || hasFailed) && !isLeftAlone;
    }
    /// A slot that comes free may go to it.
    [[nodiscard]] bool isStarted() const { return !keepsSlot() && !isLeftAlone; }
    friend bool operator==(const PlannedNode &, const PlannedNode &) = default;
};

/// How long one node takes from its slot to done.
struct NodeTimes
{
    using Milliseconds = std::chrono::milliseconds;

    QList<Milliseconds> seen; ///< of nodes that went through before; without any the three below count
    Milliseconds least{0};
    Milliseconds expected{0};
    Milliseconds most{0};
    Milliseconds changeover{0};        ///< that a slot which came free waits for its next node
    Milliseconds beat{controllerBeat}; ///< that it may wait at most, where that was not seen
    /// Which a node's jobs may take besides; nothing: for ever.
    std::optional<Milliseconds> jobs = Milliseconds(0);
};

struct PlanInput
{
    QList<PlannedNode> nodes;
    int gpusElsewhere = 0; ///< on nodes that are not gone through
    int maxParallel = 1;   ///< 0: no limit
    std::optional<int> maxUnavailable;
    int awayElsewhere = 0; ///< nodes that are not gone through, and count against it all the same
    NodeTimes times;
    /// Nodes may be one more for a moment, see gpusWithOneMore().
    bool mayStartOneMore = true;
    /// A blocked node fails after so long, and gives its slot back: it still counts as away. Nothing: it
    /// keeps it.
    std::optional<std::chrono::milliseconds> failsAfter;

    /// Cordoned or not ready already.
    [[nodiscard]] int away() const;
    [[nodiscard]] int slotsKept() const; ///< by nodes that keep theirs
    [[nodiscard]] int leftAlone() const;
};

/// The nodes from one moment on.
struct PlanPoint
{
    std::chrono::milliseconds at{0};
    int done = 0;
    int moving = 0;
    int held = 0;
    int gpus = 0; ///< that pods can be given

    friend bool operator==(const PlanPoint &, const PlanPoint &) = default;
};

/// A node gets its slot.
struct NodeTurn
{
    qsizetype node = 0; ///< of PlanInput::nodes
    std::chrono::milliseconds at{0};
};

/// How a rollout would go, from its start.
struct RolloutPlan
{
    QList<PlanPoint> course; ///< as expected; the first point is the start
    QList<NodeTurn> turns;   ///< as expected, in the order in which the nodes go
    int atOnce = 0;          ///< slotsOf()
    int gpusNow = 0;
    QStringList held; ///< nodes that do not get through as things are, and keep the slots that they have
    int left = 0;     ///< nodes that never get a slot
    /// The last node that is not held is through; nothing: it stops before.
    std::optional<std::chrono::milliseconds> expected;
    /// At the earliest, with the held nodes freed in time and no job waited for; at the latest as things are.
    /// Nothing when no node starts.
    std::optional<ForecastRange> range;
    std::optional<std::chrono::milliseconds> latestWithoutJobs; ///< the latest end if no job were waited for
};

/// Pure; the same input gives the same plan. Slots are given as k8s-operator-libs does (pkg/upgrade/
/// common_manager.go GetUpgradesAvailable, upgrade_inplace.go ProcessUpgradeRequiredNodes): at most
/// maxParallel under way, no more than maxUnavailable away, whatever took them away; a node that is cordoned
/// already waits for no slot. Some ten milliseconds with thousands of nodes.
[[nodiscard]] RolloutPlan planRollout(const PlanInput &input);

/// Nodes that may be under way besides those that are away already or keep a slot.
[[nodiscard]] int slotsOf(const PlanInput &input);

/// GPUs that pods can be given while so many nodes are away, those with most of them, beside those that keep
/// a slot or are left alone.
[[nodiscard]] int gpusWithAway(const PlanInput &input, int nodes);

} // namespace chartroom
