// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_proxy.h"

#include "core/screens/addons/release_sort_key.h"

namespace chartroom {

ReleaseProxy::ReleaseProxy(ReleaseModel *source, QObject *parent)
    : TableProxy(source, int(ReleaseColumn::Name), parent)
    , m_source(source)
{
    begin();
}

QModelIndex ReleaseProxy::indexOf(const ReleaseKey &key, ReleaseColumn column) const
{
    return indexOfRow(m_source->rowOf(key), int(column));
}

void ReleaseProxy::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping)
        return;
    m_grouping = grouping;
    regroup(grouping != Grouping::None);
}

RowKey ReleaseProxy::rowKey(int sourceRow, int sortedBy) const
{
    return releaseSortKey(*m_source, sourceRow, ReleaseColumn(std::max(0, sortedBy)));
}

std::pair<QString, QString> ReleaseProxy::groupOf(int sourceRow) const
{
    const ReleaseRow &row = m_source->row(sourceRow);
    if (m_grouping == Grouping::Namespace)
        return {row.namespaceName, row.namespaceName};
    if (row.isPending())
        return {QStringLiteral("9"), tr("Owner still unknown")};
    const QModelIndex owner = m_source->index(sourceRow, int(ReleaseColumn::Owner));
    return {QString::number(int(row.owner)), owner.data().toString()};
}

int ReleaseProxy::compareTied(int a, int b) const
{
    const ReleaseRow &r = m_source->row(a);
    const ReleaseRow &s = m_source->row(b);
    if (const int order = QString::compare(r.name, s.name); order != 0)
        return order;
    if (const int order = QString::compare(r.namespaceName, s.namespaceName); order != 0)
        return order;
    return int(r.key.storage) - int(s.key.storage);
}

QString ReleaseProxy::headingText(const RowGroup &group) const
{
    return tr("%1, %n release(s)", "group", group.size).arg(group.title);
}

} // namespace chartroom
