// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_lost_nodes {

namespace {

QList<QString> kindsOf(const QList<TrackNote> &notes)
{
    QList<QString> kinds;
    for (const TrackNote &note : notes)
        kinds << noteWord(note.kind);
    return kinds;
}

/// Of that DaemonSet on gpu-a: its container cannot use the driver.
PodSample failingPod(const char *name, const char *app)
{
    PodSample pod;
    pod.name = QStringLiteral("ops/%1-gpu-a").arg(QLatin1String(name));
    pod.ownerName = QString::fromLatin1(app);
    pod.labels = {{u"app"_s, pod.ownerName}};
    pod.waiting = u"CrashLoopBackOff"_s;
    pod.said = u"Failed to initialize NVML: Driver/library version mismatch"_s;
    pod.isReady = false;
    pod.restarts = 4;
    return pod;
}

} // namespace

/// What holds a driver's node without a label of the operator's saying so: a silent kubelet, and what comes
/// before and after the driver's own pod.
class LostNodesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeWhoseKubeletIsSilentIsLostInEveryStep_data()
    {
        QTest::addColumn<bool>("infiniBand");
        QTest::addColumn<QString>("state");
        QTest::addColumn<bool>("mayBeCutOff"); // by mlx5_core, which carries Ethernet too
        for (const char *state : {"upgrade-required", "cordon-required", "drain-required",
                                  "pod-restart-required", "upgrade-failed", "upgrade-done"}) {
            const bool isMoving = isUnderWay(readStep(QString::fromLatin1(state)));
            QTest::addRow("gpu %s", state) << false << QString::fromLatin1(state) << false;
            QTest::addRow("ib %s", state) << true << QString::fromLatin1(state) << isMoving;
        }
    }
    void aNodeWhoseKubeletIsSilentIsLostInEveryStep()
    {
        QFETCH(bool, infiniBand);
        QFETCH(QString, state);
        QFETCH(bool, mayBeCutOff);
        OneNode scene(infiniBand ? DriverKind::InfiniBand : DriverKind::Gpu, state.toLatin1().constData());
        QVERIFY(scene.track().verdict != Verdict::Lost);
        scene.node.ready = u"Unknown"_s;
        const NodeTrack track = scene.track();
        QCOMPARE(track.verdict, Verdict::Lost);
        QCOMPARE(noteText(track.blockers, u"nodeLost"),
                 u"The node's kubelet has not responded since 2026-11-20T00:00:00Z."_s);
        QCOMPARE(hasNote(track.blockers, u"mlx5"), mayBeCutOff);
        // A node that says itself that it is not ready is not lost.
        scene.node.ready = u"False"_s;
        QVERIFY(scene.track().verdict != Verdict::Lost);
    }

    /// It may come back by itself; who reboots it here may cut the change off.
    void aNodeThatTheMigManagerRebootsIsSaidToBe()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.labels[u"nvidia.com/mig.config.state"_s] = u"rebooting"_s;
        QVERIFY(!hasNote(scene.track().blockers, u"nodeLost"));
        scene.node.ready = u"Unknown"_s;
        const NodeTrack track = scene.track();
        QCOMPARE(track.verdict, Verdict::Lost);
        QVERIFY2(noteText(track.blockers, u"nodeLost").contains(u"MIG manager"),
                 qPrintable(noteText(track.blockers, u"nodeLost")));
    }

    void anOperatorThatMissesAPodSaysWhyNobodyStarts()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        scene.node.isCordoned = false;
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy("{'autoUpgrade':true}");
        QVERIFY(!hasNote(scene.track().blockers, u"unscheduledPods"));
        DaemonSetSample other;
        other.name = u"ops/nvidia-driver-daemonset-other"_s;
        other.desired = 2;
        other.scheduled = 1;
        scene.tellSet(other);
        QVERIFY(noteText(scene.track().blockers, u"unscheduledPods").contains(other.name));
        other.scheduled = 2;
        other.misplaced = 1; // its node was tainted since: the library counts three pods for two
        scene.tellSet(other);
        QVERIFY(!hasNote(scene.track().blockers, u"unscheduledPods"));
        QVERIFY(noteText(scene.track().blockers, u"surplusPods").contains(other.name));
        QVERIFY(slotPolicies(scene.fleet()).first().standstill.contains(other.name));
    }

    void aDriverPodThatOutlivesItsNodeStopsTheOperator()
    {
        const QString gpu = u"gpu"_s;
        NodeSample node;
        node.name = u"gpu-a"_s;
        node.labels = {{driverKeys(DriverKind::Gpu).state, u"upgrade-required"_s}};
        const PodSample left = driverPod(u"gpu-b"_s);
        DaemonSetSample set;
        set.name = u"nvidia-gpu-operator/"_s + left.ownerName;
        set.desired = 1;
        ToldWindow window;
        window.put(u"nodes"_s, node.object());
        window.put(u"pods"_s, driverPod(node.name).object());
        window.put(u"pods"_s, left.object());
        window.put(u"daemonsets"_s, set.object());
        window.put(u"clusterpolicies"_s,
                   anyObject(u"nvidia.com/v1"_s, u"ClusterPolicy"_s, u"cluster-policy"_s,
                             {{u"driver"_s, toldJson("{'upgradePolicy':{'autoUpgrade':true}}")}}, {}));
        window.remove(u"pods"_s, left.object(), 60);
        ToldRollout told(window.recording());
        const auto isStoppedAt = [&](std::chrono::seconds at, bool isStopped) {
            told.transport.seek(at);
            return QTest::qWaitFor(
                [&] {
                    const QList<TrackNote> notes = told.track(node.name, gpu).blockers;
                    return told.rollout.isSettled() &&
                           noteText(notes, u"surplusPods").contains(set.name) == isStopped &&
                           told.pace(gpu).eta.reason.contains(set.name) == isStopped;
                },
                20'000);
        };
        QVERIFY(isStoppedAt(std::chrono::seconds(30), true));
        QVERIFY(isStoppedAt(std::chrono::seconds(90), false));
    }

    void whatFollowsTheDriverHoldsAlsoANodeThatIsCalledDone()
    {
        for (const char *state : {"upgrade-done", "upgrade-failed", "validation-required", ""}) {
            OneNode scene(DriverKind::Gpu, state);
            scene.node.isCordoned = QLatin1String(state) == u"upgrade-failed";
            const Verdict before = scene.track().verdict;
            const PodSample validator = failingPod("validator", "nvidia-operator-validator");
            scene.tell(validator);
            const NodeTrack track = scene.track();
            QVERIFY2(noteText(track.blockers, u"validator").contains(validator.said), state);
            // It may break long after the rollout, which is not stuck by it.
            QCOMPARE(track.verdict, before == Verdict::Moving ? Verdict::Stuck : before);
            QCOMPARE(hasNote(track.contradictions, u"donePodNotReady"),
                     QLatin1String(state) == u"upgrade-done");
        }
    }

    void aDriverThatDoesNotComeUpIsQuotedWhereNoStepIsOnToo()
    {
        for (const char *state : {"upgrade-done", "upgrade-required", ""}) {
            OneNode scene(DriverKind::InfiniBand, state);
            scene.node.isCordoned = false;
            scene.driver.isReady = false;
            scene.driver.waiting = u"CrashLoopBackOff"_s;
            scene.driver.said = u"mlx5_core is in use"_s;
            QVERIFY2(noteText(scene.track().blockers, u"driverPod").contains(scene.driver.said), state);
            QCOMPARE(scene.track().verdict,
                     QLatin1String(state) == u"upgrade-required" ? Verdict::Waiting : Verdict::Stuck);
        }
    }

    void theDevicePluginsPodHoldsANodeWhoseDriverIsUp()
    {
        OneNode scene(DriverKind::Gpu, "validation-required");
        const PodSample plugin = failingPod("plugin", "nvidia-device-plugin-daemonset");
        scene.tell(plugin);
        const QString said = noteText(scene.track().blockers, u"devicePlugin");
        QVERIFY2(said.contains(plugin.said) && said.contains(plugin.name), qPrintable(said));
    }

    void aMaintenanceThatFailedSaysWhy()
    {
        OneNode scene(DriverKind::InfiniBand, "node-maintenance-required");
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellMaintenance(anyObject(
            u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/nvidia-operator-gpu-a"_s,
            {{u"nodeName"_s, u"gpu-a"_s}, {u"requestorID"_s, u"nvidia.doca-driver-upgrade"_s}},
            {{u"conditions"_s,
              QJsonArray{
                  QJsonObject{{u"type"_s, u"Ready"_s}, {u"status"_s, u"True"_s}, {u"reason"_s, u"Ready"_s}},
                  QJsonObject{{u"type"_s, u"RequestorFailed"_s},
                              {u"status"_s, u"True"_s},
                              {u"message"_s, u"the driver did not load"_s}}}}}));
        const NodeTrack track = scene.track();
        QCOMPARE(noteText(track.blockers, u"nodeMaintenanceFailed"),
                 u"The NodeMaintenance ops/nvidia-operator-gpu-a has failed: the driver did not load"_s);
        QVERIFY2(track.verdict == Verdict::Stuck, qPrintable(kindsOf(track.blockers).join(u' ')));
    }
};

#include "tst_lost_nodes.moc"
} // namespace tst_lost_nodes

CHARTROOM_TEST(tst_lost_nodes, LostNodesTest)
