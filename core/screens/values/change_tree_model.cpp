// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/change_tree_model.h"

#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/secrets/masked_values.h"
#include "core/secrets/value_path.h"

#include <algorithm>

namespace chartroom {

namespace {

using Row = ChangeTree::Row;

constexpr qsizetype longestValue = 500;

QString shownValue(const Value &value)
{
    const bool nested = value.isList() || value.isMap();
    const QString text = nested ? QString::fromUtf8(writeJson(value, 0)) : value.scalarText();
    return value.isString() && text.isEmpty() ? QStringLiteral("\"\"")
                                              : visibleText(text, false, longestValue);
}

QString kindWord(const ValueChange &change)
{
    switch (change.kind) {
    case ValueChange::Kind::Added:
        return ChangeTreeModel::tr("added", "kind of change");
    case ValueChange::Kind::Removed:
        return ChangeTreeModel::tr("removed", "kind of change");
    case ValueChange::Kind::Moved:
        return ChangeTreeModel::tr("moved", "kind of change");
    case ValueChange::Kind::Changed:
        break;
    }
    return change.isTypeChange() ? ChangeTreeModel::tr("type changed", "kind of change")
                                 : ChangeTreeModel::tr("changed", "kind of change");
}

} // namespace

ChangeTreeModel::ChangeTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
    , m_tree(std::make_shared<const ChangeTree>())
{}

void ChangeTreeModel::setTree(std::shared_ptr<const ChangeTree> tree, bool isRevealed)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_shown.clear();
    m_isRevealed = isRevealed;
    endResetModel();
}

const ChangeTreeModel::ShownSides &ChangeTreeModel::shownSides(const Row &row) const
{
    const auto known = m_shown.constFind(&row);
    if (known != m_shown.cend())
        return *known;
    ShownSides shown;
    const bool isObject = row.object >= 0 && row.path.isEmpty();
    if (row.change && !isObject) {
        const ValueChange change = m_isRevealed ? *row.change : maskedChange(*row.change);
        if (change.kind != ValueChange::Kind::Added)
            shown.before = shownValue(change.before);
        if (change.kind != ValueChange::Kind::Removed)
            shown.after = shownValue(change.after);
    }
    return *m_shown.insert(&row, shown);
}

QModelIndex ChangeTreeModel::next(const QModelIndex &from) const
{
    qsizetype position = 0;
    if (from.isValid())
        position = rowOf(from)->position + (rowOf(from)->change ? 1 : 0);
    return position < count() ? indexOf(m_tree->changes()[position]) : QModelIndex();
}

QModelIndex ChangeTreeModel::previous(const QModelIndex &from) const
{
    const qsizetype position = (from.isValid() ? rowOf(from)->position : count()) - 1;
    return position >= 0 ? indexOf(m_tree->changes()[position]) : QModelIndex();
}

QModelIndex ChangeTreeModel::find(int object, const QString &path) const
{
    const QList<const Row *> &rows = m_tree->changes();
    const auto found = std::find_if(rows.cbegin(), rows.cend(), [&](const Row *row) {
        return row->object == object && row->path == path;
    });
    return found == rows.cend() ? QModelIndex() : indexOf(*found);
}

const Row *ChangeTreeModel::rowOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<const Row *>(index.constInternalPointer()) : m_tree->root();
}

QModelIndex ChangeTreeModel::indexOf(const Row *row) const
{
    return row == m_tree->root() ? QModelIndex() : createIndex(row->row, 0, row);
}

QModelIndex ChangeTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, rowOf(parent)->children[size_t(row)].get());
}

QModelIndex ChangeTreeModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOf(rowOf(child)->parent) : QModelIndex();
}

int ChangeTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(rowOf(parent)->children.size());
}

int ChangeTreeModel::columnCount(const QModelIndex & /*parent*/) const
{
    return changeColumnCount;
}

QString ChangeTreeModel::text(const Row &row, ChangeColumn column) const
{
    switch (column) {
    case ChangeColumn::Path:
        return row.segment;
    case ChangeColumn::Kind:
        return row.change ? kindWord(*row.change) : tr("%n change(s)", nullptr, row.count);
    case ChangeColumn::Before:
        return shownSides(row).before;
    case ChangeColumn::After:
        return shownSides(row).after;
    }
    return {};
}

QVariant ChangeTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = *rowOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return text(row, ChangeColumn(index.column()));
    case ChangePathRole:
        return row.path;
    case ChangeShownPathRole: {
        const ValuePath path = readPath(row.path).value_or(ValuePath());
        return visibleText(pathText(m_isRevealed ? path : maskedPath(path)));
    }
    case ChangeKindRole:
        return row.change ? QVariant(int(row.change->kind)) : QVariant();
    case ChangeObjectRole:
        return row.object;
    default:
        return {};
    }
}

QVariant ChangeTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (ChangeColumn(section)) {
    case ChangeColumn::Path:
        return tr("Path");
    case ChangeColumn::Kind:
        return tr("Change");
    case ChangeColumn::Before:
        return tr("Before");
    case ChangeColumn::After:
        return tr("After");
    }
    return {};
}

} // namespace chartroom
