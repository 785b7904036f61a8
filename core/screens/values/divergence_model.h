// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/divergence_list.h"

#include <QAbstractTableModel>

namespace chartroom {

enum class DivergenceColumn { Path, Reference, Now, Note };
inline constexpr int divergenceColumnCount = int(DivergenceColumn::Note) + 1;

/// The rows of a divergence: a group's name, then its settings.
class DivergenceModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Resets the model.
    void setRows(const QList<DivergenceRow> &rows);
    [[nodiscard]] const DivergenceRow &row(int row) const { return m_rows[row]; }
    /// The row of a path as pathText() writes it, -1 when it does not differ.
    [[nodiscard]] int rowOf(const QString &path) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<DivergenceRow> m_rows;
};

} // namespace chartroom
