// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "core/rollout/pace_evidence.h"
#include "tests/support/one_node.h"
#include "tests/support/standing_window.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_driver_operators {

/// Nodes whose operator, or that of their maintenance, is not there or does not respond.
class DriverOperatorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOperatorAtZeroMovesNoNode_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<QString>("unavailableSince");
        QTest::addColumn<QString>("space");
        QTest::addColumn<bool>("isReady");
        QTest::addColumn<bool>("isGone");
        QTest::addColumn<int>("verdict");
        const QString ops = u"ops"_s;
        const auto row = [&](const char *name, const char *state, int wanted, const char *since,
                             const QString &space, bool isReady, bool isGone, Verdict verdict) {
            QTest::newRow(name) << QByteArray(state) << wanted << QString::fromLatin1(since) << space
                                << isReady << isGone << int(verdict);
        };
        row("evicting", "pod-deletion-required", 0, "", ops, true, true, Verdict::Stuck);
        row("unknown step", "a-new-step", 0, "", ops, true, true, Verdict::NotKnown);
        row("uncordoning", "uncordon-required", 0, "", ops, true, true, Verdict::Stuck);
        row("queued", "upgrade-required", 0, "", ops, true, true, Verdict::Waiting);
        row("failed by a cause of its own", "upgrade-failed", 0, "", ops, true, false, Verdict::Failed);
        row("the driver loads by itself", "pod-restart-required", 0, "", ops, false, true, Verdict::Moving);
        row("no pod for long", "pod-deletion-required", 1, "2026-11-21T03:59:00Z", ops, true, true,
            Verdict::Stuck);
        row("a pod restarts", "pod-deletion-required", 1, "2026-11-21T03:59:50Z", ops, true, false,
            Verdict::Moving);
        row("another's operator, none of its own", "pod-deletion-required", 1, "", u"elsewhere"_s, true, true,
            Verdict::Stuck);
        row("at rest", "upgrade-done", 0, "", ops, true, false, Verdict::Done);
    }
    void anOperatorAtZeroMovesNoNode()
    {
        QFETCH(QByteArray, state);
        QFETCH(int, wanted);
        QFETCH(QString, unavailableSince);
        QFETCH(QString, space);
        QFETCH(bool, isReady);
        QFETCH(bool, isGone);
        QFETCH(int, verdict);
        OneNode scene(DriverKind::Gpu, state.constData());
        scene.node.isCordoned = state != "upgrade-done" && state != "upgrade-required";
        scene.driver.isReady = isReady;
        scene.tellOperator(wanted, 0, unavailableSince, space);
        const NodeTrack track = scene.track();
        QCOMPARE(hasNote(track.blockers, u"operatorGone"), isGone);
        QCOMPARE(int(track.verdict), verdict);
    }

    void aMaintenanceOperatorAtZeroEmptiesNoNode_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<QString>("reason"); // of the request; "": not taken up
        QTest::addColumn<bool>("isDeleted");
        QTest::addColumn<bool>("isGone");
        const auto row = [](const char *name, const char *state, int wanted, const char *reason,
                            bool isDeleted, bool isGone) {
            QTest::newRow(name) << QByteArray(state) << wanted << QString::fromLatin1(reason) << isDeleted
                                << isGone;
        };
        row("not processed", "node-maintenance-required", 0, "", false, true);
        row("waits", "node-maintenance-required", 0, "Pending", false, true);
        row("draining", "node-maintenance-required", 0, "Draining", false, true);
        row("no request yet", "node-maintenance-required", 0, "none", false, true);
        row("it runs", "node-maintenance-required", 1, "Pending", false, false);
        row("emptied already", "node-maintenance-required", 0, "Ready", false, false);
        row("its cordon is to go", "uncordon-required", 0, "Ready", true, true);
        row("the request is still wanted", "uncordon-required", 0, "Ready", false, false);
        row("the driver loads", "pod-restart-required", 0, "Ready", false, false);
    }
    void aMaintenanceOperatorAtZeroEmptiesNoNode()
    {
        QFETCH(QByteArray, state);
        QFETCH(int, wanted);
        QFETCH(QString, reason);
        QFETCH(bool, isDeleted);
        QFETCH(bool, isGone);
        OneNode scene(DriverKind::InfiniBand, state.constData());
        scene.node.annotations[driverKeys(DriverKind::InfiniBand).requestorMode] = u"true"_s;
        QJsonArray conditions;
        if (!reason.isEmpty())
            conditions.append(QJsonObject{{u"type"_s, u"Ready"_s},
                                          {u"status"_s, reason == u"Ready" ? u"True"_s : u"False"_s},
                                          {u"reason"_s, reason}});
        QJsonObject request = anyObject(
            u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/nvidia-operator-gpu-a"_s,
            {{u"nodeName"_s, u"gpu-a"_s}, {u"requestorID"_s, u"nvidia.doca-driver-upgrade"_s}},
            {{u"conditions"_s, conditions}});
        if (isDeleted) {
            QJsonObject metadata = request[u"metadata"_s].toObject();
            metadata.insert(u"deletionTimestamp"_s, u"2026-11-21T03:59:00Z"_s);
            request.insert(u"metadata"_s, metadata);
        }
        if (reason != u"none")
            scene.tellMaintenance(request);
        scene.tellOperator(1, 1);
        const QJsonObject pod = toldJson(
            R"({"spec":{"containers":[{"image":"nvcr.io/nvidia/mellanox/maintenance-operator:v0.3.0"}]}})");
        scene.tellDeployment(anyObject(u"apps/v1"_s, u"Deployment"_s, u"ops/maintenance-operator"_s,
                                       {{u"replicas"_s, wanted}, {u"template"_s, pod}},
                                       {{u"availableReplicas"_s, wanted}}));
        const NodeTrack track = scene.track();
        QCOMPARE(hasNote(track.blockers, u"maintenanceOperatorGone"), isGone);
        QVERIFY(!hasNote(track.blockers, u"operatorGone"));
        if (isGone) {
            QCOMPARE(track.verdict, Verdict::Stuck);
            QVERIFY(
                noteText(track.blockers, u"maintenanceOperatorGone").contains(u"ops/maintenance-operator"));
        }
        QCOMPARE(scene.fleet().waitsForMaintainer(), wanted == 0);
    }

    void whoTakesUpNoRequestIsNamedWhereNoOperatorIsThere()
    {
        OneNode scene(DriverKind::InfiniBand, "node-maintenance-required");
        scene.tellMaintenance(anyObject(
            u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/nvidia-operator-gpu-a"_s,
            {{u"nodeName"_s, u"gpu-a"_s}, {u"requestorID"_s, u"nvidia.doca-driver-upgrade"_s}}, {}));
        QVERIFY(noteText(scene.track().blockers, u"nodeMaintenance")
                    .contains(u"no Deployment of the maintenance operator was found"));
    }

    void aMaintenanceOperatorThatDoesNotRespondIsNamed()
    {
        const auto request = [](const QString &field, const QString &time, const char *status) {
            QJsonObject one = anyObject(
                u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/nvidia-operator-gpu-a"_s,
                {{u"nodeName"_s, u"gpu-a"_s}, {u"requestorID"_s, u"nvidia.doca-driver-upgrade"_s}},
                toldJson(status));
            QJsonObject metadata = one[u"metadata"_s].toObject();
            metadata.insert(field, time);
            one.insert(u"metadata"_s, metadata);
            return one;
        };
        const char *ready = "{'conditions':[{'type':'Ready','status':'True','reason':'Ready'}]}";
        for (const auto &[time, isLong] :
             {std::pair(u"2026-11-21T03:50:00Z"_s, true), {u"2026-11-21T03:59:00Z"_s, false}}) {
            OneNode done(DriverKind::InfiniBand, "upgrade-done");
            done.node.isCordoned = true;
            done.tellMaintenance(request(u"deletionTimestamp"_s, time, ready));
            const QList<TrackNote> notes = done.track().contradictions;
            QCOMPARE(hasNote(notes, u"maintenanceUnanswered"), isLong);
            QCOMPARE(hasNote(notes, u"doneUnschedulable"), !isLong);
            if (isLong)
                QVERIFY(noteText(notes, u"maintenanceUnanswered").contains(u"ops/nvidia-operator-gpu-a"));
            QCOMPARE(paceNode(done.track(), {}).isUnanswered, isLong);
            done.node.annotations.insert(u"sriovnetwork.openshift.io/state"_s, u"Draining"_s);
            QCOMPARE(hasNote(done.track().contradictions, u"maintenanceUnanswered"), isLong);

            OneNode asks(DriverKind::InfiniBand, "node-maintenance-required");
            asks.tellMaintenance(request(u"creationTimestamp"_s, time, "{}"));
            QCOMPARE(hasNote(asks.track().blockers, u"maintenanceUnanswered"), isLong);
            QCOMPARE(hasNote(asks.track().blockers, u"nodeMaintenance"), !isLong);
        }
    }

    void theBoardSaysThatTheOperatorIsGoneAndThatItIsBack()
    {
        const auto operatorOf = [](int replicas) {
            const QJsonObject pod =
                toldJson(R"({"spec":{"containers":[{"image":"nvcr.io/nvidia/gpu-operator:v25.10.1"}]}})");
            return anyObject(u"apps/v1"_s, u"Deployment"_s, u"nvidia-gpu-operator/gpu-operator"_s,
                             {{u"replicas"_s, replicas}, {u"template"_s, pod}},
                             {{u"availableReplicas"_s, replicas}});
        };
        ToldWindow window;
        NodeSample node;
        node.name = u"gpu-a"_s;
        node.isCordoned = true;
        node.labels = {{driverKeys(DriverKind::Gpu).state, u"pod-deletion-required"_s}};
        window.put(u"nodes"_s, node.object());
        window.put(u"pods"_s, driverPod(node.name).object());
        window.put(u"deployments"_s, operatorOf(1));
        window.put(u"deployments"_s, operatorOf(0), 60);
        window.put(u"deployments"_s, operatorOf(1), 120);
        ToldRollout told(window.recording());
        const auto isStuckAt = [&](std::chrono::seconds at, bool isGone) {
            told.transport.seek(at);
            return QTest::qWaitFor(
                [&] {
                    return told.rollout.isSettled() && told.rollout.operatorNotices().isEmpty() != isGone &&
                           hasNote(told.track(node.name, u"gpu"_s).blockers, u"operatorGone") == isGone;
                },
                20'000);
        };
        QVERIFY(isStuckAt(30s, false));
        QVERIFY(isStuckAt(90s, true));
        QCOMPARE(told.track(node.name, u"gpu"_s).verdict, Verdict::Stuck);
        QCOMPARE(told.rollout.notices().value(0), told.rollout.operatorNotices().value(0));
        QVERIFY(isStuckAt(150s, false));
    }

    /// As after `kubectl delete deployment`, or half of `helm uninstall`.
    void aNodeWhoseOperatorHasNoDeploymentIsStuckNotQueued_data()
    {
        QTest::addColumn<QString>("other"); // Deployment that stays
        QTest::addColumn<bool>("isGone");
        QTest::newRow("its NFD stays")
            << u"nvidia-gpu-operator/gpu-operator-node-feature-discovery-master"_s << true;
        QTest::newRow("others elsewhere stay") << u"kube-system/coredns"_s << true;
        QTest::newRow("one of a mirror may be it") << u"nvidia-gpu-operator/gpu-op"_s << false;
        QTest::newRow("no Deployment at all is told") << QString() << false;
    }
    void aNodeWhoseOperatorHasNoDeploymentIsStuckNotQueued()
    {
        QFETCH(QString, other);
        QFETCH(bool, isGone);
        const auto deployment = [](const QString &name, const char *image) {
            const QByteArray text = QByteArray("{\"spec\":{\"containers\":[{\"image\":\"") + image + "\"}]}}";
            const QJsonObject pod = toldJson(text.constData());
            return anyObject(u"apps/v1"_s, u"Deployment"_s, name, {{u"replicas"_s, 1}, {u"template"_s, pod}},
                             {{u"availableReplicas"_s, 1}});
        };
        const QJsonObject own =
            deployment(u"nvidia-gpu-operator/gpu-operator"_s, "nvidia/gpu-operator:v26.7.0");
        ToldWindow window;
        NodeSample node;
        node.name = u"gpu-a"_s;
        node.isCordoned = true;
        node.labels = {{driverKeys(DriverKind::Gpu).state, u"pod-deletion-required"_s}};
        window.put(u"nodes"_s, node.object());
        window.put(u"pods"_s, driverPod(node.name).object());
        DaemonSetSample set;
        set.name = u"nvidia-gpu-operator/nvidia-driver-daemonset"_s;
        set.podLabels = driverPod(node.name).labels;
        set.image = u"nvcr.io/nvidia/driver:580.95.05"_s;
        window.put(u"daemonsets"_s, set.object());
        window.put(u"deployments"_s, own);
        if (!other.isEmpty())
            window.put(u"deployments"_s, deployment(other, "mirror.example/some:v1"));
        window.remove(u"deployments"_s, own, 60);
        ToldRollout told(window.recording());
        const auto says = [&](std::chrono::seconds at, bool gone) {
            told.transport.seek(at);
            return QTest::qWaitFor(
                [&] {
                    return told.rollout.isSettled() &&
                           hasNote(told.track(node.name, u"gpu"_s).blockers, u"operatorGone") == gone;
                },
                20'000);
        };
        QVERIFY(says(30s, false));
        QVERIFY(says(90s, isGone));
        QCOMPARE(told.track(node.name, u"gpu"_s).verdict == Verdict::Stuck, isGone);
        QCOMPARE(told.rollout.operatorNotices().size(), isGone ? 1 : 0);
    }

    void anOperatorWhoseOwnUpdateIsNotCompleteIsSaid_data()
    {
        QTest::addColumn<int>("observed");
        QTest::addColumn<int>("made");
        QTest::addColumn<int>("updated");
        QTest::addColumn<int>("available");
        QTest::addColumn<bool>("isPending");
        QTest::newRow("complete") << 2 << 1 << 1 << 1 << false;
        QTest::newRow("not observed") << 1 << 1 << 1 << 1 << true;
        QTest::newRow("new pod Pending beside the old one") << 2 << 2 << 1 << 1 << true;
        QTest::newRow("new pod not made") << 2 << 1 << 0 << 1 << true;
        QTest::newRow("new pod alone, not available") << 2 << 1 << 1 << 0 << true;
    }
    void anOperatorWhoseOwnUpdateIsNotCompleteIsSaid()
    {
        QFETCH(int, observed);
        QFETCH(int, made);
        QFETCH(int, updated);
        QFETCH(int, available);
        QFETCH(bool, isPending);
        const QJsonObject pod =
            toldJson(R"({"spec":{"containers":[{"image":"nvcr.io/nvidia/gpu-operator:v25.10.1"}]}})");
        QJsonObject deployment =
            anyObject(u"apps/v1"_s, u"Deployment"_s, u"nvidia-gpu-operator/gpu-operator"_s,
                      {{u"replicas"_s, 1}, {u"template"_s, pod}},
                      {{u"observedGeneration"_s, observed},
                       {u"replicas"_s, made},
                       {u"updatedReplicas"_s, updated},
                       {u"availableReplicas"_s, available}});
        QJsonObject metadata = deployment[u"metadata"_s].toObject();
        metadata.insert(u"generation"_s, 2);
        deployment.insert(u"metadata"_s, metadata);
        ToldWindow window;
        NodeSample node;
        node.name = u"gpu-a"_s;
        node.labels = {{driverKeys(DriverKind::Gpu).state, u"upgrade-done"_s}};
        window.put(u"nodes"_s, node.object());
        window.put(u"pods"_s, driverPod(node.name).object());
        window.put(u"deployments"_s, deployment);
        ToldRollout told(window.recording());
        QTRY_VERIFY_WITH_TIMEOUT(told.rollout.isSettled(), 20'000);
        const QString text = told.rollout.pendingOperator(u"gpu"_s);
        QCOMPARE(!text.isEmpty(), isPending);
        QCOMPARE(told.rollout.operatorNotices(), isPending ? QStringList{text} : QStringList());
        QVERIFY(!isPending || text.contains(u"nvidia-gpu-operator/gpu-operator"));
    }

    /// The real operators, killed from 365 s to 531 s; three failed nodes are relabelled by hand at 726 s.
    void aRecordingTellsWhenTheOperatorWasGoneAndWhoRelabelled()
    {
        const auto recording = loadRecording(
            QStringLiteral(CHARTROOM_TEST_DATA "/gpu-operator-killed-hand-labels-node-gone.jsonl.gz"));
        QVERIFY(recording.has_value());
        StandingWindow window(*recording, 340s);
        const auto isAt = [&](std::chrono::seconds at) {
            window.transport.seek(at);
            const QDateTime then = (*recording)->header.start.addSecs(at.count());
            return QTest::qWaitFor(
                [&] {
                    return window.transport.isSettled() && window.rollout.isSettled() &&
                           window.clock.now() == then;
                },
                20000);
        };
        const auto track = [&](const char *node) {
            const NodeTrack *found = window.rollout.find({QLatin1String(node), u"gpu"_s});
            return found ? *found : NodeTrack();
        };
        QVERIFY(isAt(340s));
        QVERIFY(window.rollout.operatorNotices().isEmpty());
        QVERIFY(isAt(480s));
        QCOMPARE(window.rollout.operatorNotices().size(), 1);
        QVERIFY(hasNote(track("gpu-008").blockers, u"operatorGone"));
        QCOMPARE(track("gpu-008").verdict, Verdict::Stuck); // its new driver is ready
        QVERIFY(hasNote(track("gpu-010").blockers, u"operatorGone"));
        QCOMPARE(track("gpu-010").verdict, Verdict::Waiting);
        QVERIFY(isAt(560s));
        QVERIFY(window.rollout.operatorNotices().isEmpty());
        QVERIFY(!hasNote(track("gpu-010").blockers, u"operatorGone"));
        QVERIFY(isAt(734s));
        for (const char *node : {"gpu-005", "gpu-006", "gpu-007"}) {
            QVERIFY(hasNote(track(node).contradictions, u"relabelled"));
            QVERIFY(!hasNote(track(node).contradictions, u"healedByItself"));
        }
    }

    void aReadyNodeWhoseLabelRestsForTwoBeatsWaitsForTheOperator()
    {
        OneNode scene(DriverKind::Gpu, "pod-restart-required");
        scene.isSinceKnown = false; // it is there at least so long
        scene.driver.readySince = u"2026-11-21T03:57:00Z"_s;
        QCOMPARE(scene.track(5min).verdict, Verdict::Moving);
        scene.driver.readySince = u"2026-11-21T03:55:00Z"_s;
        QCOMPARE(scene.track(1min).verdict, Verdict::Moving); // may have been set by hand since
        QVERIFY(!hasNote(scene.track(1min).blockers, u"waitingForOperator"));
        QCOMPARE(scene.track(5min).verdict, Verdict::Stuck);
        QVERIFY(hasNote(scene.track(5min).blockers, u"waitingForOperator"));
        scene.driver.isReady = false; // it waits for its driver
        QVERIFY(!hasNote(scene.track(5min).blockers, u"waitingForOperator"));
        OneNode uncordoning(DriverKind::InfiniBand, "uncordon-required");
        QVERIFY(!hasNote(uncordoning.track(3min).blockers, u"waitingForOperator"));
        QVERIFY(hasNote(uncordoning.track(5min).blockers, u"waitingForOperator"));
    }
};

#include "tst_driver_operators.moc"
} // namespace tst_driver_operators

CHARTROOM_TEST(tst_driver_operators, DriverOperatorsTest)
