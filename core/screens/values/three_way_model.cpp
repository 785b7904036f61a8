// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/three_way_model.h"

#include "core/screens/values/outcome_model.h"

namespace chartroom {

void ThreeWayModel::setRows(const QList<ThreeWayRow> &rows)
{
    m_rows = rows;
    filter();
}

void ThreeWayModel::setFilter(const QString &part)
{
    m_filter = part;
    filter();
}

void ThreeWayModel::filter()
{
    QList<ThreeWayRow> shown;
    const ThreeWayRow *object = nullptr; // not shown yet
    for (const ThreeWayRow &row : std::as_const(m_rows)) {
        if (row.isObject)
            object = &row;
        if (!row.filter.contains(m_filter, Qt::CaseInsensitive))
            continue;
        if (object && object != &row)
            shown.append(*object);
        object = nullptr;
        shown.append(row);
    }
    show(shown);
}

int ThreeWayModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : threeWayColumnCount;
}

QVariant ThreeWayModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ThreeWayRow &shown = row(index.row());
    const auto column = ThreeWayColumn(index.column());
    if (column == ThreeWayColumn::Verdict && !shown.word.isEmpty()) {
        if (role == FateStateRole)
            return int(shown.state);
        if (role == FateWordRole || role == Qt::AccessibleTextRole)
            return shown.word;
        return role == Qt::DisplayRole ? QVariant(shown.owner) : QVariant();
    }
    if (role == RowHeadingRole)
        return shown.isObject;
    if (role == EmphasisRole)
        return (column == ThreeWayColumn::Live && shown.live != shown.released) ||
               (column == ThreeWayColumn::Next && shown.next != shown.live);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case ThreeWayColumn::Path:
        return shown.title;
    case ThreeWayColumn::Released:
        return shown.released;
    case ThreeWayColumn::Live:
        return shown.live;
    case ThreeWayColumn::Next:
        return shown.next;
    case ThreeWayColumn::Verdict:
        break;
    }
    return {};
}

QVariant ThreeWayModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (ThreeWayColumn(section)) {
    case ThreeWayColumn::Path:
        return tr("Object and path");
    case ThreeWayColumn::Released:
        return tr("Release's manifest");
    case ThreeWayColumn::Live:
        return tr("Live");
    case ThreeWayColumn::Next:
        return tr("After the upgrade");
    case ThreeWayColumn::Verdict:
        return tr("Meaning");
    }
    return {};
}

} // namespace chartroom
