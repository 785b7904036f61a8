// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"
#include "core/rollout/driver_fleet.h"

#include <QHash>
#include <QSet>

namespace chartroom {

/// Which pods run on which node, kept up with a PodStore's changes.
class PodIndex
{
public:
    /// Takes one change over; returns the names of the nodes it touches.
    QStringList update(const QHash<QString, Pod> &pods, const ObjectDelta &delta);

    [[nodiscard]] QList<const Pod *> on(const QString &node, const QHash<QString, Pod> &pods) const;
    /// Nodes that a pod of the driver runs on.
    [[nodiscard]] QSet<QString> hosts(DriverKind kind) const;

private:
    struct Place
    {
        QString node;
        std::optional<DriverKind> driver;
    };
    void remove(const QString &uid, QSet<QString> &touched);

    QHash<QString, Place> m_places; ///< by the pod's uid
    QHash<QString, QSet<QString>> m_pods;
    QHash<DriverKind, QHash<QString, int>> m_hosts; ///< driver pods by node
};

} // namespace chartroom
