// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/pod.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "tests/support/gzipped.h"
#include "tests/support/test_main.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include <atomic>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_recorded_watch {

namespace {

std::atomic<int> podsRead = 0;

std::shared_ptr<void> readAndCount(const KubeObject &object)
{
    ++podsRead;
    Result<Pod> pod = Pod::read(object);
    return pod ? std::make_shared<Pod>(std::move(*pod)) : nullptr;
}

/// One who has his pods read, and counts that.
class PodReader : public QObject
{
public:
    explicit PodReader(RecordedTransport *transport)
        : m_transport(transport)
    {
        Request asked;
        asked.path = u"/api/v1/pods"_s;
        asked.reader = readAndCount;
        m_stream = transport->watch(asked, this);
        connect(m_stream, &WatchStream::objectsReceived, this, [this](const QList<ObjectEvent> &events) {
            for (const ObjectEvent &event : events)
                take(event);
        });
    }
    [[nodiscard]] bool opens() const { return QSignalSpy(m_stream, &WatchStream::opened).wait(20'000); }

    /// How many are read on the way to that moment.
    [[nodiscard]] int readOnTheWayTo(std::chrono::milliseconds moment) const
    {
        const int before = podsRead;
        m_transport->seek(moment);
        return QTest::qWaitFor([this] { return m_transport->isSettled(); }, 20'000) ? podsRead - before : -1;
    }

    [[nodiscard]] QMap<QString, QString> words() const
    {
        QMap<QString, QString> words;
        for (const auto &pod : pods)
            words.insert(pod->uid, pod->name + pod->node + pod->phase + pod->reason + pod->image +
                                       pod->created.toString() + QString::number(pod->restarts));
        return words;
    }

    QMap<QString, std::shared_ptr<Pod>> pods; ///< that it was told of, by uid

private:
    void take(const ObjectEvent &event)
    {
        const KubeObject &object = event.object;
        QCOMPARE(event.type != ObjectEvent::Type::Deleted, object.read != nullptr);
        if (event.type == ObjectEvent::Type::Deleted) {
            pods.remove(object.uid);
            return;
        }
        const auto pod = std::static_pointer_cast<Pod>(object.read);
        QCOMPARE(object.uid, pod->uid);
        QCOMPARE(object.name, pod->name);
        QCOMPARE(object.namespaceName, pod->namespaceName);
        QVERIFY(!object.resourceVersion.isEmpty());
        pods.insert(object.uid, pod);
    }

    RecordedTransport *m_transport;
    WatchStream *m_stream = nullptr;
};

/// The first of them restarts once a second.
std::shared_ptr<const Recording> ofPods(int pods, int states)
{
    const auto line = [](const char *type, int pod, int restarts) {
        const QByteArray number = QByteArray::number(pod);
        return QByteArray("{\"t\":") + QByteArray::number(restarts) + R"(,"resource":"pods","type":")" +
               type + R"(","object":{"metadata":{"name":"p)" + number + R"(","uid":"u)" + number +
               R"("},"status":{"containerStatuses":[{"restartCount":)" + QByteArray::number(restarts) +
               "}]}}}\n";
    };
    QByteArray text = "{\"chartroomRecording\":1,\"start\":\"2026-11-21T03:31:00Z\"}\n";
    for (int pod = 0; pod < pods; ++pod)
        text += line("ADDED", pod, 0);
    text += "{\"t\":0,\"resource\":\"pods\",\"type\":\"SYNCED\"}\n";
    for (int restarts = 1; restarts < states; ++restarts)
        text += line("MODIFIED", 0, restarts);
    return std::make_shared<const Recording>(*readRecording(gzipped(text)));
}

} // namespace

class RecordedWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto loaded =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(loaded);
        m_recording = *loaded;
    }

    void theWayBackReadsNothing_data()
    {
        QTest::addColumn<int>("slice");
        QTest::newRow("at once") << 60'000;
        QTest::newRow("from the pool") << 0;
    }

    void theWayBackReadsNothing()
    {
        QFETCH(int, slice);
        RecordedTransport transport(m_recording, nullptr, std::chrono::milliseconds(slice));
        PodReader reader(&transport);
        QVERIFY(reader.opens());
        QVERIFY(reader.readOnTheWayTo(640s) > 0);
        QVERIFY(reader.readOnTheWayTo(100s) > 0);
        const auto then = reader.pods;
        QCOMPARE(reader.readOnTheWayTo(640s), 0);
        QVERIFY(reader.pods != then);
        QCOMPARE(reader.readOnTheWayTo(100s), 0);
        QCOMPARE(reader.pods, then);
    }

    void ofFewObjectsSeveralStatesAreKept()
    {
        RecordedTransport transport(m_recording);
        PodReader reader(&transport);
        QVERIFY(reader.opens());
        for (const auto moment : {100s, 300s, 640s, 100s}) // what a list told is read when it is told again
            QVERIFY(reader.readOnTheWayTo(moment) > 0);
        for (const auto moment : {300s, 640s, 100s, 640s, 300s})
            QCOMPARE(reader.readOnTheWayTo(moment), 0);
    }

    void soManyStatesAreKept_data()
    {
        QTest::addColumn<int>("pods");
        QTest::addColumn<int>("states");
        QTest::newRow("of few objects") << 1 << 9;
        QTest::newRow("of tens of thousands") << 25'000 << 3;
    }

    void soManyStatesAreKept()
    {
        QFETCH(int, pods);
        QFETCH(int, states);
        RecordedTransport transport(ofPods(pods, states));
        PodReader reader(&transport);
        QVERIFY(reader.opens());
        for (int state = 1; state <= states; ++state)
            QVERIFY(reader.readOnTheWayTo(std::chrono::seconds(state % states)) > 0);
        for (int state = states - 1; state >= 0; --state) {
            QCOMPARE(reader.readOnTheWayTo(std::chrono::seconds(state)), 0);
            QCOMPARE(reader.pods[u"u0"_s]->restarts, state);
        }
    }

    void whatWasKeptIsWhatIsReadAnew()
    {
        RecordedTransport transport(m_recording, nullptr, 1ms);
        PodReader kept(&transport);
        QVERIFY(kept.opens());
        QVERIFY(kept.readOnTheWayTo(640s) > 0);
        QRandomGenerator random(5);
        for (int i = 0; i < 20; ++i) {
            // Now and then it is wound on while it is still on its way.
            for (int again = int(random.bounded(3)); again > 0; --again)
                transport.seek(std::chrono::milliseconds(random.bounded(700'000)));
            const std::chrono::milliseconds moment(random.bounded(700'000));
            QVERIFY(kept.readOnTheWayTo(moment) >= 0);
            RecordedTransport another(m_recording);
            PodReader anew(&another);
            QVERIFY(anew.opens());
            QVERIFY(anew.readOnTheWayTo(moment) >= 0);
            const QMap<QString, QString> all = kept.words();
            const QMap<QString, QString> some = anew.words();
            for (auto one = some.cbegin(); one != some.cend(); ++one)
                QCOMPARE(all.value(one.key()), *one);
        }
    }

    void atRestItIsReadHowTheOtherEndLooks()
    {
        RecordedTransport transport(m_recording);
        const std::chrono::milliseconds end = m_recording->duration();
        QMap<QString, QString> awaited;
        int changed = 0;
        {
            PodReader atOnce(&transport);
            QVERIFY(atOnce.opens());
            changed = atOnce.readOnTheWayTo(end);
            QVERIFY(changed > 0);
            awaited = atOnce.words();
        }
        transport.seek(0s);
        PodReader reader(&transport);
        QVERIFY(reader.opens());
        const int atFirst = podsRead;
        QTRY_COMPARE(podsRead.load(), atFirst + changed);
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QCoreApplication::processEvents(); // it is handed over
        QCOMPARE(reader.readOnTheWayTo(end), 0);
        QCOMPARE(reader.words(), awaited);
    }

private:
    std::shared_ptr<const Recording> m_recording;
};

#include "tst_recorded_watch.moc"
} // namespace tst_recorded_watch

CHARTROOM_TEST(tst_recorded_watch, RecordedWatchTest)
