// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"
#include "core/rollout/driver_keys.h"

#include <QList>

#include <memory>

namespace chartroom {

/// A pod on a node, and what it is, read once.
struct PlacedPod
{
    std::shared_ptr<const Pod> pod;
    bool isOperand = false; ///< see isDriverOperand()
    bool isGpuDriver = false;
    bool isInfiniBandDriver = false;
};

/// The pods of one node. A node at rest is told by its operands, and most are at rest: pods are looked at
/// when they are asked for. Valid until the pods change.
class NodePods
{
public:
    NodePods() = default;
    /// Borrows the list; null for a node without any.
    explicit NodePods(const QList<PlacedPod> *pods)
        : m_pods(pods)
    {}

    [[nodiscard]] QList<const Pod *> all() const;
    /// Those of them that a driver's rollout goes by, in the same order.
    [[nodiscard]] QList<const Pod *> operands() const;
    /// Whether a pod of that driver is on the node; no pod is looked at.
    [[nodiscard]] bool hasDriver(DriverKind kind) const;

private:
    const QList<PlacedPod> *m_pods = nullptr;
};

} // namespace chartroom
