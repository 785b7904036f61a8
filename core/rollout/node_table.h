// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"
#include "core/rollout/node_pods.h"
#include "core/rollout/node_queue.h"

#include <QHash>

#include <vector>

namespace chartroom {

/// The nodes of a cluster and the pods on each, so that one change costs a look at its own node and not at
/// all of a large cluster. Pods and operators speak of a node by its name; here each name has a number, which
/// it keeps as long as the table lives, also while there is no such node. Shares the objects with their
/// stores.
class NodeTable
{
public:
    /// Of that name, from now on.
    [[nodiscard]] int number(const QString &name);
    /// -1 for a name without one.
    [[nodiscard]] int find(const QString &name) const { return m_numbers.value(name, -1); }
    [[nodiscard]] const QString &name(int node) const { return m_nodes[size_t(node)].name; }
    /// Numbers given so far, from 0.
    [[nodiscard]] int size() const { return int(m_nodes.size()); }

    /// A node that came or changed. Whether it is new: one that is made anew under its name has a uid of its
    /// own, and may be told of before the old one is gone.
    bool put(const std::shared_ptr<const Node> &node, NodeQueue &touched);
    void remove(const Node &gone, NodeQueue &touched);
    /// Takes the changes of a batch over.
    void update(const std::vector<PodStore::Change> &changes, NodeQueue &touched);
    /// A pod that was there before; once more changes nothing.
    void put(std::shared_ptr<const Pod> pod, NodeQueue &touched);

    /// Null for -1, and where there is none at the moment.
    [[nodiscard]] const Node *node(int node) const
    {
        return node < 0 ? nullptr : m_nodes[size_t(node)].node.get();
    }
    /// None for -1. Valid until the next change.
    [[nodiscard]] NodePods pods(int node) const
    {
        return NodePods(node < 0 ? nullptr : &m_nodes[size_t(node)].pods);
    }
    /// How many pods of that DaemonSet (namespace/name) are on nodes, or made for them, by the hash of their
    /// revision.
    [[nodiscard]] QHash<QString, int> revisions(const QString &daemonSet) const;

private:
    struct Place
    {
        QString name;
        std::shared_ptr<const Node> node;
        QList<PlacedPod> pods;
    };

    void replace(const PodStore::Change &change, NodeQueue &touched);
    void remove(const std::shared_ptr<const Pod> &pod, NodeQueue &touched);
    void count(const Pod &pod, int more);

    std::vector<Place> m_nodes; ///< by number
    QHash<QString, int> m_numbers;
    /// By the DaemonSet's namespace and name.
    QHash<std::pair<QString, QString>, QHash<QString, int>> m_revisions;
};

} // namespace chartroom
