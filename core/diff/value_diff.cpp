// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/value_diff.h"

#include "core/diff/value_path.h"

#include <QHash>

#include <optional>

namespace chartroom {

namespace {

using Kind = ValueChange::Kind;

/// Place of each element by its `name`, when every element is a map with one that no other has.
std::optional<QHash<QString, qsizetype>> placesByName(const Value::List &list)
{
    QHash<QString, qsizetype> places;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const auto name = list[i].map().constFind(QStringLiteral("name"));
        if (name == list[i].map().cend() || !name->isString() || places.contains(name->toString()))
            return {};
        places.insert(name->toString(), i);
    }
    return places;
}

QString nameOf(const Value &element)
{
    return element.map().value(QStringLiteral("name")).toString();
}

class ValueDiff
{
public:
    QList<ValueChange> changes;

    void compare(const Value &before, const Value &after)
    {
        if (before == after)
            return;
        if (before.isMap() && after.isMap())
            compareMaps(before.map(), after.map());
        else if (before.isList() && after.isList())
            compareLists(before, after);
        else
            add(Kind::Changed, before, after);
    }

private:
    void add(Kind kind, const Value &before, const Value &after)
    {
        changes.append({kind, pathText(m_path), before, after});
    }

    template<typename Visit>
    void at(PathStep step, Visit visit)
    {
        m_path.append(std::move(step));
        visit();
        m_path.removeLast();
    }

    void compareMaps(const Value::Map &before, const Value::Map &after)
    {
        auto old = before.cbegin();
        auto now = after.cbegin();
        while (old != before.cend() || now != after.cend()) {
            const bool gone = now == after.cend() || (old != before.cend() && old.key() < now.key());
            const bool added = !gone && (old == before.cend() || now.key() < old.key());
            at({PathStep::Kind::Key, added ? now.key() : old.key(), 0}, [&] {
                if (gone)
                    add(Kind::Removed, *old, {});
                else if (added)
                    add(Kind::Added, {}, *now);
                else
                    compare(*old, *now);
            });
            if (!added)
                ++old;
            if (!gone)
                ++now;
        }
    }

    void compareLists(const Value &before, const Value &after)
    {
        const auto oldPlaces = placesByName(before.list());
        const auto newPlaces = placesByName(after.list());
        if (oldPlaces && newPlaces && !before.list().isEmpty() && !after.list().isEmpty())
            compareByName(before, after, *oldPlaces, *newPlaces);
        else
            compareByPlace(before.list(), after.list());
    }

    void compareByPlace(const Value::List &before, const Value::List &after)
    {
        for (qsizetype i = 0; i < qMax(before.size(), after.size()); ++i) {
            at({PathStep::Kind::Index, {}, i}, [&] {
                if (i >= after.size())
                    add(Kind::Removed, before[i], {});
                else if (i >= before.size())
                    add(Kind::Added, {}, after[i]);
                else
                    compare(before[i], after[i]);
            });
        }
    }

    void compareByName(const Value &before, const Value &after, const QHash<QString, qsizetype> &oldPlaces,
                       const QHash<QString, qsizetype> &newPlaces)
    {
        qsizetype last = -1;
        for (const Value &element : before.list()) {
            const qsizetype place = newPlaces.value(nameOf(element), last);
            if (place < last) { // the order is what changed
                add(Kind::Changed, before, after);
                return;
            }
            last = place;
        }
        for (const Value &element : before.list()) {
            const auto place = newPlaces.constFind(nameOf(element));
            at({PathStep::Kind::Name, nameOf(element), 0}, [&] {
                if (place == newPlaces.cend())
                    add(Kind::Removed, element, {});
                else
                    compare(element, after.list()[*place]);
            });
        }
        for (const Value &element : after.list()) {
            if (!oldPlaces.contains(nameOf(element)))
                at({PathStep::Kind::Name, nameOf(element), 0}, [&] { add(Kind::Added, {}, element); });
        }
    }

    ValuePath m_path;
};

} // namespace

QList<ValueChange> diffValues(const Value &before, const Value &after)
{
    ValueDiff diff;
    diff.compare(before, after);
    return diff.changes;
}

QList<ValueChange> changedSettings(const Value &before, const Value &after)
{
    QList<ValueChange> settings;
    const auto spread = [&](const auto &self, const ValueChange &change) -> void {
        const Value &part = change.kind == Kind::Removed ? change.before : change.after;
        if (change.kind == Kind::Changed || part.map().isEmpty()) {
            settings.append(change);
            return;
        }
        for (auto it = part.map().cbegin(); it != part.map().cend(); ++it) {
            ValueChange inner{change.kind,
                              pathText(readPath(change.path).value_or(ValuePath{})
                                       << PathStep{PathStep::Kind::Key, it.key(), 0}),
                              {},
                              {}};
            (change.kind == Kind::Removed ? inner.before : inner.after) = *it;
            self(self, inner);
        }
    };
    for (const ValueChange &change : diffValues(before, after))
        spread(spread, change);
    return settings;
}

} // namespace chartroom
