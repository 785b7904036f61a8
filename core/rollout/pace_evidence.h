// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace.h"
#include "core/rollout/rollout_history.h"
#include "core/rollout/track_table.h"

namespace chartroom {

/// What the paces of all components rest on at one moment. A value that shares what it holds: cheap to make,
/// and gone through on the pool.
struct PaceEvidence
{
    SharedTracks tracks;
    RolloutHistory histories;
    QHash<QString, SlotPolicies> policies; ///< by component
    QDateTime now;                         ///< UTC
    OutageLog outages;                     ///< of the operators and of autoUpgrade
};
/// Of each component that has tracks, by component. Pure; some milliseconds with thousands of nodes: for the
/// pool.
[[nodiscard]] QList<PaceInput> paceInputs(const PaceEvidence &evidence);

/// The same, and the pace of each.
[[nodiscard]] QList<Pace> pacesOf(const PaceEvidence &evidence);

[[nodiscard]] PaceNode paceNode(const NodeTrack &track, const NodeHistory &history);

} // namespace chartroom
