// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_course.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/words/activity_log.h"
#include "core/words/node_timeline.h"
#include "core/words/pace_text.h"
#include "core/words/window_plan.h"
#include "tests/support/fake_rollout_source.h"
#include "tests/support/seen_steps.h"
#include "tests/support/test_main.h"

#include <QScopeGuard>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_course {

namespace {

/// One of those of a window, which has got lost.
ShownTrack anotherRow()
{
    ShownTrack track;
    track.verdict = Verdict::Lost;
    return track;
}

Pace openPace()
{
    Pace pace;
    pace.component = QStringLiteral("gpu");
    pace.start = seenBegin;
    pace.isOpen = true;
    return pace;
}

} // namespace

class RolloutCourseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTimelineIsTheLastWayOnly();
    void aNodeThatWasSeenThroughTellsHowLongItTook();
    void theTimeOfAnEarlierRolloutIsNotThisOnes();
    void theEndIsARangeAndNeverAPoint();
    void whereAllIsThroughItSaysSinceWhen();
    void theWindowOfTheNewestOperationIsTakenOverOnce();
    void aPlannedWindowIsKeptOrOverrun();
    void whoIsHitByTheNodesThatWaitIsKnown();
    void aPlainDaemonSetTakesNobodysGpus();
    void withoutARangeTheReasonIsSaid();
    void aCourseIsDrawnFromTheWindowsBegin();
    void aRecordingThatWasWoundIsDrawnAtOnce();
    void aPaceThatComesAfterARecordingWasWoundIsDrawnAtOnce();
    void whatIsAskedForWhileItIsDrawnIsDrawnAfterwards();
    void theLastChangeOfAnEndedRolloutHasAWidth();
    void beforeTheFirstRolloutThereIsNoCourse();
    void beforeItsRowsAreCountedASummaryIsNoTotal();
    void gpusAreThoseOfAllNodes();
    void gpusAreSampledAsTheyAreSeen();
    void gpusThatWereWrittenDownAreKnownFromTheStart();
    void aLaneIsAtRestWhenAllAreDoneAlsoWhereThatIsDoubted();
};

void RolloutCourseTest::theTimelineIsTheLastWayOnly()
{
    NodeHistory twice = seenThrough();
    for (const SeenStep &step : QList<SeenStep>{{"upgrade-required", 4000}, {"drain-required", 4030}})
        twice.see(QString::fromLatin1(step.label), readStep(QString::fromLatin1(step.label)),
                  seenBegin.addSecs(step.second), true);
    const QList<TimelineEntry> entries = nodeTimeline(twice, seenBegin.addSecs(4090));
    QCOMPARE(entries.size(), 2);
    QCOMPARE(entries.first(), (TimelineEntry{QStringLiteral("draining"), QStringLiteral("03:20:10"),
                                             QStringLiteral("1 m 00 s"), VisualState::Moving}));
    QCOMPARE(entries.last().words, QStringLiteral("queued"));
    QCOMPARE(entries.last().elapsed, QStringLiteral("30 s"));
    QCOMPARE(nodeTimeline(twice, seenBegin.addDays(3)).last().start, QStringLiteral("21 Nov 03:19:40"));
    NodeHistory unseen; // that the first way ended
    for (const SeenStep &step : QList<SeenStep>{{"validation-required", 0}, {"drain-required", 4000}})
        unseen.see(QString::fromLatin1(step.label), readStep(QString::fromLatin1(step.label)),
                   seenBegin.addSecs(step.second), false);
    QCOMPARE(nodeTimeline(unseen, seenBegin.addSecs(4090)).size(), 1);
    NodeHistory found;
    found.see(QStringLiteral("<b>odd</b>"), RolloutStep::Unknown, seenBegin, false);
    QCOMPARE(nodeTimeline(found, seenBegin).first().start, QStringLiteral("before 02:13:00"));
    QCOMPARE(nodeTimeline(found, seenBegin).first().words, QStringLiteral("unknown state: <b>odd</b>"));
    QVERIFY(nodeTimeline({}, seenBegin).isEmpty());
}

void RolloutCourseTest::aNodeThatWasSeenThroughTellsHowLongItTook()
{
    QCOMPARE(timeThrough(seenThrough(), {}), std::optional<std::chrono::milliseconds>(185s));
    QVERIFY(!timeThrough(seenSteps({{"upgrade-done", 0}}), {}));
    FakeRolloutSource source;
    source.setHistory({QStringLiteral("gpu-000"), QStringLiteral("gpu")}, seenThrough());
    source.put(ShownTrack{});
    RolloutModel model(&source);
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, int(RolloutColumn::Since)).data().toString(), QStringLiteral("in 3 m 05 s"));
}

/// Nobody saw the node on its way to the driver that is wanted now.
void RolloutCourseTest::theTimeOfAnEarlierRolloutIsNotThisOnes()
{
    DriverTimes times;
    times.target = seenBegin.addSecs(-5);
    QVERIFY(timeThrough(seenThrough(), times));
    times.target = seenBegin.addSecs(3600);
    QVERIFY(!timeThrough(seenThrough(), times));

    times.target = seenBegin.addSecs(-5); // a rollback since then
    times.isTargetOlder = true;
    QVERIFY(!timeThrough(seenThrough(), times));
    times.made = seenBegin.addSecs(50);
    QVERIFY(timeThrough(seenThrough(), times));
    times.made = seenBegin.addSecs(3600);
    QVERIFY(!timeThrough(seenThrough(), times));

    FakeRolloutSource source;
    source.setHistory({QStringLiteral("gpu-000"), QStringLiteral("gpu")}, seenThrough());
    NodeTrack track = ShownTrack().build();
    track.times.target = seenBegin.addSecs(3600);
    source.put(QList{track});
    RolloutModel model(&source);
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, int(RolloutColumn::Since)).data().toString(), QString());
}

void RolloutCourseTest::theEndIsARangeAndNeverAPoint()
{
    Pace pace = openPace();
    const QDateTime now = seenBegin.addSecs(3600);
    pace.eta.earliest = now.addSecs(12 * 60);
    pace.eta.latest = now.addSecs(20 * 60);
    pace.nodesPerHour = 6.9;
    pace.slotLimit = 4;
    pace.slotsInUse = 3;
    QCOMPARE(timeLeft(pace, now).fact, QStringLiteral("12–20 min"));
    QCOMPARE(timeLeft(pace, now).more,
             QStringLiteral("finish 03:25–03:33, 6.9 nodes an hour, 3 of 4 slots in use"));
    pace.eta.latest = pace.eta.earliest.addSecs(20); // within a minute
    QVERIFY(timeLeft(pace, now).more.startsWith(u"finish about 03:25, "));
    pace.eta.latest = now.addSecs(30 * 3600);
    QVERIFY(timeLeft(pace, now).more.startsWith(u"finish 03:25–22 Nov 09:13, "));
    QCOMPARE(rangeText(40s, 80s), QStringLiteral("40–80 s"));
    QCOMPARE(rangeText(0s, 80s), QStringLiteral("up to 80 s"));
    QCOMPARE(rangeText(20s, 6min), QStringLiteral("up to 6 min"));
    QCOMPARE(rangeText(70min, 180min), QStringLiteral("70 min – 3 h 00 min"));
}

void RolloutCourseTest::whereAllIsThroughItSaysSinceWhen()
{
    Pace pace = openPace();
    const QDateTime now = seenBegin.addSecs(3600);
    pace.isOpen = false;
    pace.end = now;
    pace.isEndKnown = true;
    QCOMPARE(timeLeft(pace, now),
             (TimeLeft{QStringLiteral("complete"), QStringLiteral("since 03:13, took at least 60 min")}));
    pace.isStartKnown = true;
    QCOMPARE(timeLeft(pace, now),
             (TimeLeft{QStringLiteral("complete"), QStringLiteral("since 03:13, took 60 min")}));
    pace.start = {};
    pace.isEndKnown = false;
    QCOMPARE(timeLeft(pace, now), (TimeLeft{QStringLiteral("complete"),
                                            QStringLiteral("since before 03:13, when it was first seen")}));
    QVERIFY(timeLeft(pace, now.addDays(3)).more.contains(QStringLiteral("21 Nov")));
    pace.notKnown = 3;
    QCOMPARE(timeLeft(pace, now),
             (TimeLeft{QStringLiteral("unknown"), QStringLiteral("3 node(s) complete by label only")}));
    pace.held = 2;
    QCOMPARE(timeLeft(pace, now).fact, QStringLiteral("2 node(s) blocked"));
    QVERIFY(!timeLeft(pace, now).more.contains(QStringLiteral("finished"))); // nobody knows of three
    pace.notKnown = 0;
    pace.done = 14;
    QCOMPARE(timeLeft(pace, now).more, QStringLiteral("the others are complete"));
    QCOMPARE(timeLeft(Pace(), now).fact, QStringLiteral("nothing in progress"));
}

void RolloutCourseTest::theWindowOfTheNewestOperationIsTakenOverOnce()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const QString cluster = QStringLiteral("prod/eu");
    const QString key = WindowPlan::settingsKey(cluster);
    const WindowPlan stale{seenBegin.addDays(-1), seenBegin.addDays(-1).addSecs(3600), 88};
    settings.setValue(key, stale.toText());
    ActivityEntry upgrade;
    upgrade.order.id = QStringLiteral("a");
    upgrade.order.context = cluster;
    upgrade.order.window = UpgradeWindow{seenBegin, seenBegin.addSecs(300), "UTC"};
    ActivityEntry refused = upgrade; // the newest, which changed nothing
    refused.order.id = QStringLiteral("b");
    refused.order.window->end = seenBegin.addSecs(900);
    refused.end = OperationResult::End::NotStarted;
    ActivityEntry rollback = upgrade;
    rollback.order.window.reset();
    const QList<ActivityEntry> all{rollback, refused, upgrade};
    const QDateTime now = seenBegin.addSecs(300 + 1380);
    QVERIFY(!takeAgreedWindow(settings, QStringLiteral("other"), all, now));
    QVERIFY(!takeAgreedWindow(settings, cluster, all, now.addDays(1)));
    const WindowPlan agreed{seenBegin, seenBegin.addSecs(300), 88};
    QCOMPARE(takeAgreedWindow(settings, cluster, all, now), std::optional(agreed));
    QCOMPARE(WindowPlan::fromText(settings.value(key).toString()), agreed);
    QVERIFY(windowEndedText(agreed, now).endsWith(QStringLiteral(", 23 min ago")));
    QCOMPARE(windowEndedText(agreed, seenBegin), QString());

    const WindowPlan extended{seenBegin, seenBegin.addSecs(7200), 88}; // by a person
    settings.setValue(key, extended.toText());
    QVERIFY(!takeAgreedWindow(settings, cluster, all, now));
    QCOMPARE(WindowPlan::fromText(settings.value(key).toString()), extended);
}

void RolloutCourseTest::aPlannedWindowIsKeptOrOverrun()
{
    Pace pace = openPace();
    const QDateTime now = seenBegin.addSecs(3600); // 03:13
    WindowPlan plan{seenBegin, seenBegin.addSecs(6000), 88};
    QCOMPARE(WindowPlan::fromText(plan.toText()), plan);
    QVERIFY(!WindowPlan::fromText(QStringLiteral("nonsense")).isSet());
    QCOMPARE(windowOutlook({}, pace, now), WindowOutlook());
    QCOMPARE(windowOutlook(plan, pace, now).text, QStringLiteral("window ends 03:53"));
    pace.eta.earliest = now.addSecs(600);
    pace.eta.latest = now.addSecs(1200);
    QCOMPARE(windowOutlook(plan, pace, now),
             (WindowOutlook{QStringLiteral("within the window (ends 03:53)"), VisualState::Done}));
    pace.eta.latest = now.addSecs(3000);
    QCOMPARE(windowOutlook(plan, pace, now),
             (WindowOutlook{QStringLiteral("may overrun 03:53 by up to 10 min"), VisualState::Attention}));
    pace.eta.earliest = now.addSecs(2700);
    QCOMPARE(windowOutlook(plan, pace, now),
             (WindowOutlook{QStringLiteral("overruns 03:53 by at least 5 min"), VisualState::Failed}));
    QCOMPARE(windowOutlook(plan, pace, plan.end.addSecs(300)).text,
             QStringLiteral("the window ended at 03:53, 5 min ago"));
    pace.isOpen = false;
    pace.isEndKnown = true;
    pace.end = plan.end.addSecs(120);
    QCOMPARE(windowOutlook(plan, pace, plan.end.addSecs(300)).text, QStringLiteral("overran 03:53 by 2 min"));
    pace.end = plan.end.addSecs(-60);
    QCOMPARE(windowOutlook(plan, pace, plan.end).state, VisualState::Done);
    pace.notKnown = 1;
    QCOMPARE(windowOutlook(plan, pace, plan.end).state, VisualState::Unknown);
    QCOMPARE(windowOutlook(plan, pace, plan.end).text, QStringLiteral("window ended 03:53"));
    pace.held = 1; // the rest was finished in time
    QCOMPARE(windowOutlook(plan, pace, plan.end.addSecs(300)),
             (WindowOutlook{QStringLiteral("the window ended at 03:53, 5 min ago"), VisualState::Failed}));
}

void RolloutCourseTest::whoIsHitByTheNodesThatWaitIsKnown()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QTRY_COMPARE(course.nextTenants().size(), 1); // gpu-004 is being emptied already
    QCOMPARE(nextTenantsText(course.nextTenants(), 2), QStringLiteral("next: tenant-a/inference (8 GPU(s))"));
    const NodeTenant small{QStringLiteral("a"), QStringLiteral("web"), 1, 1};
    QCOMPARE(nextTenantsText({small, small, small}, 2),
             QStringLiteral("next: a/web (1 GPU(s)), a/web (1 GPU(s)) and 1 more"));
    fillAllDone(source);
    QTRY_VERIFY(course.nextTenants().isEmpty());
    QVERIFY(nextTenantsText({}, 2).isEmpty());
}

/// Its own pod alone is replaced.
void RolloutCourseTest::aPlainDaemonSetTakesNobodysGpus()
{
    FakeRolloutSource source;
    const QString node = QStringLiteral("gpu-000");
    const QString plugin = QStringLiteral("crusoe-system/csi-node");
    source.setTenants(node, {{QStringLiteral("tenant-a"), QStringLiteral("StatefulSet trainer"), 1, 8}});
    for (const QString &component : {QStringLiteral("gpu"), plugin}) {
        ShownTrack track;
        track.component = component;
        track.verdict = Verdict::Waiting;
        source.put(track);
    }
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QTRY_COMPARE(course.nextTenants().size(), 1);
    model.setComponent(plugin);
    QTRY_VERIFY(course.nextTenants().isEmpty());
    QCOMPARE(course.summary().count(Verdict::Waiting), 1);
    ShownTrack restarting;
    restarting.component = plugin;
    restarting.verdict = Verdict::Moving;
    restarting.stage = 4;
    NodeTrack track = restarting.build();
    track.step = RolloutStep::DriverRestart;
    QCOMPARE(rolloutLane(track).words, QStringLiteral("pod restart"));
    track.component = QStringLiteral("gpu");
    QCOMPARE(rolloutLane(track).words, QStringLiteral("driver reload"));
    track.step = RolloutStep::Done; // by a label that is left from before
    track.verdict = Verdict::NotPart;
    track.blockers = {{NoteKind::NotManaged, QStringLiteral("Not managed: driver.enabled=false.")}};
    QCOMPARE(rolloutLane(track).words, QStringLiteral("not managed"));
    NodeTrack left; // without a label: autoUpgrade went off while it was empty
    left.component = QStringLiteral("gpu");
    left.verdict = Verdict::Stuck;
    left.blockers = {{NoteKind::LeftCordoned, QStringLiteral("The rollout cordoned the node.")}};
    QVERIFY(rolloutLane(left).words.contains(u"left cordoned"));
    for (const Verdict verdict : {Verdict::Stuck, Verdict::NotKnown, Verdict::Done}) {
        left.blockers.clear();
        left.verdict = verdict;
        QCOMPARE(rolloutLane(left).words, verdictWord(verdict));
    }
    left.verdict = Verdict::NotPart;
    QCOMPARE(rolloutLane(left).words, QStringLiteral("not in this rollout"));
}

void RolloutCourseTest::withoutARangeTheReasonIsSaid()
{
    Pace pace = openPace();
    pace.eta.reason = QStringLiteral("Too early to tell.");
    QCOMPARE(timeLeft(pace, seenBegin), (TimeLeft{QStringLiteral("unknown so far"), pace.eta.reason}));
    QCOMPARE(timeLeft(std::nullopt, seenBegin).fact, QStringLiteral("unknown so far"));
    pace.slotLimit = 4;
    QCOMPARE(timeLeft(pace, seenBegin).more, QStringLiteral("Too early to tell. 0 of 4 slots in use"));
    pace.eta.earliest = seenBegin.addSecs(600);
    QCOMPARE(timeLeft(pace, seenBegin).fact, QStringLiteral("over 10 min"));
}

void RolloutCourseTest::aCourseIsDrawnFromTheWindowsBegin()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QSignalSpy drawn(&course, &RolloutCourse::drawn);
    QTRY_COMPARE(course.summary().total, 16);
    QVERIFY(course.points().isEmpty()); // nobody knows when it began
    fillMidWindowPast(source);
    QTRY_VERIFY(!drawn.isEmpty());
    QCOMPARE(course.points().first().time, source.pace(QStringLiteral("gpu"))->start);
    QCOMPARE(course.points().last().time, source.now());
    QCOMPARE(course.points().last().failed, 2); // and the one that is stuck
    QCOMPARE(course.nodes(), 15);               // without the one that is left out
}

void RolloutCourseTest::aRecordingThatWasWoundIsDrawnAtOnce()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    fillMidWindowPast(source);
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QSignalSpy drawn(&course, &RolloutCourse::drawn);
    QTRY_VERIFY(!drawn.isEmpty());
    const auto isDrawnBefore = [&](std::chrono::milliseconds interval) {
        QTimer limit;
        QSignalSpy isOver(&limit, &QTimer::timeout);
        limit.start(interval);
        while (isOver.isEmpty() && course.points().last().time != source.now())
            QTest::qWait(10);
        return isOver.isEmpty();
    };
    // It begins before the window is known again, and the pace comes a while after the rows.
    Pace pace = *source.pace(QStringLiteral("gpu"));
    pace.start = pace.start.addSecs(-60);
    source.advance(600s);
    source.setPace(pace);
    QVERIFY(isDrawnBefore(1900ms));
    QCOMPARE(course.points().first().time, pace.start);
    source.advance(-900s);
    source.setPace(pace);
    QVERIFY(isDrawnBefore(1900ms));
}

void RolloutCourseTest::aPaceThatComesAfterARecordingWasWoundIsDrawnAtOnce()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    fillMidWindowPast(source);
    Pace pace = *source.pace(QStringLiteral("gpu"));
    pace.eta = {};
    source.setPace(pace);
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QSignalSpy drawn(&course, &RolloutCourse::drawn);
    QTRY_VERIFY(!drawn.isEmpty());
    source.advance(-60s);
    source.put(anotherRow());
    QTRY_COMPARE(course.points().last().time, source.now());
    drawn.clear();
    pace.eta.earliest = source.now().addSecs(60);
    pace.eta.latest = source.now().addSecs(120);
    source.setPace(pace);
    QVERIFY(drawn.wait(1500)); // in place of two seconds
    QCOMPARE(course.pace()->eta.latest, pace.eta.latest);
}

void RolloutCourseTest::whatIsAskedForWhileItIsDrawnIsDrawnAfterwards()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    fillMidWindowPast(source);
    RolloutModel model(&source);
    QThreadPool *pool = QThreadPool::globalInstance();
    QSemaphore gate;
    for (int i = 0; i < pool->maxThreadCount(); ++i)
        pool->start([&gate] { gate.acquire(); });
    const auto open = qScopeGuard([&] {
        gate.release(pool->maxThreadCount());
        pool->waitForDone();
    });
    RolloutCourse course(&model); // draws, and waits for the pool
    QTRY_COMPARE(course.summary().total, 16);
    QSignalSpy drawn(&course, &RolloutCourse::drawn);
    source.advance(-60s);
    source.put(anotherRow());
    QTRY_COMPARE(course.summary().count(Verdict::Lost), 1); // by now it was asked for again
    QVERIFY(drawn.isEmpty());
    gate.release(pool->maxThreadCount());
    const auto isOfNow = [&] {
        return !course.points().isEmpty() && course.points().last().time == source.now();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOfNow(), 1000); // in place of two seconds
}

void RolloutCourseTest::theLastChangeOfAnEndedRolloutHasAWidth()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    fillMidWindowPast(source);
    Pace pace = *source.pace(QStringLiteral("gpu"));
    pace.isOpen = false;
    pace.isEndKnown = true;
    for (int node = 0; node < 16; ++node) {
        const NodeHistory past = source.history(
            {QStringLiteral("gpu-%1").arg(node, 3, 10, QLatin1Char('0')), QStringLiteral("gpu")});
        if (!past.intervals().isEmpty())
            pace.end = std::max(pace.end, past.intervals().last().start);
    }
    source.advance(3600s);
    source.setPace(pace);
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QTRY_VERIFY(course.points().size() > 2);
    QVERIFY(course.points().last().time > pace.end);
    QVERIFY(course.points().last().time < source.now());
    QVERIFY(course.points()[course.points().size() - 2].time <= pace.end);
    pace.end = {}; // nodes stand between two steps: it is drawn up to now
    pace.isEndKnown = false;
    pace.held = 2;
    source.setPace(pace);
    QTRY_COMPARE(course.points().last().time, source.now());
}

void RolloutCourseTest::beforeTheFirstRolloutThereIsNoCourse()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    fillMidWindowPast(source);
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QTRY_VERIFY(course.points().size() > 2);
    source.advance(-24h); // a recording that was wound back
    Pace none;
    none.component = QStringLiteral("gpu");
    source.setPace(none);
    QTRY_COMPARE(course.points(), QList<SeriesPoint>());
}

void RolloutCourseTest::beforeItsRowsAreCountedASummaryIsNoTotal()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    RolloutModel model(&source);
    const RolloutCourse course(&model);
    QVERIFY(!course.isCounted()); // all is read, and there is no row yet
    QTRY_VERIFY(course.isCounted());
    QCOMPARE(course.summary().total, 16);
}

void RolloutCourseTest::gpusAreThoseOfAllNodes()
{
    FakeRolloutSource source;
    fillMidWindow(source);                                                                     // 96 of 128
    source.setNode(QStringLiteral("cpu-only-by-label"), {QStringLiteral("h100-b"), {}, 8, 8}); // no driver
    RolloutModel model(&source);
    QTRY_COMPARE(model.rowCount(), 16);
    const RolloutSummary summary = rolloutSummary(model);
    QCOMPARE(summary.total, 16);
    QCOMPARE((GpuCount{summary.gpus, summary.gpusTotal}), source.gpuCount());
    QCOMPARE(source.gpuCount(), (GpuCount{104, 136}));
}

void RolloutCourseTest::gpusAreSampledAsTheyAreSeen()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    RolloutModel model(&source);
    RolloutCourse course(&model);
    QTRY_COMPARE(course.gpus().size(), 1);
    QCOMPARE(course.gpus().first(), (GpuSample{source.now(), 96}));
    source.advance(10s);
    fillAllDone(source);
    QTRY_COMPARE(course.gpus().size(), 2);
    QCOMPARE(course.gpus().last(), (GpuSample{source.now(), 128}));
    source.advance(-5s); // a recording that was wound back
    fillMidWindow(source);
    QTRY_COMPARE(course.gpus().size(), 1);
}

void RolloutCourseTest::gpusThatWereWrittenDownAreKnownFromTheStart()
{
    FakeRolloutSource source;
    fillMidWindow(source); // 96 now
    const QDateTime now = source.now();
    const auto ago = [&](int seconds) { return now.addSecs(-seconds); };
    source.setGpus(QStringLiteral("gpu-000"), {{ago(600), 8}, {ago(60), 0}, {ago(-5), 8}});
    source.setGpus(QStringLiteral("gpu-001"), {{ago(600), 8}, {ago(60), 4}, {ago(30), 8}});
    source.setPace(openPace());
    RolloutModel model(&source);
    RolloutCourse course(&model);
    const QList<GpuSample> written{{ago(600), 16}, {ago(60), 4}, {ago(30), 8}};
    QTRY_COMPARE(course.gpus().mid(0, 3), written);
    QCOMPARE(course.gpus().last(), (GpuSample{now, 96})); // what is seen goes on from there
}

void RolloutCourseTest::aLaneIsAtRestWhenAllAreDoneAlsoWhereThatIsDoubted()
{
    FakeRolloutSource source;
    ShownTrack track;
    track.contradiction = QStringLiteral("Label says upgrade-done, but the node is still cordoned.");
    source.put(track);
    RolloutModel model(&source);
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.rows().first().lanes[0].state, VisualState::Attention);
    QVERIFY(model.isLaneAtRest(0));
    track.label = QStringLiteral("drain-required");
    track.verdict = Verdict::Moving;
    source.put(track);
    QTRY_VERIFY(!model.isLaneAtRest(0));
}

#include "tst_rollout_course.moc"
} // namespace tst_rollout_course

CHARTROOM_TEST(tst_rollout_course, RolloutCourseTest)
