// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_store.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recorder.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/rollout_store.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace std::chrono_literals;

namespace {

ResourceQuery all(const char *path)
{
    return {QString::fromLatin1(path), {}, {}, false, 500};
}

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
    Observer(RecordedTransport *transport, std::chrono::milliseconds at)
        : clock(transport)
        , nodes(transport, all("/api/v1/nodes"), &clock, nullptr)
        , pods(transport, all("/api/v1/pods"), &clock, nullptr)
        , rollout(transport, &nodes, &pods, &clock)
    {
        transport->seek(at);
        rollout.start();
    }

    /// Nothing came for a while: batches come every 100 ms.
    void settle()
    {
        QTRY_VERIFY(rollout.isComplete());
        QSignalSpy changes(&rollout, &RolloutStore::tracksChanged);
        while (changes.wait(400)) {
        }
    }

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
            QTRY_COMPARE(synced.size(), 9);
            for (auto moment = begin; moment <= 81s; moment += 4s) {
                cluster.seek(moment);
                observer.settle();
                live.insert(moment, observer.rollout.tracks());
            }
            QSignalSpy finished(recorder->get(), &Recorder::finished);
            (*recorder)->stop();
            QTRY_COMPARE(finished.size(), 1);
        }
        const auto run = loadRecording(file);
        QVERIFY(run);
        QVERIFY((*run)->notices.isEmpty());
        RecordedTransport replay(*run);
        Observer observer(&replay, 0ms);
        observer.settle();
        for (auto moment = live.cbegin(); moment != live.cend(); ++moment) {
            replay.seek(moment.key() - begin);
            QTRY_COMPARE_WITH_TIMEOUT(steps(observer.rollout.tracks()), steps(moment.value()), 20000);
            observer.settle();
            // Nodes that wait learn who holds the slots within a second.
            QTRY_COMPARE_WITH_TIMEOUT(told(observer.rollout.tracks()), told(moment.value()), 20000);
        }
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
            QStringList kinds;
            for (const TrackNote &note : notes)
                kinds << note.kind;
            return kinds.join(u',');
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

QTEST_GUILESS_MAIN(ReplayedRolloutTest)
#include "tst_replayed_rollout.moc"
