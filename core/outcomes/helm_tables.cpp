// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/helm_tables.h"

#include "core/base/result.h"
#include "core/charts/semantic_version.h"
#include "core/helm/helm_version.h"
#include "core/outcomes/outcomes_tr.h"

#include <QSet>

#include <tuple>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr int maxDepth = 1000; // what is read is at most 200 deep; more is a circle

void checkDepth(int depth)
{
    if (depth > maxDepth)
        throw Error{Error::Code::Invalid,
                    OutcomesTr::tr("The chart imports values of a sub-chart into themselves, and Helm does "
                                   "not terminate: Helm 3 loops forever, Helm 4 ends with a stack overflow."),
                    {},
                    {}};
}

} // namespace

NullRules nullRules(const HelmVersion &helm)
{
    const std::optional<SemanticVersion> version = SemanticVersion::read(helm.text);
    const auto isFrom = [&version](quint64 major, quint64 minor, quint64 patch) {
        return !version || std::tuple(version->major(), version->minor(), version->patch()) >=
                               std::tuple(major, minor, patch);
    };
    if (helm.major < 4)
        return isFrom(3, 20, 1)   ? NullRules::OnDefaults
               : isFrom(3, 19, 5) ? NullRules::Anywhere
                                  : NullRules::OnlyBelow;
    return isFrom(4, 2, 0)   ? NullRules::NoneBelow
           : isFrom(4, 1, 3) ? NullRules::OnDefaults
                             : NullRules::Anywhere;
}

Cell Tables::cellOf(const Value &value)
{
    if (value.isMap())
        return fromValue(value);
    return value;
}

Table *Tables::fromValue(const Value &value)
{
    if (!value.isMap())
        return nullptr;
    Table *table = create();
    const Value::Map &map = value.map();
    for (auto it = map.cbegin(); it != map.cend(); ++it)
        table->cells.insert(table->cells.cend(), it.key(), cellOf(it.value()));
    return table;
}

Value Tables::valueOf(const Table *table, int depth) const
{
    checkDepth(depth);
    Value::Map map;
    if (!table)
        return Value(map);
    for (auto it = table->cells.cbegin(); it != table->cells.cend(); ++it) {
        const Table *inner = tableIn(it.value());
        map.insert(map.cend(), it.key(), inner ? valueOf(inner, depth + 1) : std::get<Value>(it.value()));
    }
    return Value(std::move(map));
}

Table *Tables::copyOf(const Table *table, int depth)
{
    checkDepth(depth);
    Table *copy = create();
    if (!table)
        return copy;
    copy->cells = table->cells;
    for (Cell &cell : copy->cells) {
        if (const Table *inner = tableIn(cell))
            cell = copyOf(inner, depth + 1);
    }
    return copy;
}

void Tables::removeNullsOf(Table *table, int depth)
{
    checkDepth(depth);
    for (auto it = table->cells.begin(); it != table->cells.end();) {
        if (isNull(*it)) {
            it = table->cells.erase(it);
            continue;
        }
        if (Table *inner = tableIn(*it))
            removeNullsOf(inner, depth + 1);
        ++it;
    }
}

Table *Tables::layOver(Table *dst, Table *src, const QString &prefix, Mode mode, int depth)
{
    checkDepth(depth);
    if (!src)
        return dst;
    if (!dst)
        return src;
    const bool takesNullsAway = m_nulls == NullRules::OnlyBelow || m_nulls == NullRules::Anywhere;
    QSet<QString> setBelow; // before the nulls of dst are written into src
    for (auto it = src->cells.cbegin(); it != src->cells.cend(); ++it) {
        if (!isNull(*it))
            setBelow.insert(it.key());
    }
    const QMap<QString, Cell> above = dst->cells;
    for (auto it = above.cbegin(); it != above.cend(); ++it) {
        if (isNull(*it) && m_nulls != NullRules::OnlyBelow)
            src->cells.insert(it.key(), Value());
    }
    const QMap<QString, Cell> below = src->cells; // dst may be the same table
    for (auto it = below.cbegin(); it != below.cend(); ++it) {
        const QString &key = it.key();
        const auto here = dst->cells.constFind(key);
        if (here == dst->cells.cend()) {
            dst->cells.insert(key, *it);
            continue;
        }
        Table *over = tableIn(*here);
        Table *under = tableIn(*it);
        if (mode == Mode::Coalesce && isNull(*here) && (takesNullsAway || setBelow.contains(key)))
            dst->cells.remove(key);
        else if (under && over)
            layOver(over, under, joined(prefix, key), mode, depth + 1);
        else if (under)
            warn(u"warning: cannot overwrite table with non table for "_s + joined(prefix, key));
        else if (over && !isNull(*it))
            warn(u"warning: destination for %1 is a table. Ignoring non-table value"_s.arg(
                joined(prefix, key)));
    }
    return dst;
}

void Tables::layGlobals(Table *subchart, const Table *parent, const QString &prefix)
{
    const QString global = u"global"_s;
    const auto globalsOf = [&](const Table *table, const QString &what) {
        const auto found = table->cells.constFind(global);
        Table *globals = found == table->cells.cend() ? create() : tableIn(*found);
        if (!globals)
            warn(u"warning: skipping globals because %1 global is not a table."_s.arg(what));
        return globals;
    };
    Table *into = globalsOf(subchart, u"destination"_s);
    const Table *from = into ? globalsOf(parent, u"source"_s) : nullptr;
    if (!into || !from)
        return;
    const QMap<QString, Cell> cells = from->cells;
    for (auto it = cells.cbegin(); it != cells.cend(); ++it) {
        const auto there = into->cells.constFind(it.key());
        const bool isThere = there != into->cells.cend();
        Table *own = isThere ? tableIn(*there) : nullptr;
        if (const Table *given = tableIn(*it)) {
            if (isThere && !own) {
                warn(u"Conflict: cannot merge map onto non-map for \"%1\". Skipping."_s.arg(it.key()));
                continue;
            }
            // A shallow copy: tables further down stay those of the parent, and what a sub-chart lays into
            // them shows there and in the next sub-chart.
            Table *copy = create();
            copy->cells = given->cells;
            if (own)
                lay(copy, own, joined(prefix, it.key()), Mode::Merge);
            into->cells.insert(it.key(), copy);
        } else if (own) {
            warn(u"key %1 is table. Skipping"_s.arg(it.key()));
        } else {
            into->cells.insert(it.key(), *it);
        }
    }
    subchart->cells.insert(global, into);
}

Table *tableAt(Table *table, const QString &path)
{
    const QStringList keys = path.split(u'.');
    for (const QString &key : keys) {
        const auto found = table->cells.constFind(key);
        table = found == table->cells.cend() ? nullptr : tableIn(*found);
        if (!table)
            return nullptr;
    }
    return table;
}

const Value *valueAt(Table *table, const QString &path)
{
    const qsizetype dot = path.lastIndexOf(u'.');
    Table *holder = dot < 0 ? table : tableAt(table, path.left(dot));
    if (!holder)
        return nullptr;
    const auto found = holder->cells.constFind(path.mid(dot + 1));
    return found == holder->cells.cend() ? nullptr : std::get_if<Value>(&*found);
}

} // namespace chartroom
