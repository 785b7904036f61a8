// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/support/upgrade_path_samples.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_upgrade_path {

namespace {

const QDateTime &now = wayNow;

const QByteArray planned = "next_planned:\n"
                           "  sriov_operator: \"v1.6.0\"\n"
                           "  kubernetes: \"v1.34.1\"\n"
                           "  firmware_cx7: \"28.42.1000\"\n"
                           "  network_operator: \"26.1.0\"\n"
                           "  mofed: \"doca3.3.0-26.01-1.0.0.0-0\"\n"
                           "  gpu_driver: \"580.126.20\"\n"
                           "  gpu_operator: \"v26.3.3\"\n";

} // namespace

class UpgradePathTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theStepsComeInTheirOrderHoweverTheyAreWritten()
    {
        const UpgradePath upgradePath = upgradePathWith(planned);
        QCOMPARE(upgradePath.entry, u"next_planned"_s);
        QList<MatrixGroup> groups;
        for (const UpgradePathStep &step : upgradePath.steps)
            groups << step.group;
        using enum MatrixGroup;
        QCOMPARE(groups,
                 (QList<MatrixGroup>{GpuOperator, NetworkOperator, Firmware, Cluster, SriovOperator}));
        QCOMPARE(statesOf(upgradePath),
                 (QStringList{u"next"_s, u"later"_s, u"later"_s, u"later"_s, u"later"_s}));
        const UpgradePathStep &first = upgradePath.steps.first();
        QCOMPARE(first.moves.first(), (UpgradePathMove{u"gpu_operator"_s, u"v25.10.1"_s, u"v26.3.3"_s}));
        QCOMPARE(first.moves.size(), 2);
        QVERIFY(gateOf(first.gates, u"oneAtATime").isOpen);
        QCOMPARE(upgradePath.next(), &first);
    }

    void noMajorIsSkipped()
    {
        const UpgradePath upgradePath = upgradePathWith("next_planned:\n  gpu_operator: \"v26.7.0\"\n");
        QCOMPARE(upgradePath.steps.size(), 2);
        QVERIFY(upgradePath.steps[0].isOnTheWay);
        QCOMPARE(upgradePath.steps[0].moves.first().to, u"26.3.3"_s); // the newest of the major between
        QCOMPARE(upgradePath.steps[1].moves.first(),
                 (UpgradePathMove{u"gpu_operator"_s, u"26.3.3"_s, u"v26.7.0"_s}));
        QCOMPARE(statesOf(upgradePath), (QStringList{u"next"_s, u"later"_s}));
    }

    void noMinorOfTheClusterIsSkipped()
    {
        UpgradePath upgradePath = upgradePathWith("next_planned:\n  kubernetes: \"v1.36.1\"\n");
        QCOMPARE(upgradePath.steps.size(), 3);
        QCOMPARE(upgradePath.steps[0].moves.first(),
                 (UpgradePathMove{u"kubernetes"_s, u"v1.33.4"_s, u"v1.34"_s}));
        QVERIFY(upgradePath.steps[0].isOnTheWay);
        QCOMPARE(upgradePath.steps[1].moves.first().to, u"v1.35"_s);
        QCOMPARE(upgradePath.steps[2].moves.first(),
                 (UpgradePathMove{u"kubernetes"_s, u"v1.35"_s, u"v1.36.1"_s}));
        upgradePath = upgradePathWith("next_planned:\n  kubernetes: \"v1.34.2\"\n");
        QCOMPARE(upgradePath.steps.size(), 1);
        QVERIFY(gateOf(upgradePath.steps[0].gates, u"major").id.isEmpty());
        for (const char *far : {"v2.0.0", "v1.999999999.0"}) {
            upgradePath = upgradePathWith("next_planned:\n  kubernetes: \"" + QByteArray(far) + "\"\n");
            QCOMPARE(upgradePath.steps.size(), 1);
            QCOMPARE(gateOf(upgradePath.steps[0].gates, u"major").id, u"major"_s);
            QVERIFY(!gateOf(upgradePath.steps[0].gates, u"major").isOpen);
        }
        VersionFacts cluster = usualCluster(2);
        cluster.openShift.versions = {{u"version"_s, u"4.16.23"_s, u"4.16.23"_s, false}};
        upgradePath = upgradePathWith("next_planned:\n  kubernetes: \"v1.33.9\"\n  openshift: \"4.18.20\"\n",
                                      factsWith(), cluster);
        QCOMPARE(upgradePath.steps.size(), 2);
        QCOMPARE(upgradePath.steps[0].moves.first(),
                 (UpgradePathMove{u"openshift"_s, u"4.16.23"_s, u"4.17"_s}));
    }

    void aMajorThatIsNotKnownYetComesAfterThoseThatAre()
    {
        const UpgradePath upgradePath = upgradePathWith("next_planned:\n  gpu_operator: \"v27.1.0\"\n");
        QCOMPARE(upgradePath.steps.size(), 3); // 26.3 and 26.7 lie before it
        QCOMPARE(upgradePath.steps[1].moves.first().to, u"26.7.0"_s);
    }

    void aVersionThatNeverWasIsInTheWay()
    {
        const UpgradePath upgradePath =
            upgradePathWith("next_planned:\n  gpu_operator: \"v25.12.0\"\n  kernel: \"6.x TBD\"\n");
        const UpgradePathGate exists = gateOf(upgradePath.steps[0].gates, u"exists");
        QCOMPARE(exists.id, u"exists"_s);
        QVERIFY(!exists.isOpen);
        QVERIFY(!gateOf(upgradePath.steps.last().gates, u"unnamed").id.isEmpty());
    }

    void whatIsDoneIsDoneAndTheNextOneWaitsForItsBake()
    {
        const QByteArray entries =
            "next_planned:\n  gpu_operator: \"v25.10.1\"\n  network_operator: \"26.1.0\"\n";
        UpgradePath upgradePath = upgradePathWith(entries);
        QCOMPARE(statesOf(upgradePath), (QStringList{u"done"_s, u"next"_s}));
        upgradePath =
            upgradePathWith(entries, factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600))}));
        QCOMPARE(statesOf(upgradePath), (QStringList{u"baking"_s, u"later"_s}));
        upgradePath = upgradePathWith(entries, factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addDays(-3))}));
        QCOMPARE(statesOf(upgradePath), (QStringList{u"done"_s, u"next"_s}));
        Bake unasked = bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600));
        unasked.length = {}; // it was upgraded by us, and nobody asked for a bake
        QCOMPARE(statesOf(upgradePathWith(entries, factsWith({unasked}))),
                 (QStringList{u"baking"_s, u"later"_s}));
    }

    void aRolloutOfAnotherComponentIsInTheWay()
    {
        VersionFacts cluster = usualCluster(4);
        cluster.nodes[2].labels.insert(u"nvidia.com/ofed-driver-upgrade-state"_s, u"drain-required"_s);
        UpgradePathInput facts = factsWith();
        addRollouts(cluster, facts);
        QCOMPARE(facts.rolling.value(MatrixGroup::NetworkOperator), QStringList{gpuNode(2)});
        QVERIFY(facts.failed.isEmpty());
        const UpgradePath upgradePath = upgradePathWith(planned, facts, cluster);
        const UpgradePathGate gate = gateOf(upgradePath.steps.first().gates, u"oneAtATime");
        QVERIFY(!gate.isOpen);
        QVERIFY2(gate.text.contains(gpuNode(2)), qPrintable(gate.text));
        QVERIFY(otherChanges(MatrixGroup::NetworkOperator, facts).isEmpty());
        QCOMPARE(otherChanges(MatrixGroup::GpuOperator, facts).size(), 1);
    }

    void aClusterOnItsWayIsAnotherComponentInProgress()
    {
        const auto rolling = [](const VersionFacts &cluster, MatrixGroup group) {
            UpgradePathInput facts = factsWith();
            addRollouts(cluster, facts);
            return facts.rolling.value(group);
        };
        VersionFacts cluster = usualCluster(4);
        QVERIFY(rolling(cluster, MatrixGroup::Cluster).isEmpty());
        cluster.nodes[1].kubelet = u"v1.33.2"_s;
        QCOMPARE(rolling(cluster, MatrixGroup::Cluster), QStringList{gpuNode(1)});
        cluster = usualCluster(4);
        cluster.openShift.versions = {{u"version"_s, u"4.17.5"_s, u"4.16.23"_s, true}};
        QCOMPARE(rolling(cluster, MatrixGroup::Cluster).size(), 1);
        cluster.openShift.versions[0].isProgressing = false; // the pools come after the control plane
        cluster.openShift.pools = {{u"gpu"_s, 16, 3, false, true, false}};
        QCOMPARE(rolling(cluster, MatrixGroup::Cluster), QStringList{u"MachineConfigPool gpu"_s});
        cluster = usualCluster(4);
        cluster.sriovNodes = {{u"sriov"_s, gpuNode(0), u"Succeeded"_s, {}},
                              {u"sriov"_s, gpuNode(1), u"InProgress"_s, {}},
                              {u"sriov"_s, gpuNode(2), u"Failed"_s, {}}};
        UpgradePathInput facts = factsWith();
        addRollouts(cluster, facts);
        QCOMPARE(facts.rolling.value(MatrixGroup::SriovOperator), (QStringList{gpuNode(1), gpuNode(2)}));
        QCOMPARE(facts.failed, QStringList{gpuNode(2)});
        QVERIFY(!gateOf(upgradePathWith(planned, facts, cluster).steps.first().gates, u"oneAtATime").isOpen);
    }

    /// The nodes that are held back until the canary has baked still run what was there.
    void whileTheCanaryBakesTheStepIsNotPlannedAgain()
    {
        const QByteArray entries =
            "next_planned:\n  gpu_operator: \"v25.10.1\"\n  gpu_driver: \"580.126.20\"\n";
        UpgradePath upgradePath =
            upgradePathWith(entries, factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600))}));
        QCOMPARE(upgradePath.steps[0].moves.size(), 1);
        QCOMPARE(statesOf(upgradePath), QStringList{u"baking"_s});
        upgradePath = upgradePathWith("next_planned:\n  gpu_operator: \"v26.3.3\"\n",
                                      factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600))}));
        QCOMPARE(statesOf(upgradePath), QStringList{u"next"_s}); // and its last change is in the way
        QVERIFY(!gateOf(upgradePath.steps[0].gates, u"bake").isOpen);
        QCOMPARE(gateOf(upgradePath.steps[0].gates, u"bake").id, u"bake"_s);
    }

    void aBakeOfAnotherComponentIsInTheWayUntilItIsOver()
    {
        UpgradePathInput facts = factsWith({bakeOf(u"ib"_s, u"25.10.0"_s, now.addSecs(-47 * 3600)),
                                            bakeOf(u"ib"_s, u"25.7.0"_s, now.addSecs(-50 * 3600))});
        QCOMPARE(otherChanges(MatrixGroup::GpuOperator, facts).size(), 1);
        facts.now = now.addSecs(3601);
        QVERIFY(otherChanges(MatrixGroup::GpuOperator, facts).isEmpty());
    }

    void withNothingPlannedThereIsNoWay()
    {
        const UpgradePath upgradePath = upgradePathWith({});
        QVERIFY(upgradePath.steps.isEmpty());
        QVERIFY(upgradePath.promote.isEmpty());
        QVERIFY(!upgradePath.next());
        QVERIFY(!upgradePath.mayPromote());
    }
};

#include "tst_upgrade_path.moc"
} // namespace tst_upgrade_path

CHARTROOM_TEST(tst_upgrade_path, UpgradePathTest)
