// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/label_map.h"

#include <QString>

namespace chartroom {

class LenientJson;

/// What a ClusterPolicy says of whole parts of the GPU Operator's stack: off, or for virtual machines.
struct GpuSwitches
{
    QString policy; ///< its name; "" while no ClusterPolicy is known
    bool hasDevicePlugin = true;
    bool isSandboxed = false; ///< sandboxWorkloads.enabled: a node may serve virtual machines
    QString defaultWorkload;  ///< of nodes without a label of their own; "" for container

    [[nodiscard]] static GpuSwitches read(const LenientJson &spec, const QString &name);

    friend bool operator==(const GpuSwitches &, const GpuSwitches &) = default;
};

/// The label by which a node has no card for the network driver, as KEY=VALUE; "" where nothing says so: its
/// DaemonSets select the label's true (Mellanox/network-operator manifests/state-ofed-driver).
[[nodiscard]] QString cardSwitch(const LabelMap &labels);
/// Those labels of a node that such a switch may be among.
[[nodiscard]] LabelMap switchLabels(const LabelMap &labels);
/// The switch that takes the GPU driver of a node with these labels out of the operator's hands, as
/// KEY=VALUE; "" where the operator manages it. A pause of k8s-driver-manager or mig-manager is none.
[[nodiscard]] QString driverSwitch(const LabelMap &labels, const GpuSwitches &switches);
/// The switch by which a node offers no GPUs to pods on purpose, as KEY=VALUE; "" without one.
[[nodiscard]] QString deviceSwitch(const LabelMap &labels, const GpuSwitches &switches);
/// Whether the operator runs mig-manager (`kind` is mig) or vgpu-device-manager (vgpu) on the node. Where it
/// does not, what such a manager wrote is left over.
[[nodiscard]] bool hasPartitionManager(const LabelMap &labels, const GpuSwitches &switches,
                                       const QString &kind);

} // namespace chartroom
