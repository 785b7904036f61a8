// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"

#include <QHash>

namespace chartroom {

/// The names of the nodes, by which pods and operators speak of them, and the uids, by which their store
/// keeps them. A node made anew under its name has a uid of its own, and may be told of before the old one is
/// gone.
class NodeIndex
{
public:
    /// Whether the node is new.
    bool add(const Node &node);
    /// The name that the node had; "" for one that is not known.
    QString remove(const QString &uid);

    [[nodiscard]] QList<QString> names() const { return m_uids.keys(); }
    [[nodiscard]] const Node *find(const QString &name, const ObjectMap<Node> &nodes) const;

private:
    QHash<QString, QString> m_names; ///< by uid
    QHash<QString, QString> m_uids;  ///< by name
};

} // namespace chartroom
