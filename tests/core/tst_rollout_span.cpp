// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pace_printout.h"
#include "core/base/utc_text.h"
#include "core/recording/recording_line.h"
#include "core/rollout/daemon_set.h"
#include "core/rollout/pace.h"
#include "core/words/pace_text.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollout_span {

namespace {

const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);

QDateTime at(int seconds)
{
    return begin.addSecs(seconds);
}

struct Change
{
    const char *label;
    int seconds;
    bool isSeen = true; ///< false: it was found so then
};

PaceNode node(const char *name, const QList<Change> &changes, Verdict verdict, const DriverTimes &times = {})
{
    PaceNode one;
    one.node = QLatin1String(name);
    one.verdict = verdict;
    one.times = times;
    for (const Change &change : changes) {
        const QString label = QString::fromLatin1(change.label);
        one.step = readStep(label);
        one.history.see(label, one.step, at(change.seconds), change.isSeen);
    }
    return one;
}

DriverTimes wanted(int target)
{
    DriverTimes times;
    times.target = at(target);
    return times;
}

DriverTimes replaced(int target, int made, int ready)
{
    DriverTimes times = wanted(target);
    times.made = at(made);
    times.ready = at(ready);
    return times;
}

PaceInput input(int now, const QList<PaceNode> &nodes, int slotLimit = 4)
{
    return {u"gpu"_s, at(now), nodes, {{QString(), {slotLimit, false, {}}}}};
}

/// From its slot to done.
QList<Change> through(int taken, int done)
{
    return {{"upgrade-done", 0},
            {"upgrade-required", 60},
            {"cordon-required", taken},
            {"pod-restart-required", taken + 2},
            {"upgrade-done", done}};
}

/// It fails at once and is cured late, by its driver pod that comes up or by somebody who asks for another
/// try.
QList<Change> cured(int done, bool isAsked)
{
    QList<Change> changes{{"upgrade-done", 0},
                          {"upgrade-required", 60},
                          {"cordon-required", 70},
                          {"pod-restart-required", 72},
                          {"upgrade-failed", 130}};
    if (isAsked)
        changes += {{"upgrade-required", done - 5}, {"cordon-required", done - 4}};
    return changes + QList<Change>{{"uncordon-required", done - 2}, {"upgrade-done", done}};
}

} // namespace

/// Which way of the nodes one rollout is: when it began, when it was over, and whose times tell its pace.
class RolloutSpanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeThatIsCuredLateKeepsTheStart_data()
    {
        QTest::addColumn<bool>("isAsked");
        QTest::addColumn<bool>("isTargetKnown");
        for (const bool isAsked : {false, true})
            for (const bool isTargetKnown : {false, true})
                QTest::addRow("%s, %s", isAsked ? "asked for" : "by itself",
                              isTargetKnown ? "target known" : "no template is known")
                    << isAsked << isTargetKnown;
    }

    void aNodeThatIsCuredLateKeepsTheStart()
    {
        QFETCH(bool, isAsked);
        QFETCH(bool, isTargetKnown);
        const auto times = [&](int made, int ready) {
            return isTargetKnown ? replaced(60, made, ready) : DriverTimes();
        };
        const Pace pace =
            paceOf(input(1300, {node("a", through(70, 190), Verdict::Done, times(73, 80)),
                                node("b", through(70, 191), Verdict::Done, times(73, 81)),
                                node("c", cured(1210, isAsked), Verdict::Done, times(74, 1200))}));
        QVERIFY(!pace.isOpen);
        QCOMPARE(pace.start, at(70));
        QVERIFY(pace.isStartKnown);
        QCOMPARE(pace.end, at(1210));
        QVERIFY(timeLeft(pace, at(1300)).more.contains(u"took 19 m"));
        QCOMPARE(pace.node.samples, 2); // failing took it
    }

    void afterARestartPodsTellAtLeast()
    {
        // The Events of all but the last cure are gone.
        const auto found = [](const char *name, int made, int ready) {
            return node(name, {{"upgrade-done", 5000, false}}, Verdict::Done, replaced(60, made, ready));
        };
        PaceInput over = input(5010, {found("a", 75, 90), found("b", 200, 220)});
        over.nodes << node("c", {{"upgrade-failed", 4000}, {"upgrade-done", 4900}}, Verdict::Done,
                           replaced(60, 300, 4890));
        const Pace pace = paceOf(over);
        QCOMPARE(pace.start, at(75));
        QVERIFY(!pace.isStartKnown);
        QCOMPARE(pace.end, at(4900));
        QVERIFY(pace.isEndKnown);
        QVERIFY2(timeLeft(pace, over.now).more.contains(u"took at least 80 m"),
                 qPrintable(timeLeft(pace, over.now).more));
    }

    /// Events tell of earlier steps of a node, and not when it came to its end.
    void anEndThatNothingTellsIsNotThatOfTheOthers()
    {
        const QList<Change> lost{{"cordon-required", 70}, {"pod-restart-required", 72}};
        for (const char *last : {"upgrade-done", "upgrade-failed"}) {
            const bool isDone = QLatin1String(last) == u"upgrade-done";
            const Verdict verdict = isDone ? Verdict::Done : Verdict::Failed;
            const PaceInput over =
                input(1000, {node("a", through(70, 190), Verdict::Done),
                             node("b", lost + QList<Change>{{last, 900, false}}, verdict)});
            QVERIFY(!paceOf(over).isEndKnown);
            QCOMPARE(paceOf(over).end, at(900));
            PaceInput queued = over;
            queued.nodes << node("c", {{"upgrade-done", 0}, {"upgrade-required", 60}}, Verdict::Waiting);
            QVERIFY(!paceOf(queued).eta.reason.contains(u"No node has been in progress"));
            queued.now = at(2000);
            QVERIFY2(paceOf(queued).eta.reason.contains(utcText(at(900))),
                     qPrintable(paceOf(queued).eta.reason));
        }
    }

    void whereNobodyTellsPodsBoundBothSides()
    {
        const PaceInput over =
            input(600, {node("a", {{"upgrade-done", 590, false}}, Verdict::Done, replaced(60, 70, 90)),
                        node("b", {{"upgrade-done", 590, false}}, Verdict::Done, replaced(60, 100, 130))});
        const Pace pace = paceOf(over);
        QCOMPARE(pace.start, at(70));
        QVERIFY(!pace.isEndKnown);
        QCOMPARE(pace.endAfter, at(130));
        QCOMPARE(pace.end, at(590));
    }

    void theNextTargetBeginsAnother()
    {
        QList<Change> twice = through(70, 1000);
        twice += {{"upgrade-required", 2000}, {"cordon-required", 2010}, {"upgrade-done", 2040}};
        PaceInput second = input(2050, {node("a", twice, Verdict::Done, replaced(1999, 2012, 2030)),
                                        node("b", through(70, 900), Verdict::Waiting, wanted(1999))});
        second.nodes[1].isBehind = true;
        const Pace pace = paceOf(second);
        QCOMPARE(pace.start, at(2010));
        QCOMPARE(pace.node.samples, 1);
        QCOMPARE(pace.node.median, 30s);
        second.nodes[0].times = second.nodes[1].times = wanted(3000); // and a third that nobody has begun
        second.nodes[0].isBehind = true;
        QVERIFY(!paceOf(second).start.isValid());
        QCOMPARE(paceOf(second).node.samples, 0);
    }

    /// A node that hung on the way to the one before does not stretch it.
    void theNextTargetLeavesOutTheTimeOfANodeThatHung()
    {
        QList<Change> twice = through(70, 190);
        twice += {{"upgrade-required", 2000}, {"cordon-required", 2010}, {"upgrade-done", 2040}};
        const QList<Change> hangs{
            {"upgrade-required", 60}, {"cordon-required", 70}, {"pod-restart-required", 72}};
        const Pace pace = paceOf(input(2050, {node("a", twice, Verdict::Done, replaced(1999, 2012, 2030)),
                                              node("hangs", hangs, Verdict::Stuck, wanted(1999))}));
        QCOMPARE(pace.start, at(1999));
        QVERIFY(pace.isStartKnown);
        QCOMPARE(pace.held, 1);
        QCOMPARE(pace.node.samples, 1);
        QCOMPARE(pace.node.median, 30s);
    }

    /// The next upgrade was asked for as soon as the last nodes were through, within one second.
    void whatEndedInTheSecondOfTheTemplateIsOfTheRolloutBefore()
    {
        const auto twice = [](const char *name, int taken, int done) {
            PaceNode one = node(name, through(70, 100), Verdict::Done, replaced(100, taken + 3, taken + 6));
            NodeHistory history;
            for (const StepInterval &interval : one.history.intervals()) {
                const bool isEnd = interval.start == at(100);
                history.see(interval.label, interval.step, isEnd ? at(100).addMSecs(600) : interval.start,
                            true);
            }
            for (const Change &change : QList<Change>{{"upgrade-required", 102},
                                                      {"cordon-required", taken},
                                                      {"pod-restart-required", taken + 2},
                                                      {"upgrade-done", done}})
                history.see(QString::fromLatin1(change.label), readStep(QString::fromLatin1(change.label)),
                            at(change.seconds), true);
            one.history = history;
            return one;
        };
        const Pace pace = paceOf(input(
            200, {twice("a", 110, 120), twice("b", 110, 120), twice("c", 120, 130), twice("d", 120, 130)},
            2));
        QCOMPARE(pace.start, at(110));
        QCOMPARE(pace.changeover.samples, 2);
        QCOMPARE(pace.changeover.median, std::chrono::milliseconds(0)); // each followed at once
        QCOMPARE(pace.node.samples, 4);
    }

    void aRollbackBeginsWithItsOwnNodes()
    {
        const auto older = [](int made, int ready) {
            DriverTimes times = replaced(60, made, ready); // the template that it goes back from
            times.isTargetOlder = true;
            return times;
        };
        QList<Change> back = through(70, 190);
        back += {{"upgrade-required", 800}, {"cordon-required", 810}, {"upgrade-done", 930}};
        const Pace pace = paceOf(
            input(1000, {node("a", back, Verdict::Done, older(812, 900)),
                         node("b", {{"upgrade-done", 0}, {"upgrade-required", 60}, {"upgrade-done", 801}},
                              Verdict::Done, older(-9000, -8990))}));
        QCOMPARE(pace.start, at(810));
        QCOMPARE(pace.node.samples, 1);
        QCOMPARE(pace.node.median, 120s);
    }

    void aStepWhoseEndNobodySawOrTellsHasNoTime()
    {
        NodeHistory unseen; // the watch was cut in between
        NodeHistory seen;
        for (NodeHistory *one : {&unseen, &seen}) {
            one->see(u"cordon-required"_s, RolloutStep::Cordon, at(10), true);
            one->see(u"drain-required"_s, RolloutStep::Drain, at(20), true);
            one->see(u"validation-required"_s, RolloutStep::Validate, at(300), one == &seen);
        }
        QVERIFY(unseen.isEndKnown(0) && !unseen.isEndKnown(1));
        QVERIFY(seen.isEndKnown(1) && !seen.isEndKnown(2)); // it lasts
        QVERIFY(!unseen.elapsed(at(310)).contains(RolloutStep::Drain));
        QCOMPARE(seen.elapsed(at(310)).value(RolloutStep::Drain), std::chrono::seconds(280));
        NodeHistory paused; // the operator queues no node that is in progress
        paused.see(u"upgrade-required"_s, RolloutStep::Queued, at(900), false);
        paused.tell({{u"drain-required"_s, at(20)}, {u"upgrade-required"_s, at(600)}});
        QVERIFY(!paused.isEndKnown(0));
        QCOMPARE(historyValue(paused).list().first().at({u"endKnown"_s}), Value(false));
        QCOMPARE(historyValue(seen).list().first().at({u"endKnown"_s}), Value(true));
    }

    /// One that came through may not be done any more, as after its driver pod was deleted by hand.
    void noRateIsToldWhileNoNodeIsDone()
    {
        const auto paceWith = [](Verdict verdict) {
            return paceOf(input(400, {node("a", through(70, 190), verdict, wanted(60))}));
        };
        QVERIFY(paceWith(Verdict::Done).nodesPerHour);
        QCOMPARE(paceWith(Verdict::Stuck).done, 0);
        QVERIFY(!paceWith(Verdict::Stuck).nodesPerHour);
    }

    /// Its pods are made anew without any label, as where the strategy is RollingUpdate.
    void aRollbackWithoutLabelsHasTheTimesOfItsPods()
    {
        for (const bool isOlder : {true, false}) { // the template is taken again, or of another DaemonSet
            const auto times = [isOlder](int made, int ready) {
                DriverTimes one = isOlder ? replaced(60, made, ready) : replaced(800, made, ready);
                one.isTargetOlder = isOlder;
                return one;
            };
            DriverTimes pending = times(801, 0);
            pending.ready = {};
            const Pace held = paceOf(input(900, {node("a", through(70, 190), Verdict::Stuck, pending),
                                                 node("b", through(200, 320), Verdict::Stuck, pending)}));
            QCOMPARE(held.start, at(801));
            QVERIFY(!held.isStartKnown);
            QVERIFY(!held.end.isValid() && !held.isEndKnown);
            QVERIFY(!held.nodesPerHour);

            const Pace done =
                paceOf(input(1000, {node("a", through(70, 190), Verdict::Done, times(801, 850)),
                                    node("b", through(200, 320), Verdict::Done, times(802, 880))}));
            QCOMPARE(done.start, at(801));
            QVERIFY(!done.isEndKnown);
            QCOMPARE(done.endAfter, at(880));
        }
    }

    void aRollbackInTheMiddleOfARolloutBeginsWithItsTemplate()
    {
        // One was on its way when the old template was wanted again, one failed before that.
        const QList<Change> onItsWay{{"upgrade-required", 60},
                                     {"cordon-required", 700},
                                     {"validation-required", 720},
                                     {"upgrade-done", 830}};
        QList<Change> back = through(70, 190);
        back += {{"upgrade-required", 800}, {"cordon-required", 810}, {"upgrade-done", 830}};
        const Pace pace = paceOf(input(
            1000, {node("a", back, Verdict::Done, replaced(800, 812, 825)),
                   node("b", onItsWay, Verdict::Done, replaced(800, 815, 826)),
                   node("c", {{"upgrade-required", 60}, {"cordon-required", 100}, {"upgrade-failed", 130}},
                        Verdict::Failed, wanted(800))}));
        QCOMPARE(pace.start, at(800));
        QCOMPARE(pace.node.samples, 1);
        QCOMPARE(pace.node.median, 20s);
        QCOMPARE(pace.steps.value(RolloutStep::Validate).samples, 0);
    }

    void aTemplateThatIsTakenAgainIsWantedSinceThen_data()
    {
        QTest::addColumn<QByteArray>("managedFields");
        QTest::addColumn<QDateTime>("since");
        const QDateTime made(QDate(2026, 11, 21), QTime(3, 0), Qt::UTC);
        QTest::newRow("taken again")
            << QByteArray(R"([{"manager":"kube-controller-manager","time":"2026-11-21T04:05:06Z"}])")
            << QDateTime(QDate(2026, 11, 21), QTime(4, 5, 6), Qt::UTC);
        QTest::newRow("never again")
            << QByteArray(R"([{"manager":"kube-controller-manager","time":"2026-11-21T03:00:00Z"}])") << made;
        QTest::newRow("no managedFields") << QByteArray("[]") << made;
        QTest::newRow("a time that none is") << QByteArray(R"([{"time":"yesterday"}])") << made;
    }

    // As it is and as a recording keeps it.
    void aTemplateThatIsTakenAgainIsWantedSinceThen()
    {
        QFETCH(QByteArray, managedFields);
        QFETCH(QDateTime, since);
        const auto line = readWatchLine(
            R"({"type":"ADDED","object":{"metadata":{"name":"driver-7d98","uid":"u","resourceVersion":"5",)"
            R"("creationTimestamp":"2026-11-21T03:00:00Z","managedFields":)" +
            managedFields + R"(},"revision":3}})");
        QVERIFY(line);
        KubeObject object = line->object;
        const auto live = ControllerRevision::read(object);
        QVERIFY(live);
        QCOMPARE(live->since, since);
        const auto kept = recordableObject(object.json, "apps/v1", "ControllerRevision", object.written);
        QVERIFY(kept);
        object.json = *kept;
        object.written.clear();
        QCOMPARE(ControllerRevision::read(object)->since, since);
    }

    void whereOnlyBlockedNodesAreLeftTheRestIsFinished()
    {
        PaceInput left = input(2000, {});
        for (int i = 0; i < 14; ++i)
            left.nodes << node(qPrintable(u"n%1"_s.arg(i)), through(70 + i, 190 + i), Verdict::Done,
                               wanted(60));
        left.nodes << node("held", {{"upgrade-required", 60}, {"pod-deletion-required", 70}}, Verdict::Moving,
                           wanted(60));
        left.nodes.last().isBlocked = true;
        left.nodes << node("failed", {{"upgrade-required", 60}, {"upgrade-failed", 70}}, Verdict::Failed,
                           wanted(60));
        const Pace pace = paceOf(left);
        QCOMPARE(pace.blocked, 1);
        QCOMPARE(pace.held, 1);
        QVERIFY(!pace.eta.earliest.isValid());
        QVERIFY(!pace.eta.latest.isValid());
        QCOMPARE(timeLeft(pace, left.now), (TimeLeft{u"2 node(s) blocked"_s, u"the others are complete"_s}));
        const QDateTime earlier = left.now;
        left.now = left.now.addSecs(3600); // and it does not grow
        QCOMPARE(timeLeft(paceOf(left), left.now), timeLeft(pace, earlier));
    }

    void aHeldNodeTellsNothingOfThePace()
    {
        PaceInput one = input(1000, {});
        for (int i = 0; i < 8; ++i)
            one.nodes << node(qPrintable(u"n%1"_s.arg(i)), through(800 + i, 860 + i), Verdict::Done,
                              wanted(60));
        one.nodes << node("next", {{"upgrade-required", 60}, {"cordon-required", 990}}, Verdict::Moving,
                          wanted(60));
        const Eta before = paceOf(one).eta;
        one.nodes << node("held", {{"upgrade-required", 60}, {"pod-deletion-required", 70}}, Verdict::Moving,
                          wanted(60));
        one.nodes.last().isBlocked = true;
        const Eta with = paceOf(one).eta;
        QCOMPARE(with.latest, before.latest);
        QVERIFY(with.latest < at(1200));
    }

    void aNodeThatWasStuckIsInNoSample()
    {
        PaceInput one = input(1400, {node("stuck", through(100, 1200), Verdict::Done, wanted(60))});
        for (int i = 0; i < 4; ++i)
            one.nodes << node(qPrintable(u"n%1"_s.arg(i)), through(100, 160), Verdict::Done, wanted(60));
        const UsualTimes sample{{60s, 60s, 60s, 60s}, 1};
        QCOMPARE(paceOf(one).sample, sample);
        QCOMPARE(paceOf(one).node.samples, 4);
        PaceInput later = one; // the next rollout is planned by this one
        for (PaceNode &node : later.nodes)
            node.times = wanted(1300);
        QCOMPARE(paceOf(later).sample, sample);
        one.outages = {{at(120), at(150)}};
        QCOMPARE(paceOf(one).sample, UsualTimes());
    }

    void aSlowNodeEndsAtNoKnownTime()
    {
        PaceInput one = input(1000, {});
        for (int i = 0; i < 8; ++i)
            one.nodes << node(qPrintable(u"n%1"_s.arg(i)), through(800 + i, 860 + i), Verdict::Done,
                              wanted(60));
        one.nodes << node("last", {{"upgrade-required", 60}, {"cordon-required", 800}}, Verdict::Moving,
                          wanted(60));
        QCOMPARE(paceOf(one).eta.earliest, one.now); // longer than others needed
        one.nodes << node("slow", {{"upgrade-required", 60}, {"cordon-required", 500}}, Verdict::Slow,
                          wanted(60));
        one.nodes.last().isBlocked = true;
        const Eta alone = paceOf(one).eta;
        QVERIFY(!alone.earliest.isValid() && !alone.latest.isValid());
        QVERIFY2(alone.reason.contains(u"slow"), qPrintable(alone.reason));
        for (int i = 0; i < 8; ++i)
            one.nodes << node(qPrintable(u"w%1"_s.arg(i)), {{"upgrade-required", 60}}, Verdict::Waiting,
                              wanted(60));
        const Eta others = paceOf(one).eta;
        QVERIFY(others.earliest > one.now && others.latest > others.earliest);
        QVERIFY2(others.reason.contains(u"slow"), qPrintable(others.reason));
        QCOMPARE(others.without, QStringList{u"slow"_s});
    }

    void aNodeFarBeyondItsKindIsStuck()
    {
        OneNode one(DriverKind::Gpu, "pod-restart-required");
        QCOMPARE(one.track(17min).verdict, Verdict::Moving);
        one.usual = 5s;
        QCOMPARE(one.track(1min).verdict, Verdict::Moving);
        QCOMPARE(one.track(4min).verdict, Verdict::Slow);
        QCOMPARE(one.track(17min).verdict, Verdict::Stuck);
        one.isSinceKnown = false; // at least so long
        QCOMPARE(one.track(17min).verdict, Verdict::Stuck);
        one.usual = 3min;
        QCOMPARE(one.track(17min).verdict, Verdict::Moving);
    }

    void aNodeThatWaitedForAnOperatorTellsNothingOfThePace()
    {
        PaceInput one = input(1000, {node("a", through(100, 160), Verdict::Done, wanted(60)),
                                     node("b", through(170, 700), Verdict::Done, wanted(60))});
        QCOMPARE(paceOf(one).node.samples, 2);
        OutageLog log;
        for (const auto &[seconds, isGone] : {std::pair(300, true), {500, true}, {600, false}, {650, true}})
            log.note(u"gpu"_s, isGone, at(seconds));
        log.note(u"gpu"_s, false, at(640)); // a recording was wound back
        one.outages = log.of(u"gpu"_s);
        QCOMPARE(one.outages.size(), 1);
        QVERIFY(one.outages.first().from == at(300) && one.outages.first().to == at(500));
        QCOMPARE(paceOf(one).node.samples, 1);
        QCOMPARE(paceOf(one).node.median, 60s);
        QCOMPARE(paceOf(one).steps.value(RolloutStep::DriverRestart).samples, 1);
    }

    /// A driver may come up without it; the node's label does not move on.
    void nothingIsPromisedWhileTheOperatorIsGone()
    {
        PaceInput one = input(700, {node("a", through(100, 160), Verdict::Done, wanted(60)),
                                    node("b", {{"upgrade-required", 60}, {"cordon-required", 690}},
                                         Verdict::Moving, wanted(60))});
        QVERIFY(paceOf(one).eta.earliest.isValid());
        one.outages = {{at(695), at(700)}};
        QVERIFY(!paceOf(one).eta.earliest.isValid());
        QVERIFY(!paceOf(one).eta.reason.isEmpty());
        one.outages = {{at(200), at(300)}};
        QVERIFY(paceOf(one).eta.earliest.isValid());
    }

    void aPauseIsNoPartOfThePace()
    {
        PaceInput one = input(1000, {node("a", through(100, 160), Verdict::Done, wanted(60)),
                                     node("b", through(170, 230), Verdict::Done, wanted(60)),
                                     node("c", through(600, 660), Verdict::Done, wanted(60)),
                                     node("d", through(150, 700), Verdict::Done, wanted(60))});
        one.pauses.insert(u"another"_s, {{at(300), at(500)}});
        QCOMPARE(paceOf(one).node.samples, 4);
        QCOMPARE(paceOf(one).changeover.samples, 2);
        one.pauses.insert(QString(), {{at(300), at(500)}});
        QCOMPARE(paceOf(one).node.samples, 3);
        QCOMPARE(paceOf(one).node.upperQuartile, 60s);
        QCOMPARE(paceOf(one).steps.value(RolloutStep::DriverRestart).samples, 3);
        QCOMPARE(paceOf(one).changeover.samples, 1); // not the slot that came free at 230
    }

    /// With autoUpgrade off its operator takes the label away; afterwards the node is half through.
    void aNodeThatAPauseStoppedTellsNothingOfThePace()
    {
        const QList<Change> stopped{{"upgrade-done", 0},
                                    {"upgrade-required", 60},
                                    {"cordon-required", 100},
                                    {"pod-restart-required", 102},
                                    {"", 110},
                                    {"upgrade-required", 300},
                                    {"cordon-required", 310},
                                    {"pod-restart-required", 312},
                                    {"uncordon-required", 314},
                                    {"upgrade-done", 315}};
        const PaceInput one = input(1000, {node("a", through(100, 160), Verdict::Done, wanted(60)),
                                           node("b", stopped, Verdict::Done, wanted(60))});
        QCOMPARE(paceOf(one).node.samples, 1);
        QCOMPARE(paceOf(one).node.median, 60s);
    }

    /// That was before anybody looked: only Events tell, and none of them that a label was taken away.
    void aPauseThatNobodySawIsNoPartOfThePace()
    {
        const auto told = [](const char *name, const QList<Change> &changes) {
            PaceNode one = node(name, {{"upgrade-done", 990, false}}, Verdict::Done, wanted(60));
            QList<ToldLabel> labels;
            for (const Change &change : changes)
                labels << ToldLabel{QString::fromLatin1(change.label), at(change.seconds)};
            one.history.tell(labels);
            return one;
        };
        const auto whole = [&told](const char *name, int taken) {
            return told(name, {{"upgrade-required", 60},
                               {"cordon-required", taken},
                               {"validation-required", taken + 20},
                               {"uncordon-required", taken + 29},
                               {"upgrade-done", taken + 30}});
        };
        const PaceInput one = input(1000, {whole("a", 100), whole("b", 110), whole("d", 620),
                                           told("c", {{"upgrade-required", 60},
                                                      {"cordon-required", 135},
                                                      {"validation-required", 160},
                                                      {"upgrade-done", 600}})}); // switched on again
        const Pace pace = paceOf(one);
        QCOMPARE(pace.node.samples, 3);
        QCOMPARE(pace.node.upperQuartile, 30s);
        QCOMPARE(pace.steps.value(RolloutStep::Validate).samples, 3);
        QCOMPARE(pace.steps.value(RolloutStep::Validate).upperQuartile, 9s);
        QCOMPARE(pace.steps.value(RolloutStep::Cordon).samples, 4);
        QCOMPARE(pace.changeover.samples, 1); // not the slot that came free at 140
        QCOMPARE(pace.changeover.median, 5s);
    }

    void theEarliestEndIsWithEverySlot()
    {
        PaceInput one = input(400, {}, 2);
        for (int i = 0; i < 4; ++i)
            one.nodes << node(qPrintable(u"n%1"_s.arg(i)), through(100 + 60 * i, 160 + 60 * i), Verdict::Done,
                              wanted(60));
        for (int i = 0; i < 8; ++i)
            one.nodes << node(qPrintable(u"w%1"_s.arg(i)), {{"upgrade-required", 60}}, Verdict::Waiting,
                              wanted(60));
        one.nodes << node("failed", {{"upgrade-required", 60}, {"upgrade-failed", 70}}, Verdict::Failed,
                          wanted(60));
        const Eta eta = paceOf(one).eta;
        QVERIFY(eta.earliest <= at(400 + 60 * 8 / 2)); // somebody cures it now
        QVERIFY(eta.latest >= at(400 + 60 * 8));       // nobody does
    }
};

#include "tst_rollout_span.moc"
} // namespace tst_rollout_span

CHARTROOM_TEST(tst_rollout_span, RolloutSpanTest)
