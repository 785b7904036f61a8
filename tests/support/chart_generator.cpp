// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/chart_generator.h"

#include <algorithm>

namespace chartroom::test {

namespace {

using namespace Qt::StringLiterals;

constexpr int deepestChart = 4;

/// The name under which a parent's values hold those of the sub-chart.
QString placeOf(const ChartDependency &dependency)
{
    return dependency.alias.isEmpty() ? dependency.name : dependency.alias;
}

} // namespace

QString ChartGenerator::key()
{
    static const QStringList keys{u"a"_s,       u"b"_s,    u"c"_s,       u"enabled"_s,
                                  u"exports"_s, u"data"_s, u"image"_s,   u"global"_s,
                                  u"tags"_s,    u"on"_s,   u"version"_s, u"nvidia.com/gpu"_s};
    return pick(keys);
}

Value ChartGenerator::scalar()
{
    static const QStringList numbers{u"0"_s,
                                     u"1"_s,
                                     u"-7"_s,
                                     u"1.0"_s,
                                     u"0.1"_s,
                                     u"1e6"_s,
                                     u"1e21"_s,
                                     u"1e-7"_s,
                                     u"123456789"_s,
                                     u"1.25"_s,
                                     u"9007199254740993"_s};
    static const QStringList texts{QString(),     u"true"_s, u"1"_s,  u"null"_s,
                                   u"v25.10.1"_s, u"<b>&"_s, u"ä€😀"_s};
    switch (m_random.bounded(6)) {
    case 0:
        return {};
    case 1:
        return Value(true);
    case 2:
        return Value(false);
    case 3:
        return Value(Value::Number{pick(numbers)});
    default:
        return Value(pick(texts));
    }
}

Value ChartGenerator::any(int depth)
{
    const int kind = depth >= deepestChart ? 0 : m_random.bounded(10);
    if (kind < 5)
        return scalar();
    if (kind > 5)
        return map(depth + 1);
    Value::List list;
    for (int i = m_random.bounded(3); i > 0; --i)
        list.append(any(depth + 1));
    return Value(list);
}

Value ChartGenerator::map(int depth)
{
    Value::Map map;
    for (int i = m_random.bounded(5); i > 0; --i)
        map.insert(key(), any(depth));
    return Value(map);
}

Value ChartGenerator::changed(const Value &value, int depth)
{
    if (!value.isMap())
        return chance(30) ? any(depth) : value;
    Value::Map map;
    const Value::Map &old = value.map();
    for (auto it = old.cbegin(); it != old.cend(); ++it) {
        if (!chance(15))
            map.insert(it.key(), changed(it.value(), depth + 1));
    }
    if (chance(40))
        map.insert(key(), any(depth));
    return Value(map);
}

Value ChartGenerator::override(const Value &value, int depth)
{
    if (!value.isMap() || chance(15))
        return chance(30) ? Value() : any(depth);
    Value::Map map;
    const Value::Map &known = value.map();
    for (auto it = known.cbegin(); it != known.cend(); ++it) {
        if (chance(50))
            map.insert(it.key(), override(it.value(), depth + 1));
    }
    if (chance(30))
        map.insert(key(), any(depth));
    return Value(map);
}

Value ChartGenerator::importWish()
{
    static const QStringList children{u"data"_s,  u"exports.data"_s, u"a"_s,
                                      u"image"_s, u"a.b"_s,          u"global"_s};
    static const QStringList parents{u"."_s, u"a"_s, u"image"_s, u"b.c"_s, u"global"_s};
    if (chance(30))
        return Value(pick({u"data"_s, u"a"_s, u"b"_s}));
    return Value(Value::Map{{u"child"_s, Value(pick(children))}, {u"parent"_s, Value(pick(parents))}});
}

ChartDependency ChartGenerator::dependencyOn(const Chart &sub, const QString &parent)
{
    static const QStringList fitting{u"1.x.x"_s, u">=1.0.0"_s, u"^1.0.0"_s,
                                     u"*"_s,     u"~1"_s,      u"1.0.0 - 1.9"_s};
    ChartDependency dependency;
    dependency.name = sub.metadata.name;
    dependency.version = chance(85) ? pick(fitting) : u">2"_s;
    if (chance(35))
        dependency.alias = u"alias%1"_s.arg(++m_names);
    const QString place = placeOf(dependency);
    if (chance(60)) {
        dependency.condition = place + u".enabled"_s;
        if (chance(30))
            dependency.condition = u"enabled,"_s + dependency.condition;
        if (chance(20))
            dependency.condition += u", global.on,"_s + parent + u".on"_s;
    }
    if (chance(40))
        dependency.tags = {pick({u"a"_s, u"b"_s}), u"c"_s};
    for (int i = chance(50) ? m_random.bounded(3) : 0; i > 0; --i)
        dependency.importValues.append(importWish());
    return dependency;
}

void ChartGenerator::addSubcharts(Chart &out, int depth)
{
    const int subcharts = m_random.bounded(depth == 0 ? 4 : 2);
    for (int i = 0; i < subcharts; ++i) {
        const Chart sub = chart(u"sub%1"_s.arg(++m_names), depth + 1);
        out.dependencies.append(sub);
        const ChartDependency first = dependencyOn(sub, out.metadata.name);
        out.metadata.dependencies.append(first);
        if (chance(30)) {
            ChartDependency second = dependencyOn(sub, out.metadata.name);
            second.alias = u"alias%1"_s.arg(++m_names);
            out.metadata.dependencies.append(second);
        }
    }
    // One at most that Chart.yaml does not name: the order of several is Go's map order.
    if (chance(15))
        out.dependencies.append(chart(u"sub%1"_s.arg(++m_names), depth + 1));
}

/// Sub-charts' names as keys, so that parent and sub-chart meet.
void ChartGenerator::addSwitches(const Chart &chart, Value::Map &values)
{
    QStringList places;
    for (const ChartDependency &dependency : chart.metadata.dependencies)
        places.append(placeOf(dependency));
    for (const Chart &sub : chart.dependencies)
        places.append(sub.metadata.name);
    for (const QString &place : std::as_const(places)) {
        if (chance(3))
            values.insert(place, scalar());
        else if (chance(60)) {
            Value::Map below = map(2).map();
            if (chance(60))
                below.insert(u"enabled"_s, chance(90) ? Value(chance(60)) : scalar());
            values.insert(place, Value(below));
        }
    }
    if (chance(50))
        values.insert(u"global"_s, chance(95) ? map(1) : scalar());
    if (chance(30))
        values.insert(u"tags"_s, Value(Value::Map{{u"a"_s, Value(chance(50))}, {u"b"_s, scalar()}}));
}

Chart ChartGenerator::chart(const QString &name, int depth)
{
    Chart out;
    out.metadata.name = name;
    out.metadata.version = u"1.%1.0"_s.arg(m_random.bounded(4));
    if (depth < 3)
        addSubcharts(out, depth);
    Value::Map values = map(1).map();
    addSwitches(out, values);
    out.values = Value(values);
    return out;
}

Chart ChartGenerator::chart()
{
    return chart(u"top"_s, 0);
}

Chart ChartGenerator::nextVersion(const Chart &chart)
{
    Chart next = chart;
    next.metadata.version = u"1.9.0"_s;
    next.values = changed(chart.values, 1);
    if (!next.values.isMap())
        next.values = Value(Value::Map());
    for (Chart &sub : next.dependencies)
        sub = nextVersion(sub);
    for (ChartDependency &dependency : next.metadata.dependencies) {
        if (chance(15))
            dependency.condition = u"enabled"_s;
    }
    return next;
}

Value ChartGenerator::userValues(const Chart &chart)
{
    Value::Map values = override(Value(chart.values.map()), 1).map();
    addSwitches(chart, values);
    return Value(values);
}

} // namespace chartroom::test
