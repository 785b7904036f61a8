// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/window_fit.h"

namespace chartroom {

WindowFit windowFit(const RolloutPlan &plan, std::chrono::milliseconds left)
{
    if (!plan.expected)
        return WindowFit::Never;
    if (plan.range && plan.range->earliest > left)
        return WindowFit::No;
    return plan.range && plan.range->latest && *plan.range->latest <= left ? WindowFit::Yes
                                                                           : WindowFit::Maybe;
}

} // namespace chartroom
