// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace.h"

namespace chartroom {

/// How a rollout is stopped without harm, and what goes on all the same; "" while nothing is to stop, or
/// nobody knows a way. `hasRequests`: a maintenance operator was asked for nodes that it has not emptied yet.
/// With autoUpgrade off both operators of NVIDIA take their state labels from all nodes and touch none any
/// more (NVIDIA/gpu-operator and Mellanox/network-operator controllers/upgrade_controller.go,
/// removeNodeUpgradeStateLabels) and nothing else: nobody uncordons what they cordoned.
[[nodiscard]] QString safeStop(const Pace &pace, bool hasRequests);

} // namespace chartroom
