// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_pods.h"

#include <QHash>
#include <QSet>

namespace chartroom {

/// Which pods run on which node, and which revisions a DaemonSet's pods have, so that one change costs a look
/// at its own node and not at all pods of a large cluster. Shares the pods with their store.
class PodIndex
{
public:
    /// Takes one change over; adds to `touched` the names of the nodes that it touches.
    void update(const ObjectMap<Pod> &pods, const ObjectDelta &delta, QSet<QString> &touched);

    /// Valid until the next change.
    [[nodiscard]] NodePods on(const QString &node) const
    {
        const auto pods = m_pods.constFind(node);
        return NodePods(pods == m_pods.cend() ? nullptr : &*pods);
    }
    /// How many pods of that DaemonSet (namespace/name) are on nodes, by the hash of their revision.
    [[nodiscard]] QHash<QString, int> revisions(const QString &daemonSet) const
    {
        return m_revisions.value(daemonSet);
    }

private:
    struct Place
    {
        QString node;
        QString daemonSet; ///< "" for a pod of another controller
        QString revision;
    };
    void put(const QString &uid, const std::shared_ptr<const Pod> &pod, QSet<QString> &touched);
    void remove(const QString &uid, QSet<QString> &touched);

    QHash<QString, Place> m_places;                  ///< by the pod's uid
    QHash<QString, QList<PlacedPod>> m_pods;         ///< by node
    QHash<QString, QHash<QString, int>> m_revisions; ///< by DaemonSet
};

} // namespace chartroom
