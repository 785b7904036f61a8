// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/change_tree_model.h"

#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/diff/value_path.h"
#include "core/helm/masked_values.h"

#include <QHash>

#include <optional>
#include <vector>

namespace chartroom {

/// Both sides of a change, each in one line.
struct ChangeTreeModel::ShownSides
{
    QString before;
    QString after;
};

/// A row. `change` is what the row itself is, when it is a change; its children are changes further down.
struct ChangeTreeModel::Node
{
    Node *parent = nullptr;
    int row = 0;
    QString segment;
    QString path;
    int object = -1;
    std::optional<ValueChange> change;
    int count = 0;                           ///< changes at and below the row
    int position = 0;                        ///< changes before it, in the order shown
    mutable std::optional<ShownSides> shown; ///< made when it is asked for
    std::vector<std::unique_ptr<Node>> children;

    Node *add(const QString &text, const QString &wholePath)
    {
        children.push_back(std::make_unique<Node>());
        Node *child = children.back().get();
        child->parent = this;
        child->segment = text;
        child->path = wholePath;
        child->object = object;
        return child;
    }
};

namespace {

using Kind = ValueChange::Kind;

constexpr qsizetype longestValue = 500;

QString shownValue(const Value &value)
{
    const bool nested = value.isList() || value.isMap();
    return visibleText(nested ? QString::fromUtf8(writeJson(value, 0)) : value.scalarText(), false,
                       longestValue);
}

QString titleOf(const ObjectRef &object)
{
    const bool isNamespaced = !object.namespaceName.isEmpty();
    return visibleText(object.kind + u' ' + (isNamespaced ? object.namespaceName + u'/' : QString()) +
                       object.name);
}

QString kindWord(const ValueChange &change)
{
    switch (change.kind) {
    case Kind::Added:
        return ChangeTreeModel::tr("added", "kind of change");
    case Kind::Removed:
        return ChangeTreeModel::tr("removed", "kind of change");
    case Kind::Moved:
        return ChangeTreeModel::tr("moved", "kind of change");
    case Kind::Changed:
        break;
    }
    return change.isTypeChange() ? ChangeTreeModel::tr("type changed", "kind of change")
                                 : ChangeTreeModel::tr("changed", "kind of change");
}

/// An element that is gone and another that is new may have the same place; one that moved may have changed.
bool takesARowOfItsOwn(const std::optional<ValueChange> &there, const ValueChange &change)
{
    return there && there->kind != change.kind && there->kind != Kind::Moved && change.kind != Kind::Moved;
}

} // namespace

ChangeTreeModel::ChangeTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<Node>())
{}

ChangeTreeModel::~ChangeTreeModel() = default;

/// Adds the changes below a row, step by step of their paths.
void ChangeTreeModel::grow(Node &parent, const QList<ValueChange> &changes)
{
    QHash<QString, Node *> known;
    for (const ValueChange &change : changes) {
        const ValuePath path = readPath(change.path).value_or(ValuePath{});
        Node *node = &parent;
        if (path.isEmpty())
            node = parent.add(tr("whole document"), change.path);
        QString here;
        for (qsizetype i = 0; i < path.size(); ++i) {
            const QString step = pathText({path[i]});
            const bool isKey = path[i].kind == PathStep::Kind::Key;
            here += (isKey && i > 0 ? QStringLiteral(".") : QString()) + step;
            Node *&next = known[here];
            const bool isLast = i + 1 == path.size();
            if (!next || (isLast && takesARowOfItsOwn(next->change, change)))
                next = node->add(visibleText(isKey ? step : pathText({maskedPath(path.first(i + 1)).last()})),
                                 here);
            node = next;
        }
        node->change = change;
    }
    for (const auto &child : parent.children)
        join(*child);
}

/// A row that is no change and leads to one row only becomes one with it.
void ChangeTreeModel::join(Node &node)
{
    while (!node.change && node.children.size() == 1) {
        const std::unique_ptr<Node> only = std::move(node.children.front());
        const bool isKey = !only->segment.startsWith(u'[');
        node.segment += (isKey ? QStringLiteral(".") : QString()) + only->segment;
        node.path = only->path;
        node.change = std::move(only->change);
        node.children = std::move(only->children);
        for (const auto &child : node.children)
            child->parent = &node;
    }
    for (const auto &child : node.children)
        join(*child);
}

void ChangeTreeModel::setChanges(QList<ValueChange> changes)
{
    auto root = std::make_unique<Node>();
    grow(*root, changes);
    show(std::move(root));
}

void ChangeTreeModel::setObjects(QList<ObjectChange> objects)
{
    auto root = std::make_unique<Node>();
    for (qsizetype i = 0; i < objects.size(); ++i) {
        const ObjectChange &object = objects[i];
        Node *row = root->add(titleOf(object.object), {});
        row->object = int(i);
        if (object.kind == ObjectChange::Kind::Changed)
            grow(*row, object.changes);
        else
            row->change = ValueChange{
                object.kind == ObjectChange::Kind::Added ? Kind::Added : Kind::Removed, {}, {}, {}};
    }
    show(std::move(root));
}

void ChangeTreeModel::show(std::unique_ptr<Node> root)
{
    beginResetModel();
    m_root = std::move(root);
    m_changes.clear();
    m_isRevealed = false;
    finish(*m_root);
    endResetModel();
}

/// Numbers the rows below and gathers those that are changes; returns how many.
int ChangeTreeModel::finish(Node &node)
{
    node.position = int(m_changes.size());
    if (node.change)
        m_changes.append(&node);
    for (size_t row = 0; row < node.children.size(); ++row) {
        node.children[row]->row = int(row);
        finish(*node.children[row]);
    }
    node.count = int(m_changes.size()) - node.position;
    return node.count;
}

const ChangeTreeModel::ShownSides &ChangeTreeModel::shownSides(const Node &node) const
{
    if (!node.shown) {
        node.shown.emplace();
        const bool isObject = node.object >= 0 && node.path.isEmpty();
        if (node.change && !isObject) {
            const ValueChange change = m_isRevealed ? *node.change : maskedChange(*node.change);
            if (change.kind != Kind::Added)
                node.shown->before = shownValue(change.before);
            if (change.kind != Kind::Removed)
                node.shown->after = shownValue(change.after);
        }
    }
    return *node.shown;
}

void ChangeTreeModel::setRevealed(bool revealed)
{
    if (revealed == m_isRevealed)
        return;
    m_isRevealed = revealed;
    for (const Node *node : std::as_const(m_changes)) {
        node->shown.reset();
        const QModelIndex path = indexOf(node);
        emit dataChanged(path.siblingAtColumn(int(ChangeColumn::Before)),
                         path.siblingAtColumn(int(ChangeColumn::After)), {Qt::DisplayRole});
    }
}

QModelIndex ChangeTreeModel::next(const QModelIndex &from) const
{
    qsizetype position = 0;
    if (from.isValid())
        position = nodeOf(from)->position + (nodeOf(from)->change ? 1 : 0);
    return position < m_changes.size() ? indexOf(m_changes[position]) : QModelIndex();
}

QModelIndex ChangeTreeModel::previous(const QModelIndex &from) const
{
    const qsizetype position = (from.isValid() ? nodeOf(from)->position : m_changes.size()) - 1;
    return position >= 0 ? indexOf(m_changes[position]) : QModelIndex();
}

ChangeTreeModel::Node *ChangeTreeModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex ChangeTreeModel::indexOf(const Node *node) const
{
    return node == m_root.get() ? QModelIndex() : createIndex(node->row, 0, node);
}

QModelIndex ChangeTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, nodeOf(parent)->children[size_t(row)].get());
}

QModelIndex ChangeTreeModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOf(nodeOf(child)->parent) : QModelIndex();
}

int ChangeTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(nodeOf(parent)->children.size());
}

int ChangeTreeModel::columnCount(const QModelIndex & /*parent*/) const
{
    return changeColumnCount;
}

QString ChangeTreeModel::text(const Node &node, ChangeColumn column) const
{
    switch (column) {
    case ChangeColumn::Path:
        return node.segment;
    case ChangeColumn::Kind:
        return node.change ? kindWord(*node.change) : tr("%n change(s)", nullptr, node.count);
    case ChangeColumn::Before:
        return shownSides(node).before;
    case ChangeColumn::After:
        return shownSides(node).after;
    }
    return {};
}

QVariant ChangeTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node &node = *nodeOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return text(node, ChangeColumn(index.column()));
    case ChangePathRole:
        return node.path;
    case ChangeKindRole:
        return node.change ? QVariant(int(node.change->kind)) : QVariant();
    case ChangeCountRole:
        return node.count;
    case ChangeObjectRole:
        return node.object;
    case ChangeFilterRole: {
        const Node *top = &node;
        while (top->parent != m_root.get())
            top = top->parent;
        return node.object < 0 ? node.path : QString(top->segment + u' ' + node.path).trimmed();
    }
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
