// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pace_printout.h"
#include "core/rollout/pace_evidence.h"
#include "core/rollout/verdict_counts.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/words/pace_text.h"
#include "core/words/rollout_lane.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollback_ends {

namespace {

OneNode doneNode()
{
    OneNode scene(DriverKind::Gpu, "upgrade-done");
    scene.node.isCordoned = false;
    return scene;
}

/// With the old pod on the node, and the new one that was made `ago` and that no scheduler places.
OneNode unscheduledNode(std::chrono::seconds ago)
{
    OneNode scene = doneNode();
    scene.driver.name = u"ops/driver-old"_s;
    scene.driver.ownerName = u"driver-before"_s;
    PodSample pod;
    pod.name = u"ops/driver-new"_s;
    pod.ownerName = u"driver"_s;
    pod.labels = {{u"app.kubernetes.io/component"_s, u"nvidia-driver"_s},
                  {u"controller-revision-hash"_s, u"new"_s}};
    pod.created = OneNode::now().addSecs(-ago.count()).toString(Qt::ISODate);
    pod.notScheduled = u"0/16 nodes are available: 1 node(s) didn't match pod anti-affinity rules."_s;
    scene.tell(pod);
    return scene;
}

Pace paceOfNodes(const QList<NodeTrack> &tracks)
{
    PaceInput input;
    input.component = u"gpu"_s;
    input.now = OneNode::now();
    for (NodeTrack track : tracks) {
        track.node = u"gpu-%1"_s.arg(input.nodes.size());
        input.nodes << paceNode(track, {});
    }
    return paceOf(input);
}

} // namespace

/// What may be said of nodes that a rollback left with the label of the rollout before.
class RollbackEndsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The rollback made another DaemonSet, whose first template is younger than the failure.
    void aFailureOfAnEarlierRolloutIsNotToldOfALaterOne()
    {
        OneNode scene = doneNode();
        scene.healed = OneNode::now().addSecs(-25 * 60);
        QVERIFY(hasNote(scene.track(60min).contradictions, u"healedByItself"));
        DaemonSetSample set;
        set.name = u"ops/other"_s;
        set.podLabels = scene.driver.labels;
        scene.tellSet(set);
        scene.driver.ownerName = u"other"_s;
        scene.tellRevision(set.revision(u"new"_s, 1, u"2026-11-21T03:30:00Z"_s));
        QVERIFY(hasNote(scene.track(60min).contradictions, u"healedByItself")); // at 03:35
        scene.healed = OneNode::now().addSecs(-35 * 60);
        QVERIFY(!hasNote(scene.track(60min).contradictions, u"healedByItself"));
        scene.relabelled =
            StepInterval{u"upgrade-required"_s, RolloutStep::Queued, scene.healed, true, {}, false, true};
        QVERIFY(!hasNote(scene.track(60min).contradictions, u"relabelled"));
    }

    /// Other driver pods tell how long one takes to load, and none loads that has no place.
    void fromADriverPodWithoutAPlaceNoEndIsForetold()
    {
        OneNode done = doneNode();
        done.driver.created = u"2026-11-21T03:50:00Z"_s;
        done.driver.readySince = u"2026-11-21T03:51:00Z"_s;
        OneNode loading = doneNode();
        loading.driver.created = u"2026-11-21T03:59:55Z"_s;
        loading.driver.isReady = false;
        QCOMPARE(paceOfNodes({done.track(), loading.track()}).blocked, 0);

        const NodeTrack apart = unscheduledNode(5s).track();
        QCOMPARE(apart.verdict, Verdict::Moving);
        QVERIFY(apart.blockers.isEmpty()); // what keeps it away is named after a while
        const Pace pace = paceOfNodes({done.track(), apart, apart});
        QCOMPARE(pace.moving, 2);
        QCOMPARE(pace.blocked, 2);
        QVERIFY(pace.isOpen);
        QVERIFY(!pace.eta.earliest.isValid());
        QCOMPARE(pace.eta.without, (QStringList{u"gpu-1"_s, u"gpu-2"_s}));
        QVERIFY2(!paceLine(pace).contains(u"expected end"), qPrintable(paceLine(pace)));

        OneNode leaving = unscheduledNode(5s);
        leaving.driver.deleting = u"2026-11-21T04:00:20Z"_s; // then there is a place
        QCOMPARE(paceOfNodes({leaving.track()}).blocked, 0);
    }

    /// Driver pods run again after the old ones were deleted by hand, and no GPU can be allocated yet.
    void aRolloutIsNotOverWithNodesThatOtherFactsContradict()
    {
        const NodeTrack done = doneNode().track();
        OneNode without = doneNode();
        without.node.labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
        without.driver.image = u"nvcr.io/nvidia/driver:570.158.01-ubuntu22.04"_s;
        const NodeTrack doubted = without.track(5min);
        QCOMPARE(doubted.verdict, Verdict::Done);
        QVERIFY(hasNote(doubted.contradictions, u"loadedVersionDiffers"));
        QVERIFY(isInDoubt(doubted) && !isInDoubt(done));

        const Pace pace = paceOfNodes({done, doubted});
        QCOMPARE(pace.done, 2);
        QCOMPARE(pace.doubted, 1);
        QVERIFY(!pace.isOpen && !isOver(pace));
        const QString line = paceLine(pace);
        QVERIFY2(line.startsWith(u"gpu: 2 of 2 done, 1 contradicted"), qPrintable(line));
        QVERIFY2(line.contains(u"end unknown") && !line.contains(u"ended"), qPrintable(line));
        QVERIFY(paceValue(pace).at({u"end"_s}).isNull());
        QCOMPARE(paceValue(pace).at({u"contradicted"_s}), numberValue(1));
        QCOMPARE(timeLeft(pace, OneNode::now()).fact, u"unknown"_s);
        QCOMPARE(timeLeft(pace, OneNode::now()).more, u"1 contradicted"_s);
        QVERIFY(isOver(paceOfNodes({done, done}))); // as soon as nothing contradicts it

        VerdictCounts counts;
        counts.add(done);
        QVERIFY(counts.isAllDone());
        counts.add(doubted);
        QVERIFY(!counts.isAllDone());
        QCOMPARE(restText(counts), u"1 contradicted"_s);
    }

    /// Right after the label says done, the facts that follow it may not have come yet.
    void whatContradictsADoneNodeCountsOnceItHasLasted()
    {
        OneNode scene = doneNode();
        scene.node.labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
        scene.driver.image = u"nvcr.io/nvidia/driver:570.158.01-ubuntu22.04"_s;
        const NodeTrack young = scene.track(3min);
        QVERIFY(hasNote(young.contradictions, u"loadedVersionDiffers"));
        QVERIFY(isVerifying(young) && !isInDoubt(young));
        QCOMPARE(rolloutLane(young).words, u"done · verifying"_s);
        QVERIFY(rolloutLane(young).state != VisualState::Done && !rolloutLane(young).isInDoubt());
        const NodeTrack lasting = scene.track(4min);
        QVERIFY(!isVerifying(lasting) && isInDoubt(lasting));

        const Pace pace = paceOfNodes({young});
        QCOMPARE(pace.done, 1);
        QCOMPARE(pace.verifying, 1);
        QCOMPARE(pace.doubted, 0);
        QVERIFY(!isOver(pace));
        const QString line = paceLine(pace);
        QVERIFY2(line.contains(u"1 verifying") && line.contains(u"end unknown") && !line.contains(u"ended"),
                 qPrintable(line));
        QVERIFY(paceValue(pace).at({u"end"_s}).isNull());
        VerdictCounts counts;
        counts.add(young);
        QVERIFY(!counts.isAllDone() && counts.isUnderWay());
        QCOMPARE(restText(counts), u"1 verifying"_s);
    }

    /// Who looks once goes by the times that the objects tell.
    void whatLastedIsToldByTimesOfPods()
    {
        OneNode scene = doneNode();
        scene.isSinceKnown = false;
        scene.node.labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
        scene.driver.image = u"nvcr.io/nvidia/driver:570.158.01-ubuntu22.04"_s;
        QVERIFY(isInDoubt(scene.track(0min))); // the driver pod is of yesterday
        scene.driver.readySince = u"2026-11-21T03:58:00Z"_s;
        QVERIFY(isVerifying(scene.track(0min)));
        scene.driver.readySince = u"2026-11-21T03:56:00Z"_s;
        QVERIFY(isInDoubt(scene.track(0min)));
    }
};

#include "tst_rollback_ends.moc"
} // namespace tst_rollback_ends

CHARTROOM_TEST(tst_rollback_ends, RollbackEndsTest)
