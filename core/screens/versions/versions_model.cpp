// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/versions/versions_model.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// What a child carries of its parent; 0 stands for the top.
constexpr quintptr top = 0;

} // namespace

void VersionsModel::setTable(const VersionTable &table)
{
    if (table == m_table)
        return;
    if (!hasSameRows(table, m_table)) {
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        const QModelIndexList before = persistentIndexList();
        QStringList keys;
        for (const QModelIndex &old : before)
            keys << keyOf(old);
        m_table = table;
        QModelIndexList after;
        for (qsizetype i = 0; i < before.size(); ++i) {
            const QModelIndex found = find(keys[i]);
            after << (found.isValid() ? found.siblingAtColumn(before[i].column()) : found);
        }
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, VerticalSortHint);
        return;
    }
    m_table = table;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, versionColumnCount - 1));
    for (int row = 0; row < rowCount(); ++row)
        if (const int children = childCount(row); children > 0) {
            const QModelIndex parent = index(row, 0);
            Q_EMIT dataChanged(index(0, 0, parent), index(children - 1, versionColumnCount - 1, parent));
        }
}

bool VersionsModel::hasSameRows(const VersionTable &a, const VersionTable &b)
{
    return std::equal(a.rows.cbegin(), a.rows.cend(), b.rows.cbegin(), b.rows.cend(),
                      [](const VersionRow &one, const VersionRow &other) {
                          return one.key == other.key && one.groups.size() == other.groups.size();
                      }) &&
           std::equal(a.notes.cbegin(), a.notes.cend(), b.notes.cbegin(), b.notes.cend(),
                      [](const VersionNotes &one, const VersionNotes &other) {
                          return one.title == other.title && one.notes.size() == other.notes.size();
                      });
}

VersionsModel::Kind VersionsModel::kindOf(const QModelIndex &index)
{
    return Kind(index.siblingAtColumn(0).data(VersionKindRole).toInt());
}

int VersionsModel::childCount(int row) const
{
    const auto components = int(m_table.rows.size());
    return row < components ? int(m_table.rows[row].groups.size())
                            : int(m_table.notes[row - components].notes.size());
}

const VersionRow *VersionsModel::component(const QModelIndex &index) const
{
    const qsizetype row = index.internalId() == top ? index.row() : qsizetype(index.internalId()) - 1;
    return index.isValid() && row < m_table.rows.size() ? &m_table.rows[row] : nullptr;
}

const VersionGroupRow *VersionsModel::group(const QModelIndex &index) const
{
    const VersionRow *row = index.internalId() == top ? nullptr : component(index);
    return row && index.row() < row->groups.size() ? &row->groups[index.row()] : nullptr;
}

const VersionNote *VersionsModel::note(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == top || component(index))
        return nullptr;
    const VersionNotes &notes = m_table.notes[qsizetype(index.internalId()) - 1 - m_table.rows.size()];
    return &notes.notes[index.row()];
}

QString VersionsModel::keyOf(const QModelIndex &index) const
{
    if (const VersionNote *one = note(index))
        return u"note "_s + one->text;
    const VersionRow *row = component(index);
    if (const VersionGroupRow *one = group(index))
        return u"group "_s + row->key + u' ' + one->version;
    if (row)
        return u"component "_s + row->key;
    return u"heading "_s + m_table.notes[index.row() - m_table.rows.size()].title;
}

QModelIndex VersionsModel::find(const QString &key) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex above = index(row, 0);
        if (keyOf(above) == key)
            return above;
        for (int child = 0; child < childCount(row); ++child)
            if (const QModelIndex below = index(child, 0, above); keyOf(below) == key)
                return below;
    }
    return {};
}

QModelIndex VersionsModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : top);
}

QModelIndex VersionsModel::parent(const QModelIndex &child) const
{
    return child.isValid() && child.internalId() != top ? createIndex(int(child.internalId()) - 1, 0, top)
                                                        : QModelIndex();
}

int VersionsModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_table.rows.size() + m_table.notes.size());
    return parent.internalId() == top && parent.column() == 0 ? childCount(parent.row()) : 0;
}

int VersionsModel::columnCount(const QModelIndex & /*parent*/) const
{
    return versionColumnCount;
}

QVariant VersionsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::DisplayRole
               ? QVariant(versionColumnTitle(VersionColumn(section)))
               : QVariant();
}

QVariant VersionsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto column = VersionColumn(index.column());
    const VersionNote *oneNote = note(index);
    const VersionGroupRow *oneGroup = group(index);
    const VersionRow *row = component(index);
    if (role == VersionKeyRole)
        return keyOf(index);
    if (role == VersionKindRole)
        return int(oneNote ? Kind::Note : oneGroup ? Kind::Group : row ? Kind::Component : Kind::Heading);
    if (oneNote)
        return noteData(*oneNote, column, role);
    if (oneGroup)
        return groupData(*oneGroup, column, role);
    if (row)
        return componentData(*row, column, role);
    const VersionNotes &heading = m_table.notes[index.row() - m_table.rows.size()];
    const bool isShown = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    return isShown && column == VersionColumn::Component
               ? u"%1  %2"_s.arg(heading.title, QString::number(heading.notes.size()))
               : QVariant();
}

QVariant VersionsModel::componentData(const VersionRow &row, VersionColumn column, int role) const
{
    const int entry = int(column) - int(VersionColumn::Production);
    const bool isEntry = entry >= 0 && entry < versionEntryCount;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (isEntry)
            return row.entries[size_t(entry)];
        return column == VersionColumn::Component  ? row.title
               : column == VersionColumn::Observed ? row.observed
                                                   : row.word;
    case Qt::ToolTipRole:
        if (isEntry || column == VersionColumn::Observed) {
            const QString whole = isEntry ? row.entries[size_t(entry)] : row.observed;
            return whole.isEmpty() ? QVariant() : QVariant(whole);
        }
        return column == VersionColumn::Component ? row.key : row.sentence;
    case VersionStateRole:
        return int(row.state);
    case VersionWordRole:
        return row.word;
    case VersionSameRole:
        return isEntry && entry > 0 && row.entries[size_t(entry)] == row.entries[0];
    default:
        return {};
    }
}

QVariant VersionsModel::groupData(const VersionGroupRow &row, VersionColumn column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return column == VersionColumn::Component  ? row.where
               : column == VersionColumn::Observed ? row.version
               : column == VersionColumn::Verdict  ? row.word
                                                   : QString();
    case Qt::ToolTipRole:
        return row.where;
    case VersionStateRole:
        return int(row.state);
    case VersionWordRole:
        return row.word;
    default:
        return {};
    }
}

QVariant VersionsModel::noteData(const VersionNote &note, VersionColumn column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return column == VersionColumn::Component ? note.text : QString();
    case Qt::AccessibleTextRole:
        return column == VersionColumn::Component ? note.word + u": "_s + note.text : QString();
    case Qt::ToolTipRole:
        return note.text;
    case VersionStateRole:
        return int(note.state);
    case VersionWordRole:
        return note.word;
    default:
        return {};
    }
}

} // namespace chartroom
