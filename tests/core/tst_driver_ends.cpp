// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pace_printout.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/pace_evidence.h"
#include "core/words/rollout_lane.h"
#include "tests/support/one_node.h"
#include "tests/support/standing_window.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_driver_ends {

namespace {

const QString apart =
    u"0/16 nodes are available: 1 node(s) didn't match pod anti-affinity rules, 15 node(s) didn't "
    u"satisfy plugin(s) [NodeAffinity]. no new claims to deallocate, preemption: 0/16 nodes are "
    u"available."_s;
const QString full =
    u"0/16 nodes are available: 1 Insufficient nvidia.com/gpu, 15 node(s) didn't match Pod's node "
    u"affinity/selector."_s;

/// Of the DaemonSet that there is, for the node and not on it.
PodSample pendingPod(const QString &text, const QString &created = u"2026-11-21T03:50:00Z"_s)
{
    PodSample pod;
    pod.name = u"ops/driver-new"_s;
    pod.ownerName = u"driver"_s;
    pod.labels = {{u"app.kubernetes.io/component"_s, u"nvidia-driver"_s},
                  {u"controller-revision-hash"_s, u"new"_s}};
    pod.created = created;
    pod.notScheduled = text;
    return pod;
}

OneNode doneNode()
{
    OneNode scene(DriverKind::Gpu, "upgrade-done");
    scene.node.isCordoned = false;
    return scene;
}

OneNode idleNode(std::optional<RolloutStep> before = {})
{
    OneNode scene(DriverKind::Gpu, "");
    scene.tellPolicy(R"({"autoUpgrade":false})");
    scene.stepBefore = before;
    return scene;
}

/// Its template is new, and the pod on the node of the one before.
DaemonSetSample templateNotSeen(OneNode &scene)
{
    scene.driver.image = u"nvcr.io/nvidia/driver:570.158.01-ubuntu22.04"_s;
    scene.driver.labels[u"pod-template-generation"_s] = u"1"_s;
    DaemonSetSample set;
    set.name = u"ops/driver"_s;
    set.podLabels = scene.driver.labels;
    set.image = u"nvcr.io/nvidia/driver:580.95.05-ubuntu22.04"_s;
    set.generation = set.templateGeneration = 2;
    set.observedGeneration = 1;
    return set;
}

} // namespace

/// When a node may be said to be done, left alone or on its way, and when nobody moves it on.
class DriverEndsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Nobody knows which revision is wanted.
    void whereDaemonSetsMayNotBeReadALabelAloneSaysDone()
    {
        OneNode scene = doneNode();
        QCOMPARE(scene.track().verdict, Verdict::Done);
        scene.hideSets();
        QCOMPARE(scene.track().verdict, Verdict::NotKnown);
    }

    /// The newest revision is of the template before.
    void aTemplateThatItsControllerHasNotSeenIsOnNoNode()
    {
        OneNode scene = doneNode();
        DaemonSetSample set = templateNotSeen(scene);
        scene.tellSet(set);
        NodeTrack track = scene.track();
        QCOMPARE(track.verdict, Verdict::Waiting);
        QVERIFY(!track.isDriverCurrent);
        QCOMPARE(track.contradictions.value(0).kind, NoteKind::DoneWithOldDriver);
        QVERIFY(!track.contradictions.value(0).text.contains(u"is the newest"));
        QVERIFY(hasNote(track.blockers, u"notObserved"));

        set.image = scene.driver.image; // something else of the template is new
        scene.tellSet(set);
        track = scene.track();
        QCOMPARE(track.verdict, Verdict::NotKnown);
        QVERIFY(!track.isDriverCurrent);
        QVERIFY(track.contradictions.isEmpty());
        QVERIFY(hasNote(track.blockers, u"notObserved"));

        OneNode idle = idleNode(RolloutStep::Done);
        idle.node.isCordoned = false;
        idle.driver = scene.driver;
        idle.tellSet(set);
        QCOMPARE(idle.track().verdict, Verdict::NotKnown);

        set.observedGeneration = set.generation; // of the template before again, by a rollback
        scene.tellSet(set);
        QCOMPARE(scene.track().verdict, Verdict::Done);
        QVERIFY(scene.track().blockers.isEmpty());
    }

    void aChangeThatLeavesTheTemplateLeavesItsNodesDone()
    {
        OneNode scene = doneNode();
        DaemonSetSample set = templateNotSeen(scene);
        set.image = scene.driver.image;
        set.templateGeneration = 1; // its update strategy is new
        scene.tellSet(set);
        QCOMPARE(scene.track().verdict, Verdict::Done);
        QVERIFY(scene.track().blockers.isEmpty());
        set.observedGeneration = 0; // a first status is not there yet
        scene.tellSet(set);
        QCOMPARE(scene.track().verdict, Verdict::Done);
    }

    void aRevisionThatIsNotTheNewestIsOldWhateverWasSeen()
    {
        OneNode scene = doneNode();
        DaemonSetSample set = templateNotSeen(scene);
        set.image = scene.driver.image;
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellSet(set);
        QCOMPARE(scene.track().verdict, Verdict::Waiting);
        QVERIFY(noteText(scene.track().contradictions, u"doneWithOldDriver").contains(u"new is the newest"));
    }

    void aPodThatIsNotScheduledContradictsDone()
    {
        OneNode scene = doneNode(); // with the old pod, of a DaemonSet that is gone
        scene.driver.name = u"ops/driver-old"_s;
        scene.driver.ownerName = u"driver-before"_s;
        scene.tell(pendingPod(apart));
        const NodeTrack track = scene.track();
        QCOMPARE(track.verdict, Verdict::Stuck);
        QCOMPARE(track.driverPod, u"ops/driver-new"_s);
        QVERIFY(!track.isDriverReady);
        QVERIFY(hasNote(track.contradictions, u"doneDriverNotReady"));
        QCOMPARE(track.blockers.value(0).kind, NoteKind::DriverAntiAffinity);
        QVERIFY(track.blockers.value(0).text.contains(u"ops/driver-old"));
        QVERIFY(!track.blockers.value(0).text.contains(u"NodeAffinity"));
    }

    void theRuleIsTheOneOfThisNode()
    {
        OneNode scene = doneNode();
        scene.hasDriver = false;
        scene.tell(pendingPod(full));
        const NodeTrack track = scene.track();
        QCOMPARE(track.verdict, Verdict::Stuck);
        QCOMPARE(track.blockers.value(0).kind, NoteKind::DriverNotScheduled);
        QVERIFY(track.blockers.value(0).text.endsWith(u"is not scheduled: 1 Insufficient nvidia.com/gpu."));
    }

    void aPodThatIsJustMadeIsNoTroubleAndNotDone()
    {
        OneNode scene = doneNode();
        scene.tell(pendingPod(apart, u"2026-11-21T03:59:30Z"_s));
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        QVERIFY(scene.track().blockers.isEmpty());
        OneNode leaving = doneNode(); // the old one is on its way out
        leaving.driver.deleting = u"2026-11-21T04:00:20Z"_s;
        leaving.tell(pendingPod(apart));
        QCOMPARE(leaving.track().verdict, Verdict::Moving);
    }

    void whatKeepsAPodAwayBeganWithThePod()
    {
        OneNode scene = doneNode();
        scene.tell(pendingPod(apart));
        const NodeTrack track = scene.track(120min); // the label is older
        QCOMPARE(track.verdict, Verdict::Stuck);
        QVERIFY(hasNote(track.blockers, u"driverAntiAffinity"));
        QCOMPARE(track.since, OneNode::now().addSecs(-600));
    }

    /// One rollout after the other, but by another DaemonSet, which has had no other template.
    void aDaemonSetThatTookThePlaceOfAnotherIsWantedSinceItWasMade()
    {
        const QString made = u"2026-11-21T03:30:00Z"_s;
        OneNode scene = doneNode();
        DaemonSetSample set;
        set.name = u"ops/other"_s;
        set.podLabels = scene.driver.labels;
        scene.tellSet(set);
        scene.tellRevision(set.revision(u"new"_s, 1, made));
        scene.driver.ownerName = u"other"_s;
        scene.driver.created = u"2026-11-21T03:31:00Z"_s;
        scene.driver.readySince = u"2026-11-21T03:32:00Z"_s;
        DriverTimes times = scene.track(60min).times; // the label was there before
        QCOMPARE(times.target, OneNode::now().addSecs(-30 * 60));
        QCOMPARE(times.made, OneNode::now().addSecs(-29 * 60));
        QCOMPARE(times.ready, OneNode::now().addSecs(-28 * 60));
        times = scene.track(5min).times; // a first driver
        QVERIFY(!times.target.isValid());
        QVERIFY(!times.made.isValid());
    }

    void aPodOfAnotherNodeSaysNothingOfThisOne()
    {
        OneNode scene = doneNode();
        PodSample other = pendingPod(apart);
        scene.tellElsewhere(other, u"gpu-b"_s);
        QCOMPARE(scene.track().verdict, Verdict::Done);
    }

    void aPodWhoseDaemonSetIsGoneIsNotKnownToBeTheOne()
    {
        OneNode scene = doneNode();
        QCOMPARE(scene.track().verdict, Verdict::Done);
        scene.driver.ownerName = u"driver-before"_s;
        QCOMPARE(scene.track().verdict, Verdict::NotKnown);
        QCOMPARE(scene.track().contradictions.value(0).kind, NoteKind::DoneOrphanedDriver);
    }

    void aPolicyThatItsOperatorHasNotTakenUpLeavesTheNodesToGo()
    {
        OneNode scene = doneNode();
        DaemonSetSample set;
        set.name = u"ops/driver"_s;
        set.podLabels = scene.driver.labels;
        set.image = u"nvcr.io/nvidia/driver:580.95.05-ubuntu22.04"_s;
        scene.driver.image = set.image;
        scene.tellSet(set);
        scene.tellNvidiaDriver("{}"); // 580.95.05
        QCOMPARE(scene.track().verdict, Verdict::Done);
        set.image = scene.driver.image = u"nvcr.io/nvidia/driver:570.158.01-ubuntu22.04"_s;
        scene.tellSet(set);
        QCOMPARE(scene.track().verdict, Verdict::Waiting);
        QCOMPARE(scene.track().blockers.value(0).kind, NoteKind::OperatorBehind);
        scene.tellNvidiaDriver("{}", u"other"_s); // whose the node is, no label tells
        QCOMPARE(scene.track().verdict, Verdict::Done);
    }

    /// gpu-012 was deleted at 241 s in the middle of its upgrade, and registered again at 310 s.
    void aNodeThatWasDeletedIsKnownUntilItIsBack()
    {
        const auto recording = loadRecording(
            QStringLiteral(CHARTROOM_TEST_DATA "/gpu-operator-killed-hand-labels-node-gone.jsonl.gz"));
        QVERIFY(recording.has_value());
        const auto removedAt = [&](std::chrono::seconds at) {
            StandingWindow window(*recording, at);
            window.complete();
            QList<RemovedNode> removed = window.rollout.removedNodes();
            removed.removeIf([](const RemovedNode &one) { return one.key.component != u"gpu"; });
            return removed;
        };
        QVERIFY(removedAt(200s).isEmpty());
        const QList<RemovedNode> removed = removedAt(260s);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed.first().key.node, u"gpu-012"_s);
        QCOMPARE(removed.first().label, u"pod-restart-required"_s);
        QVERIFY(removed.first().isSeen);
        QCOMPARE((*recording)->header.start.secsTo(removed.first().at), 241);
        QVERIFY(removedAt(330s).isEmpty());
    }

    void aNodeThatTheSwitchLeftCordonedIsHeld()
    {
        OneNode scene = idleNode(RolloutStep::DriverRestart);
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        QVERIFY(
            noteText(scene.track().blockers, u"leftCordoned").contains(u"last known step: driver restart"));
        QVERIFY(noteText(scene.track().contradictions, u"leftCordoned")
                    .contains(u"last known step: driver restart"));
        scene.beforeSince = OneNode::now().addSecs(-3600);
        scene.node.cordonedAt = OneNode::now().addSecs(-3610);
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        scene.node.cordonedAt = OneNode::now().addSecs(-600); // long after the rollout's last step
        QVERIFY(!hasNote(scene.track().blockers, u"leftCordoned"));
        QCOMPARE(scene.track().verdict, Verdict::NotKnown);
        QVERIFY(hasNote(scene.track().contradictions, u"cordonedByUnknown"));
    }

    void theLastKnownStepIsNoneThatTheDriverPodHasPassed()
    {
        OneNode scene = idleNode(RolloutStep::Evict);
        const auto told = [&scene] {
            const NodeTrack track = scene.track();
            return noteText(track.blockers, u"leftCordoned") +
                   noteText(track.contradictions, u"leftCordoned");
        };
        QVERIFY2(!told().contains(u"last known step") && told().contains(u"newest revision and is ready"),
                 qPrintable(told()));
        scene.driver.isReady = false;
        QVERIFY2(told().contains(u"last known step: evict"), qPrintable(told()));
    }

    void whereTheSwitchMayExplainALabelNobodyIsSaidToHaveSetIt()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        StepInterval next{u"upgrade-required"_s, RolloutStep::Queued, OneNode::now(), true, {}, false, true};
        scene.relabelled = next;
        QVERIFY(!noteText(scene.track().contradictions, u"relabelled").contains(u"unknown"));
        scene.relabelled->isTold = true;
        const QString told = noteText(scene.track().contradictions, u"relabelled");
        QVERIFY2(told.contains(u"autoUpgrade was off") && told.contains(u"unknown"), qPrintable(told));
        scene.relabelled->start = OneNode::now().addDays(-30); // before the template that is wanted now
        QVERIFY(!hasNote(scene.track().contradictions, u"relabelled"));
    }

    void aFailureThatIsPastIsNoDoubtAboutANodeThatIsDone()
    {
        for (OneNode scene : {idleNode(RolloutStep::Done), OneNode(DriverKind::Gpu, "upgrade-done")}) {
            scene.node.isCordoned = false;
            scene.relabelled = StepInterval{
                u"upgrade-required"_s, RolloutStep::Queued, OneNode::now(), true, {}, false, true};
            const NodeTrack track = scene.track();
            QCOMPARE(track.verdict, Verdict::Done);
            QVERIFY(hasNote(track.contradictions, u"relabelled"));
            QVERIFY(!isDoubtful(track));
            scene.node.labels.insert(u"nvidia.com/gpu.deploy.device-plugin"_s,
                                     u"paused-for-driver-upgrade"_s);
            QVERIFY(isDoubtful(scene.track()));
        }
    }

    void aCordonThatABrokenOffRolloutLeftOutlivesTheLabelDone()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done"); // cordoned; its operator is on again
        scene.brokenOff = StepInterval{
            u"pod-restart-required"_s, RolloutStep::DriverRestart, OneNode::now().addSecs(-3600), true, {}};
        scene.node.cordonedAt = OneNode::now().addSecs(-3700);
        using Place = CordonPlace::Kind;
        scene.cordon = CordonPlace{Place::LeftByRun, RolloutStep::DriverRestart};
        NodeTrack track = scene.track();
        QCOMPARE(track.verdict, Verdict::Stuck);
        QVERIFY(hasNote(track.blockers, u"leftCordoned"));
        QVERIFY(hasNote(track.contradictions, u"doneUnschedulable"));

        scene.wasFoundCordoned = true; // by the run after that
        QVERIFY(hasNote(scene.track().blockers, u"leftCordoned"));
        scene.cordon = CordonPlace(); // by whom it was cordoned nothing tells
        track = scene.track();
        QCOMPARE(track.verdict, Verdict::NotKnown);
        QVERIFY(!hasNote(track.blockers, u"leftCordoned"));
        QVERIFY(noteText(track.contradictions, u"doneUnschedulable").contains(u"unknown"));

        scene.brokenOff.reset(); // it was so before the rollout
        scene.node.cordonedAt = OneNode::now().addDays(-7);
        track = scene.track();
        QCOMPARE(track.verdict, Verdict::Done);
        QVERIFY(track.contradictions.isEmpty());

        scene.wasFoundCordoned = false; // nor did an operator say so, but it was when the node rested
        scene.cordon = CordonPlace{Place::BeforeRun};
        track = scene.track();
        QCOMPARE(track.verdict, Verdict::Done);
        QVERIFY(track.contradictions.isEmpty());
        scene.cordon = CordonPlace{Place::AfterRun}; // a person did it since
        track = scene.track();
        QCOMPARE(track.verdict, Verdict::Done);
        QVERIFY(track.contradictions.isEmpty());
        QVERIFY(track.evidence.standingCordon().contains(u"after the rollout"));

        scene.cordon = CordonPlace(); // and of this one there is no trace
        scene.node.cordonedAt = {};
        track = scene.track();
        QCOMPARE(track.verdict, Verdict::NotKnown);
        QVERIFY(noteText(track.contradictions, u"doneUnschedulable").contains(u"unknown"));
        scene.node.isCordoned = false;
        QCOMPARE(scene.track().verdict, Verdict::Done);
    }

    void aCordonThatNothingTellsOfIsUnknownAndCounts()
    {
        OneNode scene = idleNode();
        QCOMPARE(scene.track().verdict, Verdict::NotKnown);
        QVERIFY(hasNote(scene.track().contradictions, u"cordonedByUnknown"));
        scene.node.isCordoned = false;
        QCOMPARE(scene.track().verdict, Verdict::Done);
        OneNode on(DriverKind::Gpu, ""); // its operator has yet to label it
        on.node.isCordoned = false;
        on.tellPolicy(R"({"autoUpgrade":true})");
        QCOMPARE(on.track().verdict, Verdict::Done);
    }

    void aNodeThatWasDoneBeforeTheSwitchStaysDone()
    {
        OneNode scene = idleNode(RolloutStep::Done);
        scene.node.isCordoned = false;
        QCOMPARE(scene.track().verdict, Verdict::Done);
        scene.driver.isReady = false; // since yesterday
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
    }

    /// As where pods are deleted by hand: no label tells of it.
    void aDriverPodThatLoadsOutsideOfAnyStepMovesItsNode()
    {
        for (const char *label : {"", "upgrade-done"}) {
            OneNode scene(DriverKind::Gpu, label);
            scene.node.isCordoned = false;
            scene.tellPolicy(R"({"autoUpgrade":false})");
            scene.driver.created = u"2026-11-21T03:57:00Z"_s;
            scene.driver.init = u"running"_s;
            scene.driver.isReady = false;
            const NodeTrack track = scene.track();
            QCOMPARE(track.verdict, Verdict::Moving);
            QCOMPARE(track.since, OneNode::now().addSecs(-180));
            QVERIFY(hasNote(track.blockers, u"initContainer"));
            QCOMPARE(rolloutLane(track).words, u"moving"_s);
            scene.usual = 60s;
            QCOMPARE(scene.track().verdict, Verdict::Slow);
            scene.driver.created = u"2026-11-21T03:39:00Z"_s;
            QCOMPARE(scene.track().verdict, Verdict::Stuck);
            scene.usual.reset();
            QCOMPARE(scene.track().verdict, Verdict::Stuck);

            scene.driver.init.clear();
            scene.driver.isReady = true;
            QCOMPARE(scene.track().verdict, Verdict::Done);
        }
    }

    void aNodeWhoseDriverPodIsYetToBeMadeMoves()
    {
        OneNode scene = idleNode();
        scene.node.isCordoned = false;
        scene.hasDriver = false;
        DaemonSetSample set;
        set.name = u"ops/driver"_s;
        set.podLabels = scene.driver.labels;
        set.nodeSelector = {{u"nvidia.com/gpu.deploy.driver"_s, u"true"_s}};
        set.scheduled = 1; // of two
        scene.tellSet(set);
        scene.node.labels[u"nvidia.com/gpu.present"_s] = u"true"_s;
        scene.node.labels[u"nvidia.com/gpu.deploy.driver"_s] = u"true"_s;
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        QVERIFY(!scene.track().since.isValid());
        scene.node.labels.remove(u"nvidia.com/gpu.present"_s); // it is for others
        QCOMPARE(scene.track().verdict, Verdict::NotPart);
        scene.node.labels[u"nvidia.com/gpu.present"_s] = u"true"_s;
        set.scheduled = 2; // none is missing
        scene.tellSet(set);
        QCOMPARE(scene.track().verdict, Verdict::NotPart);
    }

    /// Without a label, and yet counted while they load and behind it.
    void thePaceCountsNodesThatLoadOutsideOfAnyStep()
    {
        OneNode scene = idleNode();
        scene.node.isCordoned = false;
        PaceInput input;
        input.component = u"gpu"_s;
        input.now = OneNode::now();
        input.nodes << paceNode(scene.track(), {});
        scene.driver.created = u"2026-11-21T03:59:00Z"_s;
        scene.driver.isReady = false;
        input.nodes << paceNode(scene.track(), {});
        const Pace pace = paceOf(input);
        QCOMPARE(pace.nodes, 2);
        QCOMPARE(pace.done, 1);
        QCOMPARE(pace.moving, 1);
        QVERIFY(pace.isOpen);
        QVERIFY(!pace.end.isValid());
        QCOMPARE(pace.slotsInUse, 0);
    }

    void aRolloutThatConcernsNoNodeHasNoEnd()
    {
        OneNode scene = idleNode();
        scene.node.isCordoned = false;
        NodeTrack track = scene.track();
        track.verdict = Verdict::NotPart;
        const Pace pace = paceOf({u"gpu"_s, OneNode::now(), {paceNode(track, {})}, {}});
        QCOMPARE(pace.nodes, 0);
        QVERIFY(!pace.isEndKnown);
        QVERIFY(!pace.end.isValid());
        QVERIFY(!paceLine(pace).contains(u"ended"));
    }
};

#include "tst_driver_ends.moc"
} // namespace tst_driver_ends

CHARTROOM_TEST(tst_driver_ends, DriverEndsTest)
