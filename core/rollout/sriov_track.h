// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_notes.h"
#include "core/rollout/rollout_evidence.h"
#include "core/rollout/sriov_node_state.h"
#include "core/rollout/sriov_pool.h"
#include "core/rollout/track.h"

namespace chartroom {

/// What counts for all nodes that the SR-IOV operator drains beside each other.
struct SriovFleet
{
    KnownLists known;
    SriovPoolChoice pool;
    int nodes = 0;     ///< of the pool, with a state or without
    QStringList taken; ///< nodes that the operator drains or has drained; sorted
    QList<DisruptionBudget> budgets;
    QString gone = {}; ///< why its operator drains and uncordons none; "" while it runs

    /// Nodes that may be drained at a time; nothing: nobody tells, or there is no limit. A percentage is
    /// rounded down (SRIOV api/v1/helper.go MaxUnavailable).
    [[nodiscard]] std::optional<int> atOnce() const
    {
        return pool.limit ? scaledLimit(*pool.limit, nodes, Rounding::Down) : std::nullopt;
    }
    [[nodiscard]] bool isUnlimited() const { return pool.limit && pool.limit->isEmpty(); }
    /// Why none is drained; "" when they are.
    [[nodiscard]] QString standstill() const;
};

/// Where the state's words put the node. The operator drains once the daemon asks for it; the daemon sets the
/// functions; the operator gives the node back.
[[nodiscard]] RolloutStep sriovStep(const SriovNodeState &state, bool isCordoned);
/// The raw words: syncStatus, and while a drain is on what is desired and what is.
[[nodiscard]] QString sriovLabel(const SriovNodeState &state);

/// Pure.
[[nodiscard]] NodeTrack sriovTrack(const NodeEvidence &evidence, const SriovNodeState &state,
                                   const SriovFleet &fleet);

} // namespace chartroom
