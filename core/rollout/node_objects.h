// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"

#include <QHash>
#include <QSet>

namespace chartroom {

/// Which objects of a store are about which node, so that a node's are found without a look at the others.
template<typename T>
class NodeObjects
{
public:
    /// nodeOf(object) gives the node's name. Returns the names of the nodes that the change touches.
    template<typename NodeOf>
    QStringList update(const ObjectMap<T> &objects, const ObjectDelta &delta, NodeOf nodeOf)
    {
        QSet<QString> touched;
        for (const QStringList &uids : {delta.removed, delta.changed, delta.added}) {
            for (const QString &uid : uids) {
                if (const QString old = m_nodes.take(uid); !old.isEmpty()) {
                    touched << old;
                    m_uids[old].remove(uid);
                }
                const auto object = objects.constFind(uid);
                const QString node = object == objects.cend() ? QString() : nodeOf(*object);
                if (node.isEmpty())
                    continue;
                m_nodes.insert(uid, node);
                m_uids[node] << uid;
                touched << node;
            }
        }
        for (const QString &node : std::as_const(touched)) {
            if (m_uids.value(node).isEmpty())
                m_uids.remove(node);
        }
        return {touched.cbegin(), touched.cend()};
    }

    [[nodiscard]] QList<const T *> on(const QString &node, const ObjectMap<T> &objects) const
    {
        QList<const T *> found;
        const auto uids = m_uids.constFind(node);
        if (uids == m_uids.cend())
            return found;
        for (const QString &uid : *uids) {
            if (const auto object = objects.constFind(uid); object != objects.cend())
                found << &*object;
        }
        return found;
    }

private:
    QHash<QString, QString> m_nodes; ///< by uid
    QHash<QString, QSet<QString>> m_uids;
};

} // namespace chartroom
