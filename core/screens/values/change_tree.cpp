// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/change_tree.h"

#include "core/base/visible_text.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_values.h"
#include "core/secrets/value_path.h"

#include <QHash>

namespace chartroom {

namespace {

using Row = ChangeTree::Row;

QString titleOf(const ObjectRef &object)
{
    const bool isNamespaced = !object.namespaceName.isEmpty();
    return visibleText(object.kind + u' ' + (isNamespaced ? object.namespaceName + u'/' : QString()) +
                       maskedText(object.name));
}

Row *add(Row &parent, const QString &segment, const QString &path)
{
    parent.children.push_back(std::make_unique<Row>());
    Row *row = parent.children.back().get();
    row->parent = &parent;
    row->segment = segment;
    row->path = path;
    row->object = parent.object;
    return row;
}

/// An element that is gone and another that is new may have the same place; one that moved may have changed.
bool takesARowOfItsOwn(const std::optional<ValueChange> &there, const ValueChange &change)
{
    return there && there->kind != change.kind && there->kind != ValueChange::Kind::Moved &&
           change.kind != ValueChange::Kind::Moved;
}

/// A row that is no change and leads to one row only becomes one with it.
void join(Row &row)
{
    while (!row.change && row.children.size() == 1) {
        const std::unique_ptr<Row> only = std::move(row.children.front());
        const bool isKey = !only->segment.startsWith(u'[');
        row.segment += (isKey ? QStringLiteral(".") : QString()) + only->segment;
        row.path = only->path;
        row.change = std::move(only->change);
        row.children = std::move(only->children);
        for (const auto &child : row.children)
            child->parent = &row;
    }
    for (const auto &child : row.children)
        join(*child);
}

/// Adds the changes below a row, step by step of their paths. `title` stands before the path for the filter.
void grow(Row &parent, const QList<ValueChange> &changes, const QString &filter, const QString &title = {})
{
    QHash<QString, Row *> known;
    const bool takesAll = filter.isEmpty() || title.contains(filter, Qt::CaseInsensitive);
    for (const ValueChange &change : changes) {
        if (!takesAll && !QString(title + change.path).contains(filter, Qt::CaseInsensitive))
            continue;
        const ValuePath path = readPath(change.path).value_or(ValuePath{});
        Row *row = &parent;
        if (path.isEmpty())
            row = add(parent, ScreensTr::tr("whole document"), change.path);
        QString here;
        for (qsizetype i = 0; i < path.size(); ++i) {
            const QString step = pathText({path[i]});
            const bool isKey = path[i].kind == PathStep::Kind::Key;
            here += (isKey && i > 0 ? QStringLiteral(".") : QString()) + step;
            Row *&next = known[here];
            const bool isLast = i + 1 == path.size();
            if (!next || (isLast && takesARowOfItsOwn(next->change, change)))
                next = add(*row, visibleText(isKey ? step : pathText({maskedPath(path.first(i + 1)).last()})),
                           here);
            row = next;
        }
        row->change = change;
    }
    for (const auto &child : parent.children)
        join(*child);
}

} // namespace

std::shared_ptr<const ChangeTree> ChangeTree::ofChanges(const QList<ValueChange> &changes,
                                                        const QString &filter)
{
    auto tree = std::make_shared<ChangeTree>();
    grow(tree->m_root, changes, filter);
    tree->number(tree->m_root);
    return tree;
}

std::shared_ptr<const ChangeTree> ChangeTree::ofObjects(const QList<ObjectChange> &objects,
                                                        const QString &filter)
{
    auto tree = std::make_shared<ChangeTree>();
    for (qsizetype i = 0; i < objects.size(); ++i) {
        const ObjectChange &object = objects[i];
        const QString title = titleOf(object.object);
        Row *row = add(tree->m_root, title, {});
        row->object = int(i);
        if (object.kind == ObjectChange::Kind::Changed)
            grow(*row, object.changes, filter, title + u' ');
        else if (filter.isEmpty() || title.contains(filter, Qt::CaseInsensitive))
            row->change = ValueChange{object.kind == ObjectChange::Kind::Added ? ValueChange::Kind::Added
                                                                               : ValueChange::Kind::Removed,
                                      {},
                                      {},
                                      {}};
        if (!row->change && row->children.empty())
            tree->m_root.children.pop_back();
    }
    tree->number(tree->m_root);
    return tree;
}

/// Numbers the rows below and gathers those that are changes.
void ChangeTree::number(Row &row)
{
    row.position = int(m_changes.size());
    if (row.change)
        m_changes.append(&row);
    for (size_t place = 0; place < row.children.size(); ++place) {
        row.children[place]->row = int(place);
        number(*row.children[place]);
    }
    row.count = int(m_changes.size()) - row.position;
}

} // namespace chartroom
