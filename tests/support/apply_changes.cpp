// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/apply_changes.h"

#include "core/diff/list_names.h"
#include "core/secrets/value_path.h"

#include <QMap>

#include <algorithm>

namespace chartroom {

namespace {

using Kind = ValueChange::Kind;

struct Step
{
    ValuePath path;
    const ValueChange *change = nullptr;
};
using Steps = QList<const Step *>;

/// What is to be done to one entry of a map, or to one element of a list.
struct Work
{
    const Step *whole = nullptr; ///< added, removed or replaced as a whole
    const Step *moved = nullptr;
    Steps inside;
};

tl::unexpected<Error> misfit(const Step &step)
{
    return failure(Error::Code::Invalid,
                   QStringLiteral("The change at %1 cannot be applied to these values.")
                       .arg(step.path.isEmpty() ? QStringLiteral("·") : pathText(step.path)));
}

/// Adds a step to the work on its entry; false when two steps want the same.
bool plan(Work &work, const Step &step, qsizetype depth)
{
    if (step.path.size() > depth + 1) {
        work.inside.append(&step);
        return true;
    }
    const Step *&place = step.change->kind == Kind::Moved ? work.moved : work.whole;
    if (place)
        return false;
    place = &step;
    return true;
}

Result<Value> applied(const Value &value, const Steps &steps, qsizetype depth);

/// What becomes of an entry that is there: another value, or nothing when it is removed.
Result<std::optional<Value>> changedEntry(const Value &value, const Work &work, qsizetype depth)
{
    if (!work.whole) {
        auto inside = applied(value, work.inside, depth + 1);
        if (!inside)
            return tl::make_unexpected(inside.error());
        return std::optional(*std::move(inside));
    }
    const ValueChange &change = *work.whole->change;
    if (!work.inside.isEmpty() || work.moved || change.kind == Kind::Added || change.before != value)
        return misfit(*work.whole);
    return change.kind == Kind::Removed ? std::nullopt : std::optional(change.after);
}

Result<Value> appliedToMap(Value::Map map, const Steps &steps, qsizetype depth)
{
    QMap<QString, Work> works;
    for (const Step *step : steps) {
        const PathStep &here = step->path[depth];
        if (here.kind != PathStep::Kind::Key || !plan(works[here.text], *step, depth))
            return misfit(*step);
    }
    for (auto work = works.cbegin(); work != works.cend(); ++work) {
        const auto entry = map.constFind(work.key());
        if (work->moved)
            return misfit(*work->moved);
        if (entry == map.cend()) {
            if (!work->whole || work->whole->change->kind != Kind::Added || !work->inside.isEmpty())
                return misfit(work->whole ? *work->whole : *work->inside.first());
            map.insert(work.key(), work->whole->change->after);
            continue;
        }
        auto changed = changedEntry(*entry, *work, depth);
        if (!changed)
            return tl::make_unexpected(changed.error());
        if (*changed)
            map.insert(work.key(), **changed);
        else
            map.remove(work.key());
    }
    return Value(std::move(map));
}

/// The elements that stay keep their order and fill the places that `placed` leaves free.
Result<Value> interleaved(const Value::List &staying, const QMap<qsizetype, const Step *> &placed,
                          const QMap<qsizetype, Value> &values)
{
    Value::List out;
    auto next = staying.cbegin();
    const qsizetype size = staying.size() + placed.size();
    for (qsizetype place = 0; place < size; ++place) {
        const auto value = values.constFind(place);
        if (value != values.cend())
            out.append(*value);
        else if (next != staying.cend())
            out.append(*next++);
        else
            return misfit(*placed.last());
    }
    return Value(std::move(out));
}

/// Places of removed elements count before, all others after.
Result<Value> appliedByPlace(const Value::List &list, const Steps &steps, qsizetype depth)
{
    QMap<qsizetype, const Step *> removed;
    QMap<qsizetype, const Step *> added;
    QMap<qsizetype, Work> others;
    for (const Step *step : steps) {
        const PathStep &here = step->path[depth];
        const bool whole = step->path.size() == depth + 1;
        const Kind kind = step->change->kind;
        if (here.kind != PathStep::Kind::Index || (whole && kind == Kind::Moved))
            return misfit(*step);
        if (whole && (kind == Kind::Removed || kind == Kind::Added)) {
            auto &places = kind == Kind::Removed ? removed : added;
            if (places.contains(here.index) || (kind == Kind::Removed && here.index >= list.size()) ||
                (kind == Kind::Removed && list[here.index] != step->change->before))
                return misfit(*step);
            places.insert(here.index, step);
        } else if (!plan(others[here.index], *step, depth)) {
            return misfit(*step);
        }
    }
    Value::List staying;
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (!removed.contains(i))
            staying.append(list[i]);
    }
    QMap<qsizetype, Value> values;
    for (auto step = added.cbegin(); step != added.cend(); ++step)
        values.insert(step.key(), (*step)->change->after);
    auto merged = interleaved(staying, added, values);
    if (!merged)
        return merged;
    Value::List out = merged->list();
    for (auto work = others.cbegin(); work != others.cend(); ++work) {
        const Step &first = work->whole ? *work->whole : *work->inside.first();
        if (work.key() >= out.size() || added.contains(work.key()))
            return misfit(first);
        auto changed = changedEntry(out[work.key()], *work, depth);
        if (!changed)
            return tl::make_unexpected(changed.error());
        out[work.key()] = **changed;
    }
    return Value(std::move(out));
}

Result<Value> appliedByName(const Value::List &list, const Steps &steps, qsizetype depth)
{
    const QString field = steps.first()->path[depth].field;
    QHash<QString, Work> works;
    for (const Step *step : steps) {
        const PathStep &here = step->path[depth];
        if (here.kind != PathStep::Kind::Name || here.field != field || !plan(works[here.text], *step, depth))
            return misfit(*step);
    }
    Value::List staying;
    QMap<qsizetype, const Step *> placed;
    QMap<qsizetype, Value> values;
    const auto put = [&](const Step &step, const Value &value) {
        const qsizetype place = step.change->place;
        if (place < 0 || placed.contains(place))
            return false;
        placed.insert(place, &step);
        values.insert(place, value);
        return true;
    };
    for (const Value &element : list) {
        const Work work = works.take(elementName(element, field));
        auto changed = changedEntry(element, work, depth);
        if (!changed)
            return tl::make_unexpected(changed.error());
        if (!*changed)
            continue;
        if (!work.moved)
            staying.append(**changed);
        else if (!put(*work.moved, **changed))
            return misfit(*work.moved);
    }
    for (const Work &work : std::as_const(works)) {
        const Step &first = work.whole ? *work.whole : work.moved ? *work.moved : *work.inside.first();
        if (!work.whole || work.moved || !work.inside.isEmpty() || work.whole->change->kind != Kind::Added ||
            !put(first, first.change->after))
            return misfit(first);
    }
    return interleaved(staying, placed, values);
}

Result<Value> applied(const Value &value, const Steps &steps, qsizetype depth)
{
    if (steps.isEmpty())
        return value;
    if (value.isMap())
        return appliedToMap(value.map(), steps, depth);
    if (!value.isList())
        return misfit(*steps.first());
    if (steps.first()->path[depth].kind == PathStep::Kind::Name)
        return appliedByName(value.list(), steps, depth);
    return appliedByPlace(value.list(), steps, depth);
}

} // namespace

Result<Value> applyChanges(const Value &before, const QList<ValueChange> &changes)
{
    QList<Step> steps;
    for (const ValueChange &change : changes) {
        const auto path = readPath(change.path);
        steps.append({path.value_or(ValuePath{}), &change});
        const bool isRoot = path && path->isEmpty();
        if (!path ||
            (isRoot && (changes.size() > 1 || change.kind != Kind::Changed || change.before != before)))
            return misfit(steps.last());
        if (isRoot)
            return change.after;
    }
    Steps all;
    for (const Step &step : std::as_const(steps))
        all.append(&step);
    return applied(before, all, 0);
}

} // namespace chartroom
