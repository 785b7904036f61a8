// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_keys.h"
#include "core/rollout/rollout_history.h"
#include "tests/core/history_samples.h"
#include "tests/support/test_main.h"

#include <QRandomGenerator>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_node_history {

using history_samples::at;
using history_samples::seen;
using history_samples::timesOf;
using history_samples::told;

class TestNodeHistory : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void atAnyTimeItSaysTheLabelThatWasSeen();
    void aFirstLookIsNoStart();
    void aNodeThatIsGoneIsKnownUntilItIsSeenAgain();
    void aLabelThatIsNoStateIsNoRun();
    void aLabelThatCameUnseenHasNoStart();
    void whatWasToldBeforeTheFirstLookFillsThePast();
    void whatWasToldOfAnotherLabelIsNoStart();
    void whatWasToldFillsATimeOfNotLooking();
    void aFailedNodeKnowsItsStepBefore();
    void aFailureThatWentByItselfIsToldFromOneThatWasTriedAgain();
    void aFailedNodeThatSomebodyRelabelledDidNotGoOnByItself();
    void whatFollowedAFailureWhileNobodyLookedIsUnknown();
    void whatHappenedInARolloutDoesNotFollowTheNodeIntoTheNext();
    void aRunThatWasBrokenOffLeftItsCordonUntilOneUncordons();
    void whoCordonedANodeIsToldByWhenItWas_data();
    void whoCordonedANodeIsToldByWhenItWas();
    void aNodeThatASwitchMadeDoneDidNotRecover();
    void aNodeThatIsSaidToBeDoneTwiceWasDoneTheFirstTime();
    void aLabelThatWentBackBeganAnotherRun();
    void timeInStepsIsThatOfTheLastRun();
    void whatWasAskedForIsRememberedUntilItIsDone();
    void devicesAreRememberedFromBeforeTheRun();
    void devicesThatWentWhileNobodyLookedHaveNoTime();
    void aRunThatASwitchMayHaveStoppedHasNoTime();
    void aStepThatASwitchMayHaveStoppedHasNoTime();
};

void TestNodeHistory::atAnyTimeItSaysTheLabelThatWasSeen()
{
    const QStringList labels{QStringLiteral("upgrade-required"), QStringLiteral("cordon-required"),
                             QStringLiteral("pod-restart-required"), QStringLiteral("upgrade-done")};
    for (quint32 seed = 1; seed <= 50; ++seed) {
        QRandomGenerator random(seed);
        NodeHistory history;
        QMap<int, QString> truth;
        int now = 0;
        for (int i = 0; i < 60; ++i) {
            now += 1 + random.bounded(20);
            const QString &label = labels[random.bounded(int(labels.size()))];
            history.see(label, readStep(label), at(now), random.bounded(2) == 0);
            truth.insert(now, label);
        }
        QVERIFY(!history.at(at(truth.firstKey() - 1)));
        for (int second = truth.firstKey(); second <= now; ++second) {
            const StepInterval *interval = history.at(at(second));
            QVERIFY(interval);
            QCOMPARE(interval->label, std::prev(truth.upperBound(second)).value());
            QVERIFY(interval->start <= at(second));
            QVERIFY(!interval->end.isValid() || interval->end > at(second));
        }
        QVERIFY(!history.intervals().last().end.isValid());
    }
}

void TestNodeHistory::aFirstLookIsNoStart()
{
    NodeHistory history = seen({{"pod-restart-required", 10}});
    QVERIFY(!history.since().isValid());
    history = seen({{"pod-restart-required", 10}, {"uncordon-required", 20}});
    QCOMPARE(history.since(), at(20));
}

void TestNodeHistory::aLabelThatCameUnseenHasNoStart()
{
    NodeHistory history = seen({{"upgrade-required", 10}, {"cordon-required", 20}});
    history.see(QStringLiteral("uncordon-required"), RolloutStep::Uncordon, at(200), false);
    QVERIFY(!history.since().isValid());
    QVERIFY(!history.intervals()[1].isEndKnown);
    QCOMPARE(history.intervals()[1].end, at(200)); // it was over by then
}

void TestNodeHistory::whatWasToldBeforeTheFirstLookFillsThePast()
{
    NodeHistory history = seen({{"pod-restart-required", 100}, {"uncordon-required", 130}});
    QVERIFY(history.tell({told("pod-restart-required", 60), told("upgrade-required", 10),
                          told("cordon-required", 50), told("uncordon-required", 130)}));
    QCOMPARE(history.intervals().size(), 4);
    QCOMPARE(history.intervals()[0].step, RolloutStep::Queued);
    QCOMPARE(history.intervals()[2].start, at(60));
    QVERIFY(history.intervals()[2].isStartKnown);
    QCOMPARE(history.since(), at(130));
    const QList<NodeRun> runs = history.runs();
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs[0].queued, at(10));
    QCOMPARE(runs[0].taken, at(50));
    QVERIFY(runs[0].isTakenKnown);
}

void TestNodeHistory::whatWasToldOfAnotherLabelIsNoStart()
{
    NodeHistory history = seen({{"upgrade-done", 100}});
    history.tell({told("upgrade-done", 20), told("uncordon-required", 90)}); // the last done was folded away
    QVERIFY(!history.since().isValid());
    QCOMPARE(history.at(at(95))->step, RolloutStep::Uncordon);
}

void TestNodeHistory::whatWasToldFillsATimeOfNotLooking()
{
    NodeHistory history = seen({{"upgrade-required", 10}, {"cordon-required", 20}});
    history.see(QStringLiteral("upgrade-done"), RolloutStep::Done, at(200), false);
    QVERIFY(history.tell(
        {told("cordon-required", 20), told("pod-restart-required", 40), told("upgrade-done", 150)}));
    QCOMPARE(history.since(), at(150));
    QCOMPARE(history.at(at(30))->step, RolloutStep::Cordon);
    QVERIFY(history.at(at(30))->isEndKnown);
    QCOMPARE(history.at(at(60))->step, RolloutStep::DriverRestart);
}

void TestNodeHistory::aFailedNodeKnowsItsStepBefore()
{
    const NodeHistory history =
        seen({{"cordon-required", 10}, {"validation-required", 20}, {"upgrade-failed", 620}});
    QCOMPARE(history.before(), RolloutStep::Validate);
    QVERIFY(!seen({{"upgrade-failed", 10}}).before());
    NodeHistory asleep = seen({{"cordon-required", 10}, {"pod-restart-required", 20}});
    asleep.see(QStringLiteral("upgrade-failed"), RolloutStep::Failed, at(900), false);
    QVERIFY(!asleep.before()); // it may have come further
}

void TestNodeHistory::aFailureThatWentByItselfIsToldFromOneThatWasTriedAgain()
{
    QCOMPARE(seen({{"pod-restart-required", 1},
                   {"upgrade-failed", 9},
                   {"uncordon-required", 30},
                   {"upgrade-done", 31}})
                 .healedAt(),
             at(30));
    QVERIFY(
        !seen(
             {{"upgrade-failed", 9}, {"upgrade-required", 30}, {"cordon-required", 31}, {"upgrade-done", 60}})
             .healedAt()
             .isValid());
    QVERIFY(!seen({{"pod-restart-required", 1}, {"upgrade-failed", 9}}).healedAt().isValid());
}

/// The operator takes a failed node to uncordon-required or upgrade-done and nowhere else.
void TestNodeHistory::aFailedNodeThatSomebodyRelabelledDidNotGoOnByItself()
{
    for (const char *label : {"upgrade-required", "cordon-required", "pod-restart-required", "a-new-label"}) {
        NodeHistory history = seen({{"pod-deletion-required", 1}, {"upgrade-failed", 9}, {label, 30}});
        QVERIFY(!history.healedAt().isValid());
        QCOMPARE(history.relabelled().value_or(StepInterval()).label, QString::fromLatin1(label));
        QCOMPARE(history.relabelled()->start, at(30));
        history.see(QStringLiteral("upgrade-done"), RolloutStep::Done, at(60), true);
        QVERIFY(!history.healedAt().isValid()); // nor does the end of that run make it so
        QVERIFY(history.relabelled());
    }
    const NodeHistory healed = seen({{"upgrade-failed", 9}, {"upgrade-done", 30}});
    QCOMPARE(healed.healedAt(), at(30));
    QVERIFY(!healed.relabelled());
    NodeHistory byEvents = seen({{"upgrade-done", 60}}); // of a label that was taken away there is none
    byEvents.tell({told("upgrade-failed", 9), told("upgrade-required", 30), told("upgrade-done", 60)});
    QVERIFY(byEvents.relabelled() && byEvents.relabelled()->isTold);
    QVERIFY(!seen({{"upgrade-failed", 9}, {"upgrade-required", 30}}).relabelled()->isTold);
    const NodeHistory switchedOff = seen({{"upgrade-failed", 9}, {"", 30}});
    QVERIFY(!switchedOff.healedAt().isValid());
    QVERIFY(!switchedOff.relabelled());
}

/// Somebody may have relabelled it, and another rollout may have taken it.
void TestNodeHistory::whatFollowedAFailureWhileNobodyLookedIsUnknown()
{
    for (const char *label : {"upgrade-done", "upgrade-required"}) {
        const QString text = QString::fromLatin1(label);
        NodeHistory history = seen({{"pod-restart-required", 1}, {"upgrade-failed", 9}});
        history.see(text, readStep(text), at(30'000), false);
        QVERIFY(!history.healedAt().isValid());
        QVERIFY(!history.relabelled());
        history.tell({told(label, 20'000)}); // of what lay before it the events may be gone
        QCOMPARE(history.since(), at(20'000));
        QVERIFY(!history.healedAt().isValid());
        QVERIFY(!history.relabelled());
    }
    NodeHistory history = seen({{"upgrade-done", 100}});
    history.tell({told("upgrade-failed", 9), told("uncordon-required", 30), told("upgrade-done", 31)});
    QCOMPARE(history.healedAt(), at(30)); // others saw it
}

void TestNodeHistory::whatHappenedInARolloutDoesNotFollowTheNodeIntoTheNext()
{
    for (const char *next : {"upgrade-required", "cordon-required"}) { // a queue may go unseen
        for (const char *after : {"uncordon-required", "pod-deletion-required"}) {
            NodeHistory history =
                seen({{"upgrade-failed", 9}, {after, 30}, {"upgrade-done", 40}, {next, 100}});
            QVERIFY(!history.healedAt().isValid());
            QVERIFY(!history.relabelled());
            history.see(QStringLiteral("upgrade-done"), RolloutStep::Done, at(160), true);
            QVERIFY(!history.healedAt().isValid());
            QVERIFY(!history.relabelled());
        }
    }
}

/// autoUpgrade off and on again: the operator sets the new label, and no Event tells that the old one went.
void TestNodeHistory::aRunThatWasBrokenOffLeftItsCordonUntilOneUncordons()
{
    const auto brokenAt = [](const NodeHistory &history) {
        return history.brokenOff().value_or(StepInterval()).label;
    };
    const QString restart = QStringLiteral("pod-restart-required");
    QCOMPARE(brokenAt(seen({{"pod-restart-required", 1}, {"", 9}, {"upgrade-done", 30}})), restart);
    NodeHistory direct = seen({{"upgrade-done", 100}});
    QVERIFY(
        direct.tell({told("cordon-required", 1), told("pod-restart-required", 9), told("upgrade-done", 40)}));
    QCOMPARE(brokenAt(direct), restart);
    const QList<std::pair<const char *, int>> again{
        {"pod-restart-required", 1}, {"", 5}, {"upgrade-required", 9}, {"pod-restart-required", 20}};
    NodeHistory found = seen(again);
    found.noteCordon(true, true);
    found.see(QStringLiteral("upgrade-done"), RolloutStep::Done, at(40), true);
    QCOMPARE(found.brokenOff().value_or(StepInterval()).start, at(1)); // of the run that did not end
    QVERIFY(
        !seen(again + QList<std::pair<const char *, int>>{{"uncordon-required", 30}, {"upgrade-done", 31}})
             .brokenOff());
    NodeHistory byEvents = seen({{"upgrade-done", 100}});
    byEvents.noteCordon(true, false);
    byEvents.tell({told("pod-restart-required", 1), told("upgrade-required", 9), ToldLabel{{}, at(9), true},
                   told("pod-restart-required", 20), told("upgrade-done", 40)});
    QVERIFY(byEvents.wasFoundCordoned());
    QCOMPARE(byEvents.brokenOff().value_or(StepInterval()).start, at(1));
    NodeHistory before = seen({{"upgrade-required", 9},
                               {"pod-restart-required", 20},
                               {"upgrade-failed", 25},
                               {"upgrade-required", 30}, // by hand
                               {"pod-restart-required", 35}});
    before.noteCordon(true, true);
    before.see(QStringLiteral("upgrade-done"), RolloutStep::Done, at(40), true);
    QVERIFY(!before.brokenOff()); // it was cordoned before
}

/// The operator cordons a node in the first step of its way; a cordon of another time is somebody else's.
void TestNodeHistory::whoCordonedANodeIsToldByWhenItWas_data()
{
    using Labels = QList<std::pair<const char *, int>>;
    using Kind = CordonPlace::Kind;
    QTest::addColumn<Labels>("labels");
    QTest::addColumn<bool>("isTold"); // by Events, to who looks at the end
    QTest::addColumn<int>("cordoned");
    QTest::addColumn<Kind>("kind");
    const Labels run{{"upgrade-required", 100},
                     {"cordon-required", 110},
                     {"pod-restart-required", 115},
                     {"upgrade-done", 130}};
    const Labels two =
        run + Labels{{"upgrade-required", 200}, {"validation-required", 215}, {"upgrade-done", 230}};
    const Labels lost = run + Labels{{"validation-required", 215}, {"upgrade-done", 230}};
    const Labels untaken{{"upgrade-required", 100}, {"pod-restart-required", 110}, {"upgrade-done", 130}};
    const Labels again = run + Labels{{"cordon-required", 200}, {"upgrade-done", 230}};
    for (const bool isTold : {false, true}) {
        const auto row = [isTold](const char *name, const Labels &labels, int cordoned, Kind kind) {
            QTest::addRow("%s, %s", name, isTold ? "told" : "seen") << labels << isTold << cordoned << kind;
        };
        row("long before", run, 10, isTold ? Kind::BeforeRun : Kind::Unknown);
        row("in the queue", run, 104, Kind::BeforeRun);
        row("as it was taken", run, 112, Kind::LeftByRun);
        row("a second early, by another clock", run, 109, Kind::LeftByRun);
        row("under way", run, 122, Kind::Unknown);
        row("after it was done", run, 152, Kind::AfterRun);
        row("long before both", two, 10, isTold ? Kind::BeforeRun : Kind::Unknown);
        row("between two runs", two, 152, Kind::BeforeRun);
        row("by the first of two", two, 112, Kind::LeftByRun);
        row("after both", two, 300, Kind::AfterRun);
        row("by the second", again, 201, Kind::LeftByRun);
        row("by the first, and found by the second", again, 112, Kind::LeftByRun);
        // Of the second run the first Events are gone.
        row("between, of which Events are gone", lost, 152, isTold ? Kind::Unknown : Kind::BeforeRun);
        row("in the queue, by no step that is told", untaken, 104, Kind::BeforeRun);
        row("as the first step that is told begins", untaken, 109, Kind::Unknown);
        row("in that step", untaken, 110, Kind::Unknown);
        row("as it is taken", {{"upgrade-required", 100}, {"cordon-required", 110}, {"drain-required", 115}},
            112, Kind::InRun);
    }
}

void TestNodeHistory::whoCordonedANodeIsToldByWhenItWas()
{
    using Labels = QList<std::pair<const char *, int>>;
    QFETCH(Labels, labels);
    QFETCH(bool, isTold);
    QFETCH(int, cordoned);
    QFETCH(CordonPlace::Kind, kind);
    NodeHistory history = isTold ? seen({{labels.last().first, 1000}}) : seen(labels);
    if (isTold) {
        QList<ToldLabel> events;
        for (const auto &[label, seconds] : labels)
            events << told(label, seconds);
        history.tell(events);
    }
    QCOMPARE(history.placeOfCordon(at(cordoned)).kind, kind);
    QCOMPARE(history.placeOfCordon({}).kind, CordonPlace::Kind::Unknown);
    QCOMPARE(NodeHistory().placeOfCordon(at(cordoned)).kind, CordonPlace::Kind::Unknown);
}

/// A failed node: autoUpgrade off takes its label away, of which no Event tells, and on again it is done.
void TestNodeHistory::aNodeThatASwitchMadeDoneDidNotRecover()
{
    NodeHistory history = seen({{"upgrade-done", 500}});
    history.tell({told("cordon-required", 1), told("pod-restart-required", 9), told("upgrade-failed", 30),
                  told("upgrade-done", 400)});
    QVERIFY(!history.healedAt().isValid());
    QVERIFY(history.relabelled() && history.relabelled()->isTold); // by a person or by that
    NodeHistory found = seen({{"upgrade-done", 500}}); // it stays cordoned: from failed to done at once
    found.noteCordon(true, false);
    found.tell({told("upgrade-required", 1), ToldLabel{{}, at(1), true}, told("upgrade-failed", 30),
                told("upgrade-done", 400)});
    QCOMPARE(found.healedAt(), at(400));
}

/// Off and on again: an operator says once more of a node that it is done.
void TestNodeHistory::aNodeThatIsSaidToBeDoneTwiceWasDoneTheFirstTime()
{
    NodeHistory history = seen({{"upgrade-done", 500}});
    history.tell({told("cordon-required", 1), told("pod-restart-required", 4), told("uncordon-required", 14),
                  told("upgrade-done", 15), told("upgrade-done", 400)});
    QCOMPARE(timesOf(history), QList<std::chrono::milliseconds>{14s});
    QCOMPARE(history.runs().size(), 1);
    QCOMPARE(history.runs().first().end, at(15));
    QCOMPARE(history.since(), at(400));
}

void TestNodeHistory::aNodeThatIsGoneIsKnownUntilItIsSeenAgain()
{
    const TrackKey key{QStringLiteral("gpu-012"), QStringLiteral("gpu")};
    const QString label = QStringLiteral("drain-required");
    Sighting sighting;
    sighting.key = key;
    sighting.label = label;
    sighting.step = RolloutStep::Drain;
    const auto isThere = [](const QString &) { return true; };
    const auto isGone = [](const QString &) { return false; };
    RolloutHistory history;
    history.see(sighting, at(0), true);
    history.lose(key, at(60));
    QVERIFY(history.node(key).isEmpty());
    QVERIFY(history.removed(isThere).isEmpty());
    QCOMPARE(history.removed(isGone), (QList<RemovedNode>{{key, label, at(60), true}}));
    history.see(sighting, at(90), true);
    QVERIFY(history.removed(isThere).isEmpty());

    RolloutHistory byEvents;
    QVERIFY(byEvents.tell(key, {told("cordon-required", 20), told("drain-required", 30)}, at(600)));
    QCOMPARE(byEvents.removed(isGone), (QList<RemovedNode>{{key, label, at(30), false}}));
    RolloutHistory none;
    none.see({key, {}, RolloutStep::Idle, true}, at(0), true); // cordoned, and in no rollout
    none.lose(key, at(60));
    QVERIFY(none.removed(isGone).isEmpty());
}

// It neither begins a run nor ends one.
void TestNodeHistory::aLabelThatIsNoStateIsNoRun()
{
    QVERIFY(seen({{"upgrade-done", 0}, {"drain-later", 60}, {"upgrade-done", 90}}).runs().isEmpty());
    const QList<NodeRun> runs =
        seen({{"cordon-required", 0}, {"drain-later", 60}, {"uncordon-required", 90}, {"upgrade-done", 95}},
             true)
            .runs();
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs.first().taken, at(0));
    QVERIFY(runs.first().isFinished);
}

// A rollback four minutes after the upgrade: the API server has folded the first done into a later event.
void TestNodeHistory::aLabelThatWentBackBeganAnotherRun()
{
    NodeHistory history = seen({{"upgrade-done", 400}});
    QVERIFY(history.tell({told("upgrade-required", 10), told("cordon-required", 25),
                          told("pod-restart-required", 27), told("validation-required", 38),
                          told("cordon-required", 271), told("pod-deletion-required", 272),
                          told("uncordon-required", 290), told("upgrade-done", 290)}));
    const QList<NodeRun> runs = history.runs();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[0].taken, at(25));
    QVERIFY(!runs[0].isFinished);
    QVERIFY(!runs[0].isEndKnown);
    QCOMPARE(runs[1].taken, at(271));
    QVERIFY(runs[1].isTakenKnown);
    QVERIFY(runs[1].isFinished);
    QCOMPARE(timesOf(history), QList<std::chrono::milliseconds>{19s});
    QVERIFY(!history.at(at(100))->isEndKnown); // that it was validated so long is unknown
    QCOMPARE(history.elapsed(at(500)).value(RolloutStep::Validate), 0ms);

    // What came before the first that is told was folded away: when the node was taken is unknown.
    NodeHistory late = seen({{"upgrade-done", 400}});
    QVERIFY(late.tell({told("upgrade-done", 10), told("uncordon-required", 290), told("upgrade-done", 290)}));
    QVERIFY(!late.runs().last().isTakenKnown);
    QVERIFY(timesOf(late).isEmpty());

    // Only the label in between was folded away.
    NodeHistory queued = seen({{"cordon-required", 400}});
    QVERIFY(queued.tell(
        {told("upgrade-required", 10), told("cordon-required", 25), told("cordon-required", 271)}));
    QVERIFY(!queued.at(at(100))->isEndKnown);

    // Somebody sets the label back while it is watched: still the same run.
    QCOMPARE(
        seen({{"cordon-required", 10}, {"validation-required", 20}, {"cordon-required", 30}}).runs().size(),
        1);
}

void TestNodeHistory::timeInStepsIsThatOfTheLastRun()
{
    const NodeHistory history = seen({{"upgrade-done", 0},
                                      {"cordon-required", 10},
                                      {"pod-restart-required", 15},
                                      {"upgrade-done", 60},
                                      {"upgrade-required", 100},
                                      {"cordon-required", 130},
                                      {"pod-restart-required", 132}});
    const auto elapsed = history.elapsed(at(200));
    QCOMPARE(elapsed.size(), 3);
    QCOMPARE(elapsed.value(RolloutStep::Queued), 30s);
    QCOMPARE(elapsed.value(RolloutStep::Cordon), 2s);
    QCOMPARE(elapsed.value(RolloutStep::DriverRestart), 68s);
    QCOMPARE(history.runs().size(), 2);
    QVERIFY(history.runs()[0].isFinished);
    QVERIFY(!history.runs()[1].isFinished);
}

void TestNodeHistory::whatWasAskedForIsRememberedUntilItIsDone()
{
    RolloutHistory histories;
    const TrackKey key{QStringLiteral("gpu-1"), QStringLiteral("gpu")};
    const auto see = [&](const char *label, int second, bool isRequested) {
        const QString text = QString::fromLatin1(label);
        histories.see({key, text, readStep(text), false, false, isRequested}, at(second), true);
        return histories.node(key).wasRequested();
    };
    QVERIFY(!see("upgrade-done", 0, false));
    QVERIFY(see("upgrade-done", 10, true));
    QVERIFY(see("upgrade-required", 11, true));
    QVERIFY(see("upgrade-required", 12, false)); // the operator has taken the annotation away
    QVERIFY(see("drain-required", 20, false));
    QVERIFY(!see("upgrade-done", 90, false));
    QVERIFY(!see("upgrade-required", 200, false)); // for another reason
}

void TestNodeHistory::devicesAreRememberedFromBeforeTheRun()
{
    RolloutHistory histories;
    const auto see = [&](const char *label, int second, int gpus) {
        Node node;
        node.name = QStringLiteral("gpu-1");
        node.gpuAllocatable = gpus;
        node.labels.insert(driverKeys(DriverKind::Gpu).state, QString::fromLatin1(label));
        const Sighting sighting = sightingOf(node, DriverKind::Gpu);
        histories.see(sighting, at(second), true);
        return histories.node(sighting.key).devicesBefore();
    };
    QCOMPARE(see("drain-required", 0, 0), std::nullopt); // nobody saw the beginning
    QCOMPARE(see("upgrade-done", 10, 8), std::nullopt);
    QCOMPARE(see("upgrade-done", 20, 7), std::nullopt);
    QCOMPARE(see("upgrade-required", 30, 7), std::optional(7));
    QCOMPARE(see("pod-restart-required", 40, 0), std::optional(7));
    QCOMPARE(see("upgrade-done", 90, 6), std::optional(7)); // until the next run begins
    QCOMPARE(see("upgrade-required", 200, 6), std::optional(6));
}

void TestNodeHistory::devicesThatWentWhileNobodyLookedHaveNoTime()
{
    NodeHistory history;
    history.noteOffered(8, at(0), false);
    history.noteOffered(0, at(30), true);
    QCOMPARE(history.fewerSince(), at(30));
    history.noteOffered(4, at(40), true); // fewer still than before
    QCOMPARE(history.fewerSince(), at(30));
    history.noteOffered(8, at(50), true);
    QVERIFY(!history.fewerSince().isValid());
    history.noteOffered(0, at(30'000), false); // after a night's sleep
    QVERIFY(!history.fewerSince().isValid());
    history.noteOffered(4, at(30'010), true);
    QVERIFY(!history.fewerSince().isValid());
}

/// autoUpgrade off and on again: the pause is no part of the time that a node takes.
void TestNodeHistory::aRunThatASwitchMayHaveStoppedHasNoTime()
{
    const QList<ToldLabel> labels{told("cordon-required", 10), told("pod-restart-required", 20)};
    NodeHistory stopped = seen({{"upgrade-done", 6000}});
    stopped.tell(labels + QList{told("upgrade-done", 3000)});
    QVERIFY(stopped.runs().last().isFinished);
    QVERIFY(timesOf(stopped).isEmpty());
    QVERIFY(timesOf(seen({{"upgrade-done", 0},
                          {"cordon-required", 10},
                          {"pod-restart-required", 20},
                          {"", 30},
                          {"cordon-required", 3000},
                          {"upgrade-done", 3005}}))
                .isEmpty());                            // the second run finds done what the first one did
    NodeHistory found = seen({{"upgrade-done", 6000}}); // that one is never uncordoned
    found.noteCordon(true, false);
    found.tell(labels + QList{ToldLabel{{}, at(10), true}, told("upgrade-done", 60)});
    QCOMPARE(timesOf(found), QList<std::chrono::milliseconds>{50s});
}

void TestNodeHistory::aStepThatASwitchMayHaveStoppedHasNoTime()
{
    const QList<ToldLabel> labels{told("cordon-required", 10), told("validation-required", 20)};
    NodeHistory done = seen({{"upgrade-done", 6000}});
    NodeHistory found = done;
    NodeHistory uncordoned = done;
    NodeHistory queued = seen({{"cordon-required", 6000}});
    done.tell(labels + QList{told("upgrade-done", 3000)});
    QCOMPARE(done.elapsed(at(6000)).value(RolloutStep::Cordon), 10s);
    QVERIFY(!done.elapsed(at(6000)).contains(RolloutStep::Validate));
    found.noteCordon(true, false);
    found.tell(labels + QList{ToldLabel{{}, at(10), true}, told("upgrade-done", 60)});
    QCOMPARE(found.elapsed(at(6000)).value(RolloutStep::Validate), 40s);
    uncordoned.tell(labels + QList{told("uncordon-required", 60), told("upgrade-done", 61)});
    QCOMPARE(uncordoned.elapsed(at(6000)).value(RolloutStep::Validate), 40s);
    // The operator queues no node that is under way.
    queued.tell({told("upgrade-required", 5), told("cordon-required", 10), told("drain-required", 20),
                 told("upgrade-required", 3000), told("cordon-required", 3010)});
    QVERIFY(!queued.elapsed(at(6000)).contains(RolloutStep::Drain));
    QCOMPARE(queued.elapsed(at(6000)).value(RolloutStep::Queued), 15s);
    QVERIFY(seen({{"drain-required", 10}, {"upgrade-required", 60}}, true) // watched: nothing lay between
                .elapsed(at(70))
                .contains(RolloutStep::Drain));
}

#include "tst_node_history.moc"
} // namespace tst_node_history

CHARTROOM_TEST(tst_node_history, TestNodeHistory)
