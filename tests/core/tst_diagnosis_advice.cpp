// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_diagnosis_advice {

/// What a finding says about a node that failed or is stuck, and when.
class DiagnosisAdviceTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private Q_SLOTS:
    void theAdviceFreesANodeThatFailed()
    {
        const QString command = u"kubectl label node gpu-1 gpu-2 "
                                "nvidia.com/gpu-driver-upgrade-state=upgrade-required --overwrite"_s;
        DiagnosisScene scene;
        for (const char *node : {"gpu-1", "gpu-2"})
            scene.track(QString::fromLatin1(node), Verdict::Failed).blockers = {
                {NoteKind::DisruptionBudget,
                 u"tenant-b/trainer (PodDisruptionBudget) allows no disruption now."_s},
                {NoteKind::RetryLabel, u"later"_s}};
        QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"disruption-budget"_s});
        QVERIFY2(findings.first().nextStep.endsWith(command), qPrintable(findings.first().nextStep));
        for (NodeTrack &track : scene.evidence.tracks)
            track.blockers = {{NoteKind::RetryLabel, u"later"_s}};
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"upgrade-failed"_s});
        QCOMPARE(findings.first().quote, u"upgrade-failed"_s); // what frees a node is no reason
        QVERIFY(findings.first().nextStep.endsWith(command));
        for (NodeTrack &track : scene.evidence.tracks)
            track.blockers = {{NoteKind::RetryLabelNow, u"now"_s}};
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"retry-due"_s});
        QCOMPARE(findings.first().bearing, Bearing::Cause);
        QVERIFY(findings.first().nextStep.endsWith(command));
        for (NodeTrack &track : scene.evidence.tracks)
            track.blockers = {{NoteKind::RetryLabelAfterOther, u"later"_s}};
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"upgrade-failed"_s});
        const QString advice = findings.first().nextStep;
        QVERIFY2(advice.contains(u"another rollout is in progress") && advice.endsWith(command),
                 qPrintable(advice));
    }

    /// ROCm/gpu-operator internal/controllers/upgrademgr.go HandleUpgrade, handleInitStatus@v1.5.1
    void aFailedNodeIsToldOfByItsOwnOperatorsRules()
    {
        const QString label = u"operator.amd.com/gpu-driver-upgrade-state"_s;
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Failed, "amd");
        track.label = u"Drain-Failed"_s;
        track.blockers = {{NoteKind::ModuleFailed, u"The operator reports Drain-Failed."_s},
                          {NoteKind::RetryLabel, u"later"_s}};
        QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"amd-upgrade-failed"_s});
        QVERIFY(findings.first().meaning.contains(u"takes no slot"));
        QVERIFY2(findings.first().nextStep.endsWith(
                     u"kubectl label node gpu-2 %1=upgrade-required --overwrite"_s.arg(label)),
                 qPrintable(findings.first().nextStep));
        QVERIFY(!findings.first().nextStep.contains(u"driver pod"));
        // The label does nothing there.
        track.blockers = {
            {NoteKind::ModuleFailed, u"The operator reports Reboot-Failed, and retries when possible."_s}};
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"amd-reboot-failed"_s});
        QVERIFY(!findings.first().nextStep.contains(label));
        QVERIFY(!findings.first().nextStep.contains(u"driver pod"));
        track.component = u"sriov"_s;
        track.blockers.clear();
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"sriov-failed"_s});
        QVERIFY(!findings.first().nextStep.contains(u"kubectl label"));
        track.blockers = {{NoteKind::SyncError, u"numVfs (16) exceeds the limit"_s}};
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"sriov-sync-failed"_s});
        QVERIFY(findings.first().evidence.isEmpty());
    }

    void theAdviceForAStuckNodeSaysWhereToLook()
    {
        DiagnosisScene scene;
        const QString space = scene.where;
        scene.track(u"gpu-2"_s, Verdict::Stuck).driverPod = space + u"/driver-gpu-2"_s;
        const auto advice = [&] {
            const QList<Finding> findings = judge(scene);
            return signaturesOf(findings) == QStringList{u"upgrade-stuck"_s} ? findings.first().nextStep
                                                                             : QString();
        };
        scene.pod("driver", u"gpu-2"_s).waitingInit = u"k8s-driver-manager"_s;
        QVERIFY2(advice().endsWith(u"the log of k8s-driver-manager on gpu-2: kubectl logs -n %1 driver-gpu-2 "
                                   "-c k8s-driver-manager"_s.arg(space)),
                 qPrintable(advice()));
        scene.pod("driver", u"gpu-2"_s).waitingInit.clear();
        QVERIFY2(advice().endsWith(u"kubectl describe pod -n %1 driver-gpu-2"_s.arg(space)),
                 qPrintable(advice()));
        scene.evidence.tracks.last().step = RolloutStep::Evict;
        QVERIFY2(advice().endsWith(u"kubectl describe node gpu-2"_s), qPrintable(advice()));
    }

    void aNodeIsNotRetriedBeforeItsCauseIsGone()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        scene.evidence.tracks.last().blockers = {{NoteKind::RetryLabelNow, u"now"_s}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"kernel-headers-unresolved"_s});
        const QString advice = findings.first().nextStep;
        QVERIFY2(advice.contains(u"Once the cause is removed, run: kubectl label node gpu-2 "),
                 qPrintable(advice));
        QVERIFY(!advice.contains(u"Run now"));
        const QString evidence = findings.first().evidence.join(u'\n');
        QVERIFY2(!evidence.contains(u"Nothing known blocks"), qPrintable(evidence));
    }

    /// What the pod of a version that was left fails for is no cause of now, and no advice comes from it,
    /// whether or not other nodes still run that version.
    void theVersionThatWasLeftIsNotAdvisedOn()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        for (const QString &uid : scene.evidence.nodes.keys())
            scene.evidence.nodes[uid].kernelVersion = u"6.8.0-1025"_s;
        const QString left =
            u"The driver pod ops/driver-gpu-2 is still of 580.126.20; 580.95.05 is wanted."_s;
        NodeTrack &failed = scene.evidence.tracks.last();
        failed.driverPod = scene.where + u"/driver-gpu-2"_s;
        failed.driverTo = u"580.95.05"_s;
        failed.blockers = {{NoteKind::UnwantedDriverPod, left}, {NoteKind::RetryLabelNow, u"Run now: x"_s}};
        scene.pod("driver", u"gpu-2"_s).image = u"nvcr.io/nvidia/driver:580.126.20-ubuntu22.04"_s;
        NodeTrack &other = scene.track(u"gpu-1"_s, Verdict::Done);
        other.driverPod = scene.where + u"/driver-gpu-1"_s;
        other.isDriverReady = true;
        QList<Finding> told;
        for (const QString &runs : {u"580.126.20"_s, u"580.95.05"_s}) {
            scene.pod("driver", u"gpu-1"_s).image = u"nvcr.io/nvidia/driver:%1-ubuntu22.04"_s.arg(runs);
            const QList<Finding> findings = judge(scene);
            QCOMPARE(signaturesOf(findings), QStringList{u"retry-due"_s});
            QVERIFY(told.isEmpty() || told == findings);
            told = findings;
        }
        const Finding &finding = told.first();
        QCOMPARE(finding.quote, left);
        QVERIFY2(finding.nextStep.contains(u"Run now: kubectl label node gpu-2 "),
                 qPrintable(finding.nextStep));
        const QString all = finding.meaning + finding.nextStep + finding.evidence.join(u'\n');
        for (const QString &word : {u"cause is removed"_s, u"headers"_s, u"choose"_s, u"Run now: x"_s})
            QVERIFY2(!all.contains(word), qPrintable(word + u" is in "_s + all));
        QVERIFY2(all.contains(u"Could not resolve Linux kernel version"), qPrintable(all));
        // What holds the node meanwhile is told first.
        scene.evidence.tracks.first().blockers.prepend(
            {NoteKind::DisruptionBudget, u"tenant-b/trainer (PodDisruptionBudget) allows no disruption."_s});
        scene.evidence.tracks.first().blockers.last().kind = NoteKind::RetryLabel;
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"disruption-budget"_s});
    }

    /// A release that asks too much for its operator is found while the operator before it still runs.
    void anOperatorThatFitsNoNodeIsToldSoon()
    {
        DiagnosisScene scene;
        Pod &pod = scene.add("'app':'gpu-operator'", "new", {});
        pod.ownerKind = u"ReplicaSet"_s;
        pod.phase = u"Pending"_s;
        pod.health = Pod::Health::Starting;
        pod.isReady = false;
        pod.notScheduledText = u"0/3 nodes are available: 3 Insufficient cpu."_s;
        pod.created = scene.evidence.now.addSecs(-30);
        QVERIFY(judge(scene).isEmpty());
        pod.created = scene.evidence.now.addSecs(-90);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"operator-unschedulable"_s});
        QCOMPARE(findings.first().operand, u"gpu-operator"_s);
        QVERIFY(findings.first().quote.contains(u"3 Insufficient cpu"));
    }

    void aPolicyIsNotTakenUpSinceNobodyKnowsWhen()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Waiting);
        track.step = RolloutStep::Done;
        track.since = DiagnosisScene::at("2026-11-22T01:00:00Z"); // of the label done
        track.blockers = {
            {NoteKind::OperatorBehind, u"ClusterPolicy cluster-policy wants driver 580.126.20."_s}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"policy-not-taken-up"_s});
        QVERIFY(!findings.first().since.isValid());
    }

    /// What says whose the trouble is comes with the trouble: a ticket of that moment names the same owner.
    void theCauseOfAFailureIsToldAsSoonAsTheFailure()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Failed);
        track.since = scene.evidence.now.addSecs(-5);
        track.blockers = {{NoteKind::DisruptionBudget,
                           u"tenant-b/trainer (PodDisruptionBudget) allows no disruption now."_s}};
        const QList<Finding> findings = judge(scene);
        scene.evidence.isUrgent = true;
        const QList<Finding> ofTicket = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"disruption-budget"_s});
        QCOMPARE(findings.first().owner, Owner::Customer);
        QVERIFY(findings == ofTicket);
    }
};

#include "tst_diagnosis_advice.moc"
} // namespace tst_diagnosis_advice

CHARTROOM_TEST(tst_diagnosis_advice, DiagnosisAdviceTest)
