// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/rollout_history.h"

namespace chartroom {

class LenientJson;

/// When an Event (core/v1) was seen last: the old recorder fills the timestamps, the new one the other
/// fields.
[[nodiscard]] QDateTime lastSeen(const LenientJson &event);

/// What an Event of an operator's upgrade controller tells about one node's labels.
struct UpgradeEvent
{
    TrackKey key;
    QList<ToldLabel> labels; ///< one or two; without a label for what tells of none, which is counted
};

/// Of the reasons GPUDriverUpgrade and OFEDDriverUpgrade, "Successfully updated node state label to X"
/// (NVIDIA/k8s-operator-libs pkg/upgrade/node_upgrade_state_provider.go), or that it found the node cordoned
/// ("Successfully updated node annotation to ..."); nothing for any other reason. Of repeats that the
/// operator folded only the times are told that are certain: the last one, and the first where there are no
/// more than two. An Event lives for an hour, and folding loses some: a tenth message within ten minutes
/// overwrites the one before (kubernetes/client-go tools/record/events_cache.go EventAggregate).
[[nodiscard]] std::optional<UpgradeEvent> readUpgradeEvent(const KubeObject &event);

} // namespace chartroom
