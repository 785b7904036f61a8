// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace.h"

namespace chartroom {

struct StopTerms
{
    bool isOff = false;        ///< autoUpgrade is off already, or a DaemonSet OnDelete
    bool hasRequests = false;  ///< a maintenance operator was asked for nodes that it has not emptied yet
    QStringList switches = {}; ///< SlotPolicy::switches of the queues with nodes to go; none: unknown
};

/// Names the nodes that stay cordoned once autoUpgrade is off (Pace::leftCordoned); "" for none.
[[nodiscard]] QString leftCordonedText(const Pace &pace);

/// How to pause a rollout safely, and what continues nevertheless; "" while there is nothing to pause, or no
/// known way.
/// With autoUpgrade off both operators of NVIDIA take their state labels from all nodes and touch none any
/// more (NVIDIA/gpu-operator and Mellanox/network-operator controllers/upgrade_controller.go,
/// removeNodeUpgradeStateLabels) and nothing else: nobody uncordons what they cordoned. On again, the library
/// takes such a node for one that was cordoned before, or calls it done, and leaves it cordoned
/// (k8s-operator-libs pkg/upgrade/common_manager.go ProcessDoneOrUnknownNodes). Each NicNodePolicy stops its
/// own nodes alone, and with one the Network Operator takes back its NodeMaintenances
/// (controllers/upgrade_controller.go cleanupNodePolicyUpgradeResources@v26.4.1, since v25.7.0 those of the
/// NicClusterPolicy too).
[[nodiscard]] QString safeStop(const Pace &pace, StopTerms terms);

} // namespace chartroom
