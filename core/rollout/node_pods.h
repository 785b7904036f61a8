// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pod_index.h"

namespace chartroom {

/// The pods of one node, found when they are asked for: with thousands of nodes most of the time goes into
/// that, and a node at rest is told by its operands. Valid until the pods change.
class NodePods
{
public:
    NodePods() = default;
    /// Borrows both.
    NodePods(QString node, const PodIndex *index, const ObjectMap<Pod> *pods)
        : m_node(std::move(node))
        , m_index(index)
        , m_pods(pods)
    {}

    [[nodiscard]] bool hasDriver(DriverKind kind) const
    {
        return m_index && m_index->hasDriver(m_node, kind);
    }
    /// See isDriverOperand().
    [[nodiscard]] QList<const Pod *> operands() const
    {
        return m_index ? m_index->operandsOn(m_node, *m_pods) : QList<const Pod *>();
    }
    [[nodiscard]] QList<const Pod *> all() const
    {
        return m_index ? m_index->on(m_node, *m_pods) : QList<const Pod *>();
    }

private:
    QString m_node;
    const PodIndex *m_index = nullptr;
    const ObjectMap<Pod> *m_pods = nullptr;
};

} // namespace chartroom
