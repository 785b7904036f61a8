// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tables/rows_model.h"
#include "core/screens/values/shown_three_way.h"

namespace chartroom {

enum class ThreeWayColumn { Path, Released, Live, Next, Verdict };
inline constexpr int threeWayColumnCount = int(ThreeWayColumn::Verdict) + 1;

/// What the release's manifest, the cluster and an upgrade say, path by path, below the objects. Cells have
/// the roles of OutcomeModel.
class ThreeWayModel final : public RowsModel<ThreeWayRow>
{
    Q_OBJECT
public:
    using RowsModel::RowsModel;

    void setRows(const QList<ThreeWayRow> &rows);
    /// An object stays where one of its paths does.
    void setFilter(const QString &part);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QString keyOf(const ThreeWayRow &row) const override { return row.filter; }

private:
    void filter();

    QList<ThreeWayRow> m_rows;
    QString m_filter;
};

} // namespace chartroom
