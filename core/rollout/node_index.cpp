// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_index.h"

namespace chartroom {

bool NodeIndex::add(const Node &node)
{
    const auto known = m_names.constFind(node.uid);
    if (known != m_names.cend() && *known == node.name)
        return false;
    const bool isNew = known == m_names.cend();
    m_names.insert(node.uid, node.name);
    m_uids.insert(node.name, node.uid);
    return isNew;
}

QString NodeIndex::remove(const QString &uid)
{
    const QString name = m_names.take(uid);
    if (m_uids.value(name) == uid)
        m_uids.remove(name);
    return name;
}

const Node *NodeIndex::find(const QString &name, const ObjectMap<Node> &nodes) const
{
    const auto uid = m_uids.constFind(name);
    if (uid == m_uids.cend())
        return nullptr;
    const auto node = nodes.constFind(*uid);
    return node == nodes.cend() ? nullptr : &*node;
}

} // namespace chartroom
