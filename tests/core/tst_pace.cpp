// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pace_printout.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/forecast.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/pace_evidence.h"
#include "core/words/pace_text.h"
#include "tests/support/standing_window.h"
#include "tests/support/test_main.h"
#include "tests/support/window_script.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_pace {

using std::chrono::milliseconds;

namespace {

QDateTime timeAt(const ScriptedWindow &window, milliseconds at)
{
    return window.recording->header.start.addMSecs(at.count());
}

QByteArray shown(const Eta &eta)
{
    return QStringLiteral("%1 .. %2 (%3)")
        .arg(eta.earliest.toString(Qt::ISODate), eta.latest.toString(Qt::ISODate), eta.reason)
        .toUtf8();
}

WindowScript script(int nodes, int parallel, std::chrono::seconds load, double spread,
                    std::chrono::seconds beat = 0s)
{
    WindowScript script;
    script.nodes = nodes;
    script.parallel = parallel;
    script.load = load;
    script.spread = spread;
    script.beat = beat;
    return script;
}

} // namespace

class TestPace : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theTrueEndLiesInTheRangeOfTheFirstThird_data();
    void theTrueEndLiesInTheRangeOfTheFirstThird();
    void aPaceThatChangesHalfWayStaysInTheRange_data();
    void aPaceThatChangesHalfWayStaysInTheRange();
    void theFewerNodesAreThroughTheWiderIsTheRange();
    void aRoughGuessHoldsTheEndOfNodesThatAreAllButDone();
    void theRecordingsEndLiesInTheRangeOfItsFirstThird();
    void theRangeIsNotSoWideThatItSaysNothing();
    void beforeANodeIsThroughNothingIsTold();
    void failedNodesAreNamedAndNotCountedOn();
    void nodesThatAMaintenanceOperatorHasNotTakenUpWait();
    void nodesAtRestThatAreBehindWait();
    void whereThePolicyIsNotTakenUpNoEndIsForetold();
    void aNodeUnderWayIsBlockedByWhatHasNoKnownEnd_data();
    void aNodeUnderWayIsBlockedByWhatHasNoKnownEnd();
    void whereFailedNodesHoldEverySlotThereIsNoEnd();
    void aWindowThatIsOverHasAnEndAndNoForecast();
    void theSecondWindowIsNotMixedWithTheFirst();
    void whereNobodySawTheNodesMoveTheEndIsTheLastRest();
    void aNodeThatFailedLastIsTheEnd();
    void labelsAloneAreNeitherFinishedNorAnEnd();
    void aSafeStopSaysWhatGoesOnAllTheSame();
    void countsAndSlotsAreThoseOfTheMoment();
    void timesOfStepsAreThoseOfTheRecording();
    void aNodeSlowerThanTheOthersIsSlow();
    void theSameInputGivesTheSameRange();
    void quartilesAreThoseOfTheTimes();
};

void TestPace::theTrueEndLiesInTheRangeOfTheFirstThird_data()
{
    QTest::addColumn<WindowScript>("script");
    QTest::newRow("one at a time") << script(12, 1, 60s, 0.3);
    QTest::newRow("two at a time") << script(16, 2, 90s, 0.4);
    QTest::newRow("four at a time, on a beat of two minutes") << script(24, 4, 60s, 0.4, 120s);
    QTest::newRow("eight of a hundred") << script(100, 8, 120s, 0.5);
    QTest::newRow("half of them at a time") << script(16, 8, 60s, 0.3);
    QTest::newRow("all at a time") << script(16, 0, 60s, 0.3);
    QTest::newRow("a quarter may be unavailable") << [] {
        WindowScript one = script(40, 0, 60s, 0.3);
        one.parallel = 10;
        one.maxUnavailable = QStringLiteral("25%");
        return one;
    }();
    QTest::newRow("two of six slots lost to failures") << [] {
        WindowScript one = script(40, 6, 60s, 0.4);
        one.failing = 2;
        return one;
    }();
}

namespace {

/// Of ten windows that differ by chance at least eight ends lie in the range shown at a third of the way.
void verifyTheFirstThird(WindowScript script)
{
    int hits = 0;
    QByteArray misses;
    constexpr quint32 windows = 10;
    for (script.seed = 1; script.seed <= windows; ++script.seed) {
        const ScriptedWindow window = scriptedWindow(script);
        StandingWindow standing(window.recording, window.third());
        const Eta eta = standing.pace("gpu").eta;
        const QDateTime end = timeAt(window, window.end);
        if (eta.earliest.isValid() && eta.earliest <= end && eta.latest >= end)
            ++hits;
        else
            misses += "\n  " + QByteArray::number(script.seed) + ": " + end.toString(Qt::ISODate).toUtf8() +
                      " not in " + shown(eta);
    }
    QVERIFY2(hits >= 8, misses.constData());
}

} // namespace

void TestPace::theTrueEndLiesInTheRangeOfTheFirstThird()
{
    QFETCH(WindowScript, script);
    verifyTheFirstThird(script);
}

void TestPace::aPaceThatChangesHalfWayStaysInTheRange_data()
{
    QTest::addColumn<WindowScript>("script");
    for (const double pace : {0.6, 1.6}) {
        const auto add = [&](const char *name, int nodes, int parallel, int failing = 0) {
            WindowScript one = script(nodes, parallel, 60s, 0.2);
            one.failing = failing;
            one.laterPace = pace;
            QTest::addRow("%s, then %.1f times as long", name, pace) << one;
        };
        add("five, one at a time", 5, 1);
        add("eight, two at a time", 8, 2);
        add("nine, four at a time", 9, 4);
        add("eight, three at a time, one fails", 8, 3, 1);
        add("sixteen, four at a time", 16, 4);
    }
}

void TestPace::aPaceThatChangesHalfWayStaysInTheRange()
{
    QFETCH(WindowScript, script);
    verifyTheFirstThird(script);
}

void TestPace::theFewerNodesAreThroughTheWiderIsTheRange()
{
    const auto ratio = [](int through) {
        ForecastInput input;
        for (int i = 0; i < through; ++i)
            input.finished << 50s + 20s * i / through;
        input.ofThisRollout = through;
        input.underWay = {10s, 20s, 30s, 40s};
        input.queued = 16;
        input.slotLimit = 4;
        const auto range = forecastBySlots(input);
        return range && range->latest ? double(range->latest->count()) / double(range->earliest.count()) : 0;
    };
    const double one = ratio(1);
    const double four = ratio(4);
    const double sixteen = ratio(16);
    QVERIFY2(one > four && one < 12, qPrintable(QString::number(one)));
    QVERIFY2(four > sixteen && four < 4, qPrintable(QString::number(four)));
    QVERIFY2(sixteen > 1.5 && sixteen < 2.5, qPrintable(QString::number(sixteen)));
}

void TestPace::aRoughGuessHoldsTheEndOfNodesThatAreAllButDone()
{
    ForecastInput input;
    input.underWay = {30s, 30s, 29s, 28s};
    input.queued = 5;
    input.slotLimit = 4;
    const auto range = roughForecast(input);
    QVERIFY(range && range->latest);
    const milliseconds rest = 2 * 30s; // they are through now, and four and then one more follow
    QVERIFY(range->earliest <= rest * 6 / 10 && *range->latest >= rest * 16 / 10);
    QVERIFY(*range->latest + 30s < 12 * (range->earliest + 30s));
}

void TestPace::theRecordingsEndLiesInTheRangeOfItsFirstThird()
{
    const auto recording =
        loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
    QVERIFY(recording);
    const milliseconds start = 11261ms;
    const milliseconds end = 629679ms; // the last of fifteen nodes; the sixteenth failed
    StandingWindow standing(*recording, start + (end - start) / 3);
    const Pace pace = standing.pace("gpu");
    const QDateTime truth = (*recording)->header.start.addMSecs(end.count());
    QVERIFY2(pace.eta.earliest <= truth && pace.eta.latest >= truth, shown(pace.eta).constData());
    // One failed, one waits for a disruption budget.
    QCOMPARE(pace.eta.without, (QStringList{QStringLiteral("gpu-011"), QStringLiteral("gpu-012")}));
    QCOMPARE(pace.slotLimit, 4);
    QCOMPARE(pace.slotsInUse, 4);
    QCOMPARE(pace.done, 4);
}

void TestPace::theRangeIsNotSoWideThatItSaysNothing()
{
    const ScriptedWindow window = scriptedWindow(script(40, 4, 60s, 0.3));
    StandingWindow standing(window.recording, window.third());
    const Eta eta = standing.pace("gpu").eta;
    QVERIFY(eta.earliest < eta.latest);
    const auto width = milliseconds(eta.earliest.msecsTo(eta.latest));
    QVERIFY2(width < (window.end - window.third()), shown(eta).constData());
}

void TestPace::beforeANodeIsThroughNothingIsTold()
{
    const ScriptedWindow window = scriptedWindow(script(16, 4, 60s, 0.3));
    StandingWindow standing(window.recording, window.start + 4s);
    const Pace pace = standing.pace("gpu");
    QVERIFY(pace.isOpen);
    QVERIFY(!pace.eta.earliest.isValid());
    QVERIFY(!pace.eta.latest.isValid());
    QCOMPARE(pace.eta.reason, QStringLiteral("No node has completed yet: too early for an estimate."));
    QVERIFY(!pace.nodesPerHour);
    StandingWindow later(window.recording, window.start + 25s);
    QVERIFY(later.pace("gpu").eta.isRough);
    QVERIFY(later.pace("gpu").eta.latest.isValid());
    QVERIFY(later.pace("gpu").eta.reason.endsWith(
        u"plus up to 2 min per turn until the operator's next reconcile."));
    QVERIFY(timeLeft(later.pace("gpu"), later.clock.now())
                .more.contains(u"per turn until the operator's next reconcile"));
    StandingWindow learned(window.recording, window.third());
    QVERIFY(!goesByBeat(learned.pace("gpu"))); // it is in what was seen
}

void TestPace::failedNodesAreNamedAndNotCountedOn()
{
    WindowScript faulty = script(16, 4, 60s, 0.2);
    faulty.failing = 1;
    const ScriptedWindow window = scriptedWindow(faulty);
    StandingWindow standing(window.recording, window.third());
    const Pace pace = standing.pace("gpu");
    QCOMPARE(pace.held, 1);
    QCOMPARE(pace.eta.without, QStringList{QStringLiteral("gpu-0000")});
    QVERIFY(pace.eta.latest.isValid());
}

void TestPace::nodesThatAMaintenanceOperatorHasNotTakenUpWait()
{
    PaceInput input;
    input.component = QStringLiteral("ib");
    input.now = QDateTime({2026, 11, 21}, {4, 0}, Qt::UTC);
    input.policies[{}].limit = 3;
    for (int i = 0; i < 16; ++i) {
        PaceNode node;
        node.node = QStringLiteral("gpu-%1").arg(i, 3, 10, QLatin1Char('0'));
        node.step = RolloutStep::Maintenance;
        node.verdict = i < 3 ? Verdict::Moving : Verdict::Waiting;
        input.nodes << node;
    }
    const Pace pace = paceOf(input);
    input.policies[{}].isOff = true;
    const QString off = paceOf(input).safeStop;
    QVERIFY2(off.contains(u"off already") && !off.contains(u"Set autoUpgrade"), qPrintable(off));
    QVERIFY(paceOf(input).isOff && !pace.isOff);
    PaceNode done; // of another policy, whose switch stops nothing
    done.node = QStringLiteral("other");
    done.queue = QStringLiteral("other");
    done.step = RolloutStep::Done;
    done.verdict = Verdict::Done;
    input.nodes << done;
    input.policies[done.queue].limit = 1;
    QCOMPARE(paceOf(input).safeStop, off);
    QVERIFY(paceOf(input).isOff);
    QCOMPARE(pace.moving, 3);
    QCOMPARE(pace.waiting, 13);
    QCOMPARE(pace.slotsInUse, 3);
    input.nodes.last().keepsSlot = true; // its NodeMaintenance is not over
    QCOMPARE(paceOf(input).slotsInUse, 4);
    QVERIFY2(pace.safeStop.contains(u"13 "), qPrintable(pace.safeStop));
    QVERIFY2(pace.safeStop.contains(u"older versions the NodeMaintenances stay"), qPrintable(pace.safeStop));
}

void TestPace::nodesAtRestThatAreBehindWait()
{
    PaceInput input;
    input.component = QStringLiteral("gpu");
    input.now = QDateTime({2026, 11, 21}, {4, 0}, Qt::UTC);
    for (const auto &[step, verdict] :
         {std::pair(RolloutStep::Idle, Verdict::Waiting), // autoUpgrade is off
          std::pair(RolloutStep::Done, Verdict::Waiting), std::pair(RolloutStep::Done, Verdict::Stuck),
          std::pair(RolloutStep::Done, Verdict::Done), std::pair(RolloutStep::Done, Verdict::NotKnown),
          std::pair(RolloutStep::Unknown, Verdict::NotKnown)}) { // the operator ignores that label
        NodeTrack track;
        track.node = QStringLiteral("gpu-%1").arg(input.nodes.size());
        track.step = step;
        track.verdict = verdict;
        track.takesNoSlot = step == RolloutStep::Unknown;
        input.nodes << paceNode(track, {});
    }
    const Pace pace = paceOf(input);
    QCOMPARE(pace.waiting, 2);
    QCOMPARE(pace.held, 2);
    QCOMPARE(pace.moving, 0);
    QCOMPARE(pace.slotsInUse, 0);
    QCOMPARE(pace.done, 1);
    QCOMPARE(pace.notKnown, 1); // a label alone proves nothing
}

/// Nor does the pace of the rollout before.
void TestPace::whereThePolicyIsNotTakenUpNoEndIsForetold()
{
    const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    PaceInput input{QStringLiteral("gpu"), begin.addSecs(200), {}, {{QString(), {4, false, {}}}}};
    for (int i = 0; i < 4; ++i) {
        NodeHistory history;
        for (const auto &[label, at] :
             {std::pair("upgrade-required", 0), std::pair("cordon-required", 10 + i),
              std::pair("upgrade-done", 100 + i)})
            history.see(QString::fromLatin1(label), readStep(QString::fromLatin1(label)), begin.addSecs(at),
                        true);
        NodeTrack done;
        done.node = QStringLiteral("n%1").arg(i);
        done.step = RolloutStep::Done;
        done.verdict = Verdict::Done;
        input.nodes << paceNode(done, history);
    }
    NodeTrack behind;
    behind.step = RolloutStep::Done;
    behind.verdict = Verdict::Waiting;
    input.nodes << paceNode(behind, {});
    QVERIFY(paceOf(input).eta.latest.isValid());
    input.now = begin.addSecs(400); // nobody has taken it for minutes
    QVERIFY(!paceOf(input).eta.earliest.isValid() && !paceOf(input).eta.latest.isValid());
    QVERIFY2(paceOf(input).eta.reason.contains(u"in progress since"), shown(paceOf(input).eta).constData());
    input.now = begin.addSecs(200);
    behind.blockers.append({NoteKind::OperatorBehind, QStringLiteral("not processed")});
    input.nodes.last() = paceNode(behind, {});
    const Eta eta = paceOf(input).eta;
    QVERIFY(!eta.earliest.isValid() && !eta.latest.isValid());
    QVERIFY2(eta.reason.contains(u"has not processed"), shown(eta).constData());
}

void TestPace::aNodeUnderWayIsBlockedByWhatHasNoKnownEnd_data()
{
    QTest::addColumn<NoteKind>("kind");
    QTest::addColumn<bool>("isBlocked");
    QTest::newRow("budget") << NoteKind::DisruptionBudget << true;
    QTest::newRow("several budgets") << NoteKind::SeveralBudgets << true;
    QTest::newRow("stale budget") << NoteKind::StaleBudget << true;
    QTest::newRow("long grace period") << NoteKind::LongGrace << false;
}

void TestPace::aNodeUnderWayIsBlockedByWhatHasNoKnownEnd()
{
    QFETCH(NoteKind, kind);
    NodeTrack track;
    track.step = RolloutStep::Evict;
    track.verdict = Verdict::Moving;
    track.blockers.append({kind, QStringLiteral("tenant-b/trainer")});
    QTEST(paceNode(track, {}).isBlocked, "isBlocked");
}

void TestPace::whereFailedNodesHoldEverySlotThereIsNoEnd()
{
    WindowScript faulty = script(16, 2, 60s, 0.2);
    faulty.failing = 2;
    const ScriptedWindow window = scriptedWindow(faulty);
    StandingWindow standing(window.recording, window.recording->duration());
    const Eta eta = standing.pace("gpu").eta;
    QVERIFY(!eta.earliest.isValid());
    QVERIFY(!eta.latest.isValid());
    QVERIFY2(eta.reason.startsWith(u"Every slot is used"), shown(eta).constData());
}

void TestPace::aWindowThatIsOverHasAnEndAndNoForecast()
{
    const ScriptedWindow window = scriptedWindow(script(16, 4, 60s, 0.3));
    StandingWindow standing(window.recording, window.recording->duration());
    const Pace pace = standing.pace("gpu");
    QVERIFY(!pace.isOpen);
    QCOMPARE(pace.notKnown, 16); // there are labels only
    QCOMPARE(pace.end, timeAt(window, window.end));
    QVERIFY(!pace.eta.earliest.isValid());
    const double hours = double((window.end - window.start).count()) / 3'600'000;
    QVERIFY(pace.nodesPerHour.value_or(0) > 16 / hours * 0.95);
    QVERIFY(pace.nodesPerHour.value_or(0) < 16 / hours * 1.05);
}

void TestPace::theSecondWindowIsNotMixedWithTheFirst()
{
    const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    PaceInput input{QStringLiteral("gpu"), begin.addSecs(4000), {}, {{QString(), {1, false, {}}}}};
    for (int i = 0; i < 3; ++i) {
        NodeHistory history;
        const auto see = [&](const char *label, int at) {
            const QString text = QString::fromLatin1(label);
            history.see(text, readStep(text), begin.addSecs(at), true);
        };
        see("upgrade-done", 0);
        see("cordon-required", 100 + 100 * i);
        see("upgrade-done", 190 + 100 * i);
        see("upgrade-required", 3000);
        if (i == 0) {
            see("cordon-required", 3600);
            see("upgrade-done", 3630);
        }
        const RolloutStep step = history.intervals().last().step;
        input.nodes << PaceNode{QStringLiteral("n%1").arg(i),
                                history,
                                step,
                                step == RolloutStep::Done ? Verdict::Done : Verdict::Waiting,
                                false,
                                false,
                                {},
                                false,
                                {}};
    }
    const Pace pace = paceOf(input);
    QCOMPARE(pace.start, begin.addSecs(3600));
    QCOMPARE(pace.node.samples, 1);
    QCOMPARE(pace.node.median, 30s);
}

void TestPace::whereNobodySawTheNodesMoveTheEndIsTheLastRest()
{
    const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    PaceInput input{QStringLiteral("gpu"), begin.addSecs(4000), {}, {{QString(), {1, false, {}}}}};
    const auto add = [&](int at, bool isExact) {
        NodeHistory history;
        if (isExact)
            history.see({}, RolloutStep::Idle, begin, false);
        history.see(QStringLiteral("upgrade-done"), RolloutStep::Done, begin.addSecs(at), isExact);
        input.nodes << PaceNode{QStringLiteral("n%1").arg(input.nodes.size()),
                                history,
                                RolloutStep::Done,
                                Verdict::Done,
                                false,
                                false,
                                {},
                                false,
                                {}};
    };
    add(60, false);
    add(90, false);
    QVERIFY(!paceOf(input).isOpen);
    QVERIFY(!paceOf(input).isEndKnown);
    QCOMPARE(paceOf(input).end, begin.addSecs(90));
    add(200, true); // it came after those that were found
    QVERIFY(paceOf(input).isEndKnown);
    QCOMPARE(paceOf(input).end, begin.addSecs(200));

    PaceNode moving;
    moving.node = QStringLiteral("moving");
    moving.step = RolloutStep::DriverRestart;
    moving.verdict = Verdict::Moving;
    input.nodes << moving; // nodes have completed; how long they took is unknown
    const auto reason = [&input] { return paceOf(input).eta.reason; };
    QCOMPARE(reason(), QStringLiteral("How long a node takes is unknown here."));
    input.nodes.last().history.see(QStringLiteral("pod-restart-required"), RolloutStep::DriverRestart,
                                   begin.addSecs(3900), true);
    QVERIFY(paceOf(input).eta.isRough);
    QVERIFY2(reason().startsWith(u"How long the completed nodes took is unknown:"), qPrintable(reason()));
}

void TestPace::aNodeThatFailedLastIsTheEnd()
{
    const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    PaceInput input{QStringLiteral("gpu"), begin.addSecs(4000), {}, {{QString(), {4, false, {}}}}};
    const auto add = [&](const char *last, int at) {
        PaceNode node;
        node.node = QStringLiteral("n%1").arg(input.nodes.size());
        for (const auto &[label, second] :
             {std::pair("upgrade-required", 0), std::pair("cordon-required", 10), std::pair(last, at)}) {
            node.step = readStep(QString::fromLatin1(label));
            node.history.see(QString::fromLatin1(label), node.step, begin.addSecs(second), true);
        }
        node.verdict = node.step == RolloutStep::Failed ? Verdict::Failed : Verdict::Done;
        input.nodes << node;
    };
    add("upgrade-done", 100);
    QCOMPARE(paceOf(input).end, begin.addSecs(100));
    add("upgrade-failed", 60);
    QCOMPARE(paceOf(input).end, begin.addSecs(100));
    add("upgrade-failed", 140);
    QVERIFY(!paceOf(input).isOpen && paceOf(input).isEndKnown);
    QCOMPARE(paceOf(input).end, begin.addSecs(140));
    QVERIFY2(!paceLine(paceOf(input)).contains(u"ended"), qPrintable(paceLine(paceOf(input))));
    add("pod-restart-required", 150);
    input.nodes.last().verdict = Verdict::Stuck; // its operator is gone
    const Pace left = paceOf(input);
    QVERIFY(!left.isOpen && !left.isEndKnown && !left.end.isValid());
    QVERIFY(paceValue(left).at({QStringLiteral("end")}).isNull());
    QVERIFY2(paceLine(left).contains(u"not complete"), qPrintable(paceLine(left)));
    QVERIFY2(left.eta.without.size() == 3 && paceLine(left).endsWith(left.eta.without.join(u", ")),
             qPrintable(paceLine(left)));
}

void TestPace::labelsAloneAreNeitherFinishedNorAnEnd()
{
    const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    PaceInput input{QStringLiteral("gpu"), begin.addSecs(4000), {}, {{QString(), {4, false, {}}}}};
    for (int i = 0; i < 16; ++i) {
        PaceNode node;
        node.node = QStringLiteral("n%1").arg(i);
        const auto see = [&](const char *label, int at) {
            node.step = readStep(QString::fromLatin1(label));
            node.history.see(QString::fromLatin1(label), node.step, begin.addSecs(at), true);
        };
        see("upgrade-required", 0);
        see("cordon-required", 10 + i);
        see("upgrade-done", 100 + i);
        node.verdict = Verdict::NotKnown; // pods may not be read
        input.nodes << node;
    }
    const Pace over = paceOf(input);
    QVERIFY(!over.isOpen);
    QVERIFY(paceValue(over).at({QStringLiteral("end")}).isNull());
    QVERIFY2(paceLine(over).contains(u"end unknown") && !paceLine(over).contains(u"ended"),
             qPrintable(paceLine(over)));

    for (PaceNode &node : input.nodes)
        if (node.node == u"n0" || node.node == u"n1") {
            node.step = RolloutStep::Evict;
            node.verdict = Verdict::Slow;
            node.isBlocked = true;
        }
    const auto reason = [&input] { return paceOf(input).eta.reason; };
    QCOMPARE(reason(), QStringLiteral("2 node(s) blocked or slow; the others are done by label only."));
    for (PaceNode &node : input.nodes)
        if (node.verdict == Verdict::NotKnown)
            node.verdict = Verdict::Done;
    QCOMPARE(reason(), QStringLiteral("2 node(s) blocked or slow; the others are complete."));
    input.nodes = input.nodes.first(2);
    QCOMPARE(reason(), QStringLiteral("2 node(s) blocked or slow."));
}

void TestPace::aSafeStopSaysWhatGoesOnAllTheSame()
{
    const ScriptedWindow window = scriptedWindow(script(16, 4, 60s, 0.1));
    StandingWindow standing(window.recording, window.start + 30s);
    const QString stop = standing.pace("gpu").safeStop;
    QVERIFY2(stop.contains(u"autoUpgrade to false"), qPrintable(stop));
    QVERIFY2(stop.contains(u"12 waiting node(s)"), qPrintable(stop));
    QVERIFY2(
        stop.contains(u"4 node(s) in progress (gpu-0000, gpu-0001, gpu-0002, gpu-0003) stay cordoned until "
                      u"they are uncordoned manually, even if"),
        qPrintable(stop));
    StandingWindow over(window.recording, window.recording->duration());
    QVERIFY(over.pace("gpu").safeStop.isEmpty());
}

void TestPace::countsAndSlotsAreThoseOfTheMoment()
{
    const ScriptedWindow window = scriptedWindow(script(16, 4, 60s, 0.1));
    StandingWindow standing(window.recording, window.start + 30s);
    const Pace pace = standing.pace("gpu");
    QCOMPARE(pace.nodes, 16);
    QCOMPARE(pace.moving, 4);
    QCOMPARE(pace.waiting, 12);
    QCOMPARE(pace.done, 0);
    QCOMPARE(pace.slotLimit, 4);
    QCOMPARE(pace.slotsInUse, 4);
    QCOMPARE(pace.start, timeAt(window, window.start + 2s));
}

void TestPace::timesOfStepsAreThoseOfTheRecording()
{
    const auto recording =
        loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
    QVERIFY(recording);
    StandingWindow standing(*recording, 635s);
    const Pace pace = standing.pace("gpu");
    QCOMPARE(pace.node.samples, 15);
    QVERIFY(pace.node.median > 100s && pace.node.median < 140s); // a beat of two minutes
    QCOMPARE(pace.steps.value(RolloutStep::Validate).samples, 15);
    QVERIFY(pace.steps.value(RolloutStep::Validate).median < 2s);
    QVERIFY(pace.steps.value(RolloutStep::DriverRestart).median > 50s);
}

void TestPace::aNodeSlowerThanTheOthersIsSlow()
{
    WindowScript slow = script(16, 4, 20s, 0.1);
    slow.stuck = 1;
    const ScriptedWindow window = scriptedWindow(slow);
    StandingWindow standing(window.recording, window.start + 2s + 150s);
    QVERIFY(!standing.pace("gpu").component.isEmpty());
    const TrackKey key{QStringLiteral("gpu-0000"), QStringLiteral("gpu")};
    QCOMPARE(standing.rollout.find(key)->verdict, Verdict::Slow);
    QTRY_COMPARE(standing.pace("gpu").eta.without, QStringList{key.node});
}

void TestPace::theSameInputGivesTheSameRange()
{
    ForecastInput input;
    input.finished = {60s, 70s, 90s};
    input.ofThisRollout = 3;
    input.underWay = {10s, 20s};
    input.changeovers = {1s, 9s, 4s};
    input.queued = 20;
    input.slotLimit = 2;
    const auto range = forecastBySlots(input);
    QVERIFY(range && range->latest);
    input.underWay = {20s, 10s};
    input.changeovers = {9s, 4s, 1s};
    QCOMPARE(forecastBySlots(input), range);
    QVERIFY(range->earliest > 20 * 60s / 2 * 6 / 10);
    QVERIFY(*range->latest < 22 * 90s / 2 * 2);
}

void TestPace::quartilesAreThoseOfTheTimes()
{
    const TimeTaken times = timeTaken({50s, 10s, 30s, 20s, 40s});
    QCOMPARE(times.samples, 5);
    QCOMPARE(times.median, 30s);
    QCOMPARE(times.lowerQuartile, 20s);
    QCOMPARE(times.upperQuartile, 40s);
    QCOMPARE(timeTaken({}).samples, 0);
}

#include "tst_pace.moc"
} // namespace tst_pace

CHARTROOM_TEST(tst_pace, TestPace)
