// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/device_config.h"
#include "core/rollout/rollout_evidence.h"
#include "core/rollout/track.h"

namespace chartroom {

/// One DeviceConfig, and which of its nodes use up its limits.
struct AmdFleet
{
    KnownLists known;
    DeviceConfig config;
    QStringList taken;  ///< nodes whose upgrade is under way; sorted
    QStringList failed; ///< those where it failed; sorted
    QList<DisruptionBudget> budgets;
    QString gone = {};         ///< why its operator takes none on; "" while it runs
    QDateTime firstStart = {}; ///< as DeviceConfig::firstStart()
};

/// Whether new pods are kept off the node, by its operator's taint or by a cordon.
[[nodiscard]] inline bool isCordonedForAmd(const Node &node)
{
    return node.unschedulable || node.isTaintedByAmd();
}

/// Of a node that the DeviceConfig tells something about. Pure.
[[nodiscard]] NodeTrack amdTrack(const NodeEvidence &evidence, const AmdFleet &fleet);
/// The operator left its taint or its label on the node.
[[nodiscard]] bool hasAmdLeftovers(const Node &node);
/// Of a node with leftovers where there is no DeviceConfig, so no operator manages it. Pure.
[[nodiscard]] NodeTrack amdLeftoverTrack(const NodeEvidence &evidence);

} // namespace chartroom
