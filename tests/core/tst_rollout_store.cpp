// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/recorded_history.h"
#include "core/rollout/rollout_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/release_builder.h"
#include "tests/support/resource_queries.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_store {

namespace {

std::shared_ptr<const Recording> recording()
{
    return loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"))
        .value();
}

/// The stores of a session over a recording that stands still until it is wound.
struct Bench
{
    explicit Bench(std::chrono::milliseconds at)
        : transport(recording())
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

/// The same with what happened before, and what is left of a way comes in parts.
struct Replay
{
    explicit Replay(std::chrono::milliseconds at)
    {
        transport.seek(at);
        rollout.start();
    }
    [[nodiscard]] bool isAtRest() const { return rollout.isComplete() && transport.isSettled(); }

    const std::shared_ptr<const Recording> seeking = recording();
    RecordedTransport transport{seeking, nullptr, 0ms};
    const RecordingClock clock{&transport};
    RecordedHistory past{seeking, &transport};
    NodeStore nodes{&transport, all("/api/v1/nodes"), &clock, nullptr};
    PodStore pods{&transport, all("/api/v1/pods"), &clock, nullptr};
    RolloutStore rollout{&transport, &nodes, &pods, &clock, &past};
};

const QString gpu = QStringLiteral("gpu");

QByteArray nodeIn(const char *label, int version)
{
    return R"({"metadata":{"name":"gpu-011","uid":"u-11","resourceVersion":")" + QByteArray::number(version) +
           R"(","labels":{"nvidia.com/gpu-driver-upgrade-state":")" + label +
           R"("}},"status":{"conditions":[{"type":"Ready","status":"True"}]}})";
}

/// The stores over a cluster of one node, gpu-011, and nothing else.
struct OneNode
{
    explicit OneNode(const char *label)
        : nodes(&transport, all("/api/v1/nodes"), &clock, nullptr)
        , pods(&transport, all("/api/v1/pods"), &clock, nullptr)
        , rollout(&transport, &nodes, &pods, &clock)
    {
        transport.answer(nodesPath, listAnswer({nodeIn(label, version)}, QStringLiteral("1")));
        for (const char *path : {"/api/v1/pods", "/apis/apps/v1/daemonsets",
                                 "/apis/apps/v1/controllerrevisions", "/apis/policy/v1/poddisruptionbudgets"})
            transport.answer(QString::fromLatin1(path), listAnswer({}, QStringLiteral("1")));
    }
    [[nodiscard]] NodeTrack track() const
    {
        const NodeTrack *found = rollout.find({QStringLiteral("gpu-011"), gpu});
        return found ? *found : NodeTrack();
    }
    [[nodiscard]] RolloutStep step() const { return track().step; }
    void becomes(const char *label)
    {
        clock.advance(5s); // seen at once
        QTRY_VERIFY(transport.liveWatch(nodesPath));
        transport.liveWatch(nodesPath)->push(R"({"type":"MODIFIED","object":)" + nodeIn(label, ++version) +
                                             '}');
    }

    const QString nodesPath = QStringLiteral("/api/v1/nodes");
    int version = 1;
    FakeClock clock;
    ScriptedTransport transport;
    NodeStore nodes;
    PodStore pods;
    RolloutStore rollout;
};

} // namespace

class TestRolloutStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyNodeHasATrackInEachDriversRollout();
    void whatIsThereBeforeTheStartIsTakenInBySlices();
    void fault25AKindThatTheClusterDoesNotServeIsNoReasonToWait();
    void fault25APolicyWhoseKindGoesTakesItsTermsAlong();
    void fault23ClaimsThatMayNotBeReadAreNotKnown();
    void anUnknownClockIsTold();
    void fault24WhatIsNoNewsAnyMoreIsTold();
    void theTracksFollowTheRecordingForwards();
    void theTracksFollowTheRecordingBack();
    void windingShowsNoTracksOfTwoMoments();
    void aListThatFollowsLateIsWaitedFor();
    void whatWaitsForItsBatchIsAwaited();
    void aStepTellsSinceWhenItIsKnown();
    void fault26NoStateIsAnEnd();
    void whoWaitsWhileAChangeIsTakenOverIsTold();
};

void TestRolloutStore::everyNodeHasATrackInEachDriversRollout()
{
    Bench bench(1s);
    QTRY_VERIFY(bench.rollout.isComplete());
    QCOMPARE(bench.rollout.tracks().size(), 32);
    QCOMPARE(bench.count(RolloutStep::Done, gpu), 16);
    QVERIFY(bench.rollout.notices().isEmpty());
}

void TestRolloutStore::whatIsThereBeforeTheStartIsTakenInBySlices()
{
    RecordedTransport transport(recording());
    const RecordingClock clock(&transport);
    NodeStore nodes(&transport, all("/api/v1/nodes"), &clock, nullptr);
    PodStore pods(&transport, all("/api/v1/pods"), &clock, nullptr);
    nodes.start();
    pods.start();
    QTRY_VERIFY(nodes.reflector().hasSynced() && pods.reflector().hasSynced());
    RolloutStore rollout(&transport, &nodes, &pods, &clock);
    rollout.start();
    QVERIFY(!rollout.isComplete());
    QVERIFY(rollout.pods(QStringLiteral("gpu-000")).isEmpty()); // not in this turn of the event loop
    QTRY_VERIFY(rollout.isComplete());
    QCOMPARE(rollout.tracks().size(), 32);
    QSet<QString> onNodes;
    for (const Node &node : nodes.objects())
        for (const Pod *pod : rollout.pods(node.name))
            onNodes << pod->uid;
    const qsizetype placed = std::count_if(pods.objects().begin(), pods.objects().end(),
                                           [](const Pod &pod) { return !pod.node.isEmpty(); });
    QCOMPARE(onNodes.size(), placed);
}

void TestRolloutStore::fault25AKindThatTheClusterDoesNotServeIsNoReasonToWait()
{
    Bench bench(1s); // the recording holds no NVIDIADriver
    QSignalSpy completed(&bench.rollout, &RolloutStore::completed);
    QTRY_COMPARE(completed.count(), 1);
}

void TestRolloutStore::fault23ClaimsThatMayNotBeReadAreNotKnown()
{
    OneNode older("upgrade-done"); // a cluster that serves no such kind
    older.rollout.start();
    QTRY_VERIFY(older.rollout.isComplete());
    QVERIFY(older.rollout.fleet(gpu)->known.claims);
    QVERIFY(older.rollout.notices().isEmpty());
    OneNode barred("upgrade-done");
    barred.transport.answer(QStringLiteral("/apis/resource.k8s.io/v1/resourceclaims"),
                            Error{Error::Code::Forbidden, QStringLiteral("You may not."), {}, {}});
    barred.rollout.start();
    QTRY_VERIFY(barred.rollout.isComplete());
    QVERIFY(!barred.rollout.fleet(gpu)->known.claims);
    QCOMPARE(barred.rollout.notices(),
             QStringList{QStringLiteral("The state of resourceclaims is unknown: You may not.")});
}

/// Fault 27: times are compared with the server's clock, or it is said that they are not.
void TestRolloutStore::anUnknownClockIsTold()
{
    OneNode one("upgrade-done");
    one.transport.forgetClock();
    one.rollout.start();
    QTRY_VERIFY(one.rollout.isComplete());
    QCOMPARE(one.rollout.notices().size(), 1);
}

/// Invariant I1 and fault 24.
void TestRolloutStore::fault24WhatIsNoNewsAnyMoreIsTold()
{
    OneNode one("upgrade-done");
    one.rollout.start();
    QTRY_VERIFY(one.rollout.isComplete());
    QTRY_VERIFY(one.transport.liveWatch(one.nodesPath) && one.transport.liveWatch(one.nodesPath)->isOpen());
    QSignalSpy changed(&one.rollout, &RolloutStore::noticesChanged);
    one.transport.refuseWatches(one.nodesPath,
                                Error{Error::Code::Unreachable, QStringLiteral("No route."), {}, {}});
    one.transport.liveWatch(one.nodesPath)
        ->end({Error::Code::Unreachable, QStringLiteral("No route."), {}, {}});
    QTRY_COMPARE(one.nodes.reflector().state(), Reflector::State::Reconnecting);
    QVERIFY(one.rollout.notices().isEmpty()); // on its way back, as far as anybody knows
    one.clock.advance(31s);
    QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 10'000);
    QCOMPARE(one.rollout.notices(),
             QStringList{QStringLiteral("Nothing new is known about nodes since 2026-11-21T03:31:00Z.")});
    const Error forbidden{Error::Code::Forbidden, QStringLiteral("You may not."), {}, {}};
    one.transport.refuseWatches(one.nodesPath, forbidden);
    one.transport.answer(one.nodesPath, forbidden);
    one.nodes.retryNow();
    QTRY_COMPARE(one.nodes.reflector().state(), Reflector::State::Denied);
    QCOMPARE(one.rollout.notices(),
             QStringList{QStringLiteral(
                 "The state of nodes is known only until 2026-11-21T03:31:00Z: You may not.")});
    QVERIFY(!one.rollout.refusal()); // what is known stays
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

void TestRolloutStore::windingShowsNoTracksOfTwoMoments()
{
    Replay replay(1s);
    QTRY_VERIFY(replay.isAtRest());
    RecordedTransport &transport = replay.transport;
    RolloutStore &rollout = replay.rollout;

    QElapsedTimer spent;
    int early = 0;
    connect(&rollout, &RolloutStore::tracksChanged, this, [&] {
        const bool isHeld = spent.elapsed() < 250; // a hold ends after 300 ms
        early += isHeld && !transport.isSettled() ? 1 : 0;
    });
    spent.start();
    transport.seek(300s);
    QVERIFY(!transport.isSettled());
    QTRY_VERIFY(rollout.find({QStringLiteral("gpu-011"), gpu}) &&
                rollout.find({QStringLiteral("gpu-011"), gpu})->step == RolloutStep::Failed);
    QCOMPARE(early, 0);
}

void TestRolloutStore::aListThatFollowsLateIsWaitedFor()
{
    Replay replay(300s);
    QTRY_VERIFY(replay.isAtRest());
    RecordedTransport &transport = replay.transport;
    RolloutStore &rollout = replay.rollout;

    const QSignalSpy held(&rollout, &RolloutStore::seeking);
    const QSignalSpy settled(&transport, &RecordedTransport::settled);
    QObject reader;
    Request asked;
    asked.path = QStringLiteral("/api/v1/pods");
    asked.query.addQueryItem(QStringLiteral("resourceVersion"), QStringLiteral("at-0"));
    (void)transport.watch(asked, &reader);
    QTRY_COMPARE(settled.size(), 1);
    QCOMPARE(held.size(), 1);
}

void TestRolloutStore::whatWaitsForItsBatchIsAwaited()
{
    Replay replay(300s);
    const RecordingEvents &events = replay.seeking->events;
    QTRY_VERIFY_WITH_TIMEOUT(replay.isAtRest() && replay.rollout.isSettled(), 20'000);
    for (qsizetype next = countAt(events, 300s); !replay.rollout.hasNews() && next < events.size(); ++next)
        replay.transport.seek(events.at(next));
    QVERIFY(replay.transport.isSettled()); // so short a way is told at once
    QVERIFY(replay.rollout.hasNews());
    QVERIFY(!replay.rollout.isSettled());
    QTRY_VERIFY_WITH_TIMEOUT(replay.rollout.isSettled(), 20'000);
    QVERIFY(!replay.rollout.hasNews());
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

void TestRolloutStore::fault25APolicyWhoseKindGoesTakesItsTermsAlong()
{
    OneNode bench("upgrade-required");
    const QString path = QStringLiteral("/apis/nvidia.com/v1/clusterpolicies");
    const QByteArray policies = listAnswer(
        {R"({"metadata":{"name":"cluster-policy","uid":"u-p","resourceVersion":"1"},"kind":"ClusterPolicy",
            "spec":{"driver":{"upgradePolicy":{"autoUpgrade":true,"maxParallelUpgrades":3,"maxUnavailable":"100%",
            "pace":{"ofANewerOperator":[1]}}},"ofANewerOperator":"x"},"status":{"state":"levitating"}})"},
        QStringLiteral("1"));
    bench.transport.answer(path, policies);
    bench.rollout.start();
    const auto pace = [&] { return bench.rollout.paces().value(0); };
    QTRY_COMPARE(pace().slotLimit, std::optional(1)); // there is but one node
    // The cluster serves it as another version now, or not at all.
    const Error gone{Error::Code::NotFound, QStringLiteral("the server could not find it"), {}, {}};
    bench.transport.answer(path, gone);
    bench.transport.refuseWatches(path, gone);
    QTRY_VERIFY(bench.transport.liveWatch(path));
    bench.transport.liveWatch(path)->end(gone);
    bench.rollout.retryNow(); // once more, as it would by itself after a while: it is gone for good
    QTRY_COMPARE_WITH_TIMEOUT(pace().eta.reason,
                              QStringLiteral("The upgrade policy of this driver is unknown."), 20'000);
    QVERIFY(!pace().slotLimit);
    QCOMPARE(bench.step(), RolloutStep::Queued); // what the node says is as good as before
    bench.transport.refuseWatches(path, std::nullopt);
    bench.transport.answer(path, policies);
    bench.rollout.retryNow();
    QTRY_COMPARE_WITH_TIMEOUT(pace().slotLimit, std::optional(1), 20'000);
}

void TestRolloutStore::fault26NoStateIsAnEnd()
{
    OneNode bench("upgrade-failed");
    bench.rollout.start();
    QTRY_COMPARE(bench.step(), RolloutStep::Failed);
    bench.becomes("upgrade-done"); // nobody did anything (gpu-operator#2549)
    QTRY_COMPARE(bench.step(), RolloutStep::Done);
    QCOMPARE(bench.track().verdict, Verdict::NotKnown); // so says a label alone: there is no driver pod
    bench.becomes("upgrade-required");
    QTRY_COMPARE(bench.step(), RolloutStep::Queued);
    bench.becomes("upgrade-failed");
    QTRY_COMPARE(bench.step(), RolloutStep::Failed);
    bench.becomes("upgrade-required");
    QTRY_COMPARE(bench.step(), RolloutStep::Queued);
    bench.clock.advance(14 * 24h); // for weeks (gpu-operator#2509)
    bench.becomes("upgrade-required");
    QTRY_VERIFY(std::any_of(bench.track().contradictions.cbegin(), bench.track().contradictions.cend(),
                            [](const TrackNote &note) { return note.kind == NoteKind::QueuedForLong; }));
    bench.becomes("drain-required");
    QTRY_COMPARE(bench.track().verdict, Verdict::Moving);
    const QDateTime since = bench.clock.now();
    bench.clock.advance(3h);
    bench.becomes("drain-required");
    QTRY_COMPARE(bench.track().verdict, Verdict::Stuck);
    QCOMPARE(bench.track().since, since);
    bench.becomes("upgrade-mended");
    QTRY_COMPARE(bench.step(), RolloutStep::Unknown);
    QCOMPARE(bench.track().label, QStringLiteral("upgrade-mended"));
    QStringList past;
    for (const StepInterval &interval : bench.rollout.history({QStringLiteral("gpu-011"), gpu}).intervals())
        past << interval.label;
    QCOMPARE(past.join(u' '), QStringLiteral("upgrade-failed upgrade-done upgrade-required upgrade-failed "
                                             "upgrade-required drain-required upgrade-mended"));
}

void TestRolloutStore::whoWaitsWhileAChangeIsTakenOverIsTold()
{
    OneNode bench("upgrade-failed");
    bench.rollout.start();
    QTRY_VERIFY(bench.rollout.isComplete());
    int told = 0;
    bool wasComplete = true;
    bench.rollout.whenComplete(&bench.rollout, [&] { ++told; });
    QCOMPARE(told, 1);
    connect(&bench.nodes, &NodeStore::objectsChanged, &bench.rollout, [&] {
        wasComplete = bench.rollout.isComplete();
        bench.rollout.whenComplete(&bench.rollout, [&] { ++told; });
    });
    bench.becomes("upgrade-done");
    QTRY_COMPARE(told, 2);
    QVERIFY(!wasComplete);
}

#include "tst_rollout_store.moc"
} // namespace tst_rollout_store

CHARTROOM_TEST(tst_rollout_store, TestRolloutStore)
