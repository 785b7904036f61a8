// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/compare/three_way.h"
#include "tests/support/test_main.h"

#include <QHash>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_three_way {

using Kind = ThreeWayPath::Kind;

namespace {

QByteArray settings(const char *name, const char *data)
{
    return QByteArray("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name + "}\ndata: {" + data +
           "}\n";
}

QList<Value> documents(const QByteArray &yaml)
{
    return manifestDocuments(yaml).documents;
}

/// `fields`: what kubectl-edit owns.
LiveObject live(const QByteArray &yaml, const char *fields = R"("f:data":{"f:a":{},"f:b":{},"f:c":{}})")
{
    Value::Map object = readYaml(yaml)->map();
    Value::Map metadata = object.value(u"metadata"_s).map();
    metadata.insert(
        u"managedFields"_s,
        *readJson(R"([{"manager":"kubectl-edit","operation":"Update","time":"2026-11-21T03:00:00Z",
                                 "fieldsV1":{)" +
                  QByteArray(fields) + "}}]"));
    object.insert(u"metadata"_s, Value(metadata));
    return {objectRef(Value(object)), LiveObject::State::Found, Value(object), {}};
}

/// "data.a: conflict 1 2 3", sorted.
QStringList textsOf(const ThreeWayObject &object)
{
    static const QHash<Kind, QString> kinds{{Kind::Change, u"change"_s},
                                            {Kind::Drift, u"drift"_s},
                                            {Kind::Agreed, u"agreed"_s},
                                            {Kind::Conflict, u"conflict"_s}};
    const auto text = [](const Value &value) { return value.isNull() ? u"none"_s : value.toString(); };
    QStringList texts;
    for (const ThreeWayPath &path : object.paths)
        texts.append(u"%1: %2 %3 %4 %5"_s.arg(path.path, kinds[path.kind], text(path.released),
                                              text(path.live), text(path.next)));
    texts.sort();
    return texts;
}

} // namespace

class ThreeWayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPathIsTheClustersTheUpgradesOrBoth()
    {
        const ThreeWay found =
            threeWay(documents(settings("s", "a: '1', b: '1', c: '1', d: '1', e: '1'")),
                     {live(settings("s", "a: '2', b: '2', c: '2', d: '1', e: '1'"))},
                     documents(settings("s", "a: '1', b: '2', c: '3', d: '4', e: '1'")), u"gpu"_s);
        QCOMPARE(found.objects.size(), 1);
        const QList<ThreeWayPath> &paths = found.objects[0].paths;
        QCOMPARE(paths.size(), 4);
        const QList<std::pair<QString, Kind>> expected{{u"data.a"_s, Kind::Drift},
                                                       {u"data.b"_s, Kind::Agreed},
                                                       {u"data.c"_s, Kind::Conflict},
                                                       {u"data.d"_s, Kind::Change}};
        for (qsizetype i = 0; i < expected.size(); ++i) {
            QCOMPARE(paths[i].path, expected[i].first);
            QCOMPARE(paths[i].kind, expected[i].second);
            QCOMPARE(paths[i].owner.has_value(), i < 3);
        }
        QCOMPARE(paths[2].released.toString(), u"1"_s);
        QCOMPARE(paths[2].live.toString(), u"2"_s);
        QCOMPARE(paths[2].next.toString(), u"3"_s);
        QCOMPARE(paths[2].owner->manager, u"kubectl-edit"_s);
        QCOMPARE(paths[3].live.toString(), u"1"_s);
        QCOMPARE(paths[0].next.toString(), u"1"_s);
    }

    void whatOneSideHasInsideTheOthersMapMeetsIt()
    {
        // Somebody added a map, the upgrade brings another with the same field.
        const auto object = [](const char *spec) {
            return QByteArray("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: s}\ndata: {k: v}\n") + spec;
        };
        const LiveObject added = live(object("a: {pool: one}\n"), R"("f:a":{"f:pool":{}})");
        ThreeWay found = threeWay(documents(object("")), {added},
                                  documents(object("a: {pool: two, zone: z}\n")), u"gpu"_s);
        QCOMPARE(found.objects.size(), 1);
        QCOMPARE(textsOf(found.objects[0]),
                 QStringList({u"a.pool: conflict none one two"_s, u"a.zone: change none none z"_s}));
        // Somebody took a map away in which the upgrade changes a field.
        const LiveObject removed = live(object(""));
        found = threeWay(documents(object("a: {pool: one, zone: z}\n")), {removed},
                         documents(object("a: {pool: two, zone: z}\n")), u"gpu"_s);
        QCOMPARE(textsOf(found.objects[0]),
                 QStringList({u"a.pool: conflict one none two"_s, u"a.zone: drift z none z"_s}));
    }

    void aSecretsValuesAreHeldAgainstEachOtherBeforeTheyAreHidden()
    {
        const auto secret = [](const char *value) {
            return QByteArray("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: ") + value +
                   "}\n";
        };
        const auto kindOf = [&](const char *now, const char *next) {
            const ThreeWay found =
                threeWay(documents(secret("b25l")), {live(secret(now))}, documents(secret(next)), u"gpu"_s);
            const ThreeWayPath path = found.objects.value(0).paths.value(0);
            return std::pair(path.kind, path.live.toString().contains(QLatin1String(now)) ||
                                            path.next.toString().contains(QLatin1String(next)));
        };
        QCOMPARE(kindOf("dHdv", "dGhyZWU="), std::pair(Kind::Conflict, false));
        QCOMPARE(kindOf("dHdv", "dHdv"), std::pair(Kind::Agreed, false));
    }

    void objectsComeAndGo()
    {
        const QByteArray kept = settings("kept", "a: '1'");
        const QByteArray dropped = settings("dropped", "a: '1'");
        LiveObject gone = live(kept);
        gone.state = LiveObject::State::Gone;
        const ThreeWay found = threeWay(documents(kept + "---\n" + dropped), {gone, live(dropped)},
                                        documents(kept + "---\n" + settings("new", "a: '1'")), u"gpu"_s);
        QStringList seen;
        for (const ThreeWayObject &object : found.objects)
            seen.append(object.object.name + (object.isNew ? u" new"_s : QString()) +
                        (object.isDropped ? u" dropped"_s : QString()) +
                        (object.isGone ? u" gone"_s : QString()));
        seen.sort();
        QCOMPARE(seen, QStringList({u"dropped dropped"_s, u"kept gone"_s, u"new new"_s}));
    }

    void whatCannotBeReadIsANotice()
    {
        LiveObject hidden = live(settings("s", "a: '1'"));
        hidden.state = LiveObject::State::Forbidden;
        hidden.notice = u"Forbidden."_s;
        const ThreeWay found = threeWay(documents(settings("s", "a: '1'")), {hidden},
                                        documents(settings("s", "a: '1'")), u"gpu"_s);
        QVERIFY(found.objects.isEmpty());
        QCOMPARE(found.notices, QStringList{u"Forbidden."_s});
    }
};

#include "tst_three_way.moc"
} // namespace tst_three_way

CHARTROOM_TEST(tst_three_way, ThreeWayTest)
