// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_adapters.h"
#include "core/words/rollout_lane.h"
#include "tests/support/note_kinds.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QTest>

#include <functional>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_driver_doubts {

namespace {

using Change = std::function<void(OneNode &)>;

const QString revision = u"controller-revision-hash"_s;
const QString pausedPlugin = u"nvidia.com/gpu.deploy.device-plugin"_s;

/// A node about which nothing is to be doubted, and the one change that makes it doubtful.
struct Doubt
{
    const char *name;
    const char *kind; ///< of the contradiction that has to come, and no other
    DriverKind driver;
    const char *state;
    Change before; ///< what the step itself asks for
    Change change;
};

void isOld(OneNode &scene)
{
    scene.driver.labels[revision] = u"old"_s;
}

void isDone(OneNode &scene)
{
    scene.node.isCordoned = false;
}

void isOldAndFree(OneNode &scene)
{
    isOld(scene);
    isDone(scene);
}

void startsAnew(OneNode &scene)
{
    scene.driver.isReady = false;
}

void crashes(OneNode &scene)
{
    scene.driver.isReady = false;
    scene.driver.waiting = u"CrashLoopBackOff"_s;
}

void nothing(OneNode & /*scene*/) {}

void isPaused(OneNode &scene)
{
    scene.node.labels[pausedPlugin] = u"paused-for-driver-upgrade"_s;
}

QJsonObject request(const char *name, const char *requestor, const char *reason)
{
    const bool isReady = QLatin1String(reason) == u"Ready";
    const QJsonObject condition{{u"type"_s, u"Ready"_s},
                                {u"status"_s, isReady ? u"True"_s : u"False"_s},
                                {u"reason"_s, QString::fromLatin1(reason)}};
    return anyObject(u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s,
                     u"ops/"_s + QString::fromLatin1(name),
                     {{u"nodeName"_s, u"gpu-a"_s}, {u"requestorID"_s, QString::fromLatin1(requestor)}},
                     {{u"conditions"_s, QJsonArray{condition}}});
}

void asksMaintenance(OneNode &scene)
{
    scene.node.annotations[driverKeys(DriverKind::InfiniBand).requestorMode] = u"true"_s;
    scene.tellMaintenance(request("nvidia-operator-gpu-a", "nvidia.doca-driver-upgrade", "Ready"));
}

void loads(OneNode &scene, const char *image, const char *label)
{
    scene.driver.image = QString::fromLatin1(image);
    scene.node.labels[u"nvidia.com/cuda.driver-version.full"_s] = QString::fromLatin1(label);
}

const Change movesOther = [](OneNode &scene) {
    scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = u"drain-required"_s;
};

const QList<Doubt> &doubts()
{
    static const QList<Doubt> all{
        {"done, no pod", "doneWithoutDriver", DriverKind::Gpu, "upgrade-done", isDone,
         [](OneNode &scene) { scene.hasDriver = false; }},
        {"done, pod leaves", "doneDriverLeaving", DriverKind::Gpu, "upgrade-done", isDone,
         [](OneNode &scene) { scene.driver.deleting = u"2026-11-21T03:59:50Z"_s; }},
        {"done, old revision", "doneWithOldDriver", DriverKind::Gpu, "upgrade-done", isDone, isOld},
        {"done, crash loop", "doneDriverNotReady", DriverKind::InfiniBand, "upgrade-done", isDone, crashes},
        {"done, cordoned", "doneUnschedulable", DriverKind::Gpu, "upgrade-done", isDone,
         [](OneNode &scene) { scene.node.isCordoned = true; }},
        {"done, the other moves", "otherComponentMoves", DriverKind::Gpu, "upgrade-done", isDone, movesOther},
        {"done, no GPUs", "doneWithoutDevices", DriverKind::Gpu, "upgrade-done", isDone,
         [](OneNode &scene) { scene.node.allocatable = 0; }},
        {"done, GPUs not even known", "doneWithoutDevices", DriverKind::Gpu, "upgrade-done",
         [](OneNode &scene) {
             isDone(scene);
             scene.node.labels[u"nvidia.com/gpu.count"_s] = u"8"_s;
             DaemonSetSample plugin;
             plugin.name = u"ops/nvidia-device-plugin-daemonset"_s;
             scene.tellSet(plugin);
         },
         [](OneNode &scene) { scene.node.devices = scene.node.allocatable = 0; }},
        {"done, a GPU less", "doneWithFewerDevices", DriverKind::Gpu, "upgrade-done",
         [](OneNode &scene) {
             isDone(scene);
             scene.devicesBefore = 8;
         },
         [](OneNode &scene) { scene.node.allocatable = 7; }},
        {"done, labels paused", "pausedLeftBehind", DriverKind::Gpu, "upgrade-done", isDone, isPaused},
        {"done, other version loaded", "loadedVersionDiffers", DriverKind::Gpu, "upgrade-done",
         [](OneNode &scene) {
             isDone(scene);
             loads(scene, "nvcr.io/nvidia/driver:580.95.05-ubuntu22.04", "580.95.05");
         },
         [](OneNode &scene) { loads(scene, "nvcr.io/nvidia/driver:580.95.05-ubuntu22.04", "570.158.01"); }},
        {"done, other branch loaded", "loadedVersionDiffers", DriverKind::Gpu, "upgrade-done",
         [](OneNode &scene) {
             isDone(scene);
             loads(scene, "nvcr.io/nvidia/driver:570-5.15.0-105-generic-ubuntu22.04", "570.158.01");
         },
         [](OneNode &scene) {
             loads(scene, "nvcr.io/nvidia/driver:570-5.15.0-105-generic-ubuntu22.04", "580.95.05");
         }},
        {"done, pods still wait", "doneMofedWaits", DriverKind::InfiniBand, "upgrade-done", isDone,
         [](OneNode &scene) { scene.node.labels[u"network.nvidia.com/operator.mofed.wait"_s] = u"true"_s; }},
        {"drain, not cordoned", "notCordoned", DriverKind::Gpu, "drain-required", isOld, isOldAndFree},
        {"drain, current already", "alreadyCurrent", DriverKind::Gpu, "drain-required", isOld,
         [](OneNode &scene) { scene.driver.labels[revision] = u"new"_s; }},
        {"maintenance, current already", "alreadyCurrent", DriverKind::InfiniBand,
         "node-maintenance-required", isOldAndFree,
         [](OneNode &scene) { scene.driver.labels[revision] = u"new"_s; }},
        {"drain, the other too", "bothDriversMove", DriverKind::Gpu, "drain-required", isOld, movesOther},
        {"restart, not emptied", "maintenanceNotReady", DriverKind::InfiniBand, "pod-restart-required",
         asksMaintenance,
         [](OneNode &scene) {
             scene.tellMaintenance(
                 request("nvidia-operator-gpu-a", "nvidia.doca-driver-upgrade", "Draining"));
         }},
        {"validation of the old", "validatesOldDriver", DriverKind::Gpu, "validation-required", nothing,
         isOld},
        {"validation, starting", "validatesDriverNotReady", DriverKind::Gpu, "validation-required", nothing,
         startsAnew},
        {"validation, no pod", "validatesDriverNotReady", DriverKind::Gpu, "validation-required", nothing,
         [](OneNode &scene) { scene.hasDriver = false; }},
        {"validation, pod leaves", "validatesDriverNotReady", DriverKind::Gpu, "validation-required", nothing,
         [](OneNode &scene) { scene.driver.deleting = u"2026-11-21T03:59:50Z"_s; }},
        {"uncordon, starting", "uncordonDriverNotReady", DriverKind::InfiniBand, "uncordon-required", nothing,
         startsAnew},
        {"uncordon of the old", "uncordonOldDriver", DriverKind::InfiniBand, "uncordon-required", nothing,
         isOld},
        {"uncordon, labels paused", "pausedLeftBehind", DriverKind::Gpu, "uncordon-required", nothing,
         isPaused},
        {"failed, healthy", "failedButHealthy", DriverKind::Gpu, "upgrade-failed", isOld,
         [](OneNode &scene) { scene.driver.labels[revision] = u"new"_s; }},
        {"failed, not cordoned", "notCordoned", DriverKind::Gpu, "upgrade-failed", isOld, isOldAndFree},
        {"done, not ready", "doneNodeNotReady", DriverKind::Gpu, "upgrade-done", isDone,
         [](OneNode &scene) { scene.node.ready = u"False"_s; }},
        {"done, lost", "doneNodeNotReady", DriverKind::Gpu, "upgrade-done", isDone,
         [](OneNode &scene) { scene.node.ready = u"Unknown"_s; }},
        {"no label, left cordoned", "leftCordoned", DriverKind::Gpu, "",
         [](OneNode &scene) {
             isDone(scene);
             scene.stepBefore = RolloutStep::Drain;
         },
         [](OneNode &scene) { scene.node.isCordoned = true; }},
        {"queued, current already", "alreadyCurrent", DriverKind::Gpu, "upgrade-required", isOldAndFree,
         [](OneNode &scene) { scene.driver.labels[revision] = u"new"_s; }},
        {"queued, labels paused", "pausedLeftBehind", DriverKind::Gpu, "upgrade-required", isOldAndFree,
         isPaused},
        {"no label, labels paused", "pausedLeftBehind", DriverKind::Gpu, "", isDone, isPaused},
    };
    return all;
}

} // namespace

/// Every way in which a driver's label and everything else may disagree: each is told, alone, and no node is
/// doubted that is as its step says.
class TestDriverDoubts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatDisagreesIsToldAndNothingElse_data()
    {
        QTest::addColumn<int>("index");
        for (qsizetype i = 0; i < doubts().size(); ++i)
            QTest::newRow(doubts()[i].name) << int(i);
    }

    void whatDisagreesIsToldAndNothingElse()
    {
        QFETCH(int, index);
        const Doubt &doubt = doubts()[index];
        OneNode scene(doubt.driver, doubt.state);
        doubt.before(scene);
        QCOMPARE(kindsOf(scene.track().contradictions), QString());
        doubt.change(scene);
        QCOMPARE(kindsOf(scene.track().contradictions), QString::fromLatin1(doubt.kind));
    }

    void aCordonIsPutToTheRolloutThatCanHaveLeftIt_data()
    {
        QTest::addColumn<QString>("gpuMade");
        QTest::addColumn<QString>("ofedMade");   // "": the node has no label of that driver
        QTest::addColumn<bool>("foundCordoned"); // by the InfiniBand driver's rollout
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("says");
        const QString before = u"2026-11-21T01:00:00Z"_s;
        const QString after = u"2026-11-21T02:30:00Z"_s;
        const QString left = u"doneUnschedulable"_s;
        QTest::newRow("only one driver") << after << QString() << false << left << u"is still cordoned."_s;
        QTest::newRow("both later") << after << after << false << left
                                    << u"possibly by the GPU or the InfiniBand driver rollout"_s;
        QTest::newRow("its own") << after << before << false << left << u"is still cordoned."_s;
        QTest::newRow("the other's") << before << after << false << u"otherComponentMoves"_s
                                     << u"the InfiniBand driver pod was created after that"_s;
        QTest::newRow("nobody's") << before << before << false << left << u"this rollout did not cordon it"_s;
        QTest::newRow("the other found it so") << after << after << true << left << u"is still cordoned."_s;
    }
    void aCordonIsPutToTheRolloutThatCanHaveLeftIt()
    {
        QFETCH(QString, gpuMade);
        QFETCH(QString, ofedMade);
        QFETCH(bool, foundCordoned);
        QFETCH(QString, kind);
        QFETCH(QString, says);
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.cordonedAt = QDateTime({2026, 11, 21}, {2, 0}, Qt::UTC);
        scene.driver.created = gpuMade;
        const DriverKeys &ofed = driverKeys(DriverKind::InfiniBand);
        if (!ofedMade.isEmpty()) {
            scene.node.labels[ofed.state] = u"upgrade-done"_s;
            PodSample pod;
            pod.name = u"ops/mofed-gpu-a"_s;
            pod.labels = {{u"nvidia.com/ofed-driver"_s, u""_s}};
            pod.created = ofedMade;
            scene.tell(pod);
        }
        if (foundCordoned)
            scene.node.annotations[ofed.initialUnschedulable] = u"true"_s;
        const QList<TrackNote> doubts = scene.track().contradictions;
        QCOMPARE(kindsOf(doubts), kind);
        QVERIFY2(noteText(doubts, kind).contains(says), qPrintable(noteText(doubts, kind)));
        // It rested then, so it is somebody else's, or the other driver's rollout's.
        scene.cordon = CordonPlace{CordonPlace::Kind::AfterRun};
        const bool isOthers = ofedMade == u"2026-11-21T02:30:00Z" && !foundCordoned;
        QCOMPARE(kindsOf(scene.track().contradictions), isOthers ? u"otherComponentMoves"_s : QString());
        QCOMPARE(scene.track().evidence.standingCordon().isEmpty(), isOthers);
    }

    void theRolloutOfTheOtherDriverIsNamedAsTheCordoner()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.isCordoned = true;
        QCOMPARE(scene.track().cordoner, QString());
        scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = u"drain-required"_s;
        QCOMPARE(scene.track().cordoner, stepPhrase(RolloutStep::Drain));
        scene.otherCordon = CordonPlace{CordonPlace::Kind::BeforeRun}; // it found the node cordoned
        QCOMPARE(scene.track().cordoner, QString());
        scene.otherCordon = {};
        scene.node.isCordoned = false;
        QCOMPARE(scene.track().cordoner, QString());
    }

    void theOtherDriversLabelsTellWhetherItsRunCordoned_data()
    {
        using Place = CordonPlace::Kind;
        QTest::addColumn<Place>("own");
        QTest::addColumn<Place>("other");
        QTest::addColumn<QString>("ofedState");
        QTest::addColumn<QString>("ofedMade"); // the cordon came at 02:00
        QTest::addColumn<QString>("kinds");
        QTest::addColumn<QString>("says");
        const QString before = u"2026-11-21T01:00:00Z"_s;
        const QString after = u"2026-11-21T02:30:00Z"_s;
        const QString done = u"upgrade-done"_s;
        const QString left = u"doneUnschedulable"_s;
        const QString others = u"otherComponentMoves"_s;
        QTest::newRow("while both rested")
            << Place::AfterRun << Place::BeforeRun << done << after << QString() << QString();
        QTest::newRow("while the other one rested, and is under way now")
            << Place::AfterRun << Place::BeforeRun << u"drain-required"_s << before << others
            << u"the rollout of another driver is in progress"_s;
        QTest::newRow("while the other one rested, and nothing tells of this one")
            << Place::Unknown << Place::AfterRun << done << after << left << u"is unknown"_s;
        QTest::newRow("by the other one, and nothing tells of this one")
            << Place::Unknown << Place::LeftByRun << done << after << others
            << u"the InfiniBand driver rollout cordoned the node"_s;
        QTest::newRow("by the other one, before it came to its pod")
            << Place::AfterRun << Place::LeftByRun << done << before << others
            << u"the InfiniBand driver rollout cordoned the node"_s;
        QTest::newRow("by the other one, whose label is gone")
            << Place::AfterRun << Place::LeftByRun << QString() << before << others
            << u"the InfiniBand driver rollout cordoned the node"_s;
    }
    void theOtherDriversLabelsTellWhetherItsRunCordoned()
    {
        QFETCH(CordonPlace::Kind, own);
        QFETCH(CordonPlace::Kind, other);
        QFETCH(QString, ofedState);
        QFETCH(QString, ofedMade);
        QFETCH(QString, kinds);
        QFETCH(QString, says);
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.cordonedAt = QDateTime({2026, 11, 21}, {2, 0}, Qt::UTC);
        scene.driver.created = u"2026-11-21T02:30:00Z"_s;
        if (!ofedState.isEmpty())
            scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = ofedState;
        PodSample pod;
        pod.name = u"ops/mofed-gpu-a"_s;
        pod.labels = {{u"nvidia.com/ofed-driver"_s, u""_s}};
        pod.created = ofedMade;
        scene.tell(pod);
        scene.cordon = CordonPlace{own};
        scene.otherCordon = CordonPlace{other};
        const NodeTrack track = scene.track();
        QCOMPARE(kindsOf(track.contradictions), kinds);
        if (!kinds.isEmpty())
            QVERIFY2(noteText(track.contradictions, kinds).contains(says),
                     qPrintable(noteText(track.contradictions, kinds)));
        QCOMPARE(track.verdict, kinds == u"doneUnschedulable" ? Verdict::NotKnown : Verdict::Done);
        QVERIFY(!track.evidence.lines().join(u'\n').contains(u"by the other driver's rollout"));
    }

    /// Its driver pod is older than the cordon until it comes to the driver.
    void theOtherRolloutsCordonIsNobodyElsesWhileItIsOn()
    {
        for (const CordonPlace::Kind other : {CordonPlace::Kind::Unknown, CordonPlace::Kind::InRun}) {
            OneNode scene(DriverKind::Gpu, "upgrade-done");
            scene.node.cordonedAt = QDateTime({2026, 11, 21}, {2, 0}, Qt::UTC);
            scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = u"pod-deletion-required"_s;
            PodSample pod;
            pod.name = u"ops/mofed-gpu-a"_s;
            pod.labels = {{u"nvidia.com/ofed-driver"_s, u""_s}};
            pod.created = u"2026-11-21T01:00:00Z"_s;
            scene.tell(pod);
            scene.cordon = CordonPlace{CordonPlace::Kind::AfterRun};
            scene.otherCordon = CordonPlace{other};
            const NodeTrack track = scene.track();
            QCOMPARE(track.evidence.standingCordon(), QString());
            const QString lines = track.evidence.lines().join(u'\n');
            QVERIFY2(lines.contains(u"by the other driver's rollout"), qPrintable(lines));
        }
    }

    /// A run that a switch broke off may have left it, and the next one found it: its template was wanted
    /// since midnight of the 20th.
    void aCordonNoOlderThanTheWantedTemplateIsNotFromBeforeTheRollout_data()
    {
        QTest::addColumn<QDateTime>("cordoned");
        QTest::addColumn<bool>("isDoubtful");
        const QDateTime wanted({2026, 11, 20}, {0, 0}, Qt::UTC);
        QTest::newRow("a second older") << wanted.addSecs(-1) << false;
        QTest::newRow("of that second") << wanted << true;
        QTest::newRow("younger") << wanted.addSecs(3600) << true;
        QTest::newRow("nothing tells since when") << QDateTime() << true;
    }
    void aCordonNoOlderThanTheWantedTemplateIsNotFromBeforeTheRollout()
    {
        QFETCH(QDateTime, cordoned);
        QFETCH(bool, isDoubtful);
        OneNode byOperator(DriverKind::Gpu, "upgrade-done");
        byOperator.wasFoundCordoned = true;
        OneNode byLabels(DriverKind::Gpu, "upgrade-done");
        byLabels.cordon = CordonPlace{CordonPlace::Kind::BeforeRun};
        for (OneNode *scene : {&byOperator, &byLabels}) {
            scene->node.cordonedAt = cordoned;
            const NodeTrack track = scene->track();
            QCOMPARE(track.verdict, isDoubtful ? Verdict::NotKnown : Verdict::Done);
            QCOMPARE(kindsOf(track.contradictions), isDoubtful ? u"doneUnschedulable"_s : QString());
            QCOMPARE(track.evidence.standingCordon().isEmpty(), isDoubtful);
            if (isDoubtful)
                QVERIFY(noteText(track.contradictions, u"doneUnschedulable").contains(u"is unknown"));
        }
        OneNode moves(DriverKind::Gpu, "pod-restart-required");
        moves.node.cordonedAt = cordoned;
        moves.node.annotations[driverKeys(DriverKind::Gpu).initialUnschedulable] = u"true"_s;
        const QString lines = moves.track().evidence.lines().join(u'\n');
        QCOMPARE(lines.contains(u"who cordoned it is unknown"), isDoubtful);
        QCOMPARE(lines.contains(u"Was already cordoned"), !isDoubtful);
        QVERIFY(!lines.contains(u"Cordoned by this rollout"));
        OneNode off(DriverKind::Gpu, "");
        off.tellPolicy(R"({"autoUpgrade":false})");
        off.wasFoundCordoned = true;
        off.node.cordonedAt = cordoned;
        QCOMPARE(kindsOf(off.track().contradictions), isDoubtful ? u"cordonedByUnknown"_s : QString());
    }

    void anOldDriverPodInTheWayIsNamedAtOnce_data()
    {
        QTest::addColumn<QString>("until"); // "": it is not being deleted
        QTest::addColumn<bool>("hasFinalizer");
        QTest::addColumn<QString>("kind");
        const QString soon = u"2026-11-21T04:00:30Z"_s;
        QTest::newRow("terminating") << soon << false << u"longGrace"_s;
        QTest::newRow("past its grace period") << u"2026-11-21T03:59:00Z"_s << false << u"slowToEnd"_s;
        QTest::newRow("a moment past it") << u"2026-11-21T03:59:59Z"_s << false << u"longGrace"_s;
        QTest::newRow("terminating, with a finalizer") << soon << true << u"slowToEnd"_s;
        QTest::newRow("not deleted yet, with a finalizer") << QString() << true << u"slowToEnd"_s;
    }
    void anOldDriverPodInTheWayIsNamedAtOnce()
    {
        QFETCH(QString, until);
        QFETCH(bool, hasFinalizer);
        QFETCH(QString, kind);
        OneNode scene(DriverKind::Gpu, "pod-restart-required");
        isOld(scene);
        QVERIFY(scene.track().blockers.isEmpty());
        scene.driver.deleting = until;
        if (hasFinalizer)
            scene.driver.finalizers = QStringList{u"example.com/hold"_s};
        const QString said = noteText(scene.track().blockers, kind);
        QVERIFY2(said.contains(u"ops/driver-gpu-a"), qPrintable(kindsOf(scene.track().blockers)));
        QCOMPARE(said.contains(u"example.com/hold"), hasFinalizer);
        PodSample fresh = scene.driver; // beside it
        fresh.name = u"ops/driver-new"_s;
        fresh.labels[revision] = u"new"_s;
        fresh.created = u"2026-11-21T03:59:50Z"_s;
        fresh.deleting.clear();
        fresh.finalizers.clear();
        scene.tell(fresh); // and ready: nothing is in its way
        QVERIFY(!hasNote(scene.track().blockers, kind));
        fresh.isReady = false;
        scene.tell(fresh);
        QVERIFY(noteText(scene.track().blockers, kind).contains(u"ops/driver-gpu-a"));
    }

    /// As where somebody deletes it by hand.
    void aDriverPodThatLeavesANodeAtRestIsNamedToo()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        isDone(scene);
        scene.driver.deleting = u"2026-11-21T04:00:30Z"_s;
        QVERIFY(noteText(scene.track().blockers, u"longGrace").contains(u"ops/driver-gpu-a"));
    }

    /// Of its first template: no label, no earlier revision and no history tells of a rollout.
    void withTheSwitchOffANodeIsDoneByItsDriverPodAlone()
    {
        OneNode scene(DriverKind::Gpu, "");
        scene.node.isCordoned = false;
        scene.hideSets();
        DaemonSetSample set;
        set.name = u"ops/driver"_s;
        set.podLabels = scene.driver.labels;
        scene.tellSet(set);
        scene.tellRevision(set.revision(u"new"_s, 1));
        scene.tellPolicy(R"({"autoUpgrade":true})");
        QCOMPARE(scene.track().verdict, Verdict::NotPart);
        scene.tellPolicy(R"({"autoUpgrade":false})");
        QCOMPARE(scene.track().verdict, Verdict::Done);
        scene.driver.isReady = false; // since yesterday
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        isOld(scene);
        QCOMPARE(scene.track().verdict, Verdict::Waiting);
    }

    void aDoubtfulCordonOfANodeThatNobodyManagesIsNotPutToTheRollout()
    {
        OneNode scene(DriverKind::Gpu, "pod-restart-required");
        scene.hasDriver = false;
        scene.node.labels[u"nvidia.com/gpu.deploy.driver"_s] = u"pre-installed"_s;
        scene.node.annotations[driverKeys(DriverKind::Gpu).initialUnschedulable] = u"true"_s;
        scene.node.cordonedAt = OneNode::now().addSecs(-3600);
        const NodeTrack track = scene.track();
        QCOMPARE(track.verdict, Verdict::Stuck);
        QVERIFY(hasNote(track.blockers, u"cordonedByUnknown"));
        QVERIFY(!hasNote(track.blockers, u"leftCordoned"));
    }

    void theOtherDriversCordonIsReadFromItsOwnLabels()
    {
        Node node;
        node.cordonedAt = OneNode::now().addSecs(60);
        node.labels.insert(driverKeys(DriverKind::InfiniBand).state, u"upgrade-done"_s);
        NodeEvidence evidence;
        evidence.node = &node;
        NodeHistory other;
        other.see(u"upgrade-done"_s, RolloutStep::Done, OneNode::now(), true);
        tellOtherCordon(other, DriverKind::InfiniBand, evidence);
        QCOMPARE(evidence.otherCordon.kind, CordonPlace::Kind::AfterRun);
        QCOMPARE(evidence.cordon.kind, CordonPlace::Kind::Unknown);
        NodeHistory queued;
        queued.see(u"upgrade-required"_s, RolloutStep::Queued, OneNode::now(), true);
        node.labels.insert(driverKeys(DriverKind::InfiniBand).state, u"upgrade-required"_s);
        tellOtherCordon(queued, DriverKind::InfiniBand, evidence, node.cordonedAt.addSecs(1));
        QCOMPARE(evidence.otherCordon.kind, CordonPlace::Kind::BeforeRun);
        tellOtherCordon(queued, DriverKind::InfiniBand, evidence, node.cordonedAt); // since its template
        QCOMPARE(evidence.otherCordon.kind, CordonPlace::Kind::Unknown);
        node.labels.insert(driverKeys(DriverKind::InfiniBand).state, u"upgrade-done"_s);
        other.see(u"cordon-required"_s, RolloutStep::Cordon, OneNode::now(), true);
        tellOtherCordon(other, DriverKind::InfiniBand, evidence); // the node says otherwise
        QCOMPARE(evidence.otherCordon.kind, CordonPlace::Kind::Unknown);
    }

    void whatWasAskedForIsNoContradiction()
    {
        for (const char *state : {"upgrade-required", "cordon-required", "pod-deletion-required"}) {
            OneNode scene(DriverKind::Gpu, state);
            scene.node.isCordoned = QLatin1String(state) != u"upgrade-required";
            QCOMPARE(kindsOf(scene.track().contradictions), u"alreadyCurrent"_s);
            scene.wasRequested = true;
            QCOMPARE(kindsOf(scene.track().contradictions), QString());
        }
        OneNode retried(DriverKind::Gpu, "upgrade-required"); // as the manual says to do with a failed node
        retried.node.isCordoned = false;
        crashes(retried);
        QCOMPARE(kindsOf(retried.track().contradictions), QString());
    }

    void anotherRequestForTheNodeIsNotTheDrivers()
    {
        OneNode scene(DriverKind::InfiniBand, "pod-restart-required");
        asksMaintenance(scene);
        scene.tellMaintenance(request("firmware-gpu-a", "example.firmware", "Pending"));
        QCOMPARE(kindsOf(scene.track().contradictions), QString());
    }

    void aLongQueueIsToldAlsoWhereItsBeginWasNotSeen()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        isOldAndFree(scene);
        scene.isSinceKnown = false;
        QCOMPARE(kindsOf(scene.track(23h).contradictions), QString());
        QCOMPARE(kindsOf(scene.track(25h).contradictions), u"queuedForLong"_s);
        QVERIFY(!scene.track(25h).since.isValid());
    }

    void aStepWhoseBeginWasNotSeenIsStuckOneDay()
    {
        OneNode scene(DriverKind::Gpu, "validation-required");
        scene.isSinceKnown = false;
        QCOMPARE(scene.track(1min).verdict, Verdict::Moving);
        QCOMPARE(scene.track(15min).verdict, Verdict::Stuck);
        const qint64 hourAgo = OneNode::now().toSecsSinceEpoch() - 3600; // by the operator's own note
        scene.node.annotations[driverKeys(DriverKind::Gpu).validationStart] = QString::number(hourAgo);
        QCOMPARE(scene.track(1min).verdict, Verdict::Stuck);
    }

    void doneNeedsADriverThatRuns()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        isDone(scene);
        QCOMPARE(scene.track().verdict, Verdict::Done);
        startsAnew(scene);
        scene.driver.created = u"2026-11-21T03:59:00Z"_s;
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        crashes(scene);
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        scene.hasDriver = false;
        QCOMPARE(scene.track().verdict, Verdict::NotKnown);
    }

    /// k8s-operator-libs pkg/upgrade/upgrade_state.go ApplyState goes through the states that it knows.
    void aValueThatIsNoStateIsUnknownAndNotMoving()
    {
        for (const DriverKind kind : allDrivers) {
            OneNode scene(kind, "drain-later");
            scene.isSinceKnown = false;
            const NodeTrack track = scene.track(25h);
            QCOMPARE(track.step, RolloutStep::Unknown);
            QCOMPARE(track.verdict, Verdict::NotKnown);
            QVERIFY(track.takesNoSlot);
            const QString text = noteText(track.blockers, u"unknownState");
            QVERIFY2(text.contains(u"drain-later") && text.contains(driverKeys(kind).state + u'-'),
                     qPrintable(text));
            QVERIFY(text.contains(u"uncordon"));
            QCOMPARE(kindsOf(track.contradictions), QString());
            scene.node.isCordoned = false;
            QVERIFY(!noteText(scene.track().blockers, u"unknownState").contains(u"uncordon"));
            const RolloutLane lane = rolloutLane(track);
            QCOMPARE(lane.words, u"unknown state: drain-later"_s);
            QCOMPARE(lane.state, VisualState::Unknown);
            QVERIFY(!lane.isUnderWay);
        }
    }

    void aValueThatIsNoStateExplainsNoCordonOfTheOtherDriver()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.isCordoned = true;
        scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = u"drain-required"_s;
        QVERIFY(hasNote(scene.track().contradictions, u"otherComponentMoves"));
        scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = u"drain-later"_s;
        QVERIFY(hasNote(scene.track().contradictions, u"doneUnschedulable"));
    }

    void withTheSwitchOffAnOldNodeWaitsWithoutALabel()
    {
        OneNode scene(DriverKind::Gpu, "");
        isDone(scene);
        scene.tellPolicy("{'autoUpgrade':false}");
        QCOMPARE(scene.track().verdict, Verdict::Done);
        QVERIFY(scene.track().blockers.isEmpty());
        isOld(scene);
        QCOMPARE(scene.track().verdict, Verdict::Waiting);
        QVERIFY(noteText(scene.track().blockers, u"autoUpgradeOff").contains(u"cluster-policy"));
        scene.node.annotations[driverKeys(DriverKind::Gpu).safeLoad] = u"true"_s;
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        scene.tellPolicy("{'autoUpgrade':true}"); // the operator has not looked yet
        QCOMPARE(scene.track().verdict, Verdict::Waiting);
        QVERIFY(!hasNote(scene.track().blockers, u"autoUpgradeOff"));
    }

    void itIsToldWhoCordoned()
    {
        const auto says = [](const OneNode &scene, const char *line) {
            return scene.track().evidence.lines().contains(QString::fromLatin1(line));
        };
        OneNode scene(DriverKind::InfiniBand, "drain-required");
        isOld(scene);
        QVERIFY(says(scene, "Cordoned by this rollout."));
        scene.node.labels[driverKeys(DriverKind::Gpu).state] = u"drain-required"_s;
        QVERIFY(says(scene, "Cordoned by this rollout or the other driver's, which is at drain."));
        scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = u"upgrade-done"_s;
        QVERIFY(says(scene, "Cordoned by the other driver's rollout, which is at drain."));
        scene.node.labels.remove(driverKeys(DriverKind::Gpu).state);
        QVERIFY(says(scene, "Cordoned; there is no evidence that this rollout did it."));
        scene.node.labels[u"crusoe.ai/remediation.phase"_s] = u"draining"_s;
        QVERIFY(says(scene, "Cordoned; Crusoe's remediation is in progress on the node (draining)."));
        scene.node.labels[u"crusoe.ai/remediation.phase"_s] = u"monitored"_s;
        QVERIFY(says(scene, "Cordoned; there is no evidence that this rollout did it."));
        OneNode left(DriverKind::Gpu, ""); // autoUpgrade went off under way
        left.stepBefore = RolloutStep::DriverRestart;
        QVERIFY(says(left, "Cordoned by this rollout, which is not in progress on the node now."));
        OneNode before(DriverKind::InfiniBand, "drain-required");
        before.node.annotations[driverKeys(DriverKind::InfiniBand).initialUnschedulable] = u"true"_s;
        before.node.cordonedAt = QDateTime({2026, 11, 1}, {0, 0}, Qt::UTC);
        const char *stands = "Was already cordoned when the rollout began on it, and stays cordoned.";
        QVERIFY(says(before, stands));
        isDone(before); // by whoever had cordoned it
        QVERIFY(says(before, "Not cordoned.") && !says(before, stands));
        OneNode gone(DriverKind::InfiniBand, "upgrade-done");
        asksMaintenance(gone);
        gone.node.annotations.clear(); // the operator's own mark goes first
        QVERIFY(says(gone, "Cordoned; a NodeMaintenance of the node still exists."));
        OneNode asked(DriverKind::InfiniBand, "pod-restart-required");
        asksMaintenance(asked);
        QVERIFY(says(asked, "Cordoned by the maintenance operator for this rollout."));
    }
};

#include "tst_driver_doubts.moc"
} // namespace tst_driver_doubts

CHARTROOM_TEST(tst_driver_doubts, TestDriverDoubts)
