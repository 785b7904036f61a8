// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/diff/value_diff.h"
#include "core/diff/value_path.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace {

Value text(const QString &s)
{
    return Value(s);
}

Value number(int n)
{
    return Value(Value::Number{QString::number(n)});
}

Value map(std::initializer_list<std::pair<QString, Value>> fields)
{
    Value::Map map;
    for (const auto &[key, value] : fields)
        map.insert(key, value);
    return Value(map);
}

Value list(Value::List elements)
{
    return Value(std::move(elements));
}

QStringList paths(const QList<ValueChange> &changes)
{
    QStringList out;
    for (const ValueChange &change : changes)
        out.append((change.kind == ValueChange::Kind::Added     ? u"+"_s
                    : change.kind == ValueChange::Kind::Removed ? u"-"_s
                                                                : u"~"_s) +
                   change.path);
    return out;
}

qsizetype placeOf(const Value::List &list, const PathStep &step)
{
    if (step.kind == PathStep::Kind::Index)
        return step.index;
    const auto found = std::find_if(list.cbegin(), list.cend(), [&](const Value &element) {
        return element.map().value(u"name"_s).toString() == step.text;
    });
    return found - list.cbegin();
}

Value applied(const Value &root, const ValuePath &path, const ValueChange &change)
{
    if (path.isEmpty())
        return change.after;
    const PathStep &step = path.first();
    const bool removes = path.size() == 1 && change.kind == ValueChange::Kind::Removed;
    if (step.kind == PathStep::Kind::Key) {
        Value::Map map = root.map();
        if (removes)
            map.remove(step.text);
        else
            map[step.text] = applied(map.value(step.text), path.sliced(1), change);
        return Value(map);
    }
    Value::List elements = root.list();
    const qsizetype place = placeOf(elements, step);
    if (removes)
        elements.removeAt(place);
    else if (place >= elements.size())
        elements.append(change.after);
    else
        elements[place] = applied(elements[place], path.sliced(1), change);
    return Value(elements);
}

/// Removals last and from the back, so that places before them stay true.
Value applied(Value root, QList<ValueChange> changes)
{
    const auto removals = std::stable_partition(changes.begin(), changes.end(), [](const ValueChange &c) {
        return c.kind != ValueChange::Kind::Removed;
    });
    std::reverse(removals, changes.end());
    for (const ValueChange &change : changes)
        root = applied(root, readPath(change.path).value(), change);
    return root;
}

Value randomValue(QRandomGenerator &random, int depth)
{
    static const QStringList keys{u"a"_s,   u"b"_s,     u"name"_s, u"nvidia.com/gpu"_s,
                                  u"x y"_s, u"q\"\\"_s, u""_s};
    switch (random.bounded(depth > 0 ? 9 : 4)) {
    case 0:
        return {};
    case 1:
        return Value(random.bounded(2) == 1);
    case 2:
        return number(random.bounded(3));
    case 3:
        return text(keys[random.bounded(int(keys.size()))]);
    case 4:
    case 5: {
        Value::List elements;
        for (int i = random.bounded(4); i > 0; --i)
            elements.append(randomValue(random, depth - 1));
        return Value(elements);
    }
    case 6: {
        Value::List elements;
        for (const QString &name : {u"a"_s, u"b"_s, u"c=d"_s, u"e"_s}) {
            if (random.bounded(2) == 1)
                elements.append(map({{u"name"_s, text(name)}, {u"value"_s, randomValue(random, depth - 1)}}));
        }
        return Value(elements);
    }
    default: {
        Value::Map fields;
        for (int i = random.bounded(4); i > 0; --i)
            fields.insert(keys[random.bounded(int(keys.size()))], randomValue(random, depth - 1));
        return Value(fields);
    }
    }
}

/// A path tells which named element is new, not where in its list: lists of named maps in the order of names.
Value inOrderOfNames(const Value &value)
{
    if (value.isMap()) {
        Value::Map out;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it)
            out.insert(it.key(), inOrderOfNames(*it));
        return Value(out);
    }
    if (!value.isList())
        return value;
    Value::List out;
    for (const Value &element : value.list())
        out.append(inOrderOfNames(element));
    const auto name = [](const Value &element) { return element.map().value(u"name"_s); };
    if (std::all_of(out.cbegin(), out.cend(), [&](const Value &element) { return name(element).isString(); }))
        std::stable_sort(out.begin(), out.end(), [&](const Value &a, const Value &b) {
            return name(a).toString() < name(b).toString();
        });
    return Value(out);
}

/// A copy with some parts changed, so that most of the tree is common.
Value bent(const Value &value, QRandomGenerator &random)
{
    if (random.bounded(12) == 0)
        return randomValue(random, 2);
    if (value.isMap()) {
        Value::Map out;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it) {
            if (random.bounded(12) > 0)
                out.insert(it.key(), bent(*it, random));
        }
        return Value(out);
    }
    if (value.isList()) {
        Value::List out;
        for (const Value &element : value.list()) {
            if (random.bounded(12) > 0)
                out.append(bent(element, random));
        }
        return Value(out);
    }
    return value;
}

} // namespace

class ValueDiffTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalTreesHaveNoChanges()
    {
        const Value tree = map({{u"a"_s, list({number(1), text(u"x"_s)})}});
        QVERIFY(diffValues(tree, tree).isEmpty());
        QVERIFY(diffValues({}, {}).isEmpty());
    }

    void aChangedLeafIsNamedByItsPath()
    {
        const auto changes = diffValues(
            map({{u"driver"_s, map({{u"version"_s, text(u"570"_s)}, {u"enabled"_s, Value(true)}})}}),
            map({{u"driver"_s, map({{u"version"_s, text(u"580"_s)}, {u"enabled"_s, Value(true)}})}}));
        QCOMPARE(paths(changes), QStringList{u"~driver.version"_s});
        QCOMPARE(changes[0].before, text(u"570"_s));
        QCOMPARE(changes[0].after, text(u"580"_s));
    }

    void aWholeNewMapIsOneChange()
    {
        const auto changes =
            diffValues(map({}), map({{u"dcgm"_s, map({{u"a"_s, number(1)}, {u"b"_s, number(2)}})}}));
        QCOMPARE(paths(changes), QStringList{u"+dcgm"_s});
    }

    void keysWithDotsAreQuoted()
    {
        const auto changes =
            diffValues(map({{u"nodeSelector"_s, map({{u"nvidia.com/gpu.present"_s, text(u"true"_s)}})}}),
                       map({{u"nodeSelector"_s, map({})}}));
        QCOMPARE(paths(changes), QStringList{u"-nodeSelector.\"nvidia.com/gpu.present\""_s});
    }

    void aTypeChangeIsAChange()
    {
        QCOMPARE(paths(diffValues(map({{u"p"_s, number(80)}}), map({{u"p"_s, text(u"80"_s)}}))),
                 QStringList{u"~p"_s});
        QCOMPARE(paths(diffValues(map({{u"p"_s, map({})}}), map({{u"p"_s, list({})}}))),
                 QStringList{u"~p"_s});
        QCOMPARE(paths(diffValues(map({{u"p"_s, Value()}}), map({}))), QStringList{u"-p"_s});
    }

    void oneAndOnePointZeroDiffer()
    {
        QCOMPARE(diffValues(number(1), Value(Value::Number{u"1.0"_s})).size(), 1);
    }

    void plainListsAreComparedByPlace()
    {
        const auto changes = diffValues(map({{u"l"_s, list({map({{u"key"_s, text(u"a"_s)}}), number(2)})}}),
                                        map({{u"l"_s, list({map({{u"key"_s, text(u"b"_s)}})})}}));
        QCOMPARE(paths(changes), (QStringList{u"~l[0].key"_s, u"-l[1]"_s}));
    }

    void listsOfNamedMapsAreComparedByName()
    {
        const auto env = [](const QString &name, const QString &value) {
            return map({{u"name"_s, text(name)}, {u"value"_s, text(value)}});
        };
        const auto changes = diffValues(
            map({{u"env"_s, list({env(u"A"_s, u"1"_s), env(u"B"_s, u"2"_s), env(u"C.D"_s, u"3"_s)})}}),
            map({{u"env"_s, list({env(u"N"_s, u"0"_s), env(u"B"_s, u"9"_s), env(u"C.D"_s, u"4"_s)})}}));
        QCOMPARE(paths(changes), (QStringList{u"-env[name=A]"_s, u"~env[name=B].value"_s,
                                              u"~env[name=\"C.D\"].value"_s, u"+env[name=N]"_s}));
    }

    void aNewOrderOfNamedMapsIsAChange()
    {
        const Value a = map({{u"name"_s, text(u"a"_s)}});
        const Value b = map({{u"name"_s, text(u"b"_s)}});
        QCOMPARE(paths(diffValues(map({{u"l"_s, list({a, b})}}), map({{u"l"_s, list({b, a})}}))),
                 QStringList{u"~l"_s});
    }

    void namesThatRepeatFallBackToPlaces()
    {
        const Value a = map({{u"name"_s, text(u"a"_s)}, {u"v"_s, number(1)}});
        const Value b = map({{u"name"_s, text(u"a"_s)}, {u"v"_s, number(2)}});
        QCOMPARE(paths(diffValues(list({a, a}), list({a, b}))), QStringList{u"~[1].v"_s});
    }

    void pathsReadBackAsTheyWereWritten()
    {
        for (const QString &written : {u"a.b"_s, u"a[0].b[name=x]"_s, u"a.\"b.c\".\"d\\\"e\\\\f\""_s,
                                       u"\"\""_s, u""_s, u"l[name=\"a=b\"]"_s}) {
            const auto path = readPath(written);
            QVERIFY2(path, qPrintable(written));
            QCOMPARE(pathText(*path), written);
        }
        for (const QString &bad :
             {u"a."_s, u".a"_s, u"a[x]"_s, u"a[1"_s, u"a]"_s, u"\"a"_s, u"a[-1]"_s, u"a b"_s})
            QVERIFY2(!readPath(bad), qPrintable(bad));
    }

    void applyingTheChangesGivesTheNewValues()
    {
        QRandomGenerator random(20260801);
        int changed = 0;
        for (int i = 0; i < 3000; ++i) {
            const Value before = randomValue(random, 5);
            const Value after = i % 4 == 0 ? randomValue(random, 5) : bent(before, random);
            const QList<ValueChange> changes = diffValues(before, after);
            QCOMPARE(changes.isEmpty(), before == after);
            QCOMPARE(inOrderOfNames(applied(before, changes)), inOrderOfNames(after));
            changed += !changes.isEmpty();
        }
        QVERIFY2(changed > 1000, qPrintable(QString::number(changed)));
    }

    void aNewSubtreeCountsAsTheSettingsInIt()
    {
        const auto before = readJson(R"({"a":1})");
        const auto after =
            readJson(R"({"a":1,"driver":{"version":"580","policy":{"max":4,"drain":{}}},"list":[1,2]})");
        QStringList paths;
        for (const ValueChange &change : changedSettings(*before, *after))
            paths << change.path;
        QCOMPARE(paths,
                 QStringList({QStringLiteral("driver.policy.drain"), QStringLiteral("driver.policy.max"),
                              QStringLiteral("driver.version"), QStringLiteral("list")}));
        const QList<ValueChange> gone = changedSettings(*after, *before);
        QCOMPARE(gone.size(), 4);
        QCOMPARE(gone[1].kind, ValueChange::Kind::Removed);
        QCOMPARE(gone[1].before.scalarText(), QStringLiteral("4"));
    }
};

QTEST_GUILESS_MAIN(ValueDiffTest)
#include "tst_value_diff.moc"
