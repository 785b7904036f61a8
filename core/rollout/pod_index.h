// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"
#include "core/rollout/driver_keys.h"

#include <QHash>
#include <QSet>

namespace chartroom {

/// Which pods run on which node, and which revisions a DaemonSet's pods have, so that one change costs a look
/// at its own node and not at all pods of a large cluster. Keeps uids: pods stay where their store has them.
class PodIndex
{
public:
    /// Takes one change over; adds to `touched` the names of the nodes that it touches.
    void update(const ObjectMap<Pod> &pods, const ObjectDelta &delta, QSet<QString> &touched);

    [[nodiscard]] QList<const Pod *> on(const QString &node, const ObjectMap<Pod> &pods) const;
    /// Those of them that a driver's rollout goes by (isDriverOperand()), in the same order.
    [[nodiscard]] QList<const Pod *> operandsOn(const QString &node, const ObjectMap<Pod> &pods) const;
    /// Whether a pod of that driver is on the node; no pod is looked at.
    [[nodiscard]] bool hasDriver(const QString &node, DriverKind kind) const;
    /// How many pods of that DaemonSet (namespace/name) are on nodes, by the hash of their revision.
    [[nodiscard]] QHash<QString, int> revisions(const QString &daemonSet) const
    {
        return m_revisions.value(daemonSet);
    }

private:
    /// What a pod is, read once.
    struct Role
    {
        bool isOperand = false;
        bool isGpuDriver = false;
        bool isInfiniBandDriver = false;
        friend bool operator==(const Role &, const Role &) = default;
    };
    struct Member
    {
        QString uid;
        Role role;
    };
    struct Place
    {
        QString node;
        Role role;
        QString daemonSet; ///< "" for a pod of another controller
        QString revision;
    };
    [[nodiscard]] static Role roleOf(const Pod &pod);
    void put(const QString &uid, const Pod &pod, QSet<QString> &touched);
    void remove(const QString &uid, QSet<QString> &touched);
    void setRole(const QString &uid, Place &place, const Role &role);

    QHash<QString, Place> m_places;                  ///< by the pod's uid
    QHash<QString, QList<Member>> m_pods;            ///< by node
    QHash<QString, QHash<QString, int>> m_revisions; ///< by DaemonSet
};

} // namespace chartroom
