// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/shown_three_way.h"

#include <QAbstractTableModel>

namespace chartroom {

enum class ThreeWayColumn { Path, Released, Live, Next, Verdict };
inline constexpr int threeWayColumnCount = int(ThreeWayColumn::Verdict) + 1;

/// What the release's manifest, the cluster and an upgrade say, path by path, below the objects. Cells have
/// the roles of OutcomeModel.
class ThreeWayModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Another comparison: resets the model.
    void setRows(const QList<ThreeWayRow> &rows);
    /// An object stays where one of its paths does.
    void setFilter(const QString &part);
    [[nodiscard]] const ThreeWayRow &row(int row) const { return m_rows[m_shown[row]]; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void show();

    QList<ThreeWayRow> m_rows;
    QList<int> m_shown; ///< indices into m_rows
    QString m_filter;
};

} // namespace chartroom
