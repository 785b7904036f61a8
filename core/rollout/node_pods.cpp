// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_pods.h"

#include "core/rollout/node_notes.h"

#include <algorithm>

namespace chartroom {

PodRole driverRole(DriverKind kind)
{
    return kind == DriverKind::Gpu ? PodRole::GpuDriver : PodRole::InfiniBandDriver;
}

PodRole roleOf(const Pod &pod)
{
    const QString &app = pod.app;
    if (pod.component == u"nvidia-driver" || app.startsWith(u"nvidia-driver-daemonset"))
        return PodRole::GpuDriver;
    if (pod.hasOfedLabel || app.startsWith(u"mofed-"))
        return PodRole::InfiniBandDriver;
    if (app == u"nvidia-container-toolkit-daemonset")
        return PodRole::Toolkit;
    if (app == u"nvidia-operator-validator")
        return PodRole::Validator;
    if (app == u"nvidia-device-plugin-daemonset")
        return PodRole::DevicePlugin;
    return app.startsWith(u"rdma-shared-dp") ? PodRole::RdmaPlugin : PodRole::None;
}

QList<const Pod *> NodePods::all() const
{
    QList<const Pod *> found;
    if (!m_pods)
        return found;
    found.reserve(m_pods->size());
    for (const PlacedPod &placed : *m_pods)
        found << placed.pod.get();
    return found;
}

const Pod *NodePods::find(PodRole role) const
{
    const Pod *found = nullptr;
    if (!m_pods)
        return found;
    for (const PlacedPod &placed : *m_pods) {
        if (placed.role == role)
            prefer(found, placed.pod.get());
    }
    return found;
}

QList<const Pod *> NodePods::others(PodRole role, const Pod *one) const
{
    QList<const Pod *> found;
    if (!m_pods)
        return found;
    for (const PlacedPod &placed : *m_pods) {
        if (placed.role == role && placed.pod.get() != one)
            found << placed.pod.get();
    }
    return found;
}

bool NodePods::hasDriver(DriverKind kind) const
{
    return m_pods &&
           std::any_of(m_pods->cbegin(), m_pods->cend(),
                       [role = driverRole(kind)](const PlacedPod &placed) { return placed.role == role; });
}

} // namespace chartroom
