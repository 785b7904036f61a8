// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/release_columns.h"
#include "core/models/release_groups.h"
#include "core/models/release_model.h"
#include "core/models/release_sort_key.h"

#include <QAbstractTableModel>
#include <QSet>
#include <QStringList>

namespace chartroom {

/// The releases sorted, filtered as one types, and grouped: a flat table in which a group's heading is a row
/// of its own (GroupRole is valid). Sort keys and the searched text are kept ready per row, so that a
/// keystroke over 50,000 rows stays under a frame (limits-and-faults finding 9). A small change is told as
/// inserts and removals, a large one as one layout change; persistent indexes, and so selection and scroll,
/// survive both.
class ReleaseProxy final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum class Grouping { None, Owner, Namespace };
    Q_ENUM(Grouping)

    explicit ReleaseProxy(ReleaseModel *source, QObject *parent = nullptr);

    [[nodiscard]] ReleaseModel *source() const { return m_source; }
    /// The source's row, or -1 for a heading.
    [[nodiscard]] int sourceRow(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const ReleaseKey &key,
                                      ReleaseColumn column = ReleaseColumn::Name) const;
    /// Rows that match the filter, whether folded away or not.
    [[nodiscard]] int matchCount() const;

    /// Words that all have to occur in name, namespace, chart, owner or status; case does not matter.
    void setFilter(const QString &filter);
    [[nodiscard]] QString filter() const { return m_filter; }
    void setGrouping(Grouping grouping);
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    /// Folds or unfolds the group whose heading this is.
    void toggleGroup(const QModelIndex &heading);
    /// While held no row changes its place and a few new ones come last; letting go sorts again.
    void setOrderHeld(bool held);

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    [[nodiscard]] ReleaseColumn sortColumn() const { return m_sortColumn; }
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_sortOrder; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Key : ReleaseSortKey
    {
        int group = 0;
        bool matches = true;
    };

    void onInserted(int first, int last);
    void onAboutToBeRemoved(int first, int last);
    void onRemoved(int first, int last);
    void onChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles);

    [[nodiscard]] Key makeKey(int row);
    [[nodiscard]] int groupOf(const ReleaseRow &row);
    [[nodiscard]] bool matches(const Key &key) const;
    [[nodiscard]] bool lessThan(int a, int b) const;
    void place(const QList<int> &rows);
    void sortAll();
    void rebuildKeys();
    /// The items that ought to be shown, from order, filter and grouping.
    [[nodiscard]] QList<int> wantedItems();
    void commit();
    void tellRows(const QList<int> &sourceRows, int firstColumn, int lastColumn);
    bool tellDifference(const QList<int> &next, const QList<int> &nextRow);
    void tellLayout(const QList<int> &next, const QList<int> &nextRow);
    [[nodiscard]] int slot(int item) const { return item >= 0 ? item : int(m_keys.size()) + ~item; }

    ReleaseModel *m_source;
    QList<Key> m_keys;  ///< by source row
    QList<int> m_order; ///< all source rows in sort order
    ReleaseGroups m_groups;
    QList<int> m_items; ///< what is shown: a source row, or ~group for a heading
    QList<int> m_rowOf; ///< by source row: its place in m_items, or -1
    QString m_filter;
    QStringList m_words;
    Grouping m_grouping = Grouping::None;
    ReleaseColumn m_sortColumn = ReleaseColumn::Name;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_held = false;
    bool m_orderStale = false;
};

} // namespace chartroom
