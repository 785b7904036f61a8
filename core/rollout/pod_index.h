// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"

#include <QHash>
#include <QSet>

namespace chartroom {

/// Which pods run on which node, and which revisions a DaemonSet's pods have, so that one change costs a look
/// at its own node and not at all pods of a large cluster. Keeps uids: pods stay where their store has them.
class PodIndex
{
public:
    /// Takes one change over; returns the names of the nodes it touches.
    QStringList update(const ObjectMap<Pod> &pods, const ObjectDelta &delta);

    [[nodiscard]] QList<const Pod *> on(const QString &node, const ObjectMap<Pod> &pods) const;
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
    void remove(const QString &uid, QSet<QString> &touched);

    QHash<QString, Place> m_places;                  ///< by the pod's uid
    QHash<QString, QStringList> m_pods;              ///< uids, by node
    QHash<QString, QHash<QString, int>> m_revisions; ///< by DaemonSet
};

} // namespace chartroom
