// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/outcome_model.h"

#include "core/base/visible_text.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

QString shownValue(const OutcomeCell &cell)
{
    const bool isMissing = cell.value.isEmpty() && cell.fate != PathFate::Kind::NewDefaultMissing;
    return isMissing ? OutcomeModel::tr("not set") : cell.value;
}

} // namespace

QString fateWord(PathFate::Kind kind, bool isEdit, int since)
{
    if (kind == PathFate::Kind::Kept && since > 0)
        return isEdit ? OutcomeModel::tr("your edit, same as in revision %1").arg(since)
                      : OutcomeModel::tr("kept from revision %1").arg(since);
    if (isEdit && kind == PathFate::Kind::Kept)
        return OutcomeModel::tr("your edit, same as the current value");
    if (isEdit && kind != PathFate::Kind::Set)
        return OutcomeModel::tr("your edit: %1").arg(fateWord(kind));
    switch (kind) {
    case PathFate::Kind::Set:
        return OutcomeModel::tr("your edit");
    case PathFate::Kind::Kept:
        return OutcomeModel::tr("kept");
    case PathFate::Kind::LostOverride:
        return OutcomeModel::tr("override lost");
    case PathFate::Kind::NewDefaultMissing:
        return OutcomeModel::tr("default missing");
    case PathFate::Kind::DefaultMoved:
        return OutcomeModel::tr("default moves");
    case PathFate::Kind::StaleDefault:
        return OutcomeModel::tr("old default stays");
    case PathFate::Kind::NewDefault:
        return OutcomeModel::tr("new default");
    case PathFate::Kind::Gone:
        return OutcomeModel::tr("no longer read");
    case PathFate::Kind::TypeChanged:
        return OutcomeModel::tr("type differs");
    case PathFate::Kind::FailsSchema:
        return OutcomeModel::tr("refused");
    }
    return {};
}

VisualState fateState(PathFate::Kind kind, int since)
{
    switch (kind) {
    case PathFate::Kind::Kept:
        return since > 0 ? VisualState::Unknown : VisualState::Done;
    case PathFate::Kind::LostOverride:
    case PathFate::Kind::FailsSchema:
        return VisualState::Failed;
    case PathFate::Kind::NewDefaultMissing:
    case PathFate::Kind::StaleDefault:
    case PathFate::Kind::Gone:
    case PathFate::Kind::TypeChanged:
    case PathFate::Kind::Set:
        return VisualState::Attention;
    case PathFate::Kind::DefaultMoved:
    case PathFate::Kind::NewDefault:
        return VisualState::Waiting;
    }
    return VisualState::Unknown;
}

OutcomeColumn outcomeColumn(Strategy strategy)
{
    return OutcomeColumn(int(OutcomeColumn::Reuse) + int(strategy));
}

void OutcomeModel::setRows(const QList<OutcomeRow> &rows, int since)
{
    m_rows = rows;
    const bool isOther = std::exchange(m_since, since) != since;
    filter();
    if (isOther)
        Q_EMIT headerDataChanged(Qt::Horizontal, int(OutcomeColumn::Today), int(OutcomeColumn::Today));
}

void OutcomeModel::setFilter(const QString &pathPart)
{
    m_filter = pathPart;
    filter();
}

void OutcomeModel::setShowsKept(bool shows)
{
    m_showsKept = shows;
    filter();
}

void OutcomeModel::filter()
{
    QList<OutcomeRow> shown;
    for (const OutcomeRow &row : std::as_const(m_rows))
        if ((m_showsKept || !row.isQuiet()) &&
            (m_filter.isEmpty() || row.path.contains(m_filter, Qt::CaseInsensitive)))
            shown.append(row);
    show(shown);
}

int OutcomeModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : outcomeColumnCount;
}

QVariant OutcomeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OutcomeRow &shown = row(index.row());
    const auto column = OutcomeColumn(index.column());
    if (column == OutcomeColumn::Path)
        return role == Qt::DisplayRole ? visibleText(shown.path) : QVariant();
    if (column == OutcomeColumn::Today)
        return role == Qt::DisplayRole ? QVariant(shown.today.isEmpty() ? tr("not set") : shown.today)
                                       : QVariant();
    const std::optional<OutcomeCell> &cell = shown.cells[size_t(index.column() - int(OutcomeColumn::Reuse))];
    if (!cell)
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("–")) : QVariant();
    switch (role) {
    case Qt::DisplayRole:
        return shownValue(*cell);
    case FateStateRole:
        return int(fateState(cell->fate, m_since));
    case FateWordRole:
        return fateWord(cell->fate, shown.isEdit, m_since);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2. %3")
            .arg(fateWord(cell->fate, shown.isEdit, m_since), shownValue(*cell), cell->sentence);
    default:
        return {};
    }
}

QVariant OutcomeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (OutcomeColumn(section)) {
    case OutcomeColumn::Path:
        return tr("Path");
    case OutcomeColumn::Today:
        return m_since > 0 ? tr("Revision %1").arg(m_since) : tr("Today");
    case OutcomeColumn::Reuse:
        return tr("Reuse");
    case OutcomeColumn::ResetThenReuse:
        return tr("Reset, then reuse");
    case OutcomeColumn::Reset:
        return tr("Reset");
    }
    return {};
}

} // namespace chartroom
