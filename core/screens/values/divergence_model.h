// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tables/rows_model.h"
#include "core/screens/values/divergence_list.h"

namespace chartroom {

enum class DivergenceColumn { Path, Reference, Now, Note };
inline constexpr int divergenceColumnCount = int(DivergenceColumn::Note) + 1;

/// The rows of a divergence: a group's name, then its settings.
class DivergenceModel final : public RowsModel<DivergenceRow>
{
    Q_OBJECT
public:
    using RowsModel::RowsModel;

    void setRows(const QList<DivergenceRow> &rows) { show(rows); }
    /// The heading of the values that are compared, see comparedTitle().
    void setCompared(const QString &title);
    [[nodiscard]] const QString &compared() const { return m_compared; }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    /// The path as pathText() writes it, or what the heading says.
    [[nodiscard]] QString keyOf(const DivergenceRow &row) const override
    {
        return row.isGroup ? row.title : row.path;
    }

private:
    QString m_compared;
};

} // namespace chartroom
