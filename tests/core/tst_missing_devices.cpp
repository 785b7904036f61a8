// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/log_choice.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_missing_devices {

/// What is behind the devices that a node should offer and does not.
class MissingDevicesTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private Q_SLOTS:
    void anXidIsBehindTheGpuThatIsMissing()
    {
        DiagnosisScene scene;
        scene.evidence.nodes[u"gpu-3"_s].gpuAllocatable = 7;
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"gpus-unhealthy"_s});
        QCOMPARE(logsToRead(scene.evidence, m_signatures),
                 QList<LogRequest>({{scene.where, u"plugin-gpu-3"_s, u"nvidia-device-plugin"_s, false}}));
        scene.log("plugin", u"gpu-3"_s,
                  u"XidCriticalError: Xid=79 on Device=GPU-1; marking device as unhealthy."_s);
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"xid"_s});
    }

    /// The device plugin's own loss is told where both offer GPUs.
    void gpusThatAreTaintedForClaimsAreTold()
    {
        DiagnosisScene scene;
        scene.evidence.claimable[u"gpu-2"_s].own = {8, 7, {{u"example.com/service"_s, 1}}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"gpus-tainted"_s});
        QCOMPARE(findings.first().nodes, QStringList{u"gpu-2"_s});
        QVERIFY2(findings.first().quote.endsWith(u"example.com/service (1)."),
                 qPrintable(findings.first().quote));
        scene.evidence.claimable[u"gpu-2"_s].own = {8, 8, {}};
        scene.evidence.nodes[u"gpu-2"_s].gpuAllocatable = 7;
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"gpus-unhealthy"_s});
    }

    /// Of a pool that is not whole nobody knows which GPUs it offers.
    void whereClaimsMayHaveTheGpusNoneAreMissing()
    {
        DiagnosisScene scene;
        scene.evidence.nodes[u"gpu-2"_s].gpuAllocatable = 0;
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"gpus-missing"_s});
        scene.evidence.claimable[u"gpu-2"_s].isUnknown = true;
        QVERIFY(judge(scene).isEmpty());
    }

    /// Whole GPUs and parts of them make no sum.
    void aLossIsToldByTheResourceThatHasIt()
    {
        DiagnosisScene scene;
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        const QString gpu = u"nvidia.com/gpu"_s;
        const QString mig = u"nvidia.com/mig-1g.10gb"_s;
        node.deviceCapacities = {{gpu, 4}, {mig, 28}};
        node.devices = {{gpu, 4}, {mig, 21}};
        node.gpuCapacity = 32;
        node.gpuAllocatable = 25;
        const auto said = [&] {
            const QList<Finding> findings = judge(scene);
            return signaturesOf(findings) == QStringList{u"gpus-unhealthy"_s} ? findings.first().quote
                                                                              : QString();
        };
        QCOMPARE(said(), u"21 of 28 nvidia.com/mig-1g.10gb are allocatable."_s);
        node.deviceCapacities = {{gpu, 0}, {mig, 28}}; // of before the change to MIG
        QCOMPARE(said(), u"21 of 28 nvidia.com/mig-1g.10gb are allocatable."_s);
        node.deviceCapacities = {{gpu, 32}};
        node.devices = {{gpu, 25}};
        QCOMPARE(said(), u"25 of 32 GPUs are allocatable."_s);
    }

    void devicesAreMissingSinceTheyWent()
    {
        DiagnosisScene scene;
        scene.evidence.nodes[u"gpu-2"_s].gpuAllocatable = 0;
        const auto since = [&] { return judge(scene).first().since; };
        QVERIFY(!since().isValid()); // its plugin runs, and nobody saw them go
        const QDateTime stopped = DiagnosisScene::at("2026-11-22T01:00:00Z");
        Pod &plugin = scene.pod("plugin", u"gpu-2"_s);
        plugin.health = Pod::Health::Starting;
        plugin.phase = u"Pending"_s;
        plugin.waitingInit = u"toolkit-validation"_s;
        plugin.notReadySince = stopped;
        QCOMPARE(since(), stopped);
        const QDateTime seen = DiagnosisScene::at("2026-11-22T00:50:00Z");
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Done);
        track.fewerSince = seen;
        QCOMPARE(since(), seen);
    }

    void missingGpusOfAmdAreNotNvidias()
    {
        DiagnosisScene scene;
        Node amd = scene.evidence.nodes[u"gpu-1"_s];
        amd.name = amd.uid = u"amd-1"_s;
        amd.labels = LabelMap();
        amd.devices = {{u"amd.com/gpu"_s, 0}};
        amd.gpuAllocatable = 0;
        scene.evidence.nodes.insert(amd.uid, amd);
        QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"amd-gpus-missing"_s});
        QCOMPARE(findings.first().operand, u"amd-driver"_s);
        QVERIFY(!findings.first().since.isValid());
        scene.evidence.nodes[u"amd-1"_s].devices = {{u"amd.com/gpu"_s, 7}};
        scene.evidence.nodes[u"amd-1"_s].gpuAllocatable = 7;
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"amd-gpus-unhealthy"_s});
    }

    void anAmdNodeThatIsDoneAndOffersNoGpuIsFound()
    {
        DiagnosisScene scene;
        Node amd = scene.evidence.nodes[u"gpu-1"_s];
        amd.name = amd.uid = u"amd-1"_s;
        amd.labels = LabelMap();
        amd.gpuCapacity = amd.gpuAllocatable = 0;
        scene.evidence.nodes.insert(amd.uid, amd);
        scene.track(amd.name, Verdict::Done, "amd");
        QVERIFY(judge(scene).isEmpty());
        scene.evidence.tracks.last().contradictions.append({NoteKind::DoneWithoutDevices, u"none"_s});
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"amd-gpus-missing"_s});
        QCOMPARE(findings.first().nodes, QStringList{u"amd-1"_s});
    }

    void aChangeOfMigOrVgpuDevicesIsTheCause_data()
    {
        QTest::addColumn<LabelMap>("labels");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("readyFor"); // minutes
        QTest::addColumn<QStringList>("expected");
        QTest::addColumn<QString>("says");
        const std::pair<QString, QString> mig{u"nvidia.com/mig.config"_s, u"all-1g.5gb"_s};
        const std::pair<QString, QString> paused{u"nvidia.com/gpu.deploy.device-plugin"_s,
                                                 u"paused-for-mig-change"_s};
        const auto state = [](const char *kind, const char *value) {
            return std::pair(u"nvidia.com/%1.config.state"_s.arg(QLatin1String(kind)),
                             QString::fromLatin1(value));
        };
        const QStringList pending{u"mig-change-pending"_s};
        const QStringList failed{u"mig-change-failed"_s};
        QTest::newRow("manager died") << LabelMap{mig, state("mig", "pending"), paused} << 0 << 600 << pending
                                      << u"nvidia.com/gpu.deploy.device-plugin=paused-for-mig-change"_s;
        QTest::newRow("only paused") << LabelMap{paused} << 0 << 600 << pending << u"paused-for-mig-change"_s;
        QTest::newRow("rebooting") << LabelMap{mig, state("mig", "rebooting")} << 0 << 600 << pending
                                   << u"mig.config.state=rebooting"_s;
        QTest::newRow("just rebooted")
            << LabelMap{mig, state("mig", "rebooting")} << 8 << 5 << QStringList() << QString();
        QTest::newRow("failed") << LabelMap{mig, state("mig", "failed")} << 8 << 600 << failed
                                << u"nvidia.com/mig.config=all-1g.5gb, nvidia.com/mig.config.state=failed"_s;
        QTest::newRow("failed and paused")
            << LabelMap{mig, state("mig", "failed"), paused} << 0 << 600 << failed << u"paused"_s;
        QTest::newRow("done") << LabelMap{mig, state("mig", "success")} << 8 << 600 << QStringList()
                              << QString();
        QTest::newRow("paused for a driver") << LabelMap{{paused.first, u"paused-for-driver-upgrade"_s}} << 0
                                             << 600 << QStringList{u"gpus-missing"_s} << QString();
        QTest::newRow("no plugin wanted")
            << LabelMap{{paused.first, u"false"_s}} << 0 << 600 << QStringList() << QString();
        QTest::newRow("no operands wanted") << LabelMap{{u"nvidia.com/gpu.deploy.operands"_s, u"false"_s}}
                                            << 0 << 600 << QStringList() << QString();
        QTest::newRow("profiles that differ")
            << LabelMap{mig,
                        state("mig", "success"),
                        {u"nvidia.com/gpu.product"_s, u"A100-SXM4-40GB-MIG-INVALID"_s}}
            << 0 << 600 << QStringList{u"mig-strategy-invalid"_s} << u"MIG-INVALID"_s;
        QTest::newRow("vGPU failed") << LabelMap{{u"nvidia.com/vgpu.config"_s, u"A40-8Q"_s},
                                                 state("vgpu", "failed")}
                                     << 8 << 600 << QStringList{u"vgpu-change-failed"_s}
                                     << u"nvidia.com/vgpu.config=A40-8Q"_s;
        QTest::newRow("vGPU paused") << LabelMap{{u"nvidia.com/gpu.deploy.sandbox-device-plugin"_s,
                                                  u"paused-for-vgpu-change"_s}}
                                     << 8 << 600 << QStringList{u"vgpu-change-pending"_s}
                                     << u"sandbox-device-plugin"_s;
    }

    void aChangeOfMigOrVgpuDevicesIsTheCause()
    {
        QFETCH(LabelMap, labels);
        QFETCH(int, gpus);
        QFETCH(int, readyFor);
        QFETCH(QStringList, expected);
        QFETCH(QString, says);
        DiagnosisScene scene;
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        for (const auto &[key, value] : labels)
            node.labels.insert(key, value);
        node.gpuAllocatable = gpus;
        node.readySince = scene.evidence.now.addSecs(-60 * readyFor);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), expected);
        for (const Finding &one : findings) {
            QCOMPARE(one.nodes, QStringList{u"gpu-2"_s});
            QVERIFY2(one.quote.contains(says), qPrintable(one.quote));
        }
    }

    /// Its manager is off the node meanwhile: what it had said stands, and is told as of before.
    void aFailedChangeOfMigIsToldWhileTheDriverIsReplaced()
    {
        DiagnosisScene scene;
        LabelMap &labels = scene.evidence.nodes[u"gpu-2"_s].labels;
        labels.insert(u"nvidia.com/mig.config"_s, u"all-1g.5gb"_s);
        labels.insert(u"nvidia.com/mig.config.state"_s, u"failed"_s);
        scene.track(u"gpu-2"_s, Verdict::Moving);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"mig-change-failed"_s});
        QVERIFY2(findings.first().quote.contains(u"may not have run since"),
                 qPrintable(findings.first().quote));
        labels.insert(u"nvidia.com/mig.config.state"_s, u"pending"_s);
        QVERIFY(judge(scene).isEmpty());
    }
};

#include "tst_missing_devices.moc"
} // namespace tst_missing_devices

CHARTROOM_TEST(tst_missing_devices, MissingDevicesTest)
