// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_pods.h"

#include <QHash>
#include <QSet>

#include <vector>

namespace chartroom {

/// Which pods run on which node, and which revisions a DaemonSet's pods have, so that one change costs a look
/// at its own node and not at all pods of a large cluster. Shares the pods with their store.
class PodIndex
{
public:
    /// Takes the changes of a batch over; adds to `touched` the names of the nodes that they touch.
    void update(const std::vector<PodStore::Change> &changes, QSet<QString> &touched);
    /// The same for a pod that was there before; once more changes nothing.
    void put(std::shared_ptr<const Pod> pod, QSet<QString> &touched);

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
    void replace(const PodStore::Change &change, QSet<QString> &touched);
    void remove(const std::shared_ptr<const Pod> &pod, QSet<QString> &touched);
    void count(const Pod &pod, int more);

    QHash<QString, QList<PlacedPod>> m_pods;         ///< by node
    QHash<QString, QHash<QString, int>> m_revisions; ///< by DaemonSet
};

} // namespace chartroom
