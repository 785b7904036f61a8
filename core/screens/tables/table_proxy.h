// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tables/row_groups.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <utility>

namespace chartroom {

/// What sorting and filtering need of a row, ready to be compared.
struct RowKey
{
    QString searched; ///< what the filter looks at, in lower case; null where it is made once one filters
    QString text;
    qint64 number = 0; ///< compared before `text`
};

/// A table sorted, filtered as one types, and grouped: a flat table in which a group's heading is a row of
/// its own (GroupRole is valid). Sort keys and the searched text are kept ready per row, so that a keystroke
/// over 50,000 rows stays under a frame (limits-and-faults finding 9). A small change is told as inserts and
/// removals, a large one as one layout change; persistent indexes, and so selection and scroll, survive both.
/// The source appends rows only, and never moves one.
class TableProxy : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The source's row, or -1 for a heading.
    [[nodiscard]] int sourceRow(const QModelIndex &index) const;
    /// Invalid for a heading.
    [[nodiscard]] QModelIndex sourceIndex(const QModelIndex &index) const;
    /// Invalid while the row is not shown.
    [[nodiscard]] QModelIndex indexOfRow(int sourceRow, int column) const;
    /// Rows that match the filter, whether folded away or not.
    [[nodiscard]] int matchCount() const;

    /// Words that all have to occur in what is searched; case does not matter.
    void setFilter(const QString &filter);
    [[nodiscard]] QString filter() const { return m_filter; }
    /// Folds or unfolds the group whose heading this is.
    void toggleGroup(const QModelIndex &heading);
    /// While held no row changes its place and a few new ones come last; letting go sorts again.
    void setOrderHeld(bool held);

    /// -1 is the order that the kind of table has by itself, where it has one.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    [[nodiscard]] int sortedBy() const { return m_sortedBy; }
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_sortOrder; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

protected:
    TableProxy(QAbstractTableModel *source, int sortedBy, QObject *parent);

    /// Takes in the rows that are there; the last thing in the constructor of each kind.
    void begin();
    /// Groups by what groupOf() says from now on, or not at all.
    void regroup(bool isGrouped);

    /// Between the two, changes of rows are gathered and settled at once.
    void beginChanges();
    void endChanges();

    [[nodiscard]] virtual RowKey rowKey(int sourceRow, int sortedBy) const = 0;
    /// What the filter looks at, of a row whose key does not say it.
    [[nodiscard]] virtual QString searched(int /*sourceRow*/) const { return {}; }
    /// The rank and the title of the row's group.
    [[nodiscard]] virtual std::pair<QString, QString> groupOf(int sourceRow) const = 0;
    /// Negative when `a` comes before `b` where their keys are equal; never 0 for two rows.
    [[nodiscard]] virtual int compareTied(int a, int b) const = 0;
    /// A heading as a screen reader says it.
    [[nodiscard]] virtual QString headingText(const RowGroup &group) const = 0;

private:
    struct Key : RowKey
    {
        int group = 0;
        bool matches = true;
    };

    void onInserted(int first, int last);
    void onAboutToBeRemoved(int first, int last);
    void onRemoved(int first, int last);
    void onChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles);

    [[nodiscard]] Key makeKey(int row);
    [[nodiscard]] int groupNumber(int row);
    /// Completes the key, where somebody filters.
    [[nodiscard]] bool matches(int row, Key &key) const;
    [[nodiscard]] bool lessThan(int a, int b) const;
    void place(QList<int> rows);
    void settle();
    void sortAll();
    /// The items that ought to be shown, from order, filter and grouping.
    [[nodiscard]] QList<int> wantedItems();
    void commit();
    void tellRows(const QList<int> &sourceRows, int firstColumn, int lastColumn, const QList<int> &roles);
    bool tellDifference(const QList<int> &next, const QList<int> &nextRow);
    void tellLayout(const QList<int> &next, const QList<int> &nextRow);
    [[nodiscard]] int slot(int item) const { return item >= 0 ? item : int(m_keys.size()) + ~item; }

    QAbstractTableModel *m_source;
    QList<Key> m_keys;  ///< by source row
    QList<int> m_order; ///< all source rows in sort order
    RowGroups m_groups;
    QList<int> m_items; ///< what is shown: a source row, or ~group for a heading
    QList<int> m_rowOf; ///< by source row: its place in m_items, or -1
    QString m_filter;
    QStringList m_words;
    int m_sortedBy;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_isGrouped = false;
    bool m_held = false;
    bool m_orderStale = false;
    bool m_isGathering = false;
    bool m_isRegrouped = false;
    QList<int> m_moved; ///< source rows whose keys changed and that have not found their new place
};

} // namespace chartroom
