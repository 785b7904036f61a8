// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/divergence_model.h"

#include "core/screens/values/outcome_model.h"

namespace chartroom {

int DivergenceModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : divergenceColumnCount;
}

QVariant DivergenceModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DivergenceRow &shown = row(index.row());
    const auto column = DivergenceColumn(index.column());
    if (role == RowHeadingRole)
        return shown.isGroup;
    if (role == ProseRole)
        return column == DivergenceColumn::Note;
    if (role == EmphasisRole)
        return column == DivergenceColumn::Now || column == DivergenceColumn::Note;
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case DivergenceColumn::Path:
        return shown.title;
    case DivergenceColumn::Reference:
        return shown.reference;
    case DivergenceColumn::Now:
        return shown.now;
    case DivergenceColumn::Note:
        return shown.note;
    }
    return {};
}

void DivergenceModel::setCompared(const QString &title)
{
    m_compared = title;
    Q_EMIT headerDataChanged(Qt::Horizontal, int(DivergenceColumn::Now), int(DivergenceColumn::Now));
}

QVariant DivergenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (DivergenceColumn(section)) {
    case DivergenceColumn::Path:
        return tr("Path");
    case DivergenceColumn::Reference:
        return tr("Reference");
    case DivergenceColumn::Now:
        return m_compared.isEmpty() ? tr("Now") : m_compared;
    case DivergenceColumn::Note:
        return tr("Note");
    }
    return {};
}

} // namespace chartroom
