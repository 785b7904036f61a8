// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_keys.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_modes {

namespace {

const QString gpuState = QStringLiteral("nvidia.com/gpu-driver-upgrade-state");
const QString ofedState = QStringLiteral("nvidia.com/ofed-driver-upgrade-state");
const QString gpu = QStringLiteral("gpu");
const QString ib = QStringLiteral("ib");
const QString a = QStringLiteral("gpu-a");
const QString b = QStringLiteral("gpu-b");

DaemonSetSample gpuSet()
{
    DaemonSetSample set;
    set.name = QStringLiteral("ops/nvidia-gpu-driver-ubuntu22.04-7f9c");
    set.podLabels = {{QStringLiteral("app.kubernetes.io/component"), QStringLiteral("nvidia-driver")}};
    set.image = QStringLiteral("nvcr.io/nvidia/driver:580.126.20-ubuntu22.04");
    return set;
}

PodSample gpuPod(const QString &node, const QString &hash)
{
    PodSample pod;
    pod.name = QStringLiteral("ops/driver-") + node;
    pod.node = node;
    pod.labels = {{QStringLiteral("app.kubernetes.io/component"), QStringLiteral("nvidia-driver")},
                  {QStringLiteral("controller-revision-hash"), hash}};
    pod.ownerName = QStringLiteral("nvidia-gpu-driver-ubuntu22.04-7f9c");
    pod.image = hash == u"new" ? QStringLiteral("nvcr.io/nvidia/driver:580.126.20-ubuntu22.04")
                               : QStringLiteral("nvcr.io/nvidia/driver:580.95.05-ubuntu22.04");
    return pod;
}

PodSample ofedPod(const QString &node)
{
    PodSample pod;
    pod.name = QStringLiteral("net/mofed-") + node;
    pod.node = node;
    pod.labels = {{QStringLiteral("nvidia.com/ofed-driver"), QString()},
                  {QStringLiteral("controller-revision-hash"), QStringLiteral("old")}};
    pod.ownerName = QStringLiteral("mofed-ubuntu22.04-5d8f-ds");
    return pod;
}

PodSample tenantPod(const char *name)
{
    PodSample pod;
    pod.name = QString::fromLatin1(name);
    pod.node = a;
    return pod;
}

QJsonObject clusterPolicy(const char *upgradePolicy, bool defers)
{
    QJsonObject driver{{QStringLiteral("version"), QStringLiteral("580.126.20")},
                       {QStringLiteral("useNvidiaDriverCRD"), defers},
                       {QStringLiteral("upgradePolicy"), toldJson(upgradePolicy)}};
    return anyObject(QStringLiteral("nvidia.com/v1"), QStringLiteral("ClusterPolicy"),
                     QStringLiteral("cluster-policy"), {{QStringLiteral("driver"), driver}}, {});
}

QJsonObject maintenance(const QString &node, const char *status)
{
    return anyObject(QStringLiteral("maintenance.nvidia.com/v1alpha1"), QStringLiteral("NodeMaintenance"),
                     QStringLiteral("default/nvidia-operator-") + node,
                     {{QStringLiteral("nodeName"), node},
                      {QStringLiteral("requestorID"), QStringLiteral("nvidia.doca-driver-upgrade")}},
                     toldJson(status));
}

/// Two GPU nodes with their driver's DaemonSet; the caller gives the labels, pods and policies.
struct TwoNodes
{
    explicit TwoNodes(const QString &label = gpuState, const char *state = "upgrade-required",
                      const char *annotation = nullptr)
    {
        first.labels = {{label, QString::fromLatin1(state)}};
        if (annotation)
            first.annotations = {{QString::fromLatin1(annotation), QStringLiteral("true")}};
    }

    NodeSample first{a, {}, {}};
    NodeSample second{b, {{gpuState, QStringLiteral("upgrade-required")}}, {}};
    ToldWindow window;

    void tellGpuSet()
    {
        window.put(QStringLiteral("daemonsets"), gpuSet().object());
        window.put(QStringLiteral("controllerrevisions"), gpuSet().revision(QStringLiteral("old"), 1));
        window.put(QStringLiteral("controllerrevisions"), gpuSet().revision(QStringLiteral("new"), 2));
        window.tell(QStringLiteral("poddisruptionbudgets"));
    }
    void tellNodes()
    {
        window.put(QStringLiteral("nodes"), first.object());
        window.put(QStringLiteral("nodes"), second.object());
    }
    void tell(const PodSample &pod) { window.put(QStringLiteral("pods"), pod.object()); }
    void tellMaintenance(const QString &node, const char *status)
    {
        window.put(QStringLiteral("nodemaintenances"), maintenance(node, status));
    }
    void tellPolicy(const char *upgradePolicy, bool defersToNvidiaDrivers = false)
    {
        window.put(QStringLiteral("clusterpolicies"), clusterPolicy(upgradePolicy, defersToNvidiaDrivers));
    }
};

/// The first one under way with its GPU driver; cordoned, as the operator does it.
struct MovingGpuNode : TwoNodes
{
    MovingGpuNode(const char *state, const PodSample &pod, const char *annotation = nullptr)
        : TwoNodes(gpuState, state, annotation)
    {
        first.isCordoned = true;
        tellNodes();
        tellGpuSet();
        tell(pod);
    }
};

/// The first one at some step of its InfiniBand driver.
struct OfedNode : TwoNodes
{
    explicit OfedNode(const char *state, bool isCordoned = false, const char *annotation = nullptr)
        : TwoNodes(ofedState, state, annotation)
    {
        first.isCordoned = isCordoned;
        tellNodes();
        tell(ofedPod(a));
    }
};

NodeTrack trackOf(const TwoNodes &nodes, const QString &node, const QString &component)
{
    ToldRollout told(nodes.window.recording());
    [&] { QTRY_VERIFY(told.rollout.isComplete()); }();
    return told.track(node, component);
}

} // namespace

/// What the two operators do beside the plain way: requestor mode, NVIDIADriver, limits reached, and windows
/// that hold only some of the objects.
class TestRolloutModes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aNodeMaintenanceThatIsNotReadyIsNamedWithItsWords()
    {
        OfedNode nodes("node-maintenance-required", true);
        nodes.tell(tenantPod("tenant-b/trainer-1")); // without a controller
        nodes.tellMaintenance(a, "{'conditions':[{'type':'Ready','status':'False','reason':'Draining',"
                                 "'message':'1 pod left'}],'drain':{'drainProgress':50,'evictionPods':2,"
                                 "'totalPods':13,'waitForEviction':['tenant-b/trainer-1']}}");
        const NodeTrack track = trackOf(nodes, a, ib);
        QCOMPARE(track.step, RolloutStep::Maintenance);
        QCOMPARE(track.stage, std::optional(3));
        const QString text = noteText(track.blockers, u"nodeMaintenance");
        QVERIFY2(text.contains(
                     u"default/nvidia-operator-gpu-a is not ready: Draining: 1 pod left; drained to 50 %"),
                 qPrintable(text));
        QVERIFY(text.contains(u"tenant-b/trainer-1"));
        QVERIFY(noteText(track.blockers, u"unmanagedPod").contains(u"tenant-b/trainer-1"));
        QCOMPARE(track.verdict, Verdict::Stuck); // until somebody deletes it
        QVERIFY(track.contradictions.isEmpty());
    }

    void aNodeMaintenanceThatWaitsNamesThoseBeforeIt()
    {
        TwoNodes nodes(ofedState, "node-maintenance-required");
        nodes.second.labels = nodes.first.labels;
        nodes.second.isCordoned = true;
        nodes.tellNodes();
        nodes.tell(ofedPod(a));
        nodes.tell(ofedPod(b));
        nodes.tellMaintenance(a, "{'conditions':[{'type':'Ready','status':'False','reason':'Pending'}]}");
        nodes.tellMaintenance(b, "{'conditions':[{'type':'Ready','status':'False','reason':'Cordon'}]}");
        nodes.window.put(QStringLiteral("maintenanceoperatorconfigs"),
                         anyObject(QStringLiteral("maintenance.nvidia.com/v1alpha1"),
                                   QStringLiteral("MaintenanceOperatorConfig"), QStringLiteral("net/default"),
                                   toldJson("{'maxParallelOperations':1,'maxUnavailable':'50%'}"), {}));
        const NodeTrack track = trackOf(nodes, a, ib);
        QCOMPARE(track.verdict, Verdict::Waiting);
        QVERIFY(noteText(track.blockers, u"nodeMaintenance").endsWith(u"not ready: Pending"));
        QVERIFY(noteText(track.blockers, u"parallelSlots").endsWith(u"(maxParallelOperations 1): gpu-b."));
        QVERIFY(noteText(track.blockers, u"maxUnavailable").contains(u"50% (1 of 2 nodes)"));
        QCOMPARE(trackOf(nodes, b, ib).verdict, Verdict::Moving);
    }

    void aNodeMaintenanceThatHasGoneIsMissed()
    {
        OfedNode nodes("node-maintenance-required");
        nodes.window.tell(QStringLiteral("nodemaintenances"));
        QVERIFY(
            noteText(trackOf(nodes, a, ib).blockers, u"nodeMaintenance").startsWith(u"No NodeMaintenance"));
    }

    void anUnreadableNodeMaintenanceIsNotKnown()
    {
        OfedNode nodes("node-maintenance-required");
        const NodeTrack track = trackOf(nodes, a, ib);
        QVERIFY(!hasNote(track.blockers, u"nodeMaintenance"));
        QVERIFY(
            track.evidence.lines().contains(QStringLiteral("The state of the NodeMaintenance is unknown.")));
        QCOMPARE(track.verdict, Verdict::Moving);
    }

    void aDriverRestartedBeforeItsMaintenanceIsReadyIsAContradiction()
    {
        OfedNode nodes("pod-restart-required", true, "nvidia.com/ofed-driver-upgrade-requestor-mode");
        nodes.tellMaintenance(a, "{'conditions':[{'type':'Ready','status':'False','reason':'Draining'}]}");
        const NodeTrack track = trackOf(nodes, a, ib);
        QVERIFY(hasNote(track.contradictions, u"maintenanceNotReady"));
        QCOMPARE(track.contradictions.size(), 1);
    }

    void aNodeMaintenanceThatStaysKeepsADoneNodeCordoned()
    {
        OfedNode nodes("upgrade-done", true);
        nodes.tellMaintenance(a, "{'conditions':[{'type':'Ready','status':'True','reason':'Ready'}]}");
        const NodeTrack track = trackOf(nodes, a, ib);
        QVERIFY(
            noteText(track.contradictions, u"doneUnschedulable").contains(u"default/nvidia-operator-gpu-a"));
    }

    void gpusThatTheDraDriverOffersAreThere_data()
    {
        QTest::addColumn<QByteArray>("slice");
        QTest::addColumn<bool>("isMissing");
        const auto row = [](const char *name, const char *driver, const char *rest, bool isMissing) {
            QTest::newRow(name) << QByteArray("{'driver':'") + driver +
                                       "','pool':{'name':'a','generation':1,'resourceSliceCount':1}," + rest +
                                       '}'
                                << isMissing;
        };
        const char *nvidia = "gpu.nvidia.com";
        row("of the node", nvidia, "'nodeName':'gpu-a','devices':[{'name':'gpu-0'}]", false);
        row("of v1beta1", nvidia, "'nodeName':'gpu-a','devices':[{'name':'gpu-0','basic':{}}]", false);
        row("without devices", nvidia, "'nodeName':'gpu-a'", true);
        row("of another node", nvidia, "'nodeName':'gpu-b','devices':[{'name':'gpu-0'}]", true);
        row("of another driver", "compute-domain.nvidia.com",
            "'nodeName':'gpu-a','devices':[{'name':'daemon-0'}]", true);
        row("of all nodes", nvidia, "'allNodes':true,'devices':[{'name':'gpu-0'}]", false);
        row("of a device's nodes", nvidia,
            "'perDeviceNodeSelection':true,'devices':[{'name':'gpu-0','nodeName':'gpu-a'}]", false);
        row("tainted", nvidia,
            "'nodeName':'gpu-a','devices':[{'name':'gpu-0','taints':[{'key':'x','effect':'NoSchedule'}]}]",
            true);
        QTest::newRow("of a pool that is not whole")
            << QByteArray("{'driver':'gpu.nvidia.com','nodeName':'gpu-a','devices':[{'name':'gpu-0'}],"
                          "'pool':{'name':'a','generation':1,'resourceSliceCount':2}}")
            << false;
    }

    void gpusThatTheDraDriverOffersAreThere()
    {
        QFETCH(QByteArray, slice);
        QFETCH(bool, isMissing);
        TwoNodes nodes(gpuState, "upgrade-done");
        nodes.first.allocatable = 0;
        nodes.tellNodes();
        nodes.tellGpuSet();
        nodes.tell(gpuPod(a, QStringLiteral("new")));
        nodes.window.put(QStringLiteral("resourceslices"),
                         anyObject(QStringLiteral("resource.k8s.io/v1"), QStringLiteral("ResourceSlice"),
                                   QStringLiteral("one"), toldJson(slice.constData()), {}));
        QCOMPARE(hasNote(trackOf(nodes, a, gpu).contradictions, u"doneWithoutDevices"), isMissing);
    }

    /// The rule comes later, and the label of another node, by which a slice selects it.
    void whatIsOfferedToClaimsFollowsTaintRulesAndLabels()
    {
        TwoNodes nodes(gpuState, "upgrade-done");
        nodes.first.allocatable = 0;
        nodes.tellNodes();
        nodes.tellGpuSet();
        nodes.tell(gpuPod(a, QStringLiteral("new")));
        const QString version = QStringLiteral("resource.k8s.io/v1");
        nodes.window.put(
            QStringLiteral("resourceslices"),
            anyObject(version, QStringLiteral("ResourceSlice"), QStringLiteral("one"),
                      toldJson("{'driver':'gpu.nvidia.com','pool':{'name':'a','generation':1,"
                               "'resourceSliceCount':1},'nodeSelector':{'nodeSelectorTerms':["
                               "{'matchExpressions':[{'key':'topology.kubernetes.io/zone','operator':'In',"
                               "'values':['east']}]}]},'devices':[{'name':'gpu-0'}]}"),
                      {}));
        nodes.first.labels[QStringLiteral("topology.kubernetes.io/zone")] = QStringLiteral("east");
        nodes.window.put(QStringLiteral("nodes"), nodes.first.object(), 5);
        nodes.window.tell(QStringLiteral("devicetaintrules"));
        nodes.window.put(
            QStringLiteral("devicetaintrules"),
            anyObject(version, QStringLiteral("DeviceTaintRule"), QStringLiteral("rule"),
                      toldJson("{'deviceSelector':{'device':'gpu-0'},'taint':{'key':'example.com/"
                               "service','effect':'NoExecute'}}"),
                      {}),
            10);
        ToldRollout told(nodes.window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        const auto missing = [&told] {
            return noteText(told.track(a, gpu).contradictions, u"doneWithoutDevices");
        };
        QVERIFY(!missing().isEmpty());
        told.transport.seek(5s);
        QTRY_VERIFY(missing().isEmpty());
        told.transport.seek(10s);
        QTRY_VERIFY2(missing().endsWith(u"are tainted: example.com/service (1)."), qPrintable(missing()));
    }

    void aCordonThatIsNeithersIsNoDoubtOfTheDriverAtRest()
    {
        TwoNodes nodes;
        nodes.first.isCordoned = true; // by a person
        nodes.first.cordonedAt = QDateTime({2026, 11, 1}, {0, 0}, Qt::UTC);
        nodes.first.labels[ofedState] = QStringLiteral("upgrade-done");
        nodes.tellNodes();
        nodes.tellGpuSet();
        nodes.tell(gpuPod(a, QStringLiteral("new")));
        nodes.tell(ofedPod(a));
        NodeSample moving = nodes.first;
        moving.labels[gpuState] = QStringLiteral("pod-restart-required");
        moving.annotations = {{driverKeys(DriverKind::Gpu).initialUnschedulable, QStringLiteral("true")}};
        nodes.window.put(QStringLiteral("nodes"), moving.object(), 5);
        NodeSample done = nodes.first;
        done.labels[gpuState] = QStringLiteral("upgrade-done");
        nodes.window.put(QStringLiteral("nodes"), done.object(), 10);
        ToldRollout told(nodes.window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        QVERIFY(hasNote(told.track(a, ib).contradictions, u"doneUnschedulable")); // nobody knows whose
        told.transport.seek(5s);
        QTRY_COMPARE(told.track(a, gpu).step, RolloutStep::DriverRestart);
        told.transport.seek(10s);
        QTRY_COMPARE(told.track(a, gpu).step, RolloutStep::Done);
        for (const QString &component : {gpu, ib})
            QVERIFY2(!hasNote(told.track(a, component).contradictions, u"doneUnschedulable"),
                     qPrintable(component));
    }

    void anNvidiaDriverTellsThePaceOfItsDaemonSets()
    {
        MovingGpuNode nodes("pod-restart-required", gpuPod(a, QStringLiteral("old")));
        nodes.tell(gpuPod(b, QStringLiteral("old")));
        nodes.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':9}", true);
        nodes.window.put(QStringLiteral("nvidiadrivers"),
                         anyObject(QStringLiteral("nvidia.com/v1alpha1"), QStringLiteral("NVIDIADriver"),
                                   QStringLiteral("h100"),
                                   toldJson("{'version':'580.126.20','upgradePolicy':{'autoUpgrade':true,"
                                            "'maxParallelUpgrades':1,'maxUnavailable':'100%'}}"),
                                   {}));
        const NodeTrack track = trackOf(nodes, b, gpu);
        QCOMPARE(track.driverFrom, QStringLiteral("580.95.05"));
        QCOMPARE(track.driverTo, QStringLiteral("580.126.20"));
        QVERIFY(noteText(track.blockers, u"parallelSlots")
                    .startsWith(u"1 of 1 slots in use (maxParallelUpgrades): gpu-a"));
    }

    void aPolicyThatIsDisabledIsNotedOnItsNodes()
    {
        for (const char *state : {"ready", "disabled"}) {
            TwoNodes nodes(gpuState, "upgrade-done");
            nodes.tellNodes();
            nodes.tellGpuSet();
            nodes.tell(gpuPod(a, QStringLiteral("new")));
            nodes.tellPolicy("{'autoUpgrade':true}", true);
            nodes.window.put(
                QStringLiteral("nvidiadrivers"),
                anyObject(QStringLiteral("nvidia.com/v1alpha1"), QStringLiteral("NVIDIADriver"),
                          QStringLiteral("h100"),
                          toldJson("{'version':'580.126.20','upgradePolicy':{'autoUpgrade':true}}"),
                          {{QStringLiteral("state"), QString::fromLatin1(state)}}));
            const QString note = QStringLiteral("NVIDIADriver h100 reports the state disabled.");
            QCOMPARE(trackOf(nodes, a, gpu).evidence.lines().contains(note), qstrcmp(state, "disabled") == 0);
        }
    }

    void moreNodesThanThePolicyAllowsAreCountedAsTheyAre()
    {
        MovingGpuNode nodes("pod-restart-required", gpuPod(a, QStringLiteral("old")));
        const QString c = QStringLiteral("gpu-c");
        nodes.second.labels[gpuState] = QStringLiteral("drain-required");
        nodes.tellNodes();
        nodes.window.put(QStringLiteral("nodes"),
                         NodeSample{c, {{gpuState, QStringLiteral("upgrade-required")}}, {}}.object());
        nodes.tell(gpuPod(b, QStringLiteral("old")));
        nodes.tell(gpuPod(c, QStringLiteral("old")));
        nodes.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':1}"); // lowered while two were moving
        QVERIFY(
            noteText(trackOf(nodes, c, gpu).blockers, u"parallelSlots").startsWith(u"2 of 1 slots in use"));
    }

    void nodesThatEatMaxUnavailableAreNamed()
    {
        TwoNodes nodes;
        nodes.second.labels = {{gpuState, QStringLiteral("upgrade-done")}};
        nodes.second.ready = QStringLiteral("False");
        nodes.tellNodes();
        nodes.tellGpuSet();
        nodes.tell(gpuPod(a, QStringLiteral("old")));
        nodes.tell(gpuPod(b, QStringLiteral("new")));
        nodes.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':4,'maxUnavailable':'50%'}");
        const NodeTrack track = trackOf(nodes, a, gpu);
        QCOMPARE(track.verdict, Verdict::Waiting);
        const QString text = noteText(track.blockers, u"maxUnavailable");
        QVERIFY2(text.contains(u"50% (1 of 2 nodes)") &&
                     text.endsWith(u"Not in progress in this rollout: gpu-b."),
                 qPrintable(text));
        QVERIFY(!hasNote(track.blockers, u"parallelSlots"));
    }

    void aDrainNamesThePodsThatItsPolicyForbids()
    {
        MovingGpuNode nodes("drain-required", gpuPod(a, QStringLiteral("old")));
        PodSample cache = tenantPod("tenant-a/cache-0");
        cache.ownerKind = QStringLiteral("StatefulSet");
        cache.ownerName = QStringLiteral("cache");
        cache.hasEmptyDir = true;
        nodes.tell(cache);
        nodes.tellPolicy("{'autoUpgrade':true,'drain':{'enable':true}}");
        const NodeTrack track = trackOf(nodes, a, gpu);
        QVERIFY(noteText(track.blockers, u"emptyDir").contains(u"tenant-a/cache-0"));
        QCOMPARE(track.verdict, Verdict::Stuck);
    }

    void aRestartWithoutEvictionKeepsItsTenants()
    {
        // The library cordons, and evicts nobody.
        MovingGpuNode nodes("pod-restart-required", gpuPod(a, QStringLiteral("new")));
        PodSample trainer = tenantPod("tenant-b/trainer-1");
        trainer.gpus = 8;
        nodes.tell(trainer);
        const NodeTrack track = trackOf(nodes, a, gpu);
        QCOMPARE(track.step, RolloutStep::DriverRestart);
        QVERIFY(track.blockers.isEmpty());
        QVERIFY(track.contradictions.isEmpty());
        QCOMPARE(track.stage, std::optional(6)); // ready, and no toolkit in this cluster
    }

    void anInitContainerThatFailsSaysWhy()
    {
        PodSample pod = gpuPod(a, QStringLiteral("new"));
        pod.init = QStringLiteral("CrashLoopBackOff");
        pod.said = QStringLiteral("Failed to uninstall nvidia driver components");
        pod.isReady = false;
        pod.restarts = 3;
        const NodeTrack track = trackOf(MovingGpuNode("pod-restart-required", pod), a, gpu);
        QCOMPARE(noteText(track.blockers, u"initContainer"),
                 QStringLiteral(
                     "The init container k8s-driver-manager of the driver pod ops/driver-gpu-a restarted 3 "
                     "time(s): Init:CrashLoopBackOff: Failed to uninstall nvidia driver components"));
        QVERIFY(noteText(track.blockers, u"signature").contains(u"could not unload the old driver"));
        QCOMPARE(track.stage, std::optional(4));
    }

    void anImageThatCannotBePulledStopsTheNode()
    {
        PodSample pod = gpuPod(a, QStringLiteral("new"));
        pod.waiting = QStringLiteral("ImagePullBackOff");
        pod.isReady = false;
        const NodeTrack track = trackOf(MovingGpuNode("pod-restart-required", pod), a, gpu);
        QVERIFY(noteText(track.blockers, u"imagePull").contains(u"ImagePullBackOff"));
        QCOMPARE(track.verdict, Verdict::Stuck);
    }

    void aKnownFailureSaysWhatItMeans()
    {
        PodSample pod = gpuPod(a, QStringLiteral("new"));
        pod.waiting = QStringLiteral("CrashLoopBackOff");
        pod.said = QStringLiteral("Could not resolve Linux kernel version");
        pod.isReady = false;
        pod.restarts = 14;
        const NodeTrack track = trackOf(MovingGpuNode("upgrade-failed", pod), a, gpu);
        QCOMPARE(track.verdict, Verdict::Failed);
        QVERIFY(noteText(track.blockers, u"driverPod").contains(u"14 time(s)"));
        QVERIFY(noteText(track.blockers, u"signature").contains(u"no headers for the running kernel"));
    }

    void aSafeLoadThatNobodyEndsIsStuck()
    {
        MovingGpuNode nodes("pod-restart-required", gpuPod(a, QStringLiteral("new")),
                            "nvidia.com/gpu-driver-upgrade.driver-wait-for-safe-load");
        nodes.tellPolicy("{'autoUpgrade':false}");
        const NodeTrack track = trackOf(nodes, a, gpu);
        QVERIFY(noteText(track.blockers, u"safeLoad").contains(u"nothing empties it"));
        QCOMPARE(track.verdict, Verdict::Stuck);
    }

    void nodesAloneProveNothingDone()
    {
        TwoNodes nodes(gpuState, "upgrade-done");
        nodes.tellNodes();
        ToldRollout told(nodes.window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        const NodeTrack track = told.track(a, gpu);
        QCOMPARE(track.step, RolloutStep::Done);
        QCOMPARE(track.verdict, Verdict::NotKnown);
        QVERIFY(track.contradictions.isEmpty());
        QVERIFY(track.evidence.lines().contains(
            QStringLiteral("Whether a driver pod runs on the node is unknown.")));
        QVERIFY(told.rollout.notices().contains(
            QStringLiteral("The state of pods is unknown: The recording contains no pods.")));
    }

    void podsAloneTellWhatIsRunning()
    {
        TwoNodes nodes(gpuState, "upgrade-done");
        nodes.second.labels = {{gpuState, QStringLiteral("pod-restart-required")}};
        nodes.second.isCordoned = true;
        nodes.tellNodes();
        nodes.tell(gpuPod(a, QStringLiteral("new")));
        nodes.tell(gpuPod(b, QStringLiteral("old")));
        const NodeTrack done = trackOf(nodes, a, gpu);
        QCOMPARE(done.verdict, Verdict::NotKnown); // which driver is wanted no DaemonSet tells
        QVERIFY(done.evidence.lines().first().contains(u"upgrade-done"));
        QVERIFY(done.evidence.lines().value(1).endsWith(u"(whether it is the newest is unknown)"));
        QVERIFY(done.contradictions.isEmpty());
        const NodeTrack moving = trackOf(nodes, b, gpu);
        QCOMPARE(moving.stage, std::optional(4)); // ready, but of whatever driver
        QVERIFY(moving.contradictions.isEmpty());
    }

    void aTemplateIsOnItsNodesOnceItsControllerHasSeenIt()
    {
        TwoNodes nodes(gpuState, "upgrade-done");
        nodes.tellNodes();
        PodSample pod = gpuPod(a, QStringLiteral("new"));
        pod.labels[QStringLiteral("pod-template-generation")] = QStringLiteral("1");
        nodes.tell(pod);
        DaemonSetSample set = gpuSet(); // a rollback took the pod's template again
        set.generation = set.templateGeneration = 3;
        set.observedGeneration = 2;
        nodes.window.put(QStringLiteral("daemonsets"), set.object());
        nodes.window.put(QStringLiteral("controllerrevisions"), set.revision(QStringLiteral("new"), 2));
        set.observedGeneration = 3;
        nodes.window.put(QStringLiteral("daemonsets"), set.object(), 10);
        ToldRollout told(nodes.window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        QCOMPARE(told.track(a, gpu).verdict, Verdict::NotKnown);
        told.transport.seek(10s);
        QTRY_COMPARE(told.track(a, gpu).verdict, Verdict::Done);
    }

    void anOldImageIsEnoughToDoubtADoneLabel()
    {
        TwoNodes nodes(gpuState, "upgrade-done");
        nodes.tellNodes();
        nodes.window.put(QStringLiteral("daemonsets"), gpuSet().object()); // and no revisions
        nodes.tell(gpuPod(a, QStringLiteral("old")));
        const NodeTrack track = trackOf(nodes, a, gpu);
        QCOMPARE(track.step, RolloutStep::Done);
        QCOMPARE(track.verdict, Verdict::Waiting);
        QVERIFY(hasNote(track.contradictions, u"doneWithOldDriver"));
    }
};

#include "tst_rollout_modes.moc"
} // namespace tst_rollout_modes

CHARTROOM_TEST(tst_rollout_modes, TestRolloutModes)
