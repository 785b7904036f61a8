// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/upgrade/preflight_operation.h"
#include "core/words/window_plan_text.h"

namespace chartroom {

/// How the nodes would go through an upgrade, or why nobody can tell.
struct NodesPlan
{
    RolloutFacts facts;
    std::optional<PlannedWindow> planned;
    QString why; ///< where nothing is planned: a sentence
};

/// By what a preflight found; takes some ten milliseconds with thousands of nodes.
[[nodiscard]] NodesPlan nodesPlan(const PreflightReport &preflight, const UpgradeDraft &draft,
                                  const QDateTime &now);

/// For -o json and yaml: {why, component, nodes, atOnce, policy {kind, name, source (upgrade|cluster)},
/// start, earliestEnd, expectedEnd, latestEnd, lastSafeStart, window {start, end}, fits (yes|maybe|no),
/// gpusTotal, gpusNow, gpusAtStart, gpusAtLowest, gpusAtLowestWithOneMore, gpuFloor, keepsFloor, held[]
/// {node, text}, tenants[] {namespace, from, nodes, gpus, gpuParts}, withoutSlot, waiting, assumptions[]};
/// `why` is null where the others are not; `waiting` counts the nodes that a canary holds back, without which
/// the times are.
[[nodiscard]] Value windowPlanValue(const NodesPlan &plan);

/// For people.
[[nodiscard]] QString windowPlanText(const NodesPlan &plan, OutputFormat format);

} // namespace chartroom
