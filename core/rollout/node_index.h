// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"

#include <QHash>

#include <memory>

namespace chartroom {

/// The nodes by their names, by which pods and operators speak of them; their store keeps them by uid. A node
/// made anew under its name has a uid of its own, and may be told of before the old one is gone.
class NodeIndex
{
public:
    /// One that came or changed. Whether it is new.
    bool put(const std::shared_ptr<const Node> &node);
    /// The name that the node had; "" for one that is not known.
    QString remove(const QString &uid);

    [[nodiscard]] QList<QString> names() const { return m_nodes.keys(); }
    /// Null for one that is not known.
    [[nodiscard]] const Node *find(const QString &name) const
    {
        const auto node = m_nodes.constFind(name);
        return node == m_nodes.cend() ? nullptr : node->get();
    }

private:
    QHash<QString, QString> m_names;                     ///< by uid
    QHash<QString, std::shared_ptr<const Node>> m_nodes; ///< by name
};

} // namespace chartroom
