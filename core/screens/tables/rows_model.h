// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QList>
#include <QString>

namespace chartroom {

/// A table whose rows come as a whole list. Never reset: what is selected stays so while a row of its key is
/// shown.
template<typename Row>
class RowsModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] const Row &row(int row) const { return m_shown[row]; }
    /// Of the first row with this key; -1 when none is shown.
    [[nodiscard]] int rowOf(const QString &key) const
    {
        for (int row = 0; row < m_shown.size(); ++row)
            if (keyOf(m_shown[row]) == key)
                return row;
        return -1;
    }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_shown.size());
    }

protected:
    [[nodiscard]] virtual QString keyOf(const Row &row) const = 0;

    void show(const QList<Row> &next)
    {
        // The sort hint keeps column widths: without it a header follows row 0, which may be gone.
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        QHash<QString, int> places;
        for (int row = int(next.size()) - 1; row >= 0; --row)
            places.insert(keyOf(next[row]), row);
        const QModelIndexList before = persistentIndexList();
        QModelIndexList after;
        after.reserve(before.size());
        for (const QModelIndex &old : before) {
            const int row = places.value(keyOf(m_shown[old.row()]), -1);
            after.append(row < 0 ? QModelIndex() : createIndex(row, old.column()));
        }
        m_shown = next;
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, VerticalSortHint);
    }

private:
    QList<Row> m_shown;
};

} // namespace chartroom
