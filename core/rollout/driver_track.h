// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_fleet.h"
#include "core/rollout/track.h"

namespace chartroom {

/// Where the node is in a rollout of the GPU or InfiniBand driver that NVIDIA's upgrade library leads: the
/// label tells the step; pods, revisions, cordon, devices and labels of others confirm or contradict it.
/// Pure.
[[nodiscard]] NodeTrack driverTrack(const NodeEvidence &evidence, const DriverFleet &fleet);

} // namespace chartroom
