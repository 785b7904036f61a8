// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/compare/side_texts.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_comparison {

using Kind = ValueChange::Kind;
using Same = Comparison::Sameness;
using State = LiveObject::State;

namespace {

SideText values(const QString &side, const QByteArray &yaml)
{
    return {*readSide(side), side, false, {*readYaml(yaml)}, yaml, {}, {}};
}

SideText manifest(const QByteArray &yaml)
{
    return {*readSide(u"manifest:1"_s), u"manifest"_s, true, manifestDocuments(yaml).documents, yaml, {}, {}};
}

LiveObject live(const QByteArray &json, State state = State::Found, const QString &notice = {})
{
    const Value value = *readJson(json);
    return {objectRef(value), state, state == State::Found ? value : Value(), notice};
}

SideText live(const QList<LiveObject> &objects)
{
    SideText side{*readSide(u"live"_s), u"live"_s, true, {}, {}, {}, objects};
    for (const LiveObject &object : objects)
        if (object.state == State::Found)
            side.documents.append(withoutManagedFields(object.value));
    return side;
}

const QByteArray deployment =
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: op, labels: {app: op}}\n"
    "spec:\n  replicas: 1\n  template:\n    spec:\n      containers:\n"
    "        - {name: op, image: 'x:1'}\n";

/// What the API server makes of it when helm installs it, with more managers' `fields` and `spec`.
QByteArray liveDeployment(const QByteArray &replicas, const QByteArray &moreLabels,
                          const QByteArray &managers)
{
    QFile file(QStringLiteral(CHARTROOM_TEST_DATA "/live-deployment.json"));
    const QByteArray json = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return QByteArray(json)
        .replace("\"@replicas\"", replicas)
        .replace("\"@labels\": true", moreLabels)
        .replace("\"@managers\"", managers);
}

const QByteArray label("\"team\": \"night\"");
const QByteArray noLabel("\"app.kubernetes.io/name\": \"op\"");
const QByteArray
    patched("{\"manager\":\"kubectl-patch\",\"operation\":\"Update\",\"time\":\"2026-11-21T03:00:00Z\","
            "\"fieldsV1\":{\"f:spec\":{\"f:replicas\":{}}}}");
const QByteArray
    labelled(",{\"manager\":\"kubectl-label\",\"operation\":\"Update\",\"time\":\"2026-11-21T04:00:00Z\","
             "\"fieldsV1\":{\"f:metadata\":{\"f:labels\":{\"f:team\":{}}}}}");

QByteArray handEdited()
{
    return liveDeployment("3", label, patched + labelled);
}

QByteArray untouched()
{
    return liveDeployment("1", noLabel, "{\"manager\":\"other\"}");
}

QStringList lines(const Comparison &comparison)
{
    QStringList lines;
    for (const ComparedObject &object : comparison.objects) {
        if (object.paths.isEmpty())
            lines.append(u"%1 %2"_s.arg(int(object.kind)).arg(object.object.name));
        for (const DriftedPath &path : object.paths)
            lines.append(u"%1 %2 %3 by %4"_s.arg(object.object.name, path.change.path,
                                                 path.change.after.scalarText(),
                                                 path.owner ? path.owner->manager : u"nobody"_s));
    }
    return lines;
}

} // namespace

class ComparisonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesAreComparedPathByPath()
    {
        const auto found = compareSides(values(u"user:1"_s, "a: {b: 1, c: 2}\n"),
                                        values(u"user:2"_s, "a: {c: 3}\nd: {e: 4}\n"), u"gpu"_s);
        QVERIFY(found.has_value());
        QCOMPARE(found->sameness(), Same::Different);
        QStringList paths;
        for (const ValueChange &change : found->changes)
            paths.append(change.path);
        QCOMPARE(paths, QStringList({u"a.b"_s, u"a.c"_s, u"d.e"_s}));
        QCOMPARE(compareSides(values(u"user:1"_s, "a: 1\nb: 2"), values(u"user:2"_s, "b: 2\na: 1 # x"), {})
                     ->sameness(),
                 Same::Equal);
    }

    void plainTextHasNoPathsToCompare()
    {
        const auto found =
            compareSides(values(u"readme:1.0.0"_s, "a: 1"), values(u"readme:2.0.0"_s, "a: 1"), u"gpu"_s);
        QCOMPARE(found.error().code, Error::Code::Invalid);
        QVERIFY(found.error().message.contains(u"readme:1.0.0"));
    }

    void valuesAndObjectsCannotBeCompared()
    {
        const auto found = compareSides(values(u"user:1"_s, "a: 1"), manifest(deployment), u"gpu"_s);
        QCOMPARE(found.error().code, Error::Code::Invalid);
        QVERIFY(found.error().message.contains(u"user:1 and manifest:1"));
    }

    void manifestsAreComparedObjectByObject()
    {
        const QByteArray other = QByteArray(deployment).replace("x:1", "x:2");
        const auto found = compareSides(manifest(deployment), manifest(other), u"gpu"_s);
        QCOMPARE(lines(*found),
                 QStringList{u"op spec.template.spec.containers[name=op].image x:2 by nobody"_s});
        QCOMPARE(compareSides(manifest(deployment), manifest(deployment), u"gpu"_s)->sameness(), Same::Equal);
    }

    void whatTheServerFillsInIsNoDrift()
    {
        const auto found = compareSides(manifest(deployment), live({live(untouched())}), u"gpu"_s);
        QVERIFY(found.has_value());
        QCOMPARE(lines(*found), QStringList());
        QCOMPARE(found->sameObjects, 1);
    }

    void aHandEditNamesItsManager()
    {
        const SideText now = live({live(handEdited())});
        const auto found = compareSides(manifest(deployment), now, u"gpu"_s);
        QCOMPARE(lines(*found), QStringList({u"op metadata.labels.team night by kubectl-label"_s,
                                             u"op spec.replicas 3 by kubectl-patch"_s}));
        QCOMPARE(found->objects[0].paths[1].owner->time,
                 QDateTime::fromString(u"2026-11-21T03:00:00Z"_s, Qt::ISODate));
    }

    void theLiveSideMayStandFirst()
    {
        const SideText now = live({live(handEdited())});
        const auto found = compareSides(now, manifest(deployment), u"gpu"_s);
        QCOMPARE(found->objects.size(), 1);
        QCOMPARE(found->objects[0].paths[0].change.kind, Kind::Removed);
        QCOMPARE(found->objects[0].paths[0].change.before.scalarText(), u"night"_s);
        QCOMPARE(found->objects[0].paths[1].change.before.scalarText(), u"3"_s);
        QCOMPARE(found->objects[0].paths[1].change.after.scalarText(), u"1"_s);
    }

    void aGoneObjectDiffersAndAHiddenOneIsNeverEqual()
    {
        const QByteArray two = deployment + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\n";
        LiveObject gone = live(untouched(), State::Gone, u"gone"_s);
        LiveObject hidden{{u"v1"_s, u"Secret"_s, u"gpu"_s, u"s"_s}, State::Forbidden, {}, u"Forbidden."_s};
        const auto found = compareSides(manifest(two), live({gone, hidden}), u"gpu"_s);
        QCOMPARE(lines(*found), QStringList{u"%1 op"_s.arg(int(ObjectChange::Kind::Removed))});
        QCOMPARE(found->notices, QStringList{u"Forbidden."_s});
        const auto onlyHidden = compareSides(manifest("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n"),
                                             live({hidden}), u"gpu"_s);
        QCOMPARE(onlyHidden->sameness(), Same::Unknown);
        QCOMPARE(onlyHidden->gaps, QStringList{u"Forbidden."_s});
        QCOMPARE(onlyHidden->notices.size(), 1);
    }

    void whatWasReadInAnotherVersionIsComparedAndNeverEqual()
    {
        const QByteArray policy = "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: p}\n";
        LiveObject same =
            live(R"({"apiVersion":"nvidia.com/v2","kind":"ClusterPolicy","metadata":{"name":"p"}})",
                 State::Found, u"Read as v2."_s);
        same.object.apiVersion = u"nvidia.com/v1"_s;
        const auto found = compareSides(manifest(policy), live({same}), u"gpu"_s);
        QCOMPARE(lines(*found), QStringList());
        QCOMPARE(found->sameness(), Same::Unknown);
        QCOMPARE(found->notices, QStringList{u"Read as v2."_s});
        const auto other = compareSides(manifest(policy + "spec: {a: 1}\n"), live({same}), u"gpu"_s);
        QCOMPARE(other->sameness(), Same::Different);
        QCOMPARE(lines(*other).size(), 1); // and not of the version
    }

    void anOlderManifestsObjectIsNotTakenForAnother()
    {
        const QByteArray old = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: old}\n";
        const auto found = compareSides(manifest(old), live({live(untouched())}), u"gpu"_s);
        QCOMPARE(lines(*found), QStringList({u"%1 old"_s.arg(int(ObjectChange::Kind::Removed)),
                                             u"%1 op"_s.arg(int(ObjectChange::Kind::Added))}));
    }

    void aSecretThatChangedIsMaskedAndSaysSo()
    {
        const SideText from = values(u"user:1"_s, "db: {password: mondaysecret, host: a}\n");
        const SideText to = values(u"user:2"_s, "db: {password: tuesdaysecret, host: a}\n");
        const auto found = compareSides(from, to, {});
        const SideTexts texts = sideTexts(from, to, *found, false);
        QVERIFY(!texts.from.contains("monday") && !texts.to.contains("tuesday"));
        QVERIFY(texts.from != texts.to);
        QVERIFY2(texts.to.contains("(changed)"), texts.to.constData());
        const SideTexts open = sideTexts(from, to, *found, true);
        QVERIFY(open.from.contains("mondaysecret") && open.to.contains("tuesdaysecret"));
    }

    void aSecretObjectsDataIsMaskedInTheText()
    {
        const SideText from =
            manifest("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: Xmonday}\n");
        const SideText to =
            manifest("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: Ytuesday}\n");
        const auto found = compareSides(from, to, u"gpu"_s);
        QCOMPARE(found->sameness(), Same::Different);
        const SideTexts texts = sideTexts(from, to, *found, false);
        QVERIFY(!texts.from.contains("monday") && !texts.to.contains("tuesday"));
        QVERIFY2(texts.to.contains("(changed)"), texts.to.constData());
    }

    /// As in a recording: dots look alike, whatever is behind them.
    void twoMaskedValuesAreNotKnownToBeEqual_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<Same>("same");
        QTest::newRow("both masked") << QByteArray("db: {password: ••••, host: a}")
                                     << QByteArray("db: {password: ••••, host: a}") << Same::Unknown;
        QTest::newRow("one masked") << QByteArray("db: {password: ••••}") << QByteArray("db: {password: x}")
                                    << Same::Unknown;
        QTest::newRow("within a text")
            << QByteArray("url: https://••••@host") << QByteArray("url: https://••••@host") << Same::Unknown;
        QTest::newRow("in a list") << QByteArray("tokens: [a, ••••]") << QByteArray("tokens: [a, ••••]")
                                   << Same::Unknown;
        QTest::newRow("something else differs")
            << QByteArray("db: {password: ••••, host: a}") << QByteArray("db: {password: ••••, host: b}")
            << Same::Different;
        QTest::newRow("only one has it")
            << QByteArray("db: {host: a}") << QByteArray("db: {password: ••••, host: a}") << Same::Different;
        QTest::newRow("in clear") << QByteArray("db: {password: mondaysecret}")
                                  << QByteArray("db: {password: mondaysecret}") << Same::Equal;
    }
    void twoMaskedValuesAreNotKnownToBeEqual()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const auto found = compareSides(values(u"user:1"_s, from), values(u"user:2"_s, to), {});
        QTEST(found->sameness(), "same");
    }

    void whatASideLacksIsNeverEqual()
    {
        SideText from = manifest(deployment);
        from.gaps = {u"Document 2 cannot be read."_s};
        const auto found = compareSides(from, manifest(deployment), u"gpu"_s);
        QCOMPARE(found->sameness(), Same::Unknown);
        QCOMPARE(found->gaps, from.gaps);
    }

    void chartDefaultsKeepTheirCommentsInTheText()
    {
        const SideText from = values(u"default:1"_s, "# why\na: 1\n");
        const SideText to = values(u"default:2"_s, "# why not\na: 2\n");
        const SideTexts texts = sideTexts(from, to, *compareSides(from, to, {}), false);
        QCOMPARE(texts.from, QByteArray("# why\na: 1\n"));
        QCOMPARE(texts.to, QByteArray("# why not\na: 2\n"));
    }

    void theLiveTextHoldsTheDriftAndNothingElse()
    {
        const SideText from = manifest(deployment);
        const SideText to = live({live(handEdited())});
        const auto found = compareSides(from, to, u"gpu"_s);
        const SideTexts texts = sideTexts(from, to, *found, false);
        QVERIFY(texts.to.contains("team: night") && texts.to.contains("replicas: 3"));
        QVERIFY(!texts.to.contains("resourceVersion") && !texts.to.contains("progressDeadlineSeconds"));
        QCOMPARE(QByteArray(texts.to).replace("    team: night\n", "").replace("replicas: 3", "replicas: 1"),
                 texts.from);
        const SideTexts reversed = sideTexts(to, from, *compareSides(to, from, u"gpu"_s), false);
        QCOMPARE(reversed.from, texts.to);
        QCOMPARE(reversed.to, texts.from);
    }
};

#include "tst_comparison.moc"
} // namespace tst_comparison

CHARTROOM_TEST(tst_comparison, ComparisonTest)
