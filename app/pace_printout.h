// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/rollout/pace.h"

namespace chartroom {

/// {component, start, startKnown (false: then or earlier), end, open, nodes, done, contradicted and verifying
/// (of those done), moving, waiting, blocked, held, notKnown, skipped, slots, slotsInUse (by nodes in
/// progress), unavailable (nodes that are cordoned, about to be, or not ready, as the operator counts them),
/// unavailableNotInProgress (of those without a slot, which `slots` is reduced by), maxUnavailable (nodes),
/// nodesPerHour, node: TIME, steps: [{step,
/// ...TIME}]} where TIME is {samples, median, lowerQuartile, upperQuartile}. Times of day are RFC 3339 in
/// UTC, durations seconds, what is not known is null.
[[nodiscard]] Value paceValue(const Pace &pace);
/// {component, earliest, latest, without: [node], samples, rough, reason}; null where it cannot be told.
[[nodiscard]] Value etaValue(const Pace &pace);
/// [{step, label, start, startKnown, end}], oldest first; `end` of the present one is null.
[[nodiscard]] Value historyValue(const NodeHistory &history);

/// Both in one line: counts, speed, and between when and when the end lies, or why that cannot be told.
[[nodiscard]] QString paceLine(const Pace &pace);

} // namespace chartroom
