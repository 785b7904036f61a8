// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_keys.h"
#include "core/screens/addons/cluster_list_model.h"
#include "core/screens/addons/standing.h"
#include "core/screens/rollout/rollout_summary.h"
#include "tests/support/fake_fleet.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_standing {

using Basis = NodeClocks::Basis;

namespace {

const QString prod = u"prod-eu"_s;

/// Sixteen nodes whose GPU driver's label says that, by node.
ObjectMap<Node> labelled(const QMap<int, QString> &labels)
{
    ObjectMap<Node> nodes;
    for (int i = 0; i < 16; ++i) {
        Node node;
        node.uid = node.name = u"gpu-%1"_s.arg(i);
        node.ready = true;
        node.labels.insert(driverKeys(DriverKind::Gpu).state, labels.value(i, u"upgrade-done"_s));
        nodes.insert(node.uid, node);
    }
    return nodes;
}

NodeClocks clocksOf(const QList<Verdict> &verdicts, Basis basis = Basis::Evidence)
{
    NodeClock clock;
    clock.component = u"gpu"_s;
    for (const Verdict verdict : verdicts)
        clock.add(verdict);
    return {basis, {}, {clock}};
}

FleetEntry live()
{
    FleetEntry entry;
    entry.name = prod;
    entry.state = ClusterSession::State::Live;
    return entry;
}

} // namespace

class StandingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void labelsAloneTellWhoFailed()
    {
        const NodeClocks clocks = clocksByLabels(labelled({{3, u"upgrade-failed"_s},
                                                           {4, u"pod-restart-required"_s},
                                                           {5, u"upgrade-required"_s},
                                                           {6, u"a-word-of-tomorrow"_s}}));
        QCOMPARE(clocks.basis, Basis::Labels);
        QCOMPARE(clocks.components.size(), 1);
        const NodeClock &gpu = clocks.components.first();
        QCOMPARE(gpu.total, 16);
        QCOMPARE(gpu.done(), 12);
        QCOMPARE(gpu.count(Verdict::Failed), 1);
        QCOMPARE(gpu.count(Verdict::Moving), 1);
        QCOMPARE(gpu.count(Verdict::NotKnown), 1); // no operator takes an unknown label on
        QCOMPARE(gpu.count(Verdict::Waiting), 1);
        QCOMPARE(nodesStanding(clocks).state, VisualState::Failed);
    }

    /// With autoUpgrade off the operator takes its labels from all nodes.
    void aDriverThatNoNodeIsLabelledOfIsNamedToItsRelease()
    {
        QCOMPARE(clocksByLabels(labelled({})).unlabelled, QStringList{u"ib"_s});
        QMap<int, QString> labels;
        for (int i = 0; i < 16; ++i)
            labels.insert(i, QString());
        const NodeClocks none = clocksByLabels(labelled(labels));
        QVERIFY(none.components.isEmpty());
        QCOMPARE(none.unlabelled, (QStringList{u"gpu"_s, u"ib"_s}));
        FakeReleaseSource releases;
        releases.put(ShownRelease());
        QCOMPARE(clocksByRelease(&releases, none).value(ShownRelease().key()).unlabelled,
                 QStringList{u"gpu"_s});
    }

    void labelsAloneNeverSayThatAllIsWell()
    {
        const NodeClocks clocks = clocksByLabels(labelled({}));
        QCOMPARE(clocks.components.first().done(), 16);
        QCOMPARE(nodesStanding(clocks).state, VisualState::Unknown);
    }

    void aNodeThatIsLostOrLeftOutIsNotWhatItsLabelSays()
    {
        ObjectMap<Node> nodes = labelled({{1, u"upgrade-required"_s}});
        nodes[u"gpu-0"_s].isLost = true;
        nodes[u"gpu-1"_s].labels.insert(driverKeys(DriverKind::Gpu).skip, u"true"_s);
        const NodeClock gpu = clocksByLabels(nodes).components.first();
        QCOMPARE(gpu.count(Verdict::Lost), 1);
        QCOMPARE(gpu.count(Verdict::Skipped), 1);
        QCOMPARE(gpu.done(), 14);
        QCOMPARE(gpu.cordoned, 0);
        nodes[u"gpu-2"_s].unschedulable = true; // the labels do not tell by whom
        QCOMPARE(clocksByLabels(nodes).components.first().done(), 14);
        QCOMPARE(clocksByLabels(nodes).components.first().cordoned, 1);
        nodes[u"gpu-2"_s].labels.insert(driverKeys(DriverKind::InfiniBand).state, u"upgrade-failed"_s);
        QCOMPARE(clocksByLabels(nodes).components.first().cordoned, 0); // the other driver's rollout has
    }

    void nodesThatLostTheirLabelAreCountedAndNamed()
    {
        ObjectMap<Node> nodes = labelled({{1, QString()}, {2, QString()}, {3, QString()}});
        for (const QString &name : {u"gpu-1"_s, u"gpu-2"_s})
            nodes[name].labels.insert(u"nvidia.com/gpu.present"_s, u"true"_s);
        nodes[u"gpu-2"_s].labels.insert(u"nvidia.com/gpu.deploy.driver"_s, u"false"_s); // none belongs there
        const NodeClock gpu = clocksByLabels(nodes).components.first();
        QCOMPARE(gpu.total, 14);
        QCOMPARE(gpu.done(), 13);
        QCOMPARE(gpu.unlabelled, 1);
        QCOMPARE(gpu.count(Verdict::NotKnown), 1);
    }

    void aNodeThatAMaintenanceOperatorHasNotCordonedWaits()
    {
        ObjectMap<Node> nodes =
            labelled({{1, u"node-maintenance-required"_s}, {2, u"node-maintenance-required"_s}});
        nodes[u"gpu-1"_s].unschedulable = true;
        const NodeClock gpu = clocksByLabels(nodes).components.first();
        QCOMPARE(gpu.count(Verdict::Moving), 1);
        QCOMPARE(gpu.count(Verdict::Waiting), 1);
    }

    void doubtsAndNamespacesComeFromTheEvidence()
    {
        ShownTrack doubted;
        doubted.contradiction = u"Label says upgrade-done, but the node is still cordoned."_s;
        const NodeClocks clocks = clocksByEvidence(
            SharedTracks{QList<SharedTrack>{std::make_shared<const NodeTrack>(doubted.build())}});
        QCOMPARE(clocks.basis, Basis::Evidence);
        QCOMPARE(clocks.components.first().doubted, 1);
        QCOMPARE(clocks.components.first().driverNamespace, u"nvidia-gpu-operator"_s);
        QCOMPARE(nodesStanding(clocks).state, VisualState::Attention);
    }

    void anOperatorThatDoesNotRunIsNotWellWhereAllNodesAreDone()
    {
        NodeClocks clocks = clocksOf({Verdict::Done, Verdict::Done});
        const QString gone = u"The operator is scaled to 0."_s;
        clocks.components.first().gone = gone;
        const Standing standing = releaseStanding(ReleaseStatus::Deployed, u"deployed"_s, clocks);
        QCOMPARE(standing.state, VisualState::Attention);
        QVERIFY(standing.grounds.contains(gone));
        QCOMPARE(standing.word, u"deployed · operator not running"_s);
    }

    void anOperatorWhoseNewPodIsPendingIsNotWellWhereAllNodesAreDone()
    {
        NodeClocks clocks = clocksOf({Verdict::Done, Verdict::Done});
        const QString pending = u"The operator's own update is not complete."_s;
        clocks.components.first().pendingOperator = pending;
        const Standing standing = releaseStanding(ReleaseStatus::Deployed, u"deployed"_s, clocks);
        QCOMPARE(standing.state, VisualState::Attention);
        QCOMPARE(standing.word, u"deployed · operator pod pending"_s);
        QVERIFY(standing.grounds.contains(pending));
        QCOMPARE(clockText(clocks.components.first(), Basis::Evidence),
                 u"GPU driver: 2 of 2 nodes done · operator pod pending"_s);
    }

    void theWorstNodeSpeaksForAll_data()
    {
        QTest::addColumn<QList<Verdict>>("verdicts");
        QTest::addColumn<VisualState>("state");
        const QList<Verdict> done{Verdict::Done, Verdict::Done};
        QTest::newRow("all done") << done << VisualState::Done;
        QTest::newRow("one left out") << done + QList{Verdict::Skipped} << VisualState::Done;
        QTest::newRow("one unknown") << done + QList{Verdict::NotKnown} << VisualState::Unknown;
        QTest::newRow("one waits") << done + QList{Verdict::Waiting} << VisualState::Waiting;
        QTest::newRow("one moves") << done + QList{Verdict::Moving} << VisualState::Moving;
        QTest::newRow("one is slow") << done + QList{Verdict::Slow} << VisualState::Attention;
        QTest::newRow("one is stuck") << done + QList{Verdict::Stuck} << VisualState::Attention;
        QTest::newRow("one failed") << done + QList{Verdict::Stuck, Verdict::Failed} << VisualState::Failed;
        QTest::newRow("one is lost") << done + QList{Verdict::Lost} << VisualState::Failed;
    }
    void theWorstNodeSpeaksForAll()
    {
        QFETCH(QList<Verdict>, verdicts);
        QFETCH(VisualState, state);
        QCOMPARE(nodesStanding(clocksOf(verdicts)).state, state);
    }

    void withoutNodesTheRolloutIsUnknownAndSaysWhy()
    {
        QCOMPARE(nodesStanding({}).state, VisualState::Unknown);
        NodeClocks refused;
        refused.refusal = Error{Error::Code::Forbidden, u"nodes is forbidden"_s, {}, {}};
        const Standing standing = nodesStanding(refused);
        QCOMPARE(standing.state, VisualState::Unknown);
        QCOMPARE(standing.text(), u"Rollout: unknown, you lack permission to list nodes."_s);
        NodeClocks none;
        none.basis = Basis::Evidence;
        QCOMPARE(nodesStanding(none).state, VisualState::Skipped);
    }

    void findingsThatWereNotReadAreNotClean()
    {
        FakeFindingsSource findings;
        QCOMPARE(findingsStanding(nullptr).state, VisualState::Unknown);
        QCOMPARE(findingsStanding(&findings).state, VisualState::Unknown);
        findings.found({});
        QCOMPARE(findingsStanding(&findings).state, VisualState::Done);
        findings.advance(std::chrono::minutes(3)); // a recording that was wound on, a cluster left alone
        QCOMPARE(findingsStanding(&findings).state, VisualState::Unknown);
        findings.found({}, {u"What events say is unknown."_s});
        QCOMPARE(findingsStanding(&findings).state, VisualState::Unknown);
        findings.found({badNight().last()}); // a symptom
        QCOMPARE(findingsStanding(&findings).state, VisualState::Attention);
        findings.found(badNight());
        QCOMPARE(findingsStanding(&findings).state, VisualState::Failed);
        findings.fail({Error::Code::Unreachable, u"prod-eu does not answer."_s, {}, {}});
        QCOMPARE(findingsStanding(&findings).state, VisualState::Unknown);
    }

    void aClusterIsAsWellAsTheWorstOfItsThreeGrounds()
    {
        FakeRolloutSource rollout;
        FakeFindingsSource findings;
        fillAllDone(rollout);
        QCOMPARE(clusterStanding(live(), nullptr, nullptr).state, VisualState::Unknown);
        QCOMPARE(clusterStanding(live(), &rollout, &findings).state, VisualState::Unknown);
        findings.found({});
        const Standing well = clusterStanding(live(), &rollout, &findings);
        QCOMPARE(well.state, VisualState::Done);
        QVERIFY(well.grounds.size() >= 4); // the connection, two drivers, findings
        fillMidWindow(rollout);
        const Standing failed = clusterStanding(live(), &rollout, &findings);
        QCOMPARE(failed.state, VisualState::Failed);
        QCOMPARE(failed.word, u"1 failed · 1 stuck · 1 contradicted"_s);
        fillAllDone(rollout);
        findings.found(badNight());
        QCOMPARE(clusterStanding(live(), &rollout, &findings).state, VisualState::Failed);
        FleetEntry old = live();
        old.state = ClusterSession::State::Reconnecting;
        findings.found({});
        QCOMPARE(clusterStanding(old, &rollout, &findings).state, VisualState::Attention);
    }

    void aClusterThatIsNotConnectedSaysOnlyThat()
    {
        FakeRolloutSource rollout;
        FakeFindingsSource findings;
        fillMidWindow(rollout);
        FleetEntry entry = live();
        entry.state = ClusterSession::State::Off;
        const Standing off = clusterStanding(entry, &rollout, &findings);
        QCOMPARE(off, connectionStanding(entry));
        QVERIFY(off.state != VisualState::Done);
    }

    void bothClocksOfAReleaseStandSideBySide()
    {
        const auto standing = [](const NodeClocks &nodes) {
            return releaseStanding(ReleaseStatus::Deployed, u"deployed"_s, nodes);
        };
        QCOMPARE(standing(clocksOf({Verdict::Done, Verdict::Failed})).state, VisualState::Failed);
        QCOMPARE(standing(clocksOf({Verdict::Done, Verdict::Failed})).word, u"deployed · 1 failed"_s);
        QCOMPARE(standing(clocksOf({Verdict::Done, Verdict::Moving})).word, u"deployed · 1 of 2 nodes"_s);
        QCOMPARE(standing(clocksOf({Verdict::Done})).state, VisualState::Done);
        QCOMPARE(standing(clocksOf({Verdict::Done}, Basis::Labels)).state, VisualState::Unknown);
        QCOMPARE(standing({}).state, VisualState::Unknown);
        NodeClocks none;
        none.basis = Basis::Evidence;
        QCOMPARE(standing(none).state, VisualState::Done);
        QCOMPARE(standing(none).word, u"deployed"_s);
        QCOMPARE(releaseStanding(ReleaseStatus::Failed, u"failed"_s, clocksOf({Verdict::Moving})).state,
                 VisualState::Failed);
    }

    void aComponentThatMayNotBeReadIsNotWell()
    {
        const auto standing = [](const NodeClocks &nodes) {
            return releaseStanding(ReleaseStatus::Deployed, u"deployed"_s, nodes);
        };
        NodeClocks none;
        none.basis = Basis::Evidence;
        none.unread = {u"amd"_s};
        QCOMPARE(nodesStanding(none).state, VisualState::Unknown);
        QVERIFY2(nodesStanding(none).text().contains(u"unknown, you lack permission to read it"),
                 qPrintable(nodesStanding(none).text()));
        QVERIFY(!nodesStanding(none).text().contains(u"no node is in a driver rollout"));
        QCOMPARE(standing(none).state, VisualState::Unknown);
        QCOMPARE(standing(none).word, u"deployed · nodes unknown"_s);
        NodeClocks some = clocksOf({Verdict::Done});
        QVERIFY(areAllDone(some));
        some.unread = {u"sriov"_s};
        QVERIFY(!areAllDone(some)); // neither where an operation ends nor on the page Activity
        QCOMPARE(standing(some).state, VisualState::Unknown);
        QVERIFY(standing(some).text().contains(u"you lack permission to read it"));
        some = clocksOf({Verdict::Failed});
        some.unread = {u"sriov"_s};
        QCOMPARE(standing(some).word, u"deployed · 1 failed"_s);
    }

    void theListOfClustersFollowsRolloutsAndFindings()
    {
        FakeFleet fleet;
        fleet.addLive(prod, 16);
        ClusterListModel model(&fleet);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const auto state = [&] {
            return VisualState(model.indexOf(prod).data(ClusterListModel::StateRole).toInt());
        };
        QCOMPARE(state(), VisualState::Unknown); // nothing was looked at
        fleet.findingsSource(prod)->found({});
        QCOMPARE(state(), VisualState::Done);
        QCOMPARE(model.indexOf(prod).data(ClusterListModel::SecondaryTextRole).toString(), u"16 node(s)"_s);
        changed.clear();
        fillMidWindow(*fleet.rolloutSource(prod));
        QVERIFY(!changed.isEmpty());
        QCOMPARE(state(), VisualState::Failed);
        QCOMPARE(model.indexOf(prod).data(ClusterListModel::SecondaryTextRole).toString(),
                 u"1 failed · 1 stuck · 1 contradicted"_s);
        QVERIFY(model.indexOf(prod).data(Qt::ToolTipRole).toString().contains(u"GPU driver: 9 of 16"_s));
        fillAllDone(*fleet.rolloutSource(prod));
        changed.clear();
        fleet.findingsSource(prod)->found(badNight());
        QVERIFY(!changed.isEmpty());
        QCOMPARE(state(), VisualState::Failed);
    }
};

#include "tst_standing.moc"
} // namespace tst_standing

CHARTROOM_TEST(tst_standing, StandingTest)
