// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/log_choice.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_diagnosis {

class DiagnosisTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private Q_SLOTS:
    void aHealthyClusterHasNone()
    {
        DiagnosisScene scene(16);
        for (const Node &node : std::as_const(scene.evidence.nodes))
            scene.track(node.name, Verdict::Done);
        QVERIFY(judge(scene).isEmpty());
        QVERIFY(logsToRead(scene.evidence, m_signatures).isEmpty());
        QVERIFY(diagnose({}, m_signatures, m_rules).isEmpty());
    }

    void theDriverIsTheFindingAndNotThoseThatWaitForIt()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        Pod &trainer = scene.add("", "trainer", {});
        trainer.namespaceName = u"tenant-b"_s;
        trainer.health = Pod::Health::Starting;
        trainer.phase = u"Pending"_s;
        trainer.notScheduledText = u"0/3 nodes are available: 3 Insufficient nvidia.com/gpu."_s;
        scene.complain(scene.evidence.now.addSecs(-3600));
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"kernel-headers-unresolved"_s});
        const Finding &finding = findings.first();
        QCOMPARE(finding.operand, u"gpu-driver"_s);
        QCOMPARE(finding.bearing, Bearing::Cause);
        QCOMPARE(finding.nodes, QStringList{u"gpu-2"_s});
        QCOMPARE(finding.since, DiagnosisScene::at("2026-11-22T01:00:00Z"));
        QCOMPARE(finding.quote, u"Could not resolve Linux kernel version"_s);
        QVERIFY(finding.where.contains(u"driver-gpu-2"));
        QVERIFY(finding.meaning.contains(u"no headers for the running kernel"));
        QVERIFY(!finding.nextStep.isEmpty());
        QCOMPARE(finding.confidence, Confidence::Certain);
        QCOMPARE(finding.release, u"nvidia-gpu-operator/gpu-operator"_s);
        QCOMPARE(finding.owner, Owner::Shared);
        QCOMPARE(finding.scope, SupportScope::Supported);
        QStringList behind;
        for (const Consequence &one : finding.consequences)
            behind.append(one.operand + u' ' + one.signature);
        QCOMPARE(behind, (QStringList{u"container-toolkit init-waits"_s, u"device-plugin gpus-missing"_s,
                                      u"gpu-policy operands-not-ready"_s, u"validator init-waits"_s,
                                      u"workload gpus-insufficient"_s}));
    }

    void whatAContainerEndedWithIsAsGoodAsItsLog()
    {
        DiagnosisScene scene;
        scene.crash("driver", u"gpu-2"_s, u"Could not resolve Linux kernel version"_s);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"kernel-headers-unresolved"_s});
        QVERIFY(findings.first().where.contains(u"container"));
    }

    void whereTheKubeletOnlySaysThatItEndedTheLogIsQuoted()
    {
        DiagnosisScene scene;
        const QString kubelet = u"back-off 5m0s restarting failed container=main pod=plugin-gpu-2"_s;
        scene.crash("plugin", u"gpu-2"_s, kubelet);
        QCOMPARE(judge(scene).first().quote, kubelet);
        scene.log("plugin", u"gpu-2"_s, u"Starting\npanic: no such thing\ngoroutine 1 [running]:\n"_s);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"device-plugin-crash-loop"_s});
        QCOMPARE(findings.first().quote, u"panic: no such thing"_s);
        QVERIFY(findings.first().where.contains(u"log"));
        QVERIFY(findings.first().evidence.join(u'\n').contains(kubelet));
        scene.evidence.logs.last().text = u"Starting\nStopping\n"_s;
        QCOMPARE(judge(scene).first().quote, u"Stopping"_s);
    }

    void whatElseTheDriverSaysStandsBeside()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        scene.log("driver", u"gpu-2"_s,
                  u"Auto drain by driver-manager has been superseded by the GPU "
                  "Operator's upgrade policy"_s);
        scene.evidence.logs.last().request.container = u"k8s-driver-manager"_s;
        const QList<Finding> findings = judge(scene);
        QCOMPARE(findings.size(), 1);
        const QString beside = findings.first().evidence.join(u'\n');
        QVERIFY(beside.contains(u"Auto drain"));
        QVERIFY(beside.contains(u"upgrade-failed"));
    }

    /// gpu-005 of the bundled recording: the second operator has just given up on the same pods.
    void whatKeepsPodsOnANodeIsBehindTheDrainOfItsOtherDriver()
    {
        DiagnosisScene scene;
        const QList<TrackNote> held{
            {NoteKind::DisruptionBudget,
             u"tenant-b/trainer (PodDisruptionBudget) allows no disruption now (5 healthy, 5 needed): "
             u"tenant-b/trainer-0 stays."_s}};
        scene.track(u"gpu-2"_s, Verdict::Failed).blockers = held;
        NodeTrack &other = scene.track(u"gpu-2"_s, Verdict::Failed, "ib");
        other.blockers = held;
        other.since = scene.evidence.now.addSecs(-5);
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"disruption-budget"_s});
        WarningEvent event;
        event.kind = u"Node"_s;
        event.name = u"gpu-2"_s;
        event.reason = u"OFEDDriverUpgrade"_s;
        event.message = u"Failed to drain the node, error when evicting pods"_s;
        event.first = event.last = other.since;
        scene.evidence.events.append(event);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"disruption-budget"_s});
        QCOMPARE(findings.first().consequences.size(), 1);
        QCOMPARE(findings.first().consequences.first().operand, u"ofed-driver"_s);
        // Told with the failure that it explains, however young that is.
        QCOMPARE(findings.first().consequences.first().signature, u"disruption-budget"_s);
    }

    void aRemarkAloneIsNoFinding()
    {
        DiagnosisScene scene;
        scene.log("driver", u"gpu-2"_s,
                  u"Auto drain by driver-manager has been superseded by the GPU "
                  "Operator's upgrade policy"_s);
        scene.evidence.logs.last().request.container = u"k8s-driver-manager"_s;
        QVERIFY(judge(scene).isEmpty());
    }

    void oneCauseOnManyNodesIsOneFinding()
    {
        DiagnosisScene scene(12);
        for (const QString &node : {u"gpu-12"_s, u"gpu-3"_s, u"gpu-7"_s})
            scene.breakDriver(node);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings.first().nodes, QStringList({u"gpu-12"_s, u"gpu-3"_s, u"gpu-7"_s}));
        QCOMPARE(findings.first().objects.size(), 3);
        QCOMPARE(findings.first().consequences.first().nodes.size(), 3);
    }

    void whatHasACauseOfItsOwnIsAFindingOfItsOwn()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        scene.pod("toolkit", u"gpu-2"_s).waitingInit.clear();
        scene.crash("toolkit", u"gpu-2"_s, u"Back-off pulling image \"toolkit:nope\""_s,
                    u"ImagePullBackOff"_s);
        QCOMPARE(signaturesOf(judge(scene)), QStringList({u"kernel-headers-unresolved"_s, u"image-pull"_s}));
    }

    void aBrokenNodeDoesNotSpeakForItsNeighbour()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        scene.wait("validator", u"gpu-3"_s, "plugin-validation");
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList({u"kernel-headers-unresolved"_s, u"init-waits"_s}));
        QCOMPARE(findings.last().nodes, QStringList{u"gpu-3"_s});
        QCOMPARE(findings.last().bearing, Bearing::Symptom);
    }

    void anOperatorThatEndsIsBehindWhatWaitsForItAnywhere()
    {
        DiagnosisScene scene;
        scene.crash("controller", u"gpu-1"_s);
        scene.wait("validator", u"gpu-3"_s, "driver-validation");
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"operator-crash-loop"_s});
        QVERIFY(findings.first().nodes.isEmpty());
        QCOMPARE(findings.first().consequences.size(), 1);
    }

    void aLostNodeIsTheCauseOfAllThatIsSilentOnIt()
    {
        DiagnosisScene scene;
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.ready = false;
        node.isLost = true;
        node.badConditions = {{u"Ready"_s, u"Unknown"_s, u"NodeStatusUnknown"_s,
                               u"Kubelet stopped posting."_s, DiagnosisScene::at("2026-11-22T02:00:00Z")}};
        scene.wait("validator", u"gpu-2"_s, "driver-validation");
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"node-lost"_s});
        QCOMPARE(findings.first().since, DiagnosisScene::at("2026-11-22T02:00:00Z"));
        QCOMPARE(findings.first().owner, Owner::Crusoe);

        scene.track(u"gpu-2"_s, Verdict::Lost, "ib");
        const QList<Finding> inRestart = judge(scene);
        QCOMPARE(signaturesOf(inRestart), QStringList{u"node-lost-in-openibd-restart"_s});
        QCOMPARE(inRestart.first().consequences.size(), 2);
    }

    void aBudgetThatBlocksIsTheTenants()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-1"_s, Verdict::Stuck);
        track.blockers = {{NoteKind::DisruptionBudget,
                           u"tenant-b/trainer (PodDisruptionBudget) allows no disruption now (1 healthy, 1 "
                           "needed): tenant-b/trainer-0 stays."_s}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"disruption-budget"_s});
        QVERIFY(findings.first().quote.contains(u"tenant-b/trainer"));
        QCOMPARE(findings.first().owner, Owner::Customer);
        QCOMPARE(findings.first().nodes, QStringList{u"gpu-1"_s});
    }

    void aBudgetThatHoldsBothDriversIsOneFindingAndNoneIsUnnamed()
    {
        DiagnosisScene scene;
        const TrackNote notebook{NoteKind::DisruptionBudget,
                                 u"tenant-c/notebook allows no disruption now."_s};
        const TrackNote trainer{NoteKind::DisruptionBudget, u"tenant-b/trainer allows no disruption now."_s};
        scene.track(u"gpu-1"_s, Verdict::Failed).blockers = {notebook};
        scene.track(u"gpu-1"_s, Verdict::Failed, "ib").blockers = {notebook};
        scene.track(u"gpu-2"_s, Verdict::Stuck, "ib").blockers = {trainer};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"disruption-budget"_s});
        const Finding &finding = findings.first();
        QCOMPARE(finding.nodes, QStringList({u"gpu-1"_s, u"gpu-2"_s}));
        QCOMPARE(finding.quote, notebook.text);
        QVERIFY(finding.evidence.join(u'\n').contains(trainer.text.chopped(1))); // within a sentence
        QCOMPARE(finding.consequences.size(), 1); // the other driver, which has nothing else to say
        QCOMPARE(finding.consequences.first().component, u"InfiniBand driver"_s);
        QCOMPARE(finding.consequences.first().nodes, QStringList({u"gpu-1"_s, u"gpu-2"_s}));
        QVERIFY(finding.consequences.first().quote.isEmpty());
    }

    void whatAWaitingPodWaitsForIsAsked_data()
    {
        QTest::addColumn<int>("age"); // of the device plugin's pod, in seconds
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("signature");
        const QString none = u"I1122 1 main.go:279] No devices found. Waiting indefinitely."_s;
        QTest::newRow("old plugin") << 86400 << 0 << none << u"device-plugin-no-devices"_s;
        QTest::newRow("young plugin") << 60 << 0 << none << u"device-plugin-no-devices"_s;
        QTest::newRow("GPUs still offered") << 86400 << 8 << none << u"device-plugin-no-devices"_s;
        QTest::newRow("another word")
            << 60 << 0 << u"Failed to initialize NVML: Unknown Error"_s << u"nvml-init"_s;
        QTest::newRow("nothing said") << 60 << 0 << u"Registered device plugin"_s << u"init-waits"_s;
    }

    /// The device plugin is ready and waits for GPUs; the validator waits for it.
    void whatAWaitingPodWaitsForIsAsked()
    {
        QFETCH(int, age);
        QFETCH(int, gpus);
        QFETCH(QString, log);
        DiagnosisScene scene;
        scene.wait("validator", u"gpu-2"_s, "plugin-validation");
        scene.evidence.nodes[u"gpu-2"_s].gpuAllocatable = gpus;
        scene.pod("plugin", u"gpu-2"_s).created = scene.evidence.now.addSecs(-age);
        const LogRequest request{scene.where, u"plugin-gpu-2"_s, u"nvidia-device-plugin"_s, false};
        QVERIFY(logsToRead(scene.evidence, m_signatures).contains(request));
        scene.evidence.logs.append({request, log});
        QTEST(signaturesOf(judge(scene)).join(u' '), "signature");
    }

    void whatTheKubeletSaysOfAPullDecides_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("signature");
        const QString backOff = u"Back-off pulling image \"nvcr.io/nvidia/driver:580-5.15.0-118-generic\""_s;
        const QString pull = u"Failed to pull image \"nvcr.io/nvidia/driver:580-5.15.0-118-generic\": %1"_s;
        const QString refused = pull.arg(u"unexpected status from HEAD request: 401 Unauthorized"_s);
        const QString missing = pull.arg(u"nvcr.io/nvidia/driver:580-5.15.0-118-generic: not found"_s);
        const QString kernel = u"precompiled-image-missing"_s;
        QTest::newRow("status") << refused << QString() << u"image-pull-refused"_s;
        QTest::newRow("event") << backOff << refused << u"image-pull-refused"_s;
        QTest::newRow("event, DNS") << backOff << pull.arg(u"dial tcp: lookup nvcr.io: no such host"_s)
                                    << u"image-pull-unreachable"_s;
        QTest::newRow("404") << missing << missing << kernel;
        QTest::newRow("event, 404") << backOff << missing << kernel;
        QTest::newRow("no word") << backOff << QString() << kernel;
    }

    void whatTheKubeletSaysOfAPullDecides()
    {
        QFETCH(QString, status);
        QFETCH(QString, event);
        DiagnosisScene scene;
        scene.crash("driver", u"gpu-2"_s, status, u"ImagePullBackOff"_s);
        if (!event.isEmpty())
            scene.warn("driver", u"gpu-2"_s, u"Failed"_s, event);
        scene.track(u"gpu-2"_s, Verdict::Stuck)
            .blockers.append({NoteKind::PrecompiledKernel, u"precompiled for kernel 5.15.0-118-generic"_s});
        QTEST(signaturesOf(judge(scene)).join(u' '), "signature");
        for (const Finding &one : judge(scene))
            if (one.signature != u"precompiled-image-missing")
                for (const QString &line : one.evidence)
                    QVERIFY2(!line.contains(u"none was published"), qPrintable(line));
    }

    void aBudgetThatIsNotEvaluatedIsTheControlPlanes()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Moving);
        track.step = RolloutStep::Evict;
        track.blockers = {
            {NoteKind::StaleBudget, u"tenant-b/trainer (PodDisruptionBudget) is not evaluated"_s}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"stale-budget"_s});
        QCOMPARE(findings.first().owner, Owner::Crusoe);
        QVERIFY(findings.first().nextStep.contains(u"disruption controller"));
        QVERIFY(!findings.first().nextStep.contains(u"relax the budget"));
    }

    void onlyWhatItWaitsForItselfIsAsked()
    {
        DiagnosisScene scene;
        scene.wait("validator", u"gpu-2"_s, "plugin-validation");
        for (const LogRequest &request : logsToRead(scene.evidence, m_signatures))
            QVERIFY2(request.pod == u"plugin-gpu-2" || request.pod == u"validator-gpu-2",
                     qPrintable(request.pod));
        scene.pod("validator", u"gpu-2"_s).notReadySince =
            scene.evidence.now.addSecs(-60); // it may well wait
        for (const LogRequest &request : logsToRead(scene.evidence, m_signatures))
            QVERIFY2(request.pod != u"plugin-gpu-2", qPrintable(request.pod));
    }

    void aNodeInTheMiddleOfItsRolloutMissesNothing()
    {
        DiagnosisScene scene;
        scene.evidence.nodes[u"gpu-2"_s].gpuAllocatable = 0;
        scene.track(u"gpu-2"_s, Verdict::Moving);
        QVERIFY(judge(scene).isEmpty());
    }

    void anEventAboutAPodThatIsWellIsHistory()
    {
        DiagnosisScene scene;
        const QString text = u"failed to get sandbox runtime: no runtime for \"nvidia\" is configured"_s;
        scene.warn("plugin", u"gpu-2"_s, u"FailedCreatePodSandBox"_s, text);
        scene.warn("gone", u"gpu-2"_s, u"FailedCreatePodSandBox"_s, text);
        QVERIFY(judge(scene).isEmpty());
        Pod &plugin = scene.pod("plugin", u"gpu-2"_s);
        plugin.health = Pod::Health::Starting;
        plugin.phase = u"Pending"_s;
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"runtime-not-configured"_s});
        scene.evidence.now = scene.evidence.now.addSecs(3600); // and nobody has said it again
        QVERIFY(judge(scene).isEmpty());
    }

    void aResourceThatComplainsIsAFindingOnlyAfterAWhile()
    {
        DiagnosisScene scene;
        scene.complain(scene.evidence.now.addSecs(-60));
        QVERIFY(judge(scene).isEmpty());
        scene.evidence.resources.first().complaints.first().since = scene.evidence.now.addSecs(-3600);
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"operands-not-ready"_s});
        QCOMPARE(logsToRead(scene.evidence, m_signatures).first().pod, u"controller-gpu-1"_s);
    }

    void theOrderOfTheEvidenceDoesNotMatter()
    {
        DiagnosisScene scene(8);
        for (const QString &node : {u"gpu-5"_s, u"gpu-2"_s, u"gpu-8"_s})
            scene.breakDriver(node);
        scene.crash("plugin", u"gpu-1"_s);
        scene.crash("controller", u"gpu-1"_s);
        const QList<Finding> once = judge(scene);
        QVERIFY(once.size() > 1);
        std::reverse(scene.evidence.tracks.begin(), scene.evidence.tracks.end());
        std::reverse(scene.evidence.logs.begin(), scene.evidence.logs.end());
        ObjectMap<Pod> others;
        for (Pod pod : std::as_const(scene.evidence.pods)) {
            pod.uid.prepend(u"other-"_s);
            others.insert(pod.uid, pod);
        }
        scene.evidence.pods = others;
        QCOMPARE(judge(scene), once);
    }

    void whatTheClusterSaysIsMaskedAndInert()
    {
        DiagnosisScene scene;
        scene.crash("plugin", u"gpu-1"_s, u"\x1b[31m password=hunter2hunter2 Failed to pull image\x1b[0m"_s,
                    u"ImagePullBackOff"_s);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"image-pull"_s});
        QVERIFY(!findings.first().quote.contains(u"hunter2"));
        QVERIFY(!findings.first().quote.contains(u'\x1b'));
    }

    void aTenantsOwnTroubleIsNotOurs()
    {
        DiagnosisScene scene;
        Pod &web = scene.add("", "web", u"gpu-1"_s);
        web.namespaceName = u"tenant-b"_s;
        scene.crash("web", u"gpu-1"_s);
        QVERIFY(judge(scene).isEmpty());
    }

    void aHookOfTheNetworkOperatorIsNotBehindMissingGpus_data()
    {
        QTest::addColumn<QString>("ownerKind");
        QTest::newRow("hook") << u"Job"_s;
        QTest::newRow("controller") << u"ReplicaSet"_s;
    }

    void aHookOfTheNetworkOperatorIsNotBehindMissingGpus()
    {
        QFETCH(QString, ownerKind);
        DiagnosisScene scene;
        scene.evidence.managedNamespaces.append(u"nvidia-network-operator"_s);
        OwnedRelease release = scene.evidence.releases.first();
        release.key = {u"nvidia-network-operator"_s, u"network-operator"_s, ReleaseStorage::Secret};
        release.ownership.component = u"network-operator"_s;
        scene.evidence.releases.append(release);
        scene.evidence.nodes[u"gpu-2"_s].gpuAllocatable = 0;
        Pod &pending =
            scene.add("'app.kubernetes.io/component':'network-operator'", "network-operator-keep-ncp", {});
        pending.namespaceName = u"nvidia-network-operator"_s;
        pending.instance = u"network-operator"_s;
        pending.ownerKind = ownerKind;
        pending.phase = u"Pending"_s;
        pending.health = Pod::Health::Starting;
        pending.notScheduledText = u"0/3 nodes are available: 3 node(s) had untolerated taint(s)."_s;
        const QList<Finding> findings = judge(scene);
        const auto gpus = std::find_if(findings.cbegin(), findings.cend(),
                                       [](const Finding &one) { return one.signature == u"gpus-missing"; });
        QCOMPARE(findings.size(), 2);
        QVERIFY(gpus != findings.cend());
        for (const Finding &one : findings)
            QVERIFY(one.consequences.isEmpty());
    }

    void theControllerOfTheSameOperatorIsBehindIt()
    {
        DiagnosisScene scene;
        scene.evidence.nodes[u"gpu-2"_s].gpuAllocatable = 0;
        scene.crash("controller", u"gpu-1"_s);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"operator-crash-loop"_s});
        QCOMPARE(findings.first().consequences.size(), 1);
        QCOMPARE(findings.first().consequences.first().signature, u"gpus-missing"_s);
    }

    void aSentenceThatIsQuotedInAnotherHasNoFullStop()
    {
        DiagnosisScene scene;
        for (const QString &node : {u"gpu-1"_s, u"gpu-2"_s})
            scene.track(node, Verdict::Stuck).contradictions = {
                {NoteKind::LeftCordoned, u"The label of %1 has gone."_s.arg(node)}};
        const QStringList evidence = judge(scene).first().evidence;
        QVERIFY2(evidence.contains(u"The label of gpu-2 has gone, in the rollout on Node gpu-2"_s),
                 qPrintable(evidence.join(u'\n')));
    }

    void eachNodesOwnWordsAreKept()
    {
        DiagnosisScene scene;
        scene.crash("plugin", u"gpu-1"_s, u"panic: one"_s);
        scene.crash("plugin", u"gpu-2"_s, u"panic: two"_s);
        scene.crash("plugin", u"gpu-3"_s, u"panic: one"_s);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"device-plugin-crash-loop"_s});
        QCOMPARE(findings.first().quote, u"panic: one"_s);
        QCOMPARE(findings.first().quotes, (QMap<QString, QString>{{u"gpu-2"_s, u"panic: two"_s}}));
    }

    void anOperatorThatDoesNotRunIsFoundWhereNoNodeIsUnderWayToo_data()
    {
        QTest::addColumn<QString>("component");
        QTest::addColumn<QString>("signature");
        QTest::newRow("GPU") << u"gpu"_s << u"gpu-operator-gone"_s;
        QTest::newRow("network") << u"ib"_s << u"network-operator-gone"_s;
        QTest::newRow("SR-IOV") << u"sriov"_s << u"sriov-operator-gone"_s;
        QTest::newRow("AMD") << u"amd"_s << u"amd-operator-gone"_s;
        QTest::newRow("maintenance") << u"maintenance"_s << u"maintenance-operator-gone"_s;
    }
    void anOperatorThatDoesNotRunIsFoundWhereNoNodeIsUnderWayToo()
    {
        QFETCH(QString, component);
        QFETCH(QString, signature);
        DiagnosisScene scene;
        OperatorDeployment gone;
        gone.namespaceName = scene.where;
        gone.name = u"controller"_s;
        gone.component = component;
        gone.wanted = 0;
        scene.evidence.goneOperators.insert(component, gone);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{signature});
        QVERIFY(findings.first().nodes.isEmpty());
        QCOMPARE(findings.first().objects.size(), 1);

        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Stuck, "gpu"); // which it leaves where it is
        track.blockers = {{NoteKind::OperatorGone, u"The operator is scaled to 0."_s}};
        if (component == u"gpu")
            QCOMPARE(judge(scene).first().nodes, QStringList{u"gpu-2"_s});
    }

    /// The node's step began when it began, and the operator went when it went.
    void anOperatorIsGoneSinceItsDeploymentSaysSo()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Stuck);
        track.since = scene.evidence.now.addSecs(-7200);
        track.blockers = {{NoteKind::OperatorGone, u"The operator is scaled to 0."_s}};
        OperatorDeployment gone;
        gone.namespaceName = u"ops"_s;
        gone.name = u"gpu-operator"_s;
        scene.evidence.goneOperators.insert(u"gpu"_s, gone);
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"gpu-operator-gone"_s});
        QVERIFY(!judge(scene).first().since.isValid());
        gone.unavailableSince = scene.evidence.now.addSecs(-600);
        scene.evidence.goneOperators.insert(u"gpu"_s, gone);
        QCOMPARE(judge(scene).first().since, gone.unavailableSince);
    }

    void aSlowNodeIsFound()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Slow);
        track.step = RolloutStep::DriverRestart;
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"upgrade-slow"_s});
        QCOMPARE(findings.first().nodes, QStringList{u"gpu-2"_s});
        QCOMPARE(findings.first().bearing, Bearing::Symptom);
    }

    void aDoneNodeWhoseMaintenanceDoesNotEndIsFound()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Done, "ib");
        track.step = RolloutStep::Done;
        track.contradictions = {
            {NoteKind::MaintenanceUnanswered, u"The NodeMaintenance ops/a has been terminating."_s}};
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"maintenance-unanswered"_s});
    }

    void aPodThatIsHeldUnreadyIsFoundAfterAWhileButNotOnALostNode()
    {
        DiagnosisScene scene;
        Pod &plugin = scene.pod("plugin", u"gpu-2"_s); // its containers run
        plugin.isReady = false;
        plugin.notReadySince = scene.evidence.now.addSecs(-60);
        QVERIFY(judge(scene).isEmpty());
        plugin.notReadySince = scene.evidence.now.addSecs(-3600);
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"pod-not-ready"_s});
        scene.evidence.nodes[u"gpu-2"_s].isLost = true;
        QVERIFY(judge(scene).isEmpty());
    }

    void anEvictedPodThatWasReplacedIsHistory()
    {
        DiagnosisScene scene;
        Pod &evicted = scene.add("'app':'gpu-operator'", "evicted", u"gpu-1"_s);
        evicted.ownerKind = u"ReplicaSet"_s;
        evicted.ownerName = u"gpu-operator-5d8f"_s; // of the revision before
        scene.pod("controller", u"gpu-1"_s).ownerName = u"gpu-operator-77c4"_s;
        scene.crash("evicted", u"gpu-1"_s, u"The node was low on resource: memory."_s, u"Evicted"_s);
        scene.pod("evicted", u"gpu-1"_s).phase = u"Failed"_s;
        scene.pod("evicted", u"gpu-1"_s).reasonContainer.clear();
        scene.warn("evicted", u"gpu-1"_s, u"FailedMount"_s, u"MountVolume.SetUp failed"_s);
        QVERIFY(judge(scene).isEmpty());
        scene.track(u"gpu-2"_s, Verdict::Failed);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"upgrade-failed"_s});
        QVERIFY(findings.first().consequences.isEmpty());
        QVERIFY(logsToRead(scene.evidence, m_signatures).isEmpty());
        scene.evidence.events.clear();
        scene.pod("controller", u"gpu-1"_s).health = Pod::Health::Starting; // and nobody does the work
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"pod-evicted"_s});
    }
};

#include "tst_diagnosis.moc"
} // namespace tst_diagnosis

CHARTROOM_TEST(tst_diagnosis, DiagnosisTest)
