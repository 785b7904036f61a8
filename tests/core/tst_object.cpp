// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/cordon_note.h"
#include "core/kube/line_splitter.h"
#include "core/kube/object.h"
#include "core/kube/server_status.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_object {

namespace {

const QByteArray twoItems = R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1",
 "metadata":{"resourceVersion":"812","continue":"abc","remainingItemCount":7},
 "items":[
  {"metadata":{"name":"sh.helm.release.v1.a.v1","namespace":"x","uid":"u1","resourceVersion":"10",
    "labels":{"owner":"helm"},
    "managedFields":[{"manager":"helm","fieldsV1":{"f:data":{".":{},"f:release":"}]\"{"}}}]}},
  {"metadata":{"managedFields":[],"name":"b","uid":"u2","resourceVersion":"11",
    "annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"a\":[1,2]}\n","keep":"yes"}}}
 ]})";

QJsonObject parsed(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonObject object = QJsonDocument::fromJson(json, &error).object();
    if (error.error != QJsonParseError::NoError)
        qWarning() << error.errorString() << json;
    return object;
}

QByteArray lineOf(const char *type, const QByteArray &object)
{
    return QByteArray("{\"type\":\"") + type + "\",\"object\":" + object + "}";
}

void checkCordon(const KubeObject &object)
{
    QFETCH(QString, by);
    QCOMPARE(bool(object.cordon), !by.isEmpty()); // and costs nothing where there is none
    if (!object.cordon)
        return;
    QCOMPARE(object.cordon->by, by);
    QTEST(object.cordon->at, "at");
}

} // namespace

class ObjectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPageGivesItsObjectsAndWhereItGoesOn()
    {
        const auto page = readPage(twoItems);
        QVERIFY(page);
        QCOMPARE(page->resourceVersion, u"812");
        QCOMPARE(page->continueToken, u"abc");
        QCOMPARE(page->remaining, 7);
        QCOMPARE(page->items.size(), 2);
        QCOMPARE(page->items[0].name, u"sh.helm.release.v1.a.v1");
        QCOMPARE(page->items[0].namespaceName, u"x");
        QCOMPARE(page->items[0].uid, u"u1");
        QCOMPARE(page->items[0].resourceVersion, u"10");
        QCOMPARE(page->items[1].namespaceName, QString());
    }

    void aReaderReadsEachObjectOfAPage()
    {
        const auto page = readPage(twoItems, [](const KubeObject &object) -> std::shared_ptr<void> {
            return std::make_shared<QString>(object.name);
        });
        QVERIFY(page);
        for (const KubeObject &item : page->items)
            QCOMPARE(*std::static_pointer_cast<QString>(item.read), item.name);
        QVERIFY(!readPage(twoItems)->items[0].read);
    }

    void managedFieldsAndTheLastAppliedAnnotationAreLeftOut()
    {
        const auto page = readPage(twoItems);
        QVERIFY(page);
        const QJsonObject first = parsed(page->items[0].json)[u"metadata"].toObject();
        QCOMPARE(first.keys(),
                 QStringList({u"labels"_s, u"name"_s, u"namespace"_s, u"resourceVersion"_s, u"uid"_s}));
        const QJsonObject second = parsed(page->items[1].json)[u"metadata"].toObject();
        QCOMPARE(second.keys(), QStringList({u"annotations"_s, u"name"_s, u"resourceVersion"_s, u"uid"_s}));
        QCOMPARE(second[u"annotations"].toObject().keys(), QStringList({u"keep"_s}));
    }

    void theWriterOfACordonIsKept_data()
    {
        QTest::addColumn<QByteArray>("managedFields");
        QTest::addColumn<QString>("by");
        QTest::addColumn<QDateTime>("at");
        const QByteArray kubelet =
            R"({"manager":"kubelet","operation":"Update","time":"2026-11-21T03:59:00Z","subresource":"status","fieldsV1":{"f:status":{"f:conditions":{}}}})";
        const QByteArray kubectl =
            R"({"manager":"kubectl","operation":"Update","apiVersion":"v1","time":"2026-11-21T03:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:unschedulable":{}}}})";
        const QByteArray operators =
            R"({"manager":"gpu-operator","operation":"Update","time":"2026-11-21T03:30:00Z","fieldsV1":{"f:metadata":{"f:labels":{"f:nvidia.com/gpu-driver-upgrade-state":{}}},"f:spec":{"f:unschedulable":{}}}})";
        QTest::newRow("nobody") << kubelet << QString() << QDateTime();
        QTest::newRow("kubectl") << kubelet + ',' + kubectl << u"kubectl"_s
                                 << QDateTime({2026, 11, 21}, {3, 0}, Qt::UTC);
        QTest::newRow("with other fields, the last of which has the time")
            << operators + ',' + kubelet << u"gpu-operator"_s << QDateTime();
        QTest::newRow("several") << kubectl + ',' + operators << QString() << QDateTime();
        QTest::newRow("nameless") << QByteArray(R"({"fieldsV1":{"f:spec":{"f:unschedulable":{}}}})")
                                  << QString() << QDateTime();
    }
    void theWriterOfACordonIsKept()
    {
        QFETCH(QByteArray, managedFields);
        const QByteArray node =
            R"({"metadata":{"name":"gpu-a","uid":"u","resourceVersion":"7","managedFields":[)" +
            managedFields + R"(]},"spec":{"unschedulable":true}})";
        const auto page = readPage("{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[" + node + "]}");
        QVERIFY(page);
        checkCordon(page->items.first());
        QVERIFY(!page->items.first().json.contains("managedFields"));
        const auto line = readWatchLine("{\"type\":\"MODIFIED\",\"object\":" + node + "}");
        QVERIFY(line);
        checkCordon(line->object);
    }

    void aMemberIsCutOutWhereverItStands_data()
    {
        QTest::addColumn<QByteArray>("metadata");
        QTest::newRow("first") << QByteArray(R"({"managedFields":[{}],"name":"n","resourceVersion":"1"})");
        QTest::newRow("middle") << QByteArray(
            R"({"name":"n","managedFields":[ {} ] , "resourceVersion":"1"})");
        QTest::newRow("last") << QByteArray(R"({"name":"n","resourceVersion":"1",  "managedFields":[{}] })");
        QTest::newRow("after the annotations") << QByteArray(
            R"({"name":"n","resourceVersion":"1","annotations":{"kubectl.kubernetes.io/last-applied-configuration":"x"},"managedFields":[]})");
        QTest::newRow("before the annotations") << QByteArray(
            R"({"managedFields":[],"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"x" },"name":"n","resourceVersion":"1"})");
        QTest::newRow("twice") << QByteArray(
            R"({"managedFields":[],"managedFields":[],"name":"n","resourceVersion":"1"})");
    }

    void aMemberIsCutOutWhereverItStands()
    {
        QFETCH(QByteArray, metadata);
        const auto line =
            readWatchLine(lineOf("ADDED", R"({"kind":"Node","metadata":)" + metadata + R"(,"spec":{}})"));
        QVERIFY(line);
        const QJsonObject object = parsed(line->object.json);
        QCOMPARE(object.keys(), QStringList({u"kind"_s, u"metadata"_s, u"spec"_s}));
        QCOMPARE(object[u"metadata"].toObject()[u"name"].toString(), u"n");
        QCOMPARE(object[u"metadata"].toObject()[u"resourceVersion"].toString(), u"1");
        QVERIFY(!line->object.json.contains("last-applied"));
    }

    void anEmptyListMayHaveNullItems()
    {
        const auto page =
            readPage(R"({"kind":"SecretList","metadata":{"resourceVersion":"5"},"items":null})");
        QVERIFY(page);
        QVERIFY(page->items.isEmpty());
        QCOMPARE(page->resourceVersion, u"5");
    }

    void fault18APageCutAnywhereIsDamaged()
    {
        for (qsizetype length = 0; length < twoItems.size(); ++length) {
            const auto page = readPage(twoItems.left(length));
            QVERIFY2(!page, twoItems.left(length).constData());
        }
    }

    void aPageFollowedByMoreIsDamaged()
    {
        const auto page = readPage(twoItems + "{}");
        QVERIFY(!page);
        QCOMPARE(page.error().code, Error::Code::Damaged);
    }

    void aListWithoutAResourceVersionIsDamaged()
    {
        const auto page = readPage(R"({"kind":"SecretList","metadata":{},"items":[]})");
        QVERIFY(!page);
        QCOMPARE(page.error().code, Error::Code::Damaged);
    }

    void somethingElseIsNoList()
    {
        const auto page = readPage(R"({"kind":"Status","metadata":{},"code":200})");
        QVERIFY(!page);
        QCOMPARE(page.error().code, Error::Code::NotKubernetes);
    }

    void wrongTypesAreDamageAndNoCrash_data()
    {
        QTest::addColumn<QByteArray>("body");
        for (
            const char *body :
            {"[]", "7", "\"x\"", R"({"items":{},"metadata":{"resourceVersion":"1"}})",
             R"({"items":[1],"metadata":{"resourceVersion":"1"}})",
             R"({"items":[{}],"metadata":{"resourceVersion":"1"}})",
             R"({"items":[{"metadata":null}],"metadata":{"resourceVersion":"1"}})",
             R"({"items":[{"metadata":{"name":3}}],"metadata":{"resourceVersion":"1"}})",
             R"({"items":[{"metadata":{"name":"a","managedFields":{}}}],"metadata":{"resourceVersion":"1"}})",
             R"({"items":[],"metadata":[]})",
             "{\"items\":[{\"metadata\":{\"name\":\"\xff\"}}],\"metadata\":{\"resourceVersion\":\"1\"}}"})
            QTest::newRow(body) << QByteArray(body);
    }

    void wrongTypesAreDamageAndNoCrash()
    {
        QFETCH(QByteArray, body);
        const auto page = readPage(body);
        QVERIFY(!page);
        QCOMPARE(page.error().code, Error::Code::Damaged);
    }

    void deepNestingIsRefusedAndDoesNotRecurse()
    {
        const QByteArray deep = QByteArray(100'000, '[') + QByteArray(100'000, ']');
        const auto page = readPage(R"({"items":[{"metadata":{"name":"a"},"spec":)" + deep +
                                   R"(}],"metadata":{"resourceVersion":"1"}})");
        QVERIFY(page || page.error().code == Error::Code::Damaged);
    }

    void aWatchLineIsAnEventOfAnObject()
    {
        const auto line =
            readWatchLine(lineOf("DELETED", R"({"metadata":{"name":"a","uid":"u","resourceVersion":"9"}})"));
        QVERIFY(line);
        QCOMPARE(line->kind, WatchLine::Kind::Deleted);
        QCOMPARE(line->object.uid, u"u");
        QCOMPARE(line->object.json,
                 QByteArray(R"({"metadata":{"name":"a","uid":"u","resourceVersion":"9"}})"));
    }

    void theFieldsOfALineMayComeInAnyOrder()
    {
        const auto line =
            readWatchLine(R"({"object":{"metadata":{"name":"a","resourceVersion":"9"}},"type":"MODIFIED"})");
        QVERIFY(line);
        QCOMPARE(line->kind, WatchLine::Kind::Modified);
    }

    /// Else its name would be that of one and its text that of the other.
    void ofTwoObjectsInALineTheLastOneCounts()
    {
        const QByteArray first = R"({"metadata":{"name":"a","uid":"u","resourceVersion":"8"}})";
        const QByteArray last = R"({"metadata":{"name":"b","resourceVersion":"9"}})";
        const auto line = readWatchLine(lineOf("ADDED", first + ",\"object\":" + last));
        QVERIFY(line);
        QCOMPARE(line->object.name, u"b");
        QCOMPARE(line->object.uid, QString());
        QCOMPARE(line->object.json, last);
        QVERIFY(!readWatchLine(lineOf("ADDED", first + ",\"object\":{}")));
    }

    void aBookmarkCarriesOnlyTheResourceVersion()
    {
        const auto line = readWatchLine(lineOf(
            "BOOKMARK",
            R"({"kind":"Pod","metadata":{"resourceVersion":"77","annotations":{"k8s.io/initial-events-end":"true"}}})"));
        QVERIFY(line);
        QCOMPARE(line->kind, WatchLine::Kind::Bookmark);
        QCOMPARE(line->object.resourceVersion, u"77");
        QVERIFY(line->initialEventsEnd);
        QVERIFY(line->object.json.isEmpty());
    }

    void fault02AStatusInTheStreamIsAnErrorAndNoObject()
    {
        const auto line = readWatchLine(lineOf(
            "ERROR",
            R"#({"kind":"Status","metadata":{},"status":"Failure","message":"too old resource version: 1 (9)","reason":"Expired","code":410})#"));
        QVERIFY(line);
        QCOMPARE(line->kind, WatchLine::Kind::Error);
        QCOMPARE(line->error.code, Error::Code::Gone);
        QVERIFY(line->object.uid.isEmpty());
    }

    void fault04ATornLineIsDamaged()
    {
        const QByteArray whole =
            lineOf("ADDED", R"({"metadata":{"name":"a","uid":"ü","resourceVersion":"9"}})");
        for (qsizetype length = 0; length < whole.size(); ++length)
            QVERIFY2(!readWatchLine(whole.left(length)), whole.left(length).constData());
        QVERIFY(readWatchLine(whole));
    }

    void fault05LinesComeWholeWhateverTheChunks()
    {
        QRandomGenerator random(5);
        QByteArray stream;
        QList<QByteArray> expected;
        for (int i = 0; i < 200; ++i) {
            const QByteArray line = "{\"n\":\"" + QByteArray("äöü€😀").repeated(int(random.bounded(40))) +
                                    QByteArray::number(i) + "\"}";
            expected.append(line);
            stream += line + (random.bounded(2) ? "\n" : "\r\n");
        }
        for (int round = 0; round < 50; ++round) {
            const int longest = round == 0 ? 1 : int(random.bounded(1, 3000));
            LineSplitter splitter;
            QList<QByteArray> lines;
            for (qsizetype at = 0; at < stream.size();) {
                const qsizetype n = random.bounded(1, longest + 1);
                lines += splitter.feed(stream.mid(at, n));
                at += n;
            }
            QCOMPARE(lines, expected);
            QVERIFY(!splitter.isTorn());
        }
    }

    // S7: a line of a watch is capped.
    void anEndlessLineIsGivenUp()
    {
        LineSplitter splitter(1000);
        QCOMPARE(splitter.feed("ok\n").size(), 1);
        for (int i = 0; i < 100; ++i)
            QVERIFY(splitter.feed(QByteArray(50, 'x')).isEmpty());
        QVERIFY(splitter.overflowed());
        QVERIFY(splitter.isTorn());
        QVERIFY(splitter.feed("\nmore\n").isEmpty());
    }

    void fault10RetryAfterIsSecondsOrADate()
    {
        const QDateTime now(QDate(2026, 11, 21), QTime(4, 0), Qt::UTC);
        QCOMPARE(retryAfter("7", now), std::chrono::seconds(7));
        QCOMPARE(retryAfter("Sat, 21 Nov 2026 04:00:30 GMT", now), std::chrono::seconds(30));
        QCOMPARE(retryAfter("Sat, 21 Nov 2026 03:00:30 GMT", now), std::chrono::seconds(0));
        QCOMPARE(retryAfter("", now), std::chrono::seconds(0));
        QCOMPARE(retryAfter("soon", now), std::chrono::seconds(0));
        QCOMPARE(retryAfter("-3", now), std::chrono::seconds(0));
    }

    void fault03TheInconsistentTokenIsFoundInTheStatus()
    {
        const Error error = errorFromStatus(readServerStatus(
            R"({"kind":"Status","metadata":{"continue":"next"},"reason":"Expired","code":410,"message":"too old"})"));
        QCOMPARE(error.code, Error::Code::Gone);
        QCOMPARE(inconsistentContinue(error), u"next");
    }
};

#include "tst_object.moc"
} // namespace tst_object

CHARTROOM_TEST(tst_object, ObjectTest)
