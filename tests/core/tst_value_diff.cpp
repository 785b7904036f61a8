// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/diff/value_diff.h"
#include "core/secrets/value_path.h"
#include "tests/support/apply_changes.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_value_diff {

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
                    : change.kind == ValueChange::Kind::Moved   ? u">"_s
                                                                : u"~"_s) +
                   change.path);
    return out;
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

    void theSameTextAsAnotherTypeIsATypeChange()
    {
        const auto change = [](const char *before, const char *after) {
            return diffValues(*readYaml(before), *readYaml(after)).value(0);
        };
        QVERIFY(change("a: true", "a: 'true'").isTypeChange());
        QVERIFY(change("a: 1", "a: \"1\"").isTypeChange());
        QVERIFY(change("a: {}", "a:").isTypeChange());
        QVERIFY(!change("a: 1", "a: 2").isTypeChange());
        QCOMPARE(change("a:", "{}").kind, ValueChange::Kind::Removed);
        QCOMPARE(change("{}", "a:").kind, ValueChange::Kind::Added);
    }

    void fault49TenThousandLinesKeepTheirTypesOnTheWay()
    {
        const QByteArrayList scalars{"9007199254740993",
                                     "18446744073709551615",
                                     "\"9007199254740993\"",
                                     "on",
                                     "\"on\"",
                                     "014",
                                     "\"014\"",
                                     "1e3",
                                     "\"1e3\"",
                                     "~",
                                     "\"~\"",
                                     "1.0",
                                     "'" + QByteArray(2000, 'x') + "'",
                                     "\"a\\tb\""};
        QByteArray text = "anchor: &a {deep: [1, \"1\"]}\n";
        for (int i = 0; i < 10'000; ++i)
            text += "key" + QByteArray::number(i) + ": " +
                    (i % 15 == 14 ? QByteArray("*a") : scalars[i % 15]) + '\n';
        const auto read = readYaml(text);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        for (const QByteArray &written : {writeYaml(*read), writeJson(*read)}) {
            const auto again = readYaml(written);
            QVERIFY2(again, again ? "" : qPrintable(again.error().message));
            QVERIFY(diffValues(*read, *again).isEmpty());
        }
        // Any two of them that a careless reader takes for one are a change.
        for (int a = 0; a < scalars.size(); ++a)
            for (int b = 0; b < scalars.size(); ++b)
                QCOMPARE(diffValues(*readYaml("k: " + scalars[a]), *readYaml("k: " + scalars[b])).isEmpty(),
                         a == b);
    }

    void oneAndOnePointZeroDiffer()
    {
        QCOMPARE(diffValues(number(1), Value(Value::Number{u"1.0"_s})).size(), 1);
    }

    void zeroHasNoSign()
    {
        const Value negative(Value::Number{u"-0"_s});
        QVERIFY(diffValues(number(0), negative).isEmpty());
        QVERIFY(diffValues(Value(Value::List{negative}), Value(Value::List{number(0)})).isEmpty());
        QCOMPARE(diffValues(Value(u"0"_s), Value(u"-0"_s)).size(), 1);
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

    void aNewOrderOfNamedMapsMovesAsFewAsCanBe()
    {
        const auto named = [](const QString &name) { return map({{u"name"_s, text(name)}}); };
        const auto changes = diffValues(list({named(u"a"_s), named(u"b"_s), named(u"c"_s), named(u"d"_s)}),
                                        list({named(u"d"_s), named(u"a"_s), named(u"b"_s), named(u"c"_s)}));
        QCOMPARE(paths(changes), QStringList{u">[name=d]"_s});
        QCOMPARE(changes[0].place, 0);
    }

    void aMovedElementTellsWhatChangedInItApart()
    {
        const auto element = [](const QString &name, int value) {
            return map({{u"name"_s, text(name)}, {u"v"_s, number(value)}});
        };
        const auto changes = diffValues(list({element(u"a"_s, 1), element(u"b"_s, 2)}),
                                        list({element(u"b"_s, 2), element(u"a"_s, 3)}));
        QCOMPARE(paths(changes), (QStringList{u">[name=a]"_s, u"~[name=a].v"_s}));
    }

    void otherKeysNameTheElementsTooAndThePathSaysWhich()
    {
        const auto list_ = [](const char *json) { return *readJson(json); };
        const auto pathsOf = [&](const char *before, const char *after) {
            return paths(diffValues(list_(before), list_(after)));
        };
        QCOMPARE(pathsOf(R"([{"id":"a","v":1},{"id":"b"}])", R"([{"id":"b"},{"id":"a","v":2}])"),
                 (QStringList{u">[id=a]"_s, u"~[id=a].v"_s}));
        QCOMPARE(pathsOf(R"([{"mountPath":"/a","v":1}])", R"([{"mountPath":"/a","v":2}])"),
                 QStringList{u"~[mountPath=/a].v"_s});
        QCOMPARE(pathsOf(R"([{"containerPort":80,"v":1},{"containerPort":81}])", R"([{"containerPort":80}])"),
                 (QStringList{u"-[containerPort=80].v"_s, u"-[containerPort=81]"_s}));
        QCOMPARE(pathsOf(R"([{"key":"gpu","operator":"Exists"}])", R"([{"key":"gpu","operator":"Equal"}])"),
                 QStringList{u"~[key=gpu].operator"_s});
    }

    void aKeyWithoutASelectorBesideItNamesNothingAsItMayBeASecret()
    {
        QCOMPARE(paths(diffValues(*readJson(R"([{"key":"hunter2","v":1}])"),
                                  *readJson(R"([{"key":"hunter2","v":2}])"))),
                 QStringList{u"~[0].v"_s});
    }

    void aSinglePortThatChangedIsAChange()
    {
        QCOMPARE(paths(diffValues(*readJson(R"([{"port":80}])"), *readJson(R"([{"port":8080}])"))),
                 QStringList{u"~[0].port"_s});
    }

    void anArgumentInTheMiddleIsOneChange()
    {
        const auto changes =
            diffValues(*readJson(R"(["-a","-b","-c"])"), *readJson(R"(["-a","-x","-b","-c"])"));
        QCOMPARE(paths(changes), QStringList{u"+[1]"_s});
        const auto back =
            diffValues(*readJson(R"(["-a","-x","-b","-c"])"), *readJson(R"(["-a","-b","-c","-d"])"));
        QCOMPARE(paths(back), (QStringList{u"-[1]"_s, u"+[3]"_s}));
    }

    void namesThatRepeatFallBackToPlaces()
    {
        const Value a = map({{u"name"_s, text(u"a"_s)}, {u"v"_s, number(1)}});
        const Value b = map({{u"name"_s, text(u"a"_s)}, {u"v"_s, number(2)}});
        QCOMPARE(paths(diffValues(list({a, a}), list({a, b}))), QStringList{u"~[1].v"_s});
    }

    void changesThatDoNotFitAreRefused()
    {
        const Value tree = *readJson(R"({"a":1,"l":[{"name":"x","v":1}],"p":[1,2]})");
        const auto refused = [&](ValueChange::Kind kind, const QString &path, const Value &before,
                                 const Value &after = {}) {
            const auto done = applyChanges(tree, {{kind, path, before, after}});
            return !done && done.error().code == Error::Code::Invalid;
        };
        using Kind = ValueChange::Kind;
        QVERIFY(refused(Kind::Changed, u"a"_s, number(2), number(3)));
        QVERIFY(refused(Kind::Changed, u"b"_s, number(1), number(3)));
        QVERIFY(refused(Kind::Added, u"a"_s, {}, number(3)));
        QVERIFY(refused(Kind::Removed, u"b"_s, number(1)));
        QVERIFY(refused(Kind::Removed, u"p[2]"_s, number(1)));
        QVERIFY(refused(Kind::Added, u"p[4]"_s, {}, number(1)));
        QVERIFY(refused(Kind::Changed, u"a.b"_s, number(1), number(3)));
        QVERIFY(refused(Kind::Changed, u"l[name=y].v"_s, number(1), number(3)));
        QVERIFY(refused(Kind::Changed, u"l[0].v.w"_s, number(1), number(3)));
        QVERIFY(refused(Kind::Moved, u"l[name=x]"_s, {}));
        QVERIFY(refused(Kind::Changed, u"a..b"_s, number(1)));
        QVERIFY(refused(Kind::Changed, QString(), number(1)));
        const ValueChange twice{Kind::Changed, u"a"_s, number(1), number(2)};
        QVERIFY(!applyChanges(tree, {twice, twice}));
        QVERIFY(applyChanges(tree, {twice}));
    }

    void pathsReadBackAsTheyWereWritten()
    {
        for (const QString &written :
             {u"a.b"_s, u"a[0].b[name=x]"_s, u"a.\"b.c\".\"d\\\"e\\\\f\""_s, u"\"\""_s, u""_s,
              u"l[name=\"a=b\"]"_s, u"l[id=7].x"_s, u"l[mountPath=/a]"_s}) {
            const auto path = readPath(written);
            QVERIFY2(path, qPrintable(written));
            QCOMPARE(pathText(*path), written);
        }
        for (const QString &bad : {u"a."_s, u".a"_s, u"a[x]"_s, u"a[1"_s, u"a]"_s, u"\"a"_s, u"a[-1]"_s,
                                   u"a b"_s, u"a[b=]"_s, u"a[=b]"_s})
            QVERIFY2(!readPath(bad), qPrintable(bad));
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

#include "tst_value_diff.moc"
} // namespace tst_value_diff

CHARTROOM_TEST(tst_value_diff, ValueDiffTest)
