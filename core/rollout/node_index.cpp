// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_index.h"

namespace chartroom {

bool NodeIndex::put(const std::shared_ptr<const Node> &node)
{
    m_nodes.insert(node->name, node);
    const auto known = m_names.constFind(node->uid);
    if (known != m_names.cend() && *known == node->name)
        return false;
    const bool isNew = known == m_names.cend();
    m_names.insert(node->uid, node->name);
    return isNew;
}

QString NodeIndex::remove(const QString &uid)
{
    const QString name = m_names.take(uid);
    if (const auto node = m_nodes.constFind(name); node != m_nodes.cend() && (*node)->uid == uid)
        m_nodes.erase(node);
    return name;
}

} // namespace chartroom
