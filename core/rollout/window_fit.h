// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/plan_simulation.h"

namespace chartroom {

/// Whether a planned rollout is through in the time that is left.
enum class WindowFit {
    Never, ///< no node starts, or held nodes keep every slot: it stops before its end
    No,    ///< not even at its earliest
    Maybe, ///< at its earliest, and not at its latest
    Yes,   ///< also at its latest; nodes that are held are not counted
};

/// The one judgement that plan and preflight both tell. The plan is not to be without nodes.
[[nodiscard]] WindowFit windowFit(const RolloutPlan &plan, std::chrono::milliseconds left);

} // namespace chartroom
