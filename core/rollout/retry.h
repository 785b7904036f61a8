// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

namespace chartroom {

/// Whether somebody has to ask a driver's operator to retry a node that failed. NVIDIA's continues by itself
/// only with a ready pod of the newest revision, and replaces no pod of a failed node (k8s-operator-libs
/// pkg/upgrade/common_manager.go ProcessUpgradeFailedNodes, isDriverPodInSync); AMD's waits for the label
/// (ROCm/gpu-operator internal/controllers/upgrademgr.go HandleNodeUpgrade).
enum class Retry {
    ByItself,
    Later, ///< by the label, once what blocks the node is gone
    Now,   ///< by the label: nothing that can be seen blocks the node
};
/// Words of the headless contract, for the kind of a note.
inline constexpr char retryLaterNote[] = "retryLabel";
inline constexpr char retryNowNote[] = "retryLabelNow";
[[nodiscard]] Retry retryOf(const NodeTrack &track); ///< as its notes say

/// The label that asks for another try, "key=upgrade-required" (NVIDIA/cloud-native-docs
/// gpu-operator/gpu-driver-upgrades.rst; ROCm/gpu-operator upgrademgr.go driverUpgradeStateLabelKey); "" for
/// a component without such a label.
[[nodiscard]] QString retryLabel(const QString &component);
/// The command that sets those of the components on these nodes; "" as above.
[[nodiscard]] QString retryCommand(const QStringList &components, const QStringList &nodes);

} // namespace chartroom
