// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/support/upgrade_path_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_promotion_gates {

namespace {

const QDateTime &now = wayNow;
const QByteArray canary = "canary_testing:\n"
                          "  gpu_operator: \"v25.10.1\"\n"
                          "  gpu_driver: \"580.126.20\"\n"
                          "  network_operator: \"v25.10.0\"\n"
                          "  canary_node: \"gpu-001\"\n";

/// All that a promotion of `canary` needs.
UpgradePathInput bakedFacts()
{
    return factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addDays(-3))});
}

VersionFacts clusterWithCanary()
{
    VersionFacts cluster = usualCluster(4);
    cluster.nodes[1].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.126.20"_s);
    return cluster;
}

} // namespace

class PromotionGatesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCanaryIsPromotedOnlyWhenAllGatesAreOpen()
    {
        VersionFacts cluster = usualCluster(4);
        for (const char *id : {"canaryRuns", "bake"}) {
            const UpgradePathGate gate =
                gateOf(upgradePathWith(canary, factsWith(), cluster).promote, QString::fromLatin1(id));
            QVERIFY2(!gate.id.isEmpty() && !gate.isOpen, id);
        }
        cluster.nodes[1].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.126.20"_s);
        UpgradePathInput facts = factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600))});
        QVERIFY(!upgradePathWith(canary, facts, cluster).mayPromote());
        facts.bakes.first().begun = now.addDays(-2);
        const UpgradePath upgradePath = upgradePathWith(canary, facts, cluster);
        for (const UpgradePathGate &gate : upgradePath.promote)
            QVERIFY2(gate.isOpen, qPrintable(gate.id + u": "_s + gate.text));
        QVERIFY(upgradePath.mayPromote());
        facts.failed = {gpuNode(3)};
        QVERIFY(!gateOf(upgradePathWith(canary, facts, cluster).promote, u"failedNodes").isOpen);
    }

    void aCanaryOfTwoComponentsIsNotPromoted()
    {
        QByteArray two = canary;
        two.replace("v25.10.0", "26.1.0");
        const UpgradePathGate gate = gateOf(upgradePathWith(two).promote, u"oneComponent");
        QCOMPARE(gate.id, u"oneComponent"_s);
        QVERIFY(!gate.isOpen);
        QByteArray nobody = canary;
        nobody.replace("  canary_node: \"gpu-001\"\n", "");
        QVERIFY(!gateOf(upgradePathWith(nobody).promote, u"canaryNode").isOpen);
        QByteArray gone = canary;
        gone.replace("gpu-001", "gpu-worker-4");
        QVERIFY(!gateOf(upgradePathWith(gone).promote, u"canaryNode").isOpen);
        QVERIFY(!gateOf(upgradePathWith(gone).promote, u"canaryRuns").isOpen);
    }

    void whatIsWrongWithTheStackSpeaksAgainstAPromotion()
    {
        Finding driver;
        driver.operand = driver.concerns = u"gpu-driver"_s;
        driver.component = u"GPU driver"_s;
        driver.nodes = {gpuNode(2)};
        driver.meaning = u"It crashes."_s;
        Finding tenants = driver; // whose budget holds a driver back
        tenants.concerns = u"tenant-a/trainer"_s;
        Finding workload = driver;
        workload.operand = workload.concerns = u"workload"_s;
        const QList<BakeTrouble> troubles = troublesIn({workload, driver, tenants});
        QCOMPARE(troubles.size(), 1);
        QCOMPARE(troubles.first().text, u"GPU driver on gpu-002: It crashes."_s);
        Finding pending = driver;
        pending.component = u"Add-on"_s;
        pending.nodes.clear();
        pending.objects = QStringList{u"Pod monitoring/exporter-a"_s};
        QCOMPARE(troublesIn({pending}).first().text, u"Add-on, Pod monitoring/exporter-a: It crashes."_s);
        UpgradePathInput facts = factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addDays(-3))});
        facts.troubles = {{now.addSecs(-60), troubles.first().text}}; // after the bake
        const UpgradePath upgradePath = upgradePathWith(canary, facts);
        QVERIFY(gateOf(upgradePath.promote, u"bake").isOpen);
        QVERIFY2(gateOf(upgradePath.promote, u"findings").text.contains(u"It crashes."),
                 qPrintable(gateOf(upgradePath.promote, u"findings").text));
        QVERIFY(!gateOf(upgradePath.promote, u"findings").isOpen);
    }

    void whatTheCanaryDoesNotTellIsNotTakenForAsExpected()
    {
        const auto runs = [](const QByteArray &line, const VersionFacts &cluster) {
            return gateOf(upgradePathWith(canary + line, bakedFacts(), cluster).promote, u"canaryRuns");
        };
        VersionFacts cluster = clusterWithCanary();
        const QByteArray exporter = "  dcgm_exporter: \"4.4.2-4.7.0\"\n";
        QVERIFY2(runs(exporter, cluster).isOpen, qPrintable(runs(exporter, cluster).text));
        for (PodFact &pod : cluster.pods)
            if (pod.node == gpuNode(1) && pod.component == u"dcgm_exporter")
                pod.isReady = false; // it is there, and nobody knows whether it works
        QVERIFY(!runs(exporter, cluster).isOpen);
        QVERIFY2(runs(exporter, cluster).text.contains(u"DCGM Exporter"),
                 qPrintable(runs(exporter, cluster).text));
        cluster = clusterWithCanary();
        cluster.pods.removeIf(
            [](const PodFact &pod) { return pod.node == gpuNode(1) && pod.component == u"dcgm_exporter"; });
        QVERIFY(!runs(exporter, cluster).isOpen); // not there at all
        cluster = clusterWithCanary();
        QVERIFY(!runs("  mig_manager: \"v0.13.1\"\n", cluster).isOpen); // runs nowhere
        // What nothing can tell is not asked, but said.
        const UpgradePathGate unasked = runs("  nccl: \"2.22.3\"\n  firmware_cx7: \"28.40.1000\"\n", cluster);
        QVERIFY(unasked.isOpen);
        QVERIFY2(unasked.text.contains(u"NCCL, ConnectX-7 firmware"), qPrintable(unasked.text));
    }

    void theBakeIsThatOfWhatMoves()
    {
        const auto bake = [](const QByteArray &entries, const UpgradePathInput &facts) {
            return gateOf(upgradePathWith(entries, facts, clusterWithCanary()).promote, u"bake");
        };
        const Bake other = bakeOf(QString(), u"v1.16.0"_s, now.addDays(-9)); // of cert-manager, say
        QVERIFY(bake(canary, factsWith({other, bakedFacts().bakes.first()})).isOpen);
        QVERIFY(!bake(canary, factsWith({other})).isOpen);
        const QByteArray nothing = "canary_testing:\n  gpu_operator: \"v25.10.1\"\n  canary_node: gpu-001\n";
        QVERIFY(!bake(nothing, factsWith({other, bakedFacts().bakes.first()})).isOpen);
        QByteArray two = canary;
        two.replace("v25.10.0", "26.1.0");
        QVERIFY(!bake(two, bakedFacts()).isOpen); // the Network Operator has not baked
        UpgradePathInput both = bakedFacts();
        both.bakes << bakeOf(u"ib"_s, u"26.1.0"_s, now.addDays(-3));
        QVERIFY2(bake(two, both).isOpen, qPrintable(bake(two, both).text));
        // The driver alone: that its chart runs is no bake of another chart's version.
        const QByteArray driver = "canary_testing:\n  gpu_driver: \"580.126.20\"\n  canary_node: gpu-001\n";
        QVERIFY(!bake(driver, factsWith({bakeOf(u"gpu"_s, u"v25.3.4"_s, now.addDays(-9))})).isOpen);
        QVERIFY(bake(driver, bakedFacts()).isOpen);
    }

    void aNodeThatOnlyAReportNamesIsNoCanary()
    {
        QByteArray gone = canary;
        gone.replace("gpu-001", "gpu-worker-4");
        VersionFacts cluster = clusterWithCanary();
        cluster.report =
            ReportFact{u"report.yaml"_s, {}, {{u"gpu-worker-4"_s, {{u"firmware_cx7"_s, u"28.40.1000"_s}}}}};
        QVERIFY(!gateOf(upgradePathWith(gone, bakedFacts(), cluster).promote, u"canaryNode").isOpen);
    }
};

#include "tst_promotion_gates.moc"
} // namespace tst_promotion_gates

CHARTROOM_TEST(tst_promotion_gates, PromotionGatesTest)
