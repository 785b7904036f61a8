// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tables/table_proxy.h"

#include "core/screens/tables/row_difference.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

/// More rows than this are merged in together rather than placed one by one.
constexpr int maxPlaced = 64;

} // namespace

TableProxy::TableProxy(QAbstractTableModel *source, int sortedBy, QObject *parent)
    : QAbstractTableModel(parent)
    , m_source(source)
    , m_sortedBy(sortedBy)
{
    connect(source, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onInserted(first, last); });
    connect(source, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { onAboutToBeRemoved(first, last); });
    connect(source, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) { onRemoved(first, last); });
    connect(source, &QAbstractItemModel::dataChanged, this, &TableProxy::onChanged);
}

void TableProxy::begin()
{
    if (m_source->rowCount() > 0)
        onInserted(0, m_source->rowCount() - 1);
}

int TableProxy::sourceRow(const QModelIndex &index) const
{
    return index.isValid() ? std::max(-1, m_items.value(index.row(), -1)) : -1;
}

QModelIndex TableProxy::sourceIndex(const QModelIndex &index) const
{
    return m_source->index(sourceRow(index), index.column());
}

QModelIndex TableProxy::indexOfRow(int sourceRow, int column) const
{
    const int row = m_rowOf.value(sourceRow, -1);
    return row < 0 ? QModelIndex() : index(row, column);
}

int TableProxy::matchCount() const
{
    return int(std::count_if(m_keys.cbegin(), m_keys.cend(), [](const Key &key) { return key.matches; }));
}

void TableProxy::setFilter(const QString &filter)
{
    const QStringList words = filter.toLower().split(u' ', Qt::SkipEmptyParts);
    const bool narrows = !m_filter.isEmpty() && filter.startsWith(m_filter);
    m_filter = filter;
    if (words == m_words)
        return;
    m_words = words;
    for (int row = 0; row < m_keys.size(); ++row) {
        Key &key = m_keys[row];
        if (!narrows || key.matches)
            key.matches = matches(row, key);
    }
    commit();
}

void TableProxy::regroup(bool isGrouped)
{
    // Headings of one grouping mean nothing in the next: take them out first.
    m_isGrouped = false;
    commit();
    m_isGrouped = isGrouped;
    m_groups.clear();
    for (int row = 0; row < m_keys.size(); ++row)
        m_keys[row].group = groupNumber(row);
    commit();
}

void TableProxy::toggleGroup(const QModelIndex &heading)
{
    const int item = heading.isValid() ? m_items.value(heading.row(), 0) : 0;
    if (item >= 0)
        return;
    m_groups[~item].closed = !m_groups[~item].closed;
    commit();
    Q_EMIT dataChanged(index(heading.row(), 0), index(heading.row(), columnCount() - 1));
}

void TableProxy::setOrderHeld(bool held)
{
    m_held = held;
    if (held || !m_orderStale)
        return;
    sortAll();
    commit();
}

void TableProxy::sort(int column, Qt::SortOrder order)
{
    if (column < -1 || column >= columnCount())
        return;
    m_sortedBy = column;
    m_sortOrder = order;
    for (int row = 0; row < m_keys.size(); ++row)
        m_keys[row] = makeKey(row);
    sortAll();
    commit();
}

int TableProxy::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_items.size());
}

int TableProxy::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_source->columnCount();
}

QVariant TableProxy::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int item = m_items[index.row()];
    if (item >= 0)
        return m_source->data(m_source->index(item, index.column()), role);
    const RowGroup &group = m_groups[~item];
    switch (role) {
    case GroupRole:
        return group.title;
    case GroupSizeRole:
        return group.size;
    case GroupClosedRole:
        return group.closed;
    case Qt::DisplayRole:
        return index.column() == 0 ? QVariant(group.title) : QVariant();
    case Qt::AccessibleTextRole:
        return index.column() == 0 ? QVariant(headingText(group)) : QVariant();
    default:
        return {};
    }
}

QVariant TableProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal ? m_source->headerData(section, orientation, role) : QVariant();
}

Qt::ItemFlags TableProxy::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags heading = Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return sourceRow(index) < 0 ? heading : heading | Qt::ItemIsSelectable;
}

void TableProxy::onInserted(int first, int last)
{
    QList<int> rows;
    for (int row = first; row <= last; ++row) {
        m_keys.append(makeKey(row));
        m_rowOf.append(-1);
        rows.append(row);
    }
    // A first load is no row that jumps: only few new ones among many wait at the end.
    if (m_held && rows.size() * 10 <= m_order.size()) {
        m_order.append(rows);
        m_orderStale = true;
    } else {
        place(rows);
    }
    commit();
}

void TableProxy::onAboutToBeRemoved(int first, int last)
{
    m_order.removeIf([=](int row) { return row >= first && row <= last; });
    commit();
}

void TableProxy::onRemoved(int first, int last)
{
    const int count = last - first + 1;
    m_keys.remove(first, count);
    m_rowOf.remove(first, count);
    for (int &row : m_order)
        row -= row > last ? count : 0;
    for (int &item : m_items)
        item -= item > last ? count : 0;
}

void TableProxy::onChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles)
{
    QList<int> rows;
    QList<int> moved;
    bool regrouped = false;
    const bool textOnly = roles == QList<int>{Qt::DisplayRole};
    for (int row = from.row(); row <= to.row(); ++row) {
        rows.append(row);
        if (textOnly)
            continue;
        Key key = makeKey(row);
        const Key &old = m_keys[row];
        if (key.text != old.text || key.number != old.number)
            moved.append(row);
        regrouped |= key.group != old.group || key.matches != old.matches;
        m_keys[row] = std::move(key);
    }
    m_moved.append(moved);
    m_isRegrouped |= regrouped;
    if (!m_isGathering)
        settle();
    tellRows(rows, from.column(), to.column(), roles);
}

void TableProxy::beginChanges()
{
    m_isGathering = true;
}

void TableProxy::endChanges()
{
    m_isGathering = false;
    settle();
}

void TableProxy::settle()
{
    const QList<int> moved = std::exchange(m_moved, {});
    const bool isRegrouped = std::exchange(m_isRegrouped, false);
    if (!moved.isEmpty() && m_held) {
        m_orderStale = true;
    } else if (!moved.isEmpty()) {
        std::vector<bool> isMoved(size_t(m_keys.size())); // some moved twice
        for (const int row : moved)
            isMoved[size_t(row)] = true;
        const auto staying = std::stable_partition(m_order.begin(), m_order.end(),
                                                   [&](int row) { return !isMoved[size_t(row)]; });
        QList<int> rows(staying, m_order.end());
        m_order.erase(staying, m_order.end());
        place(std::move(rows));
    }
    if (isRegrouped || (!moved.isEmpty() && !m_held))
        commit();
}

TableProxy::Key TableProxy::makeKey(int row)
{
    Key key{rowKey(row, m_sortedBy)};
    key.group = groupNumber(row);
    key.matches = matches(row, key);
    return key;
}

int TableProxy::groupNumber(int row)
{
    if (!m_isGrouped)
        return 0;
    const auto [rank, title] = groupOf(row);
    return m_groups.add(rank, title);
}

bool TableProxy::matches(int row, Key &key) const
{
    if (!m_words.isEmpty() && key.searched.isNull())
        key.searched = searched(row);
    return std::all_of(m_words.cbegin(), m_words.cend(),
                       [&](const QString &word) { return key.searched.contains(word); });
}

bool TableProxy::lessThan(int a, int b) const
{
    const Key &x = m_keys[a];
    const Key &y = m_keys[b];
    if (x.number != y.number)
        return (x.number < y.number) == (m_sortOrder == Qt::AscendingOrder);
    if (const int order = QString::compare(x.text, y.text); order != 0)
        return (order < 0) == (m_sortOrder == Qt::AscendingOrder);
    return compareTied(a, b) < 0;
}

void TableProxy::place(QList<int> rows)
{
    const auto less = [this](int a, int b) { return lessThan(a, b); };
    if (m_orderStale) { // nothing to merge into
        m_order.append(rows);
        sortAll();
        return;
    }
    if (rows.size() <= maxPlaced) {
        for (const int row : std::as_const(rows))
            m_order.insert(std::upper_bound(m_order.begin(), m_order.end(), row, less), row);
        return;
    }
    std::sort(rows.begin(), rows.end(), less);
    const qsizetype placed = m_order.size();
    m_order.append(rows);
    std::inplace_merge(m_order.begin(), m_order.begin() + placed, m_order.end(), less);
}

void TableProxy::sortAll()
{
    std::sort(m_order.begin(), m_order.end(), [this](int a, int b) { return lessThan(a, b); });
    m_orderStale = false;
}

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
