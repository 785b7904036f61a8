// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/device_config.h"
#include "core/rollout/retry.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_amd_rollout {

namespace {

const QString amd = QStringLiteral("amd");
const QString a = QStringLiteral("node-a");
const QString b = QStringLiteral("node-b");

QJsonObject deviceConfig(const char *modules)
{
    return anyObject(QStringLiteral("amd.com/v1alpha1"), QStringLiteral("DeviceConfig"),
                     QStringLiteral("kube-amd-gpu/mi300x"),
                     toldJson("{'driver':{'version':'30.30.0','upgradePolicy':{'enable':true,"
                              "'maxParallelUpgrades':1,'maxUnavailableNodes':'50%'}}}"),
                     {{QStringLiteral("nodeModuleStatus"), toldJson(modules)}});
}

/// KMM's label says what is to be loaded: the operator sets it after the drain.
NodeSample amdNode(const QString &name, bool isTainted = false, const char *version = "30.20.1")
{
    NodeSample node;
    node.name = name;
    node.device = QStringLiteral("amd.com/gpu");
    node.labels = {{QStringLiteral("kmm.node.kubernetes.io/version-module.kube-amd-gpu.mi300x"),
                    QString::fromLatin1(version)}};
    if (isTainted)
        node.taints = {QStringLiteral("amd-gpu-driver-upgrade")};
    return node;
}

/// What the DeviceConfig says of node-a, with that version loaded ("" for none), and of node-b.
QJsonObject moduleOf(const QByteArray &status, const QByteArray &version, const QByteArray &rest = {})
{
    const QByteArray image =
        version.isEmpty() ? QByteArray() : "registry.example:5000/amdgpu:ubuntu-22.04-5.15.0-122-" + version;
    const QByteArray modules = "{'node-a':{'status':'" + status + "','containerImage':'" + image +
                               "','upgradeStartTime':'2026-11-20 23:58:00 UTC',"
                               "'lastTransitionTime':'2026-11-20 23:59:00 +0000 UTC'}" +
                               rest + '}';
    return deviceConfig(modules.constData());
}

/// Those nodes, without pods so far.
ToldWindow windowOf(const QList<NodeSample> &nodes, const QJsonObject &config)
{
    ToldWindow window;
    for (const NodeSample &node : nodes)
        window.put(QStringLiteral("nodes"), node.object());
    window.tell(QStringLiteral("pods"));
    window.put(QStringLiteral("deviceconfigs"), config);
    return window;
}

} // namespace

/// AMD's driver: what its operator writes of a node's module, against the node's taint and what is loaded.
class TestAmdRollout : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anAmdNodesStepFollowsItsModule_data();
    void anAmdNodesStepFollowsItsModule();
    void aQueuedAmdNodeNamesWhatItWaitsFor();
    void aFailedAmdNodeLeavesNoRoom();
    void aFailedAmdNodeIsNotStartedWhileItIsCordoned();
    void amdsOperatorTakesPodsThatAskForItsGpusAlone();
    void thePodThatLoadsAmdsModuleTellsItsTrouble();
    void anAmdNodeDoneWithTheOldDriverIsNotDone();
    void withItsOperatorAtZeroNoEndIsForetold();
    void whileItReloadsNewPodsAreKeptOff();
    void aFirstInstallationTakesNoSlot();
    void aPolicyThatLetsNoNodeGoSaysSo();
    void aPolicyThatDoesNotSayOtherwiseIsOn();
    void aDriverOfTheHostIsNotManaged();
    void aConfigThatIsBeingDeletedManagesNothing();
    void withoutAConfigWhatIsLeftIsALeftover();
    void ofSeveralConfigsOneCounts_data();
    void ofSeveralConfigsOneCounts();
    void anUpgradeIsTimedByTheStatus();
    void aDrainIsTimedByItself();
    void aLoadBeforeTheRebootIsNoDrain();
    void aNewModuleBesideALiftedTaintIsNoContradiction();
    void anAmdNodeDoneOffersItsGpus_data();
    void anAmdNodeDoneOffersItsGpus();
    void anAmdNodeOffersItsGpusToClaims();
};

void TestAmdRollout::anAmdNodesStepFollowsItsModule_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<bool>("tainted");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("step");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<int>("stage");     // 0: none
    QTest::addColumn<QString>("since"); // "": not known
    const auto row = [](const char *status, bool tainted, const char *version, const char *step,
                        const char *verdict, int stage, const char *since = "") {
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QString::fromLatin1(status)).arg(tainted)))
            << QString::fromLatin1(status) << tainted << QString::fromLatin1(version)
            << QString::fromLatin1(step) << QString::fromLatin1(verdict) << stage
            << QString::fromLatin1(since);
    };
    row("Upgrade-Not-Started", false, "30.20.1", "queued", "waiting", 1);
    row("Upgrade-Started", false, "30.20.1", "cordon", "moving", 2, "23:58:00");
    row("Upgrade-Started", true, "30.20.1", "drain", "moving", 3, "23:58:00");
    row("Upgrade-In-Progress", true, "30.20.1", "driverRestart", "moving", 4);
    row("Reboot-In-Progress", true, "30.30.0", "driverRestart", "moving", 4);
    row("Upgrade-Complete", false, "30.30.0", "done", "done", 7, "23:59:00");
    row("Install-Complete", false, "30.30.0", "done", "done", 7, "23:59:00");
    row("Install-Complete", true, "", "done", "notKnown", 7, "23:59:00");
    row("Upgrade-Failed", true, "30.20.1", "failed", "failed", 0);
    row("Drain-Failed", true, "30.20.1", "failed", "failed", 3);
    row("Uncordon-Failed", true, "30.30.0", "failed", "failed", 7);
    row("Upgrade-Timed-Out", true, "30.20.1", "failed", "failed", 0);
    row("Reboot-Failed", true, "30.20.1", "failed", "failed", 4);
    row("Something-New", false, "30.20.1", "unknown", "notKnown", 0);
}

void TestAmdRollout::anAmdNodesStepFollowsItsModule()
{
    QFETCH(QString, status);
    QFETCH(bool, tainted);
    QFETCH(QString, version);
    QFETCH(int, stage);
    QFETCH(QString, since);
    ToldRollout told(
        windowOf({amdNode(a, tainted)}, moduleOf(status.toUtf8(), version.toUtf8())).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, amd);
    QCOMPARE(track.label, status);
    QTEST(stepText(track.step), "step");
    QTEST(verdictText(track.verdict), "verdict");
    QCOMPARE(track.stage.value_or(0), stage);
    QCOMPARE(track.since.toString(QStringLiteral("HH:mm:ss")), since);
    QCOMPARE(track.driverFrom, version);
    QCOMPARE(track.driverTo, QStringLiteral("30.30.0"));
    QCOMPARE(track.devicesTotal, 8);
    QCOMPARE(track.isCordoned, tainted);
    QVERIFY(!hasNote(track.contradictions, u"notCordoned"));
    QCOMPARE(hasNote(track.contradictions, u"failedButHealthy"), status == u"Uncordon-Failed");
    QCOMPARE(hasNote(track.contradictions, u"doneUnschedulable"), tainted && track.step == RolloutStep::Done);
    if (track.step == RolloutStep::Failed) // the label counts in the other failures alone
        QVERIFY(retryOf(track) == (status == u"Reboot-Failed" ? Retry::ByOperator : Retry::Later));
}

void TestAmdRollout::aQueuedAmdNodeNamesWhatItWaitsFor()
{
    ToldWindow window;
    NodeSample node = amdNode(a);
    node.isCordoned = true;
    node.ready = QStringLiteral("False");
    window.put(QStringLiteral("nodes"), node.object());
    window.put(QStringLiteral("nodes"), amdNode(b, true).object());
    window.tell(QStringLiteral("pods"));
    window.put(QStringLiteral("deviceconfigs"),
               moduleOf("Upgrade-Not-Started", "30.20.1", ",'node-b':{'status':'Upgrade-In-Progress'}"));
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    NodeTrack track = told.track(a, amd);
    QVERIFY(noteText(track.blockers, u"parallelSlots").endsWith(u"in use (maxParallelUpgrades): node-b."));
    QVERIFY(noteText(track.blockers, u"maxUnavailable").contains(u"50% (1 of 2 nodes)"));
    QVERIFY(hasNote(track.blockers, u"nodeCordoned"));
    QVERIFY(hasNote(track.blockers, u"nodeNotReady"));
    QCOMPARE(told.pace(amd).slotLimit, std::optional(1));
    QCOMPARE(told.pace(amd).slotsInUse, 1);
}

/// What failed takes of maxUnavailableNodes, not of maxParallelUpgrades.
void TestAmdRollout::aFailedAmdNodeLeavesNoRoom()
{
    ToldRollout told(windowOf({amdNode(a), amdNode(b, true)}, moduleOf("Upgrade-Not-Started", "30.20.1",
                                                                       ",'node-b':{'status':'Drain-Failed'}"))
                         .recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, amd);
    QVERIFY(!hasNote(track.blockers, u"parallelSlots"));
    QVERIFY(noteText(track.blockers, u"maxUnavailable").endsWith(u"in progress: node-b."));
    QVERIFY(told.pace(amd).eta.reason.startsWith(u"maxUnavailableNodes 50% is used up"));
}

/// Whoever sets the label; with the wanted driver it would complete without a start.
void TestAmdRollout::aFailedAmdNodeIsNotStartedWhileItIsCordoned()
{
    NodeSample cordoned = amdNode(a, true);
    for (const bool isCordoned : {true, false}) {
        for (const char *version : {"30.20.1", "30.30.0"}) {
            cordoned.isCordoned = isCordoned;
            ToldRollout told(windowOf({cordoned}, moduleOf("Upgrade-Failed", version)).recording());
            QTRY_VERIFY(told.rollout.isComplete());
            QCOMPARE(hasNote(told.track(a, amd).blockers, u"nodeCordoned"),
                     isCordoned && QLatin1String(version) == u"30.20.1");
        }
    }
}

/// Others may stay, whoever keeps them.
void TestAmdRollout::amdsOperatorTakesPodsThatAskForItsGpusAlone()
{
    ToldWindow window;
    window.put(QStringLiteral("nodes"), amdNode(a, true).object());
    for (const char *name : {"tenant/trainer", "tenant/web"}) {
        PodSample pod;
        pod.name = QString::fromLatin1(name);
        pod.node = a;
        pod.labels = {{QStringLiteral("app"), QStringLiteral("kept")}};
        pod.ownerKind = QString(); // which does not keep it either
        if (pod.name.endsWith(u"trainer")) {
            pod.gpus = 8;
            pod.device = QStringLiteral("amd.com/gpu");
        }
        window.put(QStringLiteral("pods"), pod.object());
    }
    window.put(QStringLiteral("poddisruptionbudgets"),
               anyObject(QStringLiteral("policy/v1"), QStringLiteral("PodDisruptionBudget"),
                         QStringLiteral("tenant/keeps"),
                         toldJson("{'selector':{'matchLabels':{'app':'kept'}}}"),
                         toldJson("{'disruptionsAllowed':0,'currentHealthy':2,'desiredHealthy':2}")));
    window.put(QStringLiteral("deviceconfigs"), moduleOf("Upgrade-Started", "30.20.1"));
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, amd);
    QCOMPARE(track.blockers.size(), 1);
    QVERIFY(noteText(track.blockers, u"disruptionBudget").contains(u"tenant/trainer stays"));
}

void TestAmdRollout::thePodThatLoadsAmdsModuleTellsItsTrouble()
{
    ToldWindow window;
    window.put(QStringLiteral("nodes"), amdNode(a, true).object());
    PodSample worker;
    worker.name = QStringLiteral("kube-amd-gpu/kmm-worker-node-a-mi300x");
    worker.node = a;
    worker.ownerKind = QString();
    worker.labels = {{QStringLiteral("app.kubernetes.io/component"), QStringLiteral("worker")},
                     {QStringLiteral("kmm.node.kubernetes.io/module.name"), QStringLiteral("mi300x")}};
    worker.waiting = QStringLiteral("ImagePullBackOff");
    worker.isReady = false;
    window.put(QStringLiteral("pods"), worker.object());
    window.put(QStringLiteral("deviceconfigs"), moduleOf("Upgrade-In-Progress", "30.20.1"));
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, amd);
    QCOMPARE(track.driverPod, worker.name);
    QVERIFY(hasNote(track.blockers, u"imagePull"));
}

void TestAmdRollout::anAmdNodeDoneWithTheOldDriverIsNotDone()
{
    ToldRollout told(windowOf({amdNode(a)}, moduleOf("Upgrade-Complete", "30.20.1")).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, amd);
    QCOMPARE(track.verdict, Verdict::Waiting);
    QVERIFY(hasNote(track.contradictions, u"doneWithOldDriver"));
}

/// Between two turns nothing moves, and nodes that say done with the old driver are still to go.
void TestAmdRollout::withItsOperatorAtZeroNoEndIsForetold()
{
    const auto operatorOf = [](int replicas) {
        return anyObject(
            QStringLiteral("apps/v1"), QStringLiteral("Deployment"),
            QStringLiteral("kube-amd-gpu/amd-gpu-operator"),
            {{QStringLiteral("replicas"), replicas},
             {QStringLiteral("template"),
              toldJson("{'spec':{'containers':[{'image':'docker.io/rocm/gpu-operator:v1.4.0'}]}}")}},
            {{QStringLiteral("availableReplicas"), replicas}});
    };
    ToldWindow window =
        windowOf({amdNode(a), amdNode(b)},
                 moduleOf("Upgrade-Complete", "30.20.1", ",'node-b':{'status':'Upgrade-Not-Started'}"));
    window.put(QStringLiteral("deployments"), operatorOf(1));
    window.put(QStringLiteral("deployments"), operatorOf(0), 5);
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QVERIFY(!hasNote(told.track(a, amd).blockers, u"operatorGone"));
    QVERIFY(!hasNote(told.track(b, amd).blockers, u"operatorGone"));
    told.transport.seek(10s);
    QTRY_VERIFY(hasNote(told.track(b, amd).blockers, u"operatorGone"));
    QTRY_VERIFY(hasNote(told.track(a, amd).blockers, u"operatorGone"));
    QTRY_COMPARE(told.pace(amd).eta.reason, noteText(told.track(b, amd).blockers, u"operatorGone"));
}

void TestAmdRollout::whileItReloadsNewPodsAreKeptOff()
{
    const auto isDoubted = [](bool isTainted, const char *version) {
        ToldRollout told(
            windowOf({amdNode(a, isTainted)}, moduleOf("Upgrade-In-Progress", version)).recording());
        return QTest::qWaitFor([&] { return told.rollout.isComplete(); }, 20'000) &&
               hasNote(told.track(a, amd).contradictions, u"notCordoned");
    };
    QVERIFY(isDoubted(false, "30.20.1"));
    QVERIFY(!isDoubted(true, "30.20.1"));
    QVERIFY(!isDoubted(false, "")); // after a reboot it gives the node back before the module is told of
}

void TestAmdRollout::aFirstInstallationTakesNoSlot()
{
    ToldRollout told(
        windowOf({amdNode(a), amdNode(b)},
                 moduleOf("Upgrade-Not-Started", "30.20.1", ",'node-b':{'status':'Install-In-Progress'}"))
            .recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QTRY_COMPARE(told.pace(amd).moving, 1);
    QCOMPARE(told.pace(amd).slotsInUse, 0);
    QCOMPARE(told.pace(amd).slotLimit, std::optional(1));
    QVERIFY(!hasNote(told.track(a, amd).blockers, u"parallelSlots"));
}

void TestAmdRollout::aPolicyThatLetsNoNodeGoSaysSo()
{
    QJsonObject config = moduleOf("Upgrade-Not-Started", "30.20.1");
    config[QStringLiteral("spec")] =
        toldJson("{'driver':{'version':'30.30.0','upgradePolicy':{'enable':true,'maxUnavailableNodes':0}}}");
    ToldRollout told(windowOf({amdNode(a)}, config).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const QString said = QStringLiteral("maxUnavailableNodes 0 allows no node.");
    QCOMPARE(noteText(told.track(a, amd).blockers, u"maxUnavailable"), said);
    QCOMPARE(told.pace(amd).eta.reason, said);
}

void TestAmdRollout::aPolicyThatDoesNotSayOtherwiseIsOn()
{
    const auto configOf = [](const char *policy) {
        const QByteArray driver = "{'driver':{'version':'30.30.0'" + QByteArray(policy) + "}}";
        return anyObject(
            QStringLiteral("amd.com/v1alpha1"), QStringLiteral("DeviceConfig"),
            QStringLiteral("kube-amd-gpu/mi300x"), toldJson(driver.constData()),
            {{QStringLiteral("nodeModuleStatus"), toldJson("{'node-a':{'status':'Upgrade-Not-Started'}}")}});
    };
    ToldRollout told(
        windowOf({amdNode(a)}, configOf(",'upgradePolicy':{'maxParallelUpgrades':1}")).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QVERIFY(!hasNote(told.track(a, amd).blockers, u"autoUpgradeOff"));
    for (const char *off : {",'upgradePolicy':{'enable':false}", ""}) {
        ToldRollout without(windowOf({amdNode(a)}, configOf(off)).recording());
        QTRY_VERIFY(without.rollout.isComplete());
        QVERIFY2(hasNote(without.track(a, amd).blockers, u"autoUpgradeOff"), off);
    }
}

/// Its status says Upgrade-Started for both: the cordon, which is quick, and the drain.
/// The start stays in the status once the node is through.
void TestAmdRollout::anUpgradeIsTimedByTheStatus()
{
    const QByteArray next = ",'node-b':{'status':'Upgrade-Started','containerImage':"
                            "'registry.example:5000/amdgpu:ubuntu-22.04-5.15.0-122-30.20.1',"
                            "'upgradeStartTime':'2026-11-20 23:59:20 UTC'}";
    ToldRollout told(windowOf({amdNode(a, false, "30.30.0"), amdNode(b, true)},
                              moduleOf("Upgrade-Complete", "30.30.0", next))
                         .recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const DriverTimes times = told.track(a, amd).times;
    QCOMPARE(timeBetween(times.made, times.ready), 60s);
    QTRY_COMPARE(told.pace(amd).node.samples, 1);
    QCOMPARE(told.pace(amd).node.median, 60s);
    QVERIFY(told.pace(amd).eta.latest.isValid());
    NodeModule module{QStringLiteral("Upgrade-Complete"), {}, times.ready, times.made};
    QVERIFY(module.tellsUpgrade());
    module.changed = times.made.addDays(1); // loaded once more, after a reboot
    QVERIFY(!module.tellsUpgrade());
}

void TestAmdRollout::aDrainIsTimedByItself()
{
    ToldWindow window = windowOf({amdNode(a)}, moduleOf("Upgrade-Not-Started", "30.20.1"));
    window.put(QStringLiteral("deviceconfigs"), moduleOf("Upgrade-Started", "30.20.1"), 10);
    window.put(QStringLiteral("nodes"), amdNode(a, true).object(), 11);
    window.put(QStringLiteral("deviceconfigs"), moduleOf("Upgrade-Timed-Out", "30.20.1"), 20);
    ToldRollout told(window.recording());
    told.transport.seek(10s);
    QTRY_COMPARE(told.track(a, amd).step, RolloutStep::Cordon);
    told.transport.seek(11s);
    QTRY_COMPARE(told.track(a, amd).step, RolloutStep::Drain);
    QCOMPARE(told.track(a, amd).since, told.transport.recording().header.start.addSecs(11));
    told.transport.seek(20s);
    QTRY_COMPARE(told.track(a, amd).verdict, Verdict::Failed);
    QTRY_COMPARE(told.track(a, amd).stage, std::optional(3)); // it hung in the drain
}

/// With rebootRequired its status goes on to say Upgrade-Started until the new module is loaded.
void TestAmdRollout::aLoadBeforeTheRebootIsNoDrain()
{
    ToldWindow window = windowOf({amdNode(a, true)}, moduleOf("Upgrade-Started", "30.20.1"));
    window.put(QStringLiteral("nodes"), amdNode(a, true, "30.30.0").object(), 20);
    window.put(QStringLiteral("deviceconfigs"), moduleOf("Reboot-In-Progress", "30.30.0"), 80);
    ToldRollout told(window.recording());
    told.transport.seek(19s);
    QTRY_COMPARE(told.track(a, amd).step, RolloutStep::Drain);
    told.transport.seek(20s);
    QTRY_COMPARE(told.track(a, amd).step, RolloutStep::DriverRestart);
    QCOMPARE(told.track(a, amd).since, told.transport.recording().header.start.addSecs(20));
    told.transport.seek(80s);
    QTRY_COMPARE(told.track(a, amd).label, QStringLiteral("Reboot-In-Progress"));
    QCOMPARE(told.track(a, amd).step, RolloutStep::DriverRestart);
}

void TestAmdRollout::aNewModuleBesideALiftedTaintIsNoContradiction()
{
    ToldRollout told(windowOf({amdNode(a)}, moduleOf("Upgrade-In-Progress", "30.30.0")).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QVERIFY(!hasNote(told.track(a, amd).contradictions, u"notCordoned"));
}

void TestAmdRollout::aDriverOfTheHostIsNotManaged()
{
    const auto told = [](const char *enable) {
        const QByteArray driver = QByteArray("{'driver':{'enable':") + enable +
                                  ",'version':'30.30.0','upgradePolicy':{'enable':true}}}";
        return anyObject(
            QStringLiteral("amd.com/v1alpha1"), QStringLiteral("DeviceConfig"),
            QStringLiteral("kube-amd-gpu/mi300x"), toldJson(driver.constData()),
            {{QStringLiteral("nodeModuleStatus"), toldJson("{'node-a':{'status':'Install-Complete'}}")}});
    };
    ToldWindow window = windowOf({amdNode(a)}, told("false"));
    window.put(QStringLiteral("nodes"), amdNode(a, true).object(), 5);
    window.put(QStringLiteral("nodes"), amdNode(a).object(), 8);
    window.put(QStringLiteral("deviceconfigs"), told("true"), 10);
    ToldRollout rollout(window.recording());
    rollout.transport.seek(6s);
    QTRY_VERIFY(hasNote(rollout.track(a, amd).blockers, u"leftCordoned"));
    QCOMPARE(rollout.track(a, amd).verdict, Verdict::Stuck);
    rollout.transport.seek(9s);
    QTRY_COMPARE(rollout.track(a, amd).blockers.size(), 1);
    QCOMPARE(noteText(rollout.track(a, amd).blockers, u"notManaged"),
             QStringLiteral("Not managed: driver.enable=false (DeviceConfig kube-amd-gpu/mi300x)."));
    QCOMPARE(rollout.track(a, amd).verdict, Verdict::NotPart);
    QVERIFY(rollout.track(a, amd).contradictions.isEmpty());
    QCOMPARE(rollout.track(a, amd).driverTo, QString());
    rollout.transport.seek(10s);
    QTRY_VERIFY(hasNote(rollout.track(a, amd).contradictions, u"doneWithoutDriver"));
    QVERIFY(!hasNote(rollout.track(a, amd).blockers, u"notManaged"));
}

void TestAmdRollout::aConfigThatIsBeingDeletedManagesNothing()
{
    QJsonObject config = moduleOf("Install-Complete", "30.20.1");
    QJsonObject metadata = config[QStringLiteral("metadata")].toObject();
    metadata.insert(QStringLiteral("deletionTimestamp"), QStringLiteral("2026-11-20T23:00:00Z"));
    config.insert(QStringLiteral("metadata"), metadata);
    ToldRollout told(windowOf({amdNode(a)}, config).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QCOMPARE(noteText(told.track(a, amd).blockers, u"notManaged"),
             QStringLiteral("Not managed: being deleted (DeviceConfig kube-amd-gpu/mi300x)."));
    QCOMPARE(told.track(a, amd).verdict, Verdict::NotPart);
    QVERIFY(told.track(a, amd).contradictions.isEmpty());
}

void TestAmdRollout::withoutAConfigWhatIsLeftIsALeftover()
{
    NodeSample labelled = amdNode(b);
    labelled.labels.insert(QStringLiteral("operator.amd.com/gpu-driver-upgrade-state"),
                           QStringLiteral("upgrade-required"));
    const auto windowWith = [&labelled](const QStringList &lists) {
        ToldWindow window;
        window.put(QStringLiteral("nodes"), amdNode(a, true).object());
        window.put(QStringLiteral("nodes"), labelled.object());
        window.put(QStringLiteral("nodes"), amdNode(QStringLiteral("node-c")).object());
        window.tell(QStringLiteral("pods"));
        for (const QString &list : lists)
            window.tell(list);
        return window;
    };
    ToldRollout told(windowWith({QStringLiteral("deviceconfigs")}).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QTRY_COMPARE(told.track(a, amd).verdict, Verdict::Stuck);
    QVERIFY(hasNote(told.track(a, amd).blockers, u"leftCordoned"));
    QCOMPARE(noteText(told.track(a, amd).blockers, u"notManaged"),
             QStringLiteral("Not managed: no DeviceConfig."));
    QCOMPARE(told.track(b, amd).verdict, Verdict::NotPart);
    QCOMPARE(noteText(told.track(b, amd).blockers, u"notManaged"),
             QStringLiteral("Not managed: no DeviceConfig. The label "
                            "operator.amd.com/gpu-driver-upgrade-state=upgrade-required is a leftover."));
    QCOMPARE(told.track(QStringLiteral("node-c"), amd).node, QString());

    ToldRollout unknown(windowWith({}).recording()); // whether there is a DeviceConfig is unknown
    QTRY_VERIFY(unknown.rollout.isComplete());
    QCOMPARE(unknown.track(a, amd).node, QString());

    ToldWindow window = windowOf({amdNode(a, true)}, moduleOf("Install-Complete", "30.20.1"));
    window.remove(QStringLiteral("deviceconfigs"), moduleOf("Install-Complete", "30.20.1"), 5);
    ToldRollout gone(window.recording());
    QTRY_VERIFY(gone.rollout.isComplete());
    QVERIFY(!hasNote(gone.track(a, amd).blockers, u"notManaged"));
    gone.transport.seek(6s);
    QTRY_VERIFY(hasNote(gone.track(a, amd).blockers, u"notManaged"));
    QCOMPARE(gone.track(a, amd).verdict, Verdict::Stuck);
}

void TestAmdRollout::ofSeveralConfigsOneCounts_data()
{
    QTest::addColumn<QByteArray>("first");  // conditions of the one that asks for version 1
    QTest::addColumn<QByteArray>("second"); // of the one that asks for version 2
    QTest::addColumn<bool>("isFirstOlder");
    QTest::addColumn<QString>("version");
    const QByteArray ready = "{'type':'Ready','status':'True','reason':'OperatorReady'}";
    const QByteArray refused = "{'type':'Error','status':'True','reason':'ValidationError'},"
                               "{'type':'Ready','status':'False','reason':'OperatorReady'}";
    QTest::newRow("second refused") << ready << refused << false << QStringLiteral("1");
    QTest::newRow("first refused") << refused << ready << true << QStringLiteral("2");
    QTest::newRow("first ready") << ready << QByteArray() << false << QStringLiteral("1");
    QTest::newRow("first older") << ready << ready << true << QStringLiteral("1");
    QTest::newRow("second older") << ready << ready << false << QStringLiteral("2");
}

void TestAmdRollout::ofSeveralConfigsOneCounts()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(bool, isFirstOlder);
    QFETCH(QString, version);
    const auto told = [](const char *wanted, const QByteArray &conditions, bool isOld) {
        const QByteArray spec = QByteArray("{'driver':{'version':'") + wanted + "','upgradePolicy':{}}}";
        const QByteArray status =
            "{'conditions':[" + conditions + "],'nodeModuleStatus':{'node-a':{'status':'Install-Complete'}}}";
        QJsonObject config = anyObject(QStringLiteral("amd.com/v1alpha1"), QStringLiteral("DeviceConfig"),
                                       QStringLiteral("kube-amd-gpu/of-") + QLatin1String(wanted),
                                       toldJson(spec.constData()), toldJson(status.constData()));
        QJsonObject metadata = config[QStringLiteral("metadata")].toObject();
        metadata.insert(QStringLiteral("creationTimestamp"), isOld ? QStringLiteral("2026-10-01T00:00:00Z")
                                                                   : QStringLiteral("2026-11-01T00:00:00Z"));
        config.insert(QStringLiteral("metadata"), metadata);
        return config;
    };
    ToldWindow window = windowOf({amdNode(a)}, told("1", first, isFirstOlder));
    window.put(QStringLiteral("deviceconfigs"), told("2", second, !isFirstOlder));
    ToldRollout rollout(window.recording());
    QTRY_VERIFY(rollout.rollout.isComplete());
    QTRY_COMPARE(rollout.track(a, amd).driverTo, version);
}

void TestAmdRollout::anAmdNodeDoneOffersItsGpus_data()
{
    QTest::addColumn<QString>("device"); // that the kubelet knows of
    QTest::addColumn<int>("capacity");
    QTest::addColumn<int>("allocatable");
    QTest::addColumn<bool>("isLabelled");
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("switches"); // of the DeviceConfig
    QTest::addColumn<bool>("isContradicted");
    const QString gpu = QStringLiteral("amd.com/gpu");
    const QString other = QStringLiteral("cpu");
    const QByteArray loaded = "30.30.0";
    const QByteArray none = "{}";
    QTest::newRow("all") << gpu << 8 << 8 << true << loaded << none << false;
    QTest::newRow("capacity 8") << gpu << 8 << 0 << false << loaded << none << true;
    QTest::newRow("capacity 0") << gpu << 0 << 0 << false << loaded << none << true;
    QTest::newRow("partitions, capacity 0")
        << QStringLiteral("amd.com/cpx_nps4") << 0 << 0 << false << loaded << none << true;
    QTest::newRow("never registered") << other << 8 << 8 << true << loaded << none << true;
    QTest::newRow("nothing says that it has any") << other << 8 << 8 << false << loaded << none << false;
    QTest::newRow("no module") << gpu << 0 << 0 << true << QByteArray() << none << false;
    QTest::newRow("plugin on") << gpu << 0 << 0 << true << loaded
                               << QByteArray("{'devicePlugin':{'enableDevicePlugin':true}}") << true;
    QTest::newRow("plugin off") << gpu << 0 << 0 << true << loaded
                                << QByteArray("{'devicePlugin':{'enableDevicePlugin':false}}") << false;
    QTest::newRow("by DRA") << gpu << 0 << 0 << true << loaded << QByteArray("{'draDriver':{'enable':true}}")
                            << false;
}

/// A device plugin that finds no GPU registers with a capacity of 0 (ROCm/gpu-operator#66).
void TestAmdRollout::anAmdNodeDoneOffersItsGpus()
{
    QFETCH(QString, device);
    QFETCH(int, capacity);
    QFETCH(int, allocatable);
    QFETCH(bool, isLabelled);
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, switches);
    NodeSample node = amdNode(a, false, "30.30.0");
    node.device = device;
    node.devices = capacity;
    node.allocatable = allocatable;
    if (isLabelled)
        node.labels[QStringLiteral("feature.node.kubernetes.io/amd-gpu")] = QStringLiteral("true");
    QJsonObject config = moduleOf("Upgrade-Complete", version);
    QJsonObject spec = config.value(QStringLiteral("spec")).toObject();
    const QJsonObject more = toldJson(switches.constData());
    for (auto one = more.begin(); one != more.end(); ++one)
        spec.insert(one.key(), one.value());
    config.insert(QStringLiteral("spec"), spec);
    ToldRollout told(windowOf({node}, config).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QTEST(hasNote(told.track(a, amd).contradictions, u"doneWithoutDevices"), "isContradicted");
}

/// A device plugin that offers none is no trouble where ResourceSlices offer them, unless they are tainted.
void TestAmdRollout::anAmdNodeOffersItsGpusToClaims()
{
    NodeSample node = amdNode(a, false, "30.30.0");
    node.device = QStringLiteral("amd.com/gpu");
    node.devices = 8;
    node.allocatable = 0;
    for (const QByteArray &taints :
         {QByteArray(), QByteArray(",'taints':[{'key':'x','effect':'NoExecute'}]")}) {
        ToldWindow window = windowOf({node}, moduleOf("Upgrade-Complete", "30.30.0"));
        const QByteArray spec = "{'driver':'gpu.amd.com','nodeName':'" + a.toUtf8() +
                                "','pool':{'name':'a','generation':1,'resourceSliceCount':1},'devices':["
                                "{'name':'gpu-0','attributes':{'type':{'string':'amdgpu'}}" +
                                taints + "}]}";
        window.put(QStringLiteral("resourceslices"),
                   anyObject(QStringLiteral("resource.k8s.io/v1"), QStringLiteral("ResourceSlice"),
                             QStringLiteral("one"), toldJson(spec.constData()), {}));
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        const NodeTrack track = told.track(a, amd);
        QCOMPARE(noteText(track.contradictions, u"doneWithoutDevices").endsWith(u"are tainted: x (1)."),
                 !taints.isEmpty());
        QCOMPARE(hasNote(track.contradictions, u"doneWithoutDevices"), !taints.isEmpty());
        QVERIFY(!track.evidence.lines().filter(QStringLiteral("ResourceSlices offer claims")).isEmpty());
    }
}

#include "tst_amd_rollout.moc"
} // namespace tst_amd_rollout

CHARTROOM_TEST(tst_amd_rollout, TestAmdRollout)
