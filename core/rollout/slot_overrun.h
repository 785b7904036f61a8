// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/plan_simulation.h"

namespace chartroom {

/// GPUs that pods can be given while one node more is away than may be, those with most of them first.
/// NVIDIA's upgrade library does not count a node in the moment in which its new driver pod is not scheduled
/// yet, and may then begin another one, whatever the limits (k8s-operator-libs pkg/upgrade/upgrade_state.go
/// BuildState, common_manager.go GetUpgradesInProgress; seen with real API objects). A plan's course is
/// without that. `atOnce` is the plan's; where it is 0 no node is begun at all.
[[nodiscard]] int gpusWithOneMore(const PlanInput &input, int atOnce);

} // namespace chartroom
