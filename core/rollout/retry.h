// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"
#include "core/rollout/track.h"
#include "core/signatures/statement.h"

namespace chartroom {

[[nodiscard]] bool isRetryNote(const TrackNote &note);
/// By the track's notes; without a note, what the operator does on its own.
[[nodiscard]] Retry retryOf(const NodeTrack &track);
/// What another rollout than the component's does on the node, "gpu: driverRestart"; "" for nothing. One that
/// failed does nothing.
[[nodiscard]] QString workOfOthers(const QString &component, const Node &node);

/// The label that asks for another try, "key=upgrade-required" (NVIDIA/cloud-native-docs
/// gpu-operator/gpu-driver-upgrades.rst; ROCm/gpu-operator upgrademgr.go driverUpgradeStateLabelKey); "" for
/// a component without such a label.
[[nodiscard]] QString retryLabel(const QString &component);
/// The command that sets those of the components on these nodes; "" as above.
[[nodiscard]] QString retryCommand(const QStringList &components, const QStringList &nodes);
/// What a RetryLabel note says of a node that failed and whose cause stands.
[[nodiscard]] QString laterRetryText(const QString &component, const QString &node);

} // namespace chartroom
