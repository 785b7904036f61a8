// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is shown, and how its change is told.
#include "core/screens/tables/row_difference.h"
#include "core/screens/tables/table_proxy.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

/// More runs than this are told as one layout change.
constexpr int maxRuns = 64;

} // namespace

QList<int> TableProxy::wantedItems()
{
    QList<int> items;
    items.reserve(m_order.size());
    if (!m_isGrouped) {
        for (const int row : std::as_const(m_order))
            if (m_keys[row].matches)
                items.append(row);
        return items;
    }
    QList<QList<int>> members(m_groups.count());
    for (const int row : std::as_const(m_order))
        if (m_keys[row].matches)
            members[m_keys[row].group].append(row);
    const QList<int> groups = m_groups.inOrder();
    for (const int g : groups) {
        m_groups[g].size = int(members[g].size());
        if (members[g].isEmpty())
            continue;
        items.append(~g);
        if (!m_groups[g].closed)
            items.append(members[g]);
    }
    return items;
}

void TableProxy::commit()
{
    const QList<int> sizes = m_groups.sizes();
    const QList<int> next = wantedItems();
    if (next != m_items) {
        QList<int> nextRow(m_keys.size() + m_groups.count(), -1);
        for (int i = 0; i < next.size(); ++i)
            nextRow[slot(next[i])] = i;
        if (!tellDifference(next, nextRow))
            tellLayout(next, nextRow);
        m_rowOf = nextRow.first(m_keys.size());
    }
    for (int i = 0; i < m_items.size(); ++i) {
        const int item = m_items[i];
        if (item < 0 && m_groups[~item].size != sizes.value(~item))
            Q_EMIT dataChanged(index(i, 0), index(i, columnCount() - 1));
    }
}

void TableProxy::tellRows(const QList<int> &sourceRows, int firstColumn, int lastColumn,
                          const QList<int> &roles)
{
    QList<int> shown;
    for (const int row : sourceRows)
        if (m_rowOf[row] >= 0)
            shown.append(m_rowOf[row]);
    std::sort(shown.begin(), shown.end());
    for (const auto &[first, last] : rowRuns(shown))
        Q_EMIT dataChanged(index(first, firstColumn), index(last, lastColumn), roles);
}

bool TableProxy::tellDifference(const QList<int> &next, const QList<int> &nextRow)
{
    QList<int> targets;
    targets.reserve(m_items.size());
    for (const int item : std::as_const(m_items))
        targets.append(nextRow[slot(item)]);
    const RowDifference difference = rowDifference(targets, int(next.size()));
    if (difference.reordered || difference.removals.size() + difference.inserts.size() > maxRuns)
        return false;
    for (auto run = difference.removals.crbegin(); run != difference.removals.crend(); ++run) {
        beginRemoveRows({}, run->first, run->second);
        m_items.remove(run->first, run->second - run->first + 1);
        endRemoveRows();
    }
    for (const auto &[first, last] : difference.inserts) {
        beginInsertRows({}, first, last);
        m_items = m_items.first(first) + next.mid(first, last - first + 1) + m_items.mid(first);
        endInsertRows();
    }
    return true;
}

void TableProxy::tellLayout(const QList<int> &next, const QList<int> &nextRow)
{
    // The sort hint keeps column widths: without it a header follows row 0, which may be gone.
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex &old : before) {
        const int row = nextRow[slot(m_items[old.row()])];
        after.append(row < 0 ? QModelIndex() : createIndex(row, old.column()));
    }
    m_items = next;
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace chartroom
