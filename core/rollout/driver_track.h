// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_fleet.h"
#include "core/rollout/track.h"

#include <chrono>

namespace chartroom {

/// What is known of one node at one moment.
struct NodeEvidence
{
    const Node *node = nullptr; ///< never null
    QList<const Pod *> pods;    ///< that run on it
    QDateTime now;              ///< UTC
    QDateTime since;            ///< when the label took its value; invalid while that was not seen
    /// The operator found the node cordoned when it came, and leaves it so. Its annotation says that while
    /// the rollout runs; afterwards only who saw it knows.
    bool wasCordonedBefore = false;
    /// How long nodes of this rollout took for the same step, if any did.
    std::optional<std::chrono::milliseconds> usual;
    std::optional<RolloutStep> stepBefore = {}; ///< the last one that was not Failed before the present one
    QDateTime healed = {}; ///< when a failure went without anybody asking for another try; invalid: none did
};

/// Where the node is in a rollout of the GPU or InfiniBand driver that NVIDIA's upgrade library leads: the
/// label tells the step; pods, revisions, cordon, devices and labels of others confirm or contradict it.
/// Pure.
[[nodiscard]] NodeTrack driverTrack(const NodeEvidence &evidence, const DriverFleet &fleet);

} // namespace chartroom
