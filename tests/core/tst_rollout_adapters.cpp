// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/invocation.h"
#include "core/rollout/driver_components.h"
#include "core/signatures/signatures.h"
#include "core/words/manual.h"
#include "core/words/rollout_lane.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_adapters {

namespace {

const QString sriov = QStringLiteral("sriov");
const QString a = QStringLiteral("node-a");
const QString b = QStringLiteral("node-b");
const QString plugin = QStringLiteral("crusoe-system/csi-node");

QJsonObject sriovState(const QString &node, const QString &desired, const QString &current,
                       const char *status)
{
    return anyObject(QStringLiteral("sriovnetwork.openshift.io/v1"), QStringLiteral("SriovNetworkNodeState"),
                     QStringLiteral("net/") + node,
                     toldJson("{'interfaces':[{'pciAddress':'0000:1a:00.0','name':'ibs1f0','numVfs':8}]}"),
                     toldJson(status),
                     {{QStringLiteral("sriovnetwork.openshift.io/desired-state"), desired},
                      {QStringLiteral("sriovnetwork.openshift.io/current-state"), current}});
}

DaemonSetSample csi()
{
    DaemonSetSample set;
    set.name = plugin;
    set.image = QStringLiteral("ghcr.io/crusoe/csi:v0.5.0");
    set.strategy = QStringLiteral("RollingUpdate");
    set.maxUnavailable = QStringLiteral("1");
    return set;
}

PodSample csiPod(const QString &node, const QString &hash)
{
    PodSample pod;
    pod.name = QStringLiteral("crusoe-system/csi-node-") + node;
    pod.node = node;
    pod.labels = {{QStringLiteral("controller-revision-hash"), hash}};
    pod.ownerName = QStringLiteral("csi-node");
    pod.image = hash == u"new" ? QStringLiteral("ghcr.io/crusoe/csi:v0.5.0")
                               : QStringLiteral("ghcr.io/crusoe/csi:v0.4.9");
    return pod;
}

ToldWindow csiWindow(const DaemonSetSample &set, const QList<PodSample> &pods)
{
    ToldWindow window;
    for (const QString &name : {a, b}) {
        NodeSample node;
        node.name = name;
        window.put(QStringLiteral("nodes"), node.object());
    }
    for (const PodSample &pod : pods)
        window.put(QStringLiteral("pods"), pod.object());
    window.put(QStringLiteral("daemonsets"), set.object());
    window.put(QStringLiteral("controllerrevisions"), set.revision(QStringLiteral("old"), 1));
    window.put(QStringLiteral("controllerrevisions"),
               set.revision(QStringLiteral("new"), 2, QStringLiteral("2026-11-20T20:00:00Z")));
    return window;
}

} // namespace

/// The rollouts that no upgrade label tells of: SR-IOV functions, plain DaemonSets.
class TestRolloutAdapters : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachLedComponentIsNamedWhereverOneIs();
    void aVirtualFunctionsStepFollowsTheDrainProtocol_data();
    void aVirtualFunctionsStepFollowsTheDrainProtocol();
    void aNodeThatWaitsForItsDrainNamesThoseBeforeIt();
    void aFailedSyncSaysItsError_data();
    void aFailedSyncSaysItsError();
    void aNodeThatRebootsAsAskedIsNotLost();
    void succeededWithOtherFunctionsIsAContradiction();
    void aQuietDaemonSetHasNoTracks();
    void aFollowedDaemonSetHasTracksWhileItIsQuiet();
    void aRollingDaemonSetTellsWhichNodesItReached();
    void whereOnlyPodsWereRecordedTheyTellOfTheRollout();
    void aWaitingNodeNamesThoseThatUseUpMaxUnavailable();
    void aDaemonSetThatRollsOnDeleteSaysSo();
    void aCrashingPodOfADaemonSetIsStuck();
    void aRolloutThatJustEndedIsShownForAWhile();
    void aNodeThatIsNoLongerMeantForItTakesNoSlot();
    void anEndIsNotDeniedToThoseThatAreThrough();
};

void TestRolloutAdapters::eachLedComponentIsNamedWhereverOneIs()
{
    const Result<Signatures> signatures = Signatures::bundled();
    QVERIFY(signatures);
    for (const LedComponent &one : ledComponents()) {
        QVERIFY2(one.lane == 0 || one.lane == 1, qPrintable(one.name)); // else the board never shows it
        QVERIFY2(!isPlainDaemonSet(one.name), qPrintable(one.name));
        QVERIFY2(componentTitle(one.name) != one.name, qPrintable(one.name));
        QVERIFY2(signatures->operandOfTrack(one.name),
                 qPrintable(one.name)); // else its findings have no owner
        QVERIFY2(
            parseInvocation({QStringLiteral("rollout"), QStringLiteral("--component"), one.name}).has_value(),
            qPrintable(one.name));
        for (const char *chapter : {"verbs", "terms"})
            QVERIFY2(manualChapter(QLatin1String(chapter))->text.contains(u'`' + one.name + u'`'),
                     qPrintable(one.name));
    }
    QVERIFY(
        !parseInvocation({QStringLiteral("rollout"), QStringLiteral("--component"), QStringLiteral("x")}));
    QCOMPARE(ledComponentNames().size(), ledComponents().size());
    QCOMPARE(componentsWithoutKind(), (QStringList{QStringLiteral("amd"), sriov}));
}

void TestRolloutAdapters::aVirtualFunctionsStepFollowsTheDrainProtocol_data()
{
    QTest::addColumn<QString>("desired");
    QTest::addColumn<QString>("current");
    QTest::addColumn<QString>("sync");
    QTest::addColumn<bool>("cordoned");
    QTest::addColumn<int>("set");
    QTest::addColumn<QString>("step");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("label");
    const auto row = [](const char *name, const char *desired, const char *current, const char *sync,
                        bool cordoned, int set, const char *step, const char *verdict, const char *label) {
        QTest::newRow(name) << QString::fromLatin1(desired) << QString::fromLatin1(current)
                            << QString::fromLatin1(sync) << cordoned << set << QString::fromLatin1(step)
                            << QString::fromLatin1(verdict) << QString::fromLatin1(label);
    };
    row("rest", "Idle", "Idle", "Succeeded", false, 8, "done", "done", "Succeeded");
    row("asked", "Drain_Required", "Idle", "InProgress", false, 4, "queued", "waiting",
        "InProgress, Drain_Required, Idle");
    row("cordon", "Drain_Required", "Draining", "InProgress", false, 4, "cordon", "moving",
        "InProgress, Drain_Required, Draining");
    row("drain", "Drain_Required", "Draining", "InProgress", true, 4, "drain", "moving",
        "InProgress, Drain_Required, Draining");
    row("setting", "Drain_Required", "DrainComplete", "InProgress", true, 4, "driverRestart", "moving",
        "InProgress, Drain_Required, DrainComplete");
    row("given back", "Idle", "DrainComplete", "Succeeded", true, 8, "uncordon", "moving",
        "Succeeded, Idle, DrainComplete");
    row("new word", "Idle", "Idle", "Pondering", false, 8, "unknown", "notKnown", "Pondering");
    row("new word of the daemon", "Reshuffle_Required", "DrainComplete", "InProgress", true, 4, "unknown",
        "notKnown", "InProgress, Reshuffle_Required, DrainComplete");
    row("new word of the operator", "Idle", "Pausing", "Succeeded", false, 8, "unknown", "notKnown",
        "Succeeded, Idle, Pausing");
    row("nothing said", "Idle", "Idle", "", false, 0, "idle", "notKnown", "");
}

void TestRolloutAdapters::aVirtualFunctionsStepFollowsTheDrainProtocol()
{
    QFETCH(QString, desired);
    QFETCH(QString, current);
    QFETCH(QString, sync);
    QFETCH(bool, cordoned);
    QFETCH(int, set);
    NodeSample node;
    node.name = a;
    node.isCordoned = cordoned;
    ToldWindow window;
    window.put(QStringLiteral("nodes"), node.object());
    window.tell(QStringLiteral("pods"));
    const QByteArray status = "{'syncStatus':'" + sync.toUtf8() +
                              "','interfaces':[{'pciAddress':'0000:1a:00.0',"
                              "'numVfs':" +
                              QByteArray::number(set) + "}]}";
    window.put(QStringLiteral("sriovnetworknodestates"), sriovState(a, desired, current, status.constData()));
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, sriov);
    QTEST(stepText(track.step), "step");
    QTEST(verdictText(track.verdict), "verdict");
    QTEST(track.label, "label");
    QCOMPARE(track.devices, set);
    QCOMPARE(track.devicesTotal, 8);
}

void TestRolloutAdapters::aNodeThatWaitsForItsDrainNamesThoseBeforeIt()
{
    ToldWindow window;
    for (const QString &name : {a, b}) {
        NodeSample node;
        node.name = name;
        window.put(QStringLiteral("nodes"), node.object());
    }
    window.tell(QStringLiteral("pods"));
    window.put(QStringLiteral("sriovnetworknodestates"),
               sriovState(a, QStringLiteral("Drain_Required"), QStringLiteral("Idle"),
                          "{'syncStatus':'InProgress'}"));
    window.put(QStringLiteral("sriovnetworknodestates"),
               sriovState(b, QStringLiteral("Drain_Required"), QStringLiteral("Draining"),
                          "{'syncStatus':'InProgress'}"));
    window.put(QStringLiteral("sriovnetworkpoolconfigs"),
               anyObject(QStringLiteral("sriovnetwork.openshift.io/v1"),
                         QStringLiteral("SriovNetworkPoolConfig"), QStringLiteral("net/gpu-nodes"),
                         toldJson("{'maxUnavailable':1}"), {}));
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QCOMPARE(
        noteText(told.track(a, sriov).blockers, u"parallelSlots"),
        QStringLiteral(
            "The pool gpu-nodes allows 1 of 2 nodes to be drained at a time (maxUnavailable 1): node-b."));
}

void TestRolloutAdapters::aFailedSyncSaysItsError_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("text");
    QTest::newRow("failed") << QByteArray("{'syncStatus':'Failed','lastSyncError':'cannot allocate memory'}")
                            << QStringLiteral("failed") << QStringLiteral("cannot allocate memory");
    QTest::newRow("tried anew") << QByteArray(
                                       "{'syncStatus':'InProgress','lastSyncError':'cannot allocate memory'}")
                                << QStringLiteral("moving")
                                << QStringLiteral("The last attempt failed: cannot allocate memory");
    QTest::newRow("drained with errors")
        << QByteArray("{'syncStatus':'InProgress','conditions':[{'type':'DrainDegraded','status':'True',"
                      "'reason':'DrainFailed','message':'cannot evict a/web'},"
                      "{'type':'Degraded','status':'False','reason':'NotDegraded','message':''}]}")
        << QStringLiteral("moving") << QStringLiteral("DrainDegraded: cannot evict a/web");
    QTest::newRow("bad by its last word")
        << QByteArray("{'syncStatus':'InProgress','conditions':[{'type':'ConfigFailed','status':'True',"
                      "'reason':'Odd','message':'no such port'},"
                      "{'type':'DrainComplete','status':'True','reason':'Done','message':'drained'}]}")
        << QStringLiteral("moving") << QStringLiteral("ConfigFailed: no such port");
}

void TestRolloutAdapters::aFailedSyncSaysItsError()
{
    QFETCH(QByteArray, status);
    NodeSample node;
    node.name = a;
    ToldWindow window;
    window.put(QStringLiteral("nodes"), node.object());
    window.tell(QStringLiteral("pods"));
    window.put(
        QStringLiteral("sriovnetworknodestates"),
        sriovState(a, QStringLiteral("Drain_Required"), QStringLiteral("DrainComplete"), status.constData()));
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, sriov);
    QTEST(verdictText(track.verdict), "verdict");
    QTEST(noteText(track.blockers, u"syncError"), "text");
}

void TestRolloutAdapters::aNodeThatRebootsAsAskedIsNotLost()
{
    NodeSample node;
    node.name = a;
    node.isCordoned = true;
    node.ready = QStringLiteral("Unknown");
    ToldWindow window;
    window.put(QStringLiteral("nodes"), node.object());
    window.tell(QStringLiteral("pods"));
    const auto state = [](const char *desired) {
        return sriovState(a, QString::fromLatin1(desired), QStringLiteral("DrainComplete"),
                          "{'syncStatus':'InProgress'}");
    };
    window.put(QStringLiteral("sriovnetworknodestates"), state("Reboot_Required"));
    window.put(QStringLiteral("sriovnetworknodestates"), state("Drain_Required"), 100);
    ToldRollout told(window.recording());
    QTRY_COMPARE(told.track(a, sriov).verdict, Verdict::Moving);
    QVERIFY(!hasNote(told.track(a, sriov).blockers, u"nodeLost"));
    QVERIFY(hasNote(told.track(a, sriov).blockers, u"reboot"));
    told.transport.seek(100s);
    QTRY_COMPARE(told.track(a, sriov).verdict, Verdict::Lost);
}

void TestRolloutAdapters::succeededWithOtherFunctionsIsAContradiction()
{
    NodeSample node;
    node.name = a;
    ToldWindow window;
    window.put(QStringLiteral("nodes"), node.object());
    window.tell(QStringLiteral("pods"));
    window.put(QStringLiteral("sriovnetworknodestates"),
               sriovState(a, QStringLiteral("Idle"), QStringLiteral("Idle"), "{'syncStatus':'Succeeded'}"));
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, sriov);
    QVERIFY(hasNote(track.contradictions, u"doneWithOtherFunctions"));
    QCOMPARE(track.verdict, Verdict::Waiting);
}

void TestRolloutAdapters::aQuietDaemonSetHasNoTracks()
{
    ToldRollout told(
        csiWindow(csi(), {csiPod(a, QStringLiteral("new")), csiPod(b, QStringLiteral("new"))}).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QVERIFY(told.rollout.tracks().isEmpty());
}

void TestRolloutAdapters::aFollowedDaemonSetHasTracksWhileItIsQuiet()
{
    ToldRollout told(
        csiWindow(csi(), {csiPod(a, QStringLiteral("new")), csiPod(b, QStringLiteral("new"))}).recording());
    told.rollout.follow(RolloutStore::everyDaemonSet.toString());
    QTRY_COMPARE(told.track(a, plugin).verdict, Verdict::Done);
}

void TestRolloutAdapters::aRollingDaemonSetTellsWhichNodesItReached()
{
    ToldRollout told(
        csiWindow(csi(), {csiPod(a, QStringLiteral("new")), csiPod(b, QStringLiteral("old"))}).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack done = told.track(a, plugin);
    QCOMPARE(done.step, RolloutStep::Done);
    QCOMPARE(done.verdict, Verdict::Done);
    const NodeTrack waiting = told.track(b, plugin);
    QCOMPARE(waiting.step, RolloutStep::Queued);
    QCOMPARE(waiting.driverFrom, QStringLiteral("v0.4.9"));
    QCOMPARE(waiting.driverTo, QStringLiteral("v0.5.0"));
    QCOMPARE(waiting.since, QDateTime(QDate(2026, 11, 20), QTime(20, 0), Qt::UTC));
    QVERIFY(waiting.blockers.isEmpty());
}

void TestRolloutAdapters::whereOnlyPodsWereRecordedTheyTellOfTheRollout()
{
    ToldWindow window;
    for (const QString &name : {a, b}) {
        NodeSample node;
        node.name = name;
        window.put(QStringLiteral("nodes"), node.object());
    }
    PodSample fresh = csiPod(a, QStringLiteral("new"));
    fresh.created = QStringLiteral("2026-11-21T00:00:00Z");
    window.put(QStringLiteral("pods"), fresh.object());
    window.put(QStringLiteral("pods"), csiPod(b, QStringLiteral("old")).object());
    PodSample driver = csiPod(b, QStringLiteral("older"));
    driver.name = QStringLiteral("nvidia/driver-b");
    driver.ownerName = QStringLiteral("nvidia-driver-daemonset");
    driver.labels.insert(QStringLiteral("app"), QStringLiteral("nvidia-driver-daemonset"));
    window.put(QStringLiteral("pods"), driver.object());
    ToldRollout told(window.recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QCOMPARE(told.track(a, plugin).verdict, Verdict::Done);
    const NodeTrack waiting = told.track(b, plugin);
    QCOMPARE(waiting.step, RolloutStep::Queued);
    QCOMPARE(waiting.driverFrom, QStringLiteral("v0.4.9"));
    QCOMPARE(waiting.driverTo, QStringLiteral("v0.5.0"));
    QVERIFY(waiting.blockers.isEmpty()); // nobody tells how many may be away
    QVERIFY(waiting.evidence.lines().contains(
        QStringLiteral("Only its pods are known: 1 of 2 pods are of the newest template.")));
    QVERIFY(told.track(b, QStringLiteral("nvidia/nvidia-driver-daemonset")).node.isEmpty());
}

void TestRolloutAdapters::aWaitingNodeNamesThoseThatUseUpMaxUnavailable()
{
    PodSample starting = csiPod(a, QStringLiteral("new"));
    starting.isReady = false;
    ToldRollout told(csiWindow(csi(), {starting, csiPod(b, QStringLiteral("old"))}).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QCOMPARE(told.track(a, plugin).step, RolloutStep::DriverRestart);
    QCOMPARE(noteText(told.track(b, plugin).blockers, u"maxUnavailable"),
             QStringLiteral("maxUnavailable 1 is used up by nodes whose pod is not available: node-a."));
}

void TestRolloutAdapters::aDaemonSetThatRollsOnDeleteSaysSo()
{
    DaemonSetSample set = csi();
    set.strategy = QStringLiteral("OnDelete");
    ToldRollout told(
        csiWindow(set, {csiPod(a, QStringLiteral("old")), csiPod(b, QStringLiteral("old"))}).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    QVERIFY(hasNote(told.track(a, plugin).blockers, u"onDelete"));
    QTRY_VERIFY(told.pace(plugin).safeStop.contains(u"is OnDelete already"));
}

void TestRolloutAdapters::aCrashingPodOfADaemonSetIsStuck()
{
    PodSample crashing = csiPod(a, QStringLiteral("new"));
    crashing.isReady = false;
    crashing.waiting = QStringLiteral("CrashLoopBackOff");
    crashing.said = QStringLiteral("no such device");
    crashing.restarts = 5;
    ToldRollout told(csiWindow(csi(), {crashing, csiPod(b, QStringLiteral("old"))}).recording());
    QTRY_VERIFY(told.rollout.isComplete());
    const NodeTrack track = told.track(a, plugin);
    QCOMPARE(track.verdict, Verdict::Stuck);
    QVERIFY(noteText(track.blockers, u"driverPod").endsWith(u"CrashLoopBackOff: no such device"));
}

void TestRolloutAdapters::aRolloutThatJustEndedIsShownForAWhile()
{
    ToldWindow window =
        csiWindow(csi(), {csiPod(a, QStringLiteral("new")), csiPod(b, QStringLiteral("old"))});
    PodSample fresh = csiPod(b, QStringLiteral("new"));
    fresh.name += QStringLiteral("-2");
    window.remove(QStringLiteral("pods"), csiPod(b, QStringLiteral("old")).object(), 10);
    window.put(QStringLiteral("pods"), fresh.object(), 20);
    window.put(QStringLiteral("daemonsets"), csi().object(), 1800);
    ToldRollout told(window.recording());
    QTRY_COMPARE(told.track(b, plugin).step, RolloutStep::Queued);
    told.transport.seek(10s);
    QTRY_COMPARE(told.track(b, plugin).step, RolloutStep::DriverRestart); // away for a moment
    told.transport.seek(20s);
    QTRY_COMPARE(told.track(b, plugin).verdict, Verdict::Done);
    told.transport.seek(1800s);
    QTRY_VERIFY(told.rollout.tracks().isEmpty());
}

void TestRolloutAdapters::aNodeThatIsNoLongerMeantForItTakesNoSlot()
{
    const QString c = QStringLiteral("node-c");
    DaemonSetSample set = csi();
    set.desired = 3;
    ToldWindow window = csiWindow(set, {csiPod(a, QStringLiteral("new")), csiPod(b, QStringLiteral("old"))});
    NodeSample node;
    node.name = c;
    window.put(QStringLiteral("nodes"), node.object());
    window.put(QStringLiteral("pods"), csiPod(c, QStringLiteral("old")).object());
    window.remove(QStringLiteral("pods"), csiPod(c, QStringLiteral("old")).object(), 10);
    set.desired = 2;
    window.put(QStringLiteral("daemonsets"), set.object(), 20);
    ToldRollout told(window.recording());
    QTRY_COMPARE(told.pace(plugin).nodes, 3);
    told.transport.seek(10s);
    QTRY_COMPARE(noteText(told.track(b, plugin).blockers, u"maxUnavailable"),
                 QStringLiteral("maxUnavailable 1 is used up by nodes whose pod is not available: node-c."));
    told.transport.seek(20s);
    QTRY_VERIFY(told.track(b, plugin).blockers.isEmpty());
    QVERIFY(told.track(c, plugin).node.isEmpty());
    QTRY_COMPARE(told.pace(plugin).nodes, 2);
}

void TestRolloutAdapters::anEndIsNotDeniedToThoseThatAreThrough()
{
    ToldRollout told(
        csiWindow(csi(), {csiPod(a, QStringLiteral("new")), csiPod(b, QStringLiteral("old"))}).recording());
    QTRY_COMPARE(told.pace(plugin).done, 1);
    QCOMPARE(told.pace(plugin).eta.reason, QStringLiteral("How long a node takes is unknown here."));
}

#include "tst_rollout_adapters.moc"
} // namespace tst_rollout_adapters

CHARTROOM_TEST(tst_rollout_adapters, TestRolloutAdapters)
