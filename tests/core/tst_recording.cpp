// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_line.h"
#include "core/recording/recording_reader.h"
#include "tests/support/gzipped.h"
#include "tests/support/recording_generator.h"
#include "tests/support/release_builder.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_recording {

namespace {

const QByteArray header =
    R"({"chartroomRecording": 1, "cluster": "sandbox", "serverVersion": "v1.36.3", "start": "2026-11-21T03:31:00Z"})"
    "\n";

QByteArray pod(double t, const char *type, const char *name, const char *version)
{
    return QByteArray("{\"t\":") + QByteArray::number(t) + R"(,"resource":"pods","type":")" + type +
           R"(","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
           R"(","namespace":"a","uid":"u-)" + name + R"(","resourceVersion":")" + version + "\"}}}\n";
}

QByteArray manyPods(int count)
{
    QByteArray text = header;
    for (int i = 0; i < count; ++i)
        text += pod(i, "ADDED", QByteArray("pod-" + QByteArray::number(i * 7919 % 1000)).constData(), "1");
    return text;
}

} // namespace

class RecordingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHeaderAndTheEventsAreRead()
    {
        const auto recording = readRecording(gzipped(header + pod(1.25, "ADDED", "p", "7")));
        QVERIFY(recording);
        QCOMPARE(recording->header.cluster, QStringLiteral("sandbox"));
        QCOMPARE(recording->header.serverVersion, QStringLiteral("v1.36.3"));
        QCOMPARE(recording->header.start, QDateTime({2026, 11, 21}, {3, 31}, Qt::UTC));
        QCOMPARE(recording->events.size(), 1);
        const RecordingEvent &event = recording->events.first();
        QCOMPARE(event.at, 1250ms);
        QCOMPARE(event.resource, QStringLiteral("pods"));
        QCOMPARE(event.object.uid, QStringLiteral("u-p"));
        QCOMPARE(event.object.resourceVersion, QStringLiteral("7"));
        QCOMPARE(event.apiVersion, QByteArray("v1"));
        QVERIFY(recording->notices.isEmpty());
    }

    /// Rule S19: the header lists what was redacted. Files of before have none.
    void whoHidWhatIsInTheHeader()
    {
        RecordingHeader told;
        told.start = QDateTime({2026, 11, 21}, {3, 31}, Qt::UTC);
        QVERIFY(!headerLine(told).contains("redaction"));
        told.redaction = {QStringLiteral("\"Somebody\" hid one."), QStringLiteral("Another hid two.")};
        const auto recording = readRecording(gzipped(headerLine(told)));
        QVERIFY(recording);
        QCOMPARE(recording->header.redaction, told.redaction);
        QCOMPARE(readRecording(gzipped(header))->header.redaction, QStringList());
    }

    void anUnknownMajorVersionIsRefused() // fault 63
    {
        const auto recording =
            readRecording(gzipped("{\"chartroomRecording\":2,\"start\":\"2026-11-21T03:31:00Z\"}\n"));
        QVERIFY(!recording);
        QCOMPARE(recording.error().code, Error::Code::Unsupported);
    }

    void unknownFieldsTypesAndResourcesDoNotHurt()
    {
        const auto recording = readRecording(
            gzipped("{\"chartroomRecording\":1,\"start\":\"2026-11-21T03:31:00Z\",\"weather\":{\"a\":[1]}}\n"
                    "{\"t\":1,\"resource\":\"sails\",\"type\":\"HOISTED\",\"object\":{\"metadata\":{\"name\":"
                    "\"x\"}}}\n"
                    "{\"t\":2,\"mood\":[{}],\"resource\":\"sails\",\"type\":\"ADDED\",\"object\":{"
                    "\"metadata\":{\"name\":\"x\"}}}\n"));
        QVERIFY(recording);
        QCOMPARE(recording->events.size(), 1);
        QCOMPARE(recording->events.first().resource, QStringLiteral("sails"));
        QVERIFY(recording->notices.isEmpty());
    }

    void somethingElseIsNoRecording_data() // fault 63
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("why");
        const auto row = [](const char *name, const QByteArray &file, const char *why) {
            QTest::newRow(name) << file << QString::fromLatin1(why);
        };
        row("empty", {}, "it is empty");
        row("text", "hello", "it is not compressed with gzip");
        row("plain", header, "it is not compressed with gzip");
        row("empty gzip", gzipped({}), "it is empty");
        row("other JSON", gzipped("{\"kind\":\"List\"}\n"), "its first line is not that of a recording");
        row("no JSON", gzipped("<html>\n"), "its first line is damaged");
        row("a list", gzipped("[1]\n"), "its first line is damaged");
        row("version as text", gzipped("{\"chartroomRecording\":\"1\"}\n"), "its first line is damaged");
        row("version 0", gzipped("{\"chartroomRecording\":0}\n"), "there is no format version 0");
        row("no start", gzipped("{\"chartroomRecording\":1}\n"),
            "its first line does not contain the start time");
    }

    void somethingElseIsNoRecording()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, why);
        const auto recording = readRecording(file);
        QVERIFY(!recording);
        QCOMPARE(recording.error().code, Error::Code::Damaged);
        QCOMPARE(recording.error().message,
                 QStringLiteral("This is not a recording of Chartroom: %1.").arg(why));
    }

    // fault 63
    void aFileCutAtAnyBytePlaysUpToTheCut()
    {
        const QByteArray whole = gzipped(manyPods(40));
        const auto all = readRecording(whole);
        QVERIFY(all);
        QCOMPARE(all->events.size(), 40);
        qsizetype most = 0;
        for (qsizetype cut = 0; cut < whole.size(); ++cut) {
            const auto recording = readRecording(whole.left(cut));
            if (!recording) {
                QCOMPARE(recording.error().code, Error::Code::Damaged);
                QCOMPARE(most, 0); // once it could be read, more bytes never make it unreadable
                continue;
            }
            QVERIFY(recording->events.size() >= most);
            most = recording->events.size();
            for (qsizetype i = 0; i < recording->events.size(); ++i)
                QCOMPARE(recording->events[i].object.name, all->events[i].object.name);
            QCOMPARE(recording->notices.size(), 1);
            QVERIFY(recording->notices.first().contains(QStringLiteral("truncated")));
        }
        QCOMPARE(most, 40); // without its trailer the text is all there
    }

    // fault 63, of the size that a window of a large cluster has
    void aLargeFileCutAnywherePlaysUpToTheCut()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("large.chartroom"));
        GeneratedRecording wanted;
        wanted.source = QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");
        wanted.nodes = 300;
        wanted.pods = 900;
        wanted.changesEachSecond = 15;
        QVERIFY(writeRecording(file, wanted));
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        const QByteArray whole = read.readAll();
        QRandomGenerator random(7);
        for (int i = 0; i < 10; ++i) {
            const QByteArray cut = whole.left(1 + qsizetype(random.bounded(quint32(whole.size() - 1))));
            const QByteArray text = inflatedPrefix(cut);
            const auto upToIt = readRecording(gzipped(text.left(text.lastIndexOf('\n') + 1)));
            const auto recording = readRecording(cut);
            QCOMPARE(bool(recording), bool(upToIt));
            if (!recording)
                continue;
            QCOMPARE(recording->events.size(), text.count('\n') - 1);
            QCOMPARE(recording->notices.size(), 1);
            for (qsizetype event = 0; event < recording->events.size(); event += 97) {
                QCOMPARE(recording->events[event].at, upToIt->events[event].at);
                QCOMPARE(recording->events[event].object.json, upToIt->events[event].object.json);
            }
        }
    }

    void textCutAtAnyBytePlaysUpToTheCut()
    {
        const QByteArray text = manyPods(3);
        for (qsizetype cut = header.size(); cut < text.size(); ++cut) {
            const auto recording = readRecording(gzipped(text.left(cut)));
            QVERIFY(recording);
            const bool betweenLines = text[cut - 1] == '\n' || text[cut] == '\n';
            QCOMPARE(recording->notices.isEmpty(), betweenLines);
            QCOMPARE(recording->events.size(), text.left(cut).count('\n') - (text[cut] == '\n' ? 0 : 1));
        }
    }

    void aFlippedBitIsToldAndWhatStandsBeforeItPlays() // fault 63
    {
        const QByteArray whole = gzipped(manyPods(400));
        const auto all = readRecording(whole);
        for (qsizetype at = 12; at < whole.size(); at += 13) {
            QByteArray bent = whole;
            bent[at] = char(bent[at] ^ 0x10);
            const auto recording = readRecording(bent);
            QVERIFY(!recording || !recording->notices.isEmpty());
        }
    }

    void aDamagedLineInTheMiddleIsLeftOutAndTold()
    {
        const auto recording = readRecording(
            gzipped(header + pod(1, "ADDED", "p", "1") + "{\"t\":2,\"resour\n" + pod(3, "ADDED", "q", "2")));
        QVERIFY(recording);
        QCOMPARE(recording->events.size(), 2);
        QCOMPARE(recording->notices.size(), 1);
    }

    /// Where the check sum is wrong, a line may be broken where nobody looks as long as all is well.
    void whatIsUnpackedOfADamagedFileIsLookedAtThoroughly()
    {
        const QByteArray broken = pod(2, "ADDED", "bad", "9").replace("}}}", "},\"spec\":[1..2}}}");
        const QByteArray packed =
            gzipped(header + pod(1, "ADDED", "p", "1") + broken + pod(3, "ADDED", "q", "2"));
        QByteArray bent = packed;
        bent[bent.size() - 8] = char(bent[bent.size() - 8] ^ 1);
        const auto recording = readRecording(bent);
        QVERIFY(recording);
        QCOMPARE(recording->events.size(), 2);
        QVERIFY(recording->notices.join(u' ').contains(u"1 damaged line(s)"));
    }

    /// What the reader of a list would refuse, with all that is in the list.
    void aLineWhoseObjectIsNoneIsLeftOutAndTold()
    {
        for (const auto &[good, bad] : {
                 std::pair(R"("resourceVersion":"9")", R"("resourceVersion":9)"),
                 std::pair(R"("resourceVersion":"9")", R"("resourceVersion":null)"),
                 std::pair(R"("uid":"u-bad")", R"("uid":7)"),
                 std::pair(R"("name":"bad")", R"("name":7)"),
                 std::pair(R"("uid":"u-bad")", R"("annotations":[],"uid":"u-bad")"),
                 std::pair(R"("uid":"u-bad")", R"("managedFields":{},"uid":"u-bad")"),
                 std::pair(R"("metadata":{)", R"("metadata":"x","other":{)"),
                 std::pair(R"("object":{)", R"("object":{},"object":{)"),
             }) {
            const QByteArray line = pod(2, "ADDED", "bad", "9").replace(good, bad);
            QVERIFY(line.contains(bad));
            const auto recording =
                readRecording(gzipped(header + pod(1, "ADDED", "p", "1") + line + pod(3, "ADDED", "q", "2")));
            QVERIFY(recording);
            QCOMPARE(recording->events.size(), 2);
            QVERIFY2(recording->notices.join(u' ').contains(u"1 damaged line(s)"), bad);
        }
    }

    void aStartWithoutAZoneIsUtc()
    {
        const auto recording = readRecording(gzipped(QByteArray(header).replace("03:31:00Z", "03:31:00")));
        QVERIFY(recording);
        QCOMPARE(recording->header.start, QDateTime({2026, 11, 21}, {3, 31}, Qt::UTC));
    }

    void aLineWithoutEndLeavesWhatStandsBeforeIt()
    {
        const auto recording = readRecording(
            gzipped(header + pod(1, "ADDED", "p", "1") + QByteArray(80 * 1024 * 1024, 'x') + '\n'));
        QVERIFY(recording);
        QCOMPARE(recording->events.size(), 1);
        QVERIFY2(recording->notices.join(u' ').contains(u"damaged; it plays up to"),
                 qPrintable(recording->notices.join(u' ')));
    }

    // S7: a recording is capped after unpacking.
    void aBombIsRefusedAtTheCap()
    {
        const auto recording = readRecording(gzipped(header + QByteArray(4 * 1024 * 1024, ' ')), 1024 * 1024);
        QVERIFY(!recording);
        QCOMPARE(recording.error().code, Error::Code::TooLarge);
    }

    void aFirstListIsOneMomentAndTheStart()
    {
        const auto recording = readRecording(
            gzipped(header + pod(0.5, "ADDED", "p", "1") + pod(2.5, "ADDED", "q", "2") +
                    "{\"t\":2.6,\"resource\":\"pods\",\"type\":\"SYNCED\",\"resourceVersion\":\"9\"}\n" +
                    pod(3, "MODIFIED", "p", "10")));
        QVERIFY(recording);
        QCOMPARE(recording->events.size(), 4);
        QCOMPARE(recording->events[1].at, 0ms);
        QCOMPARE(recording->events[2].type, RecordingEvent::Type::Synced);
        QCOMPARE(recording->events[2].at, 0ms);
        QCOMPARE(recording->events[3].at, 3000ms);
    }

    void aFolderOrAMissingFileIsSaidInASentence()
    {
        const QTemporaryDir folder;
        const auto missing = loadRecording(folder.filePath(QStringLiteral("none.gz")));
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, Error::Code::NotFound);
        const auto directory = loadRecording(folder.path());
        QVERIFY(!directory);
        QCOMPARE(directory.error().code, Error::Code::File);
    }

    void howFarItIsReadIsToldAndOnlyGrows()
    {
        QList<int> told;
        QVERIFY(loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"),
                              [&](int percent) { told << percent; }));
        QVERIFY(!told.isEmpty());
        QCOMPARE(std::adjacent_find(told.cbegin(), told.cend(), std::greater_equal<>()), told.cend());
        QVERIFY(told.first() > 0);
        QCOMPARE(told.last(), 100);
    }

    void theRealRecordingIsWhole()
    {
        const auto recording =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(recording);
        QCOMPARE((*recording)->events.size(), 2649 - 1);
        QVERIFY((*recording)->notices.isEmpty());
        QVERIFY((*recording)->duration() > 640s);
    }
};

#include "tst_recording.moc"
} // namespace tst_recording

CHARTROOM_TEST(tst_recording, RecordingTest)
