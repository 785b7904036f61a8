// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_store.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recorder.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/recorded_history.h"
#include "core/rollout/rollout_store.h"
#include "core/screens/rollout/rollout_series.h"
#include "tests/support/resource_queries.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace chartroom;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_replayed_rollout {

namespace {

constexpr int patience = 60'000; ///< milliseconds

/// The wall clock and the time that passes are both the recording's.
class PlayTime final : public Clock
{
public:
    explicit PlayTime(const RecordedTransport *transport)
        : m_transport(transport)
    {}
    [[nodiscard]] QDateTime now() const override
    {
        return m_transport->recording().header.start.addMSecs(m_transport->position().count());
    }
    [[nodiscard]] std::chrono::milliseconds elapsed() const override { return m_transport->position(); }

private:
    const RecordedTransport *m_transport;
};

/// What watches a rollout through a transport.
struct Observer
{
    Observer(RecordedTransport *from, std::chrono::milliseconds at)
        : transport(from)
        , clock(transport)
        , nodes(transport, all("/api/v1/nodes"), &clock, nullptr)
        , pods(transport, all("/api/v1/pods"), &clock, nullptr)
        , rollout(transport, &nodes, &pods, &clock)
    {
        transport->seek(at);
        rollout.start();
    }

    /// All that is so at the position has been told, by everybody who reads from the transport, and is
    /// computed.
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(transport->isSettled(), patience);
        // A reflector keeps a batch for 100 ms at most, and timers fire in the order in which they are due.
        bool areBatchesOut = false;
        QTimer::singleShot(250ms, transport, [&areBatchesOut] { areBatchesOut = true; });
        QTRY_VERIFY_WITH_TIMEOUT(areBatchesOut, patience);
        QTRY_VERIFY_WITH_TIMEOUT(rollout.isSettled(), patience);
    }

    RecordedTransport *transport;
    PlayTime clock;
    NodeStore nodes;
    PodStore pods;
    RolloutStore rollout;
};

} // namespace

/// What a run was seen to do live, and what its recording shows.
class ReplayedRolloutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theGpusOfAMomentAreThoseOfItsNodes()
    {
        const auto recording = loadRecording(QStringLiteral("bundled"));
        QVERIFY(recording);
        const Recording &all = **recording;
        const RolloutHistory::Gpus gpus = labelTimeline(all).gpus;
        QSet<int> seen;
        for (auto moment = 0ms; moment <= all.duration(); moment += 5s) {
            int there = 0;
            for (const qsizetype event :
                 all.index.objects(QStringLiteral("nodes"), countAt(all.events, moment)))
                there += Node::read(all.events[event].object).value().gpusForPods().gpus;
            const QDateTime now = all.header.start.addMSecs(moment.count());
            QCOMPARE(gpuSeries(gpus.values(), now).last().gpus, there);
            seen << there;
        }
        QVERIFY(seen.size() > 3);
    }

    void aRecordOfARunReplayedGivesTheTracksThatTheRunHadLive()
    {
        const auto script =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(script);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("run.chartroom"));
        QMap<std::chrono::milliseconds, QList<NodeTrack>> live;
        const std::chrono::milliseconds begin = 1s;
        {
            RecordedTransport cluster(*script);
            Observer observer(&cluster, begin);
            observer.settle();
            ReleaseStore releases(&cluster, &observer.clock, {});
            releases.start();
            auto recorder = Recorder::create(file, {QStringLiteral("run"), QStringLiteral("v1.36.3"), {}},
                                             {&cluster, &releases, &observer.clock});
            QVERIFY(recorder);
            QSignalSpy synced(recorder->get(), &Recorder::resourceSynced);
            (*recorder)->start();
            QTRY_COMPARE_WITH_TIMEOUT(synced.size(), 9, patience);
            for (auto moment = begin; moment <= 81s; moment += 4s) {
                cluster.seek(moment);
                observer.settle();
                live.insert(moment, observer.rollout.tracks());
            }
            QSignalSpy finished(recorder->get(), &Recorder::finished);
            (*recorder)->stop();
            QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
        }
        const auto run = loadRecording(file);
        QVERIFY(run);
        QVERIFY((*run)->notices.isEmpty());
        RecordedTransport replay(*run);
        Observer observer(&replay, 0ms);
        observer.settle();
        int times = 0;
        for (auto moment = live.begin(); moment != live.end(); ++moment) {
            replay.seek(moment.key() - begin);
            observer.settle();
            QCOMPARE(steps(observer.rollout.tracks()), steps(moment.value()));
            QList<NodeTrack> seen = observer.rollout.tracks();
            times += keepKnownTimes(*moment, seen);
            QCOMPARE(told(seen), told(*moment));
        }
        QVERIFY2(times > live.size(), QByteArray::number(times).constData());
        QVERIFY(steps(live.last()).contains(QStringLiteral("failed")));
    }

private:
    static QString steps(const QList<NodeTrack> &tracks)
    {
        QStringList texts;
        for (const NodeTrack &track : tracks)
            texts << track.node + u' ' + track.component + u' ' + stepText(track.step);
        return texts.join(u'\n');
    }

    /// Here ten seconds of the cluster pass in one: whether a store looked meanwhile, which it does every
    /// five seconds on the wall, is chance, and with it whether it knows when a step began. Of the times that
    /// both know, how many there are.
    static int keepKnownTimes(QList<NodeTrack> &tracks, QList<NodeTrack> &others)
    {
        int known = 0;
        for (qsizetype i = 0; i < std::min(tracks.size(), others.size()); ++i) {
            if (tracks[i].since.isValid() && others[i].since.isValid())
                ++known;
            else
                tracks[i].since = others[i].since = {};
        }
        return known;
    }

    static QStringList told(const QList<NodeTrack> &tracks)
    {
        QStringList texts;
        for (const NodeTrack &track : tracks)
            texts << told(track);
        return texts;
    }

    /// All but what grows with time alone (verdict, and how long it is in sentences): a run looks at that
    /// every five seconds.
    static QString told(const NodeTrack &track)
    {
        const auto kinds = [](const QList<TrackNote> &notes) {
            QStringList texts;
            for (const TrackNote &note : notes)
                texts << noteWord(note.kind);
            return texts.join(u',');
        };
        const auto number = [](int value) { return QString::number(value); };
        return QStringList{track.node,
                           track.component,
                           stepText(track.step),
                           track.label,
                           number(track.stage.value_or(0)),
                           track.since.toString(Qt::ISODateWithMs),
                           track.driverFrom,
                           track.driverTo,
                           track.driverPod,
                           number(track.isDriverCurrent),
                           number(track.isDriverReady),
                           number(track.restarts),
                           number(track.isCordoned),
                           number(track.devices),
                           number(track.devicesTotal),
                           kinds(track.contradictions),
                           kinds(track.blockers)}
            .join(QStringLiteral(" | "));
    }
};

#include "tst_replayed_rollout.moc"
} // namespace tst_replayed_rollout

CHARTROOM_TEST(tst_replayed_rollout, ReplayedRolloutTest)
