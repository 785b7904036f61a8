// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "tests/support/gzipped.h"
#include "tests/support/recording_generator.h"
#include "tests/support/test_main.h"

#include <QMap>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_recording_index {

namespace {

const QByteArray header = R"({"chartroomRecording":1,"start":"2026-11-21T03:31:00Z"})"
                          "\n";

QByteArray pod(int t, const char *type, const char *name, const char *uid)
{
    return "{\"t\":" + QByteArray::number(t) + ",\"resource\":\"pods\",\"type\":\"" + type +
           "\",\"object\":{\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"" + uid + "\"}}}\n";
}

QString slotName(const RecordingEvent &event)
{
    return event.resource + u'/' + event.object.namespaceName + u'/' + event.object.name + u'/' +
           QString::number(event.revision);
}

} // namespace

class RecordingIndexTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void atEveryMomentTheIndexIsTheFoldOfTheEvents_data()
    {
        QTest::addColumn<QString>("file");
        const QString real = QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");
        QTest::newRow("real") << real;
        const QString made = m_folder.filePath(QStringLiteral("made.chartroom"));
        GeneratedRecording wanted;
        wanted.source = real;
        wanted.duration = 400s;
        QVERIFY(writeRecording(made, wanted));
        QTest::newRow("made") << made;
    }

    void atEveryMomentTheIndexIsTheFoldOfTheEvents()
    {
        QFETCH(QString, file);
        const auto loaded = loadRecording(file);
        QVERIFY(loaded);
        const Recording &recording = **loaded;
        QVERIFY(recording.events.size() > 1000);
        QMap<QString, qsizetype> fold;
        for (qsizetype count = 0; count < recording.events.size(); ++count) {
            if (count % 37 == 0)
                compare(recording, fold, count);
            const RecordingEvent event = recording.events[count];
            if (event.type == RecordingEvent::Type::Deleted)
                fold.remove(slotName(event));
            else if (event.isChange())
                fold.insert(slotName(event), count);
        }
        compare(recording, fold, recording.events.size());
    }

    void aDeletionOfAnotherUidIsNotThisObjects()
    {
        const auto recording =
            readRecording(gzipped(header + pod(1, "ADDED", "p", "old") + pod(2, "ADDED", "p", "new") +
                                  pod(3, "DELETED", "p", "old") + pod(4, "DELETED", "p", "new")));
        QVERIFY(recording);
        const QString pods = QStringLiteral("pods");
        QCOMPARE(recording->index.objects(pods, 1), QList<qsizetype>{0});
        QCOMPARE(recording->index.objects(pods, 2), QList<qsizetype>{1});
        QCOMPARE(recording->index.objects(pods, 3), QList<qsizetype>{1});
        QVERIFY(recording->index.objects(pods, 4).isEmpty());
    }

    void anEmptyListIsAList()
    {
        const auto recording =
            readRecording(gzipped(header + "{\"t\":1,\"resource\":\"pods\",\"type\":\"SYNCED\"}\n"));
        QVERIFY(recording);
        QVERIFY(recording->index.holds(QStringLiteral("pods")));
        QVERIFY(!recording->index.holds(QStringLiteral("nodes")));
        QVERIFY(recording->index.objects(QStringLiteral("pods"), 1).isEmpty());
    }

    void countingEventsIncludesTheMomentItself()
    {
        const auto recording = readRecording(gzipped(header + pod(1, "ADDED", "p", "u") +
                                                     pod(2, "ADDED", "q", "v") + pod(2, "ADDED", "r", "w")));
        QVERIFY(recording);
        QCOMPARE(countAt(recording->events, 0ms), 0);
        QCOMPARE(countAt(recording->events, 1000ms), 1);
        QCOMPARE(countAt(recording->events, 1999ms), 1);
        QCOMPARE(countAt(recording->events, 2000ms), 3);
    }

private:
    static void compare(const Recording &recording, const QMap<QString, qsizetype> &fold, qsizetype count)
    {
        QMap<QString, qsizetype> found;
        for (const char *resource :
             {"nodes", "pods", "events", "daemonsets", "controllerrevisions", "releases",
              "poddisruptionbudgets", "clusterpolicies", "nicclusterpolicies"}) {
            for (const qsizetype event : recording.index.objects(QLatin1String(resource), count))
                found.insert(slotName(recording.events[event]), event);
        }
        QCOMPARE(found, fold);
    }

    QTemporaryDir m_folder;
};

#include "tst_recording_index.moc"
} // namespace tst_recording_index

CHARTROOM_TEST(tst_recording_index, RecordingIndexTest)
