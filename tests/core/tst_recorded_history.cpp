// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "core/rollout/driver_keys.h"
#include "core/rollout/recorded_history.h"
#include "tests/support/gzipped.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_recorded_history {

namespace {

/// A label of a node in a recording, read by other code than the histories'.
struct ReadLabel
{
    std::chrono::milliseconds at{0};
    TrackKey key;
    QString label;
};

QList<ReadLabel> readLabels(const Recording &recording)
{
    QList<ReadLabel> labels;
    for (const RecordingEvent &event : recording.events) {
        if (event.resource != u"nodes" || event.object.name.isEmpty())
            continue;
        const QJsonObject found =
            QJsonDocument::fromJson(event.object.json)[u"metadata"][u"labels"].toObject();
        for (const DriverKind kind : {DriverKind::Gpu, DriverKind::InfiniBand})
            labels.append({event.at,
                           {event.object.name, componentText(kind)},
                           found[driverKeys(kind).state].toString()});
    }
    return labels;
}

RolloutHistory until(RecordedHistory &source, const QDateTime &moment)
{
    auto future = source.until(moment);
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000))
        qFatal("the histories are never folded");
    return future.result();
}

} // namespace

/// The nodes' pasts in a recording, at any of its moments.
class RecordedHistoryTest : public QObject
{
    Q_OBJECT

    std::shared_ptr<const Recording> m_recording;

    [[nodiscard]] RolloutHistory until(RecordedHistory &source, std::chrono::milliseconds moment) const
    {
        return tst_recorded_history::until(source, m_recording->header.start.addMSecs(moment.count()));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto recording =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(recording);
        m_recording = *recording;
    }

    void aRecordingTellsThePastOfSriovAndAmdToo();

    void theRecordingsHistoriesAreItsLabelsAtEveryMoment()
    {
        const RecordedTransport transport(m_recording);
        RecordedHistory source(m_recording, &transport);
        const RolloutHistory last = until(source, m_recording->duration());
        QCOMPARE(last.nodes().size(), 32);
        const QDateTime begin = m_recording->header.start;
        QHash<TrackKey, ReadLabel> present;
        int changes = 0;
        const QList<ReadLabel> labels = readLabels(*m_recording);
        for (qsizetype i = 0; i < labels.size(); ++i) {
            const ReadLabel &read = labels[i];
            const QString before = std::exchange(present[read.key], read).label;
            changes += before != read.label;
            if (i + 1 < labels.size() && labels[i + 1].at == read.at)
                continue; // half a moment
            for (const ReadLabel &now : std::as_const(present)) {
                const StepInterval *interval = last.node(now.key).at(begin.addMSecs(read.at.count()));
                QVERIFY(interval);
                QCOMPARE(interval->label, now.label);
            }
        }
        QVERIFY(changes > 200);
    }

    void aJumpBackForgetsWhatComesLater()
    {
        const RecordedTransport transport(m_recording);
        RecordedHistory source(m_recording, &transport);
        const TrackKey key{u"gpu-011"_s, u"gpu"_s};
        QCOMPARE(until(source, 300s).node(key).intervals().last().step, RolloutStep::Failed);
        const NodeHistory early = until(source, 20s).node(key);
        QCOMPARE(early.intervals().last().step, RolloutStep::DriverRestart);
        QCOMPARE(early.since(), m_recording->header.start.addMSecs(14245));
        const NodeHistory again = until(source, 74s).node(key);
        QCOMPARE(again.since(), m_recording->header.start.addMSecs(73383));
        QCOMPARE(again.before(), RolloutStep::DriverRestart);
    }

    void allJumpsEndInTheHistoriesOfTheirMoment()
    {
        const RecordedTransport transport(m_recording);
        RecordedHistory source(m_recording, &transport);
        QRandomGenerator random(5);
        for (int jump = 0; jump < 20; ++jump) {
            const std::chrono::milliseconds moment(random.bounded(qint64(m_recording->duration().count())));
            RecordedHistory fresh(m_recording, &transport);
            const RolloutHistory expected = until(fresh, moment);
            QVERIFY(!expected.nodes().isEmpty());
            QCOMPARE(until(source, moment).nodes(), expected.nodes());
        }
    }

    void eventsFromBeforeTheRecordingTellSinceWhen()
    {
        const RecordedTransport transport(m_recording);
        RecordedHistory source(m_recording, &transport);
        const NodeHistory history = until(source, 1s).node({u"gpu-001"_s, u"gpu"_s});
        // By the recording's clock: the cluster's own went ahead of it.
        QVERIFY(transport.clockSkew() > std::chrono::seconds(4) &&
                transport.clockSkew() < std::chrono::seconds(5));
        QCOMPARE(history.since(), QDateTime(QDate(2026, 11, 21), QTime(3, 24, 17), Qt::UTC)
                                      .addMSecs(-transport.clockSkew().count()));
        QCOMPARE(history.runs().last().isFinished, true);
    }
};

// Behind the class: moc of Qt 6.4 loses one that has such raw strings.
void RecordedHistoryTest::aRecordingTellsThePastOfSriovAndAmdToo()
{
    const auto node = [](const char *t, const char *type, const char *spec, const char *version) {
        return QByteArray(R"({"t":)") + t + R"(,"resource":"nodes","type":")" + type +
               R"(","object":{"kind":"Node","metadata":{"name":"n1","uid":"u1","labels":)"
               R"({"kmm.node.kubernetes.io/version-module.a.d":")" +
               version + R"("}},"spec":)" + spec + "}}\n";
    };
    const auto state = [](const char *t, const char *type, const char *current, const char *sync) {
        return QByteArray(R"({"t":)") + t + R"(,"resource":"sriovnetworknodestates","type":")" + type +
               R"(","object":{"metadata":{"name":"n1","namespace":"s","uid":"u2","annotations":{)"
               R"("sriovnetwork.openshift.io/desired-state":"Drain_Required",)"
               R"("sriovnetwork.openshift.io/current-state":")" +
               current + R"("}},"status":{"syncStatus":")" + sync + "\"}}}\n";
    };
    const auto config = [](const char *t, const char *type, const char *modules, const char *name = "d") {
        return QByteArray(R"({"t":)") + t + R"(,"resource":"deviceconfigs","type":")" + type +
               R"(","object":{"metadata":{"namespace":"a","name":")" + name + R"(","uid":")" + name +
               R"("},"spec":{"driver":{"version":"2"}},"status":{"nodeModuleStatus":)" + modules + "}}}\n";
    };
    constexpr const char *started = R"({"n1":{"status":"Upgrade-Started"}})";
    const auto recording = readRecording(gzipped(
        QByteArray(R"({"chartroomRecording":1,"cluster":"c","serverVersion":"v1.33.4",)"
                   R"("start":"2026-11-21T03:31:00Z"})") +
        "\n" + node("0", "ADDED", "{}", "1") + state("0", "ADDED", "Idle", "Succeeded") +
        config("1", "ADDED", started) + state("2", "MODIFIED", "Draining", "Succeeded") +
        node("3", "MODIFIED", R"({"unschedulable":true})", "1") +
        node("4", "MODIFIED", R"({"unschedulable":true})", "2") +
        config("5", "MODIFIED", R"({"n1":{"status":"Upgrade-Complete"}})") +
        state("5", "MODIFIED", "DrainComplete", "InProgress") + state("6", "DELETED", "Idle", "Succeeded") +
        config("7", "ADDED", started, "e") + config("8", "MODIFIED", "{}")));
    QVERIFY(recording);
    const auto shared = std::make_shared<const Recording>(*recording);
    RecordedTransport transport(shared);
    RecordedHistory past(shared, &transport);
    using Steps = QList<std::pair<qint64, RolloutStep>>;
    const auto steps = [&](int second, const char *component) {
        const QDateTime start = shared->header.start;
        const RolloutHistory told = tst_recorded_history::until(past, start.addSecs(second));
        Steps seen;
        for (const StepInterval &one : told.node({u"n1"_s, QLatin1String(component)}).intervals())
            seen.append({start.secsTo(one.start), one.step});
        return seen;
    };
    QCOMPARE(steps(5, "sriov"), (Steps{{0, RolloutStep::Queued},
                                       {2, RolloutStep::Cordon},
                                       {3, RolloutStep::Drain},
                                       {5, RolloutStep::DriverRestart}}));
    QCOMPARE(steps(5, "amd"), (Steps{{1, RolloutStep::Cordon},
                                     {3, RolloutStep::Drain},
                                     {4, RolloutStep::DriverRestart},
                                     {5, RolloutStep::Done}}));
    QVERIFY(steps(6, "sriov").isEmpty());
    // Another DeviceConfig has taken the node over before its first one let go of it.
    const Steps taken = steps(8, "amd");
    QVERIFY(!taken.isEmpty());
    QCOMPARE(taken.last(), (std::pair<qint64, RolloutStep>{7, RolloutStep::Drain}));
}

#include "tst_recorded_history.moc"
} // namespace tst_recorded_history

CHARTROOM_TEST(tst_recorded_history, RecordedHistoryTest)
