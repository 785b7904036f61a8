// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"
#include "core/rollout/driver_keys.h"

#include <QList>

#include <memory>

namespace chartroom {

/// What a pod is to the rollout of a driver: the driver itself, or one of those that show how far it is.
enum class PodRole { None, GpuDriver, InfiniBandDriver, Toolkit, Validator, DevicePlugin, RdmaPlugin };
[[nodiscard]] PodRole driverRole(DriverKind kind);
/// A driver's pod has the label app.kubernetes.io/component=nvidia-driver or app=nvidia-driver-daemonset
/// (with a suffix on OpenShift), or nvidia.com/ofed-driver or app=mofed-...; the others go by their app too
/// (the operators' manifests).
[[nodiscard]] PodRole roleOf(const Pod &pod);

/// A pod on a node, and what it is, read once.
struct PlacedPod
{
    std::shared_ptr<const Pod> pod;
    PodRole role = PodRole::None;
};

/// The pods of one node, also those of DaemonSets that no scheduler has bound to it yet. A node at rest is
/// told by a few of them, and most are at rest: pods are looked at when they are asked for. Valid until the
/// pods change.
class NodePods
{
public:
    NodePods() = default;
    /// Borrows the list; null for a node without any.
    explicit NodePods(const QList<PlacedPod> *pods)
        : m_pods(pods)
    {}

    [[nodiscard]] QList<const Pod *> all() const;
    /// The one of that role, see prefer(); null where there is none. The others are not looked at.
    [[nodiscard]] const Pod *find(PodRole role) const;
    /// All of that role but one.
    [[nodiscard]] QList<const Pod *> others(PodRole role, const Pod *one) const;
    /// Whether a pod of that driver is on the node; no pod is looked at.
    [[nodiscard]] bool hasDriver(DriverKind kind) const;

private:
    const QList<PlacedPod> *m_pods = nullptr;
};

} // namespace chartroom
