// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/rollout_store.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace std::chrono_literals;

namespace {

ResourceQuery all(const char *path)
{
    return {QString::fromLatin1(path), {}, {}, false, 500};
}

/// The stores of a session over a recording that stands still until it is wound.
struct Bench
{
    explicit Bench(std::chrono::milliseconds at)
        : transport(
              loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"))
                  .value())
        , clock(&transport)
        , nodes(&transport, all("/api/v1/nodes"), &clock, nullptr)
        , pods(&transport, all("/api/v1/pods"), &clock, nullptr)
        , rollout(&transport, &nodes, &pods, &clock)
    {
        transport.seek(at);
        rollout.start();
    }

    [[nodiscard]] int count(RolloutStep step, const QString &component) const
    {
        const QList<NodeTrack> tracks = rollout.tracks();
        return int(std::count_if(tracks.cbegin(), tracks.cend(), [&](const NodeTrack &track) {
            return track.step == step && track.component == component;
        }));
    }

    RecordedTransport transport;
    RecordingClock clock;
    NodeStore nodes;
    PodStore pods;
    RolloutStore rollout;
};

const QString gpu = QStringLiteral("gpu");

} // namespace

class TestRolloutStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyNodeHasATrackInEachDriversRollout();
    void aKindThatTheClusterDoesNotServeIsNoReasonToWait();
    void theTracksFollowTheRecordingForwards();
    void theTracksFollowTheRecordingBack();
    void aStepTellsSinceWhenItIsKnown();
};

void TestRolloutStore::everyNodeHasATrackInEachDriversRollout()
{
    Bench bench(1s);
    QTRY_VERIFY(bench.rollout.isComplete());
    QCOMPARE(bench.rollout.tracks().size(), 32);
    QCOMPARE(bench.count(RolloutStep::Done, gpu), 16);
    QVERIFY(bench.rollout.notices().isEmpty());
}

void TestRolloutStore::aKindThatTheClusterDoesNotServeIsNoReasonToWait()
{
    Bench bench(1s); // the recording holds no NVIDIADriver
    QSignalSpy completed(&bench.rollout, &RolloutStore::completed);
    QTRY_COMPARE(completed.count(), 1);
}

void TestRolloutStore::theTracksFollowTheRecordingForwards()
{
    Bench bench(1s);
    QTRY_VERIFY(bench.rollout.isComplete());
    bench.transport.seek(300s);
    QTRY_COMPARE(bench.count(RolloutStep::Failed, gpu), 1);
    const NodeTrack *failed = bench.rollout.find({QStringLiteral("gpu-011"), gpu});
    QVERIFY(failed);
    QCOMPARE(failed->verdict, Verdict::Failed);
}

void TestRolloutStore::theTracksFollowTheRecordingBack()
{
    Bench bench(300s);
    QTRY_COMPARE(bench.count(RolloutStep::Failed, gpu), 1);
    bench.transport.seek(1s);
    QTRY_COMPARE(bench.count(RolloutStep::Done, gpu), 16);
}

void TestRolloutStore::aStepTellsSinceWhenItIsKnown()
{
    Bench bench(1s);
    QTRY_VERIFY(bench.rollout.isComplete());
    const TrackKey key{QStringLiteral("gpu-011"), gpu};
    QVERIFY(!bench.rollout.find(key)->since.isValid()); // it was done before we looked
    bench.transport.seek(70s);
    QTRY_COMPARE(bench.rollout.find(key)->step, RolloutStep::DriverRestart);
    QVERIFY(!bench.rollout.find(key)->since.isValid()); // somewhere in the 69 seconds jumped over
    bench.transport.seek(75s);
    QTRY_COMPARE(bench.rollout.find(key)->step, RolloutStep::Failed);
    QCOMPARE(bench.rollout.find(key)->since, bench.clock.now());
}

QTEST_GUILESS_MAIN(TestRolloutStore)
#include "tst_rollout_store.moc"
