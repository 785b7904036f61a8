// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/rollout_facts.h"
#include "core/words/window_plan.h"

#include <QStringList>

namespace chartroom {

/// A namespace whose pods lose GPUs on the way.
struct PlannedTenant
{
    QString namespaceName; ///< raw
    QDateTime from;        ///< UTC: its first node is taken
    int nodes = 0;
    GpuAmount gpus; ///< on all of them, one after another
};

/// A rollout that is planned, against its window and floor: as moments, and in words. Text is safe to show.
struct PlannedWindow
{
    RolloutPlan plan;
    GpuMinimum gpus;    ///< of the whole rollout
    int gpusTotal = 0;  ///< RolloutFacts::gpusTotal
    WindowPlan window;  ///< what it is held against
    QDateTime start;    ///< UTC: the window's, or now
    QDateTime earliest; ///< if blocked nodes are unblocked in time
    QDateTime expected; ///< invalid: it stops before the last node, as it does where one is blocked
    QDateTime latest;   ///< invalid: unknown, or it stops
    /// Begun later, it may end after the window; invalid where there is no window or no latest end.
    QDateTime lastSafeStart;
    int waiting = 0;              ///< nodes that are held back until a person lets them follow: not in `plan`
    int atOnce = 0;               ///< nodes at a time: of those that wait where there are any
    int maxParallel = 0;          ///< maxParallelUpgrades that it goes by; 0: no limit
    QList<PlannedTenant> tenants; ///< in the order in which they are hit
    bool keepsFloor = true;
    bool isFloorUnknown = false; ///< too few GPUs, and parts of GPUs besides, which are no GPUs
    VisualState state = VisualState::Unknown;
    QString headline;        ///< how long it takes, and whether that fits
    QStringList lines;       ///< ends, last safe start, jobs, GPUs, tenants, held nodes
    QStringList assumptions; ///< what all of this rests on
};

/// Why no window can be planned of what a preflight found, a sentence; "" where one can.
[[nodiscard]] QString windowPlanGap(const NodeImpact &impact, const RolloutFacts *facts);

/// The same of what a cluster shows.
[[nodiscard]] QString windowPlanGap(const RolloutFacts &facts);

/// What it does to nodes, by the terms that they go by where these are known.
[[nodiscard]] QString nodeEffectText(const NodeImpact &impact, const std::optional<DriverPolicy> &policy);

/// Pure; as quick as planRollout(). Wants termsWith() the changes to be known.
[[nodiscard]] PlannedWindow plannedWindow(const RolloutFacts &facts, const PolicyChanges &changes,
                                          const std::optional<UpgradeWindow> &window, int gpuFloor,
                                          const QDateTime &now);

} // namespace chartroom
