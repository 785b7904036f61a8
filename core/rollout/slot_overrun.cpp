// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/slot_overrun.h"

namespace chartroom {

int gpusWithOneMore(const PlanInput &input, int atOnce)
{
    return gpusWithAway(input, atOnce > 0 && input.mayStartOneMore ? atOnce + 1 : atOnce);
}

} // namespace chartroom
