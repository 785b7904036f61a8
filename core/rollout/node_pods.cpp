// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_pods.h"

#include <algorithm>

namespace chartroom {

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

QList<const Pod *> NodePods::operands() const
{
    QList<const Pod *> found;
    if (!m_pods)
        return found;
    for (const PlacedPod &placed : *m_pods) {
        if (placed.isOperand)
            found << placed.pod.get();
    }
    return found;
}

bool NodePods::hasDriver(DriverKind kind) const
{
    return m_pods && std::any_of(m_pods->cbegin(), m_pods->cend(), [kind](const PlacedPod &placed) {
               return kind == DriverKind::Gpu ? placed.isGpuDriver : placed.isInfiniBandDriver;
           });
}

} // namespace chartroom
