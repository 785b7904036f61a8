// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/value_diff.h"

#include "core/diff/common_runs.h"
#include "core/diff/list_names.h"
#include "core/secrets/value_path.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

using Kind = ValueChange::Kind;

/// The places that keep their order: a longest increasing part of them.
QSet<qsizetype> longestRise(const QList<qsizetype> &places)
{
    QList<qsizetype> ends; // index of the smallest place that ends a rise of each length
    QList<qsizetype> previous(places.size(), -1);
    for (qsizetype i = 0; i < places.size(); ++i) {
        const auto end = std::lower_bound(ends.begin(), ends.end(), places[i],
                                          [&](qsizetype at, qsizetype p) { return places[at] < p; });
        if (end != ends.begin())
            previous[i] = *std::prev(end);
        if (end == ends.end())
            ends.append(i);
        else
            *end = i;
    }
    QSet<qsizetype> rise;
    for (qsizetype i = ends.isEmpty() ? -1 : ends.last(); i >= 0; i = previous[i])
        rise.insert(places[i]);
    return rise;
}

/// Equal elements of both lists, as numbers that compare fast.
struct Numbered
{
    QList<int> before;
    QList<int> after;

    Numbered(const Value::List &old, const Value::List &now)
    {
        QHash<Value, int> numbers;
        const auto number = [&](const Value &value) {
            const auto known = numbers.constFind(value);
            return known != numbers.cend() ? *known : *numbers.insert(value, int(numbers.size()));
        };
        for (const Value &value : old)
            before.append(number(value));
        for (const Value &value : now)
            after.append(number(value));
    }
};

/// 0 and -0, which are equal as numbers (Go's ==).
bool areBothZero(const Value &a, const Value &b)
{
    const auto isZero = [](const Value &value) {
        const QString text = value.scalarText();
        return value.kind() == Value::Kind::Number && (text == u"0" || text == u"-0");
    };
    return isZero(a) && isZero(b);
}

class ValueDiff
{
public:
    QList<ValueChange> changes;

    void compare(const Value &before, const Value &after)
    {
        if (before.isMap() && after.isMap()) {
            if (!before.map().isSharedWith(after.map()))
                compareMaps(before.map(), after.map());
        } else if (before.isList() && after.isList()) {
            if (!before.list().isSharedWith(after.list()))
                compareLists(before.list(), after.list());
        } else if (before != after && !areBothZero(before, after)) {
            add(Kind::Changed, before, after);
        }
    }

private:
    void add(Kind kind, const Value &before, const Value &after, qsizetype place = -1)
    {
        changes.append({kind, pathText(m_path), before, after, place});
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

    void compareLists(const Value::List &before, const Value::List &after)
    {
        if (const auto names = listNames(before, after))
            compareByName(before, after, *names);
        else
            compareByPlace(before, after);
    }

    void compareByPlace(const Value::List &before, const Value::List &after)
    {
        constexpr int mostEdits = 300;
        const Numbered numbers(before, after);
        const auto equal = [&](qsizetype i, qsizetype j) { return numbers.before[i] == numbers.after[j]; };
        qsizetype i = 0;
        qsizetype j = 0;
        auto runs = commonRuns(before.size(), after.size(), equal, mostEdits);
        runs.append({before.size(), after.size(), 0});
        for (const CommonRun &run : std::as_const(runs)) {
            for (; i < run.before || j < run.after; ++i, ++j) {
                const qsizetype place = j < run.after ? j : i;
                at({PathStep::Kind::Index, {}, place}, [&] {
                    if (j >= run.after)
                        add(Kind::Removed, before[i], {});
                    else if (i >= run.before)
                        add(Kind::Added, {}, after[j]);
                    else
                        compare(before[i], after[j]);
                });
            }
            i = run.before + run.length;
            j = run.after + run.length;
        }
    }

    void compareByName(const Value::List &before, const Value::List &after, const ListNames &names)
    {
        const auto step = [&](const Value &element) {
            return PathStep{PathStep::Kind::Name, elementName(element, names.field), 0, names.field};
        };
        QList<qsizetype> places;
        for (const Value &element : before) {
            const auto place = names.after.constFind(elementName(element, names.field));
            if (place != names.after.cend())
                places.append(*place);
        }
        const QSet<qsizetype> staying = longestRise(places);
        for (const Value &element : before) {
            at(step(element), [&] {
                const qsizetype place = names.after.value(m_path.last().text, -1);
                if (place < 0) {
                    add(Kind::Removed, element, {});
                    return;
                }
                if (!staying.contains(place))
                    add(Kind::Moved, element, after[place], place);
                compare(element, after[place]);
            });
        }
        for (qsizetype place = 0; place < after.size(); ++place) {
            at(step(after[place]), [&] {
                if (!names.before.contains(m_path.last().text))
                    add(Kind::Added, {}, after[place], place);
            });
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
        const bool isWhole = change.kind == Kind::Added || change.kind == Kind::Removed;
        if (!isWhole || part.map().isEmpty()) {
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
