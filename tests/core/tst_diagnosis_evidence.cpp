// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/log_choice.h"
#include "core/upgrade/recovery.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_diagnosis_evidence {

namespace {

KubeObject objectOf(const QByteArray &json)
{
    KubeObject object;
    object.name = u"one"_s;
    object.json = json;
    return object;
}

} // namespace

/// What a diagnosis takes from each kind of evidence, and which logs it asks for.
class DiagnosisEvidenceTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private:
    [[nodiscard]] QString stepOf(const DiagnosisScene &scene, const QString &signature) const
    {
        const QList<Finding> findings = judge(scene);
        const auto found = std::find_if(findings.cbegin(), findings.cend(),
                                        [&](const Finding &one) { return one.signature == signature; });
        return found == findings.cend() ? QString() : found->nextStep;
    }

    /// Of the scene's last two nodes: one still runs the version that fails on gpu-2.
    void aRollbackTakesTheVersionAway(DiagnosisScene scene, const Finding &before) const
    {
        const auto runs = [&scene](NodeTrack &track, const QString &image) {
            track.driverPod = scene.where + u"/driver-"_s + track.node;
            track.driverTo = u"580.65.06"_s;
            scene.pod("driver", track.node).image = u"nvcr.io/nvidia/driver:"_s + image;
        };
        runs(scene.evidence.tracks[0], u"580.82.07-ubuntu22.04"_s);
        runs(scene.evidence.tracks[1], u"580.65.06-ubuntu22.04"_s); // back already
        runs(scene.evidence.tracks[2], u"580.82.07-ubuntu22.04"_s);
        scene.evidence.tracks[2].verdict = Verdict::Waiting;
        QVERIFY(judge(scene).first().meaning != before.meaning); // whose pod is not ready proves nothing
        scene.evidence.tracks[2].isDriverReady = true;
        const Finding finding = judge(scene).first();
        QCOMPARE(finding.meaning, before.meaning);
        QVERIFY2(finding.nextStep.contains(u"egress with those of gpu-1,"), qPrintable(finding.nextStep));
        QVERIFY(finding.evidence.join(u'\n').contains(u"(6.8.0-1025) took 580.82.07."));
    }

private Q_SLOTS:
    void aKernelThatOtherNodesTookTheDriverWithIsNotBlamed()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        for (const QString &uid : scene.evidence.nodes.keys())
            scene.evidence.nodes[uid].kernelVersion = u"6.8.0-1025"_s;
        scene.evidence.tracks.last().driverTo = u"580.82.07"_s;
        scene.evidence.tracks.last().isDriverCurrent = true;
        const Finding alone = judge(scene).first();
        QCOMPARE(alone.confidence, Confidence::Certain);
        QVERIFY(alone.nextStep.contains(u"choose a driver version built for it"));
        for (const QString &node : {u"gpu-3"_s, u"gpu-1"_s})
            scene.track(node, Verdict::Done).driverTo = u"580.82.07"_s;
        const Finding finding = judge(scene).first();
        QCOMPARE(finding.signature, u"kernel-headers-unresolved"_s);
        QCOMPARE(finding.confidence, Confidence::Likely);
        QVERIFY2(finding.nextStep.contains(u"egress with those of gpu-1, gpu-3,"),
                 qPrintable(finding.nextStep));
        QVERIFY(!finding.nextStep.contains(u"choose") && finding.meaning != alone.meaning);
        const QString beside = finding.evidence.join(u'\n');
        QVERIFY2(beside.contains(u"with the same kernel (6.8.0-1025) took 580.82.07."), qPrintable(beside));
        scene.evidence.tracks.first().isDriverCurrent = false; // its pod is of before a rollback
        QCOMPARE(judge(scene).first(), alone);
        aRollbackTakesTheVersionAway(scene, finding);
        scene.evidence.tracks.first().isDriverCurrent = true;
        for (NodeTrack &track : scene.evidence.tracks) // another version says nothing
            track.driverTo = track.verdict == Verdict::Done ? u"580.65"_s : u"580.82.07"_s;
        QCOMPARE(judge(scene).first(), alone);
        scene.evidence.nodes[u"gpu-2"_s].kernelVersion = u"6.8.0-1040"_s; // neither does another kernel
        scene.evidence.tracks[1].driverTo = u"580.82.07"_s;
        QCOMPARE(judge(scene).first(), alone);
    }

    void noSignatureBlamesAKernelOrVersionThatOtherNodesRun()
    {
        DiagnosisScene scene;
        scene.crash("driver", u"gpu-2"_s, u"exit code 1"_s);
        for (const QString &uid : scene.evidence.nodes.keys()) {
            scene.evidence.nodes[uid].kernelVersion = u"6.8.0-1025"_s;
            NodeTrack &track = scene.track(uid, uid == u"gpu-2" ? Verdict::Failed : Verdict::Done);
            track.driverTo = u"580.82.07"_s;
            track.isDriverCurrent = true;
        }
        const Finding finding = judge(scene).first();
        QCOMPARE(finding.signature, u"driver-crash-loop"_s);
        QVERIFY2(!finding.meaning.contains(u"support the running kernel"), qPrintable(finding.meaning));
        QVERIFY(finding.nextStep.contains(u"gpu-1, gpu-3"));
        for (const Signature &one : m_signatures.signatures())
            if (one.meaning.contains(u"the running kernel"))
                QVERIFY2(!one.sameKernelMeaning.isEmpty(), qPrintable(one.id));
    }

    void whatKeepsANodeIsToldAtOnceWhereSomebodyAsksAtOnce()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-1"_s, Verdict::Moving);
        track.since = scene.evidence.now.addSecs(-51);
        track.blockers = {{NoteKind::SafeLoad, u"The driver waits to be allowed to load."_s}};
        scene.evidence.isUrgent = true;
        QVERIFY(judge(scene).isEmpty()); // which passes by itself
        scene.evidence.tracks.last().blockers = {
            {NoteKind::DisruptionBudget, u"tenant-b/trainer allows no disruption now."_s}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"disruption-budget"_s});
        QCOMPARE(findings.first().since, scene.evidence.now.addSecs(-51));
        scene.evidence.isUrgent = false;
        QDateTime next;
        QVERIFY(diagnose(scene.evidence, m_signatures, m_rules, &next).isEmpty());
        QVERIFY(next > scene.evidence.now);
        scene.evidence.now = next;
        QCOMPARE(judge(scene), findings);
        scene.evidence.now = scene.evidence.now.addSecs(120);
        QCOMPARE(judge(scene), findings);
    }

    void aReleaseThatIsNotSettledIsAFindingBehindThoseOfNodes()
    {
        using S = ReleaseStatus;
        DiagnosisScene scene;
        const auto pendingFor = [&scene](std::chrono::seconds age) {
            scene.store(scene.evidence.releases.first(), {{4, S::PendingUpgrade, age}, {3}},
                        u"Preparing upgrade, password=hunter2"_s);
        };
        pendingFor(600s);
        const Finding atWork = judge(scene).value(0); // somebody may be at work
        QCOMPARE(atWork.signature, u"release-at-work"_s);
        QVERIFY2(atWork.nextStep.contains(u"chartroom recover nvidia-gpu-operator/gpu-operator)"_s),
                 qPrintable(atWork.nextStep));
        pendingFor(120s);
        QVERIFY(judge(scene).isEmpty()); // within helm's usual time limit
        pendingFor(27min);
        QCOMPARE(judge(scene).value(0).signature, u"release-at-work"_s);
        QCOMPARE(judge(scene).value(0).since, scene.evidence.now.addSecs(-27 * 60));
        pendingFor(2h);
        const Finding pending = judge(scene).value(0);
        QCOMPARE(pending.signature, u"release-pending"_s);
        QCOMPARE(pending.release, u"nvidia-gpu-operator/gpu-operator"_s);
        QCOMPARE(pending.owner, Owner::Shared);
        QCOMPARE(pending.since, scene.evidence.now.addSecs(-2 * 3600));
        QCOMPARE(pending.quote, u"Revision 4 is pending-upgrade: Preparing upgrade, password=••••"_s);
        pendingFor(5s); // young, and nobody can be at it
        scene.evidence.releases.first().standing.isRemnant = true;
        QCOMPARE(judge(scene).value(0).signature, u"release-interrupted-here"_s);
        scene.store(scene.evidence.releases.first(), {{4, S::Failed}, {3}});
        OwnedRelease web;
        web.key.namespaceName = u"tenant-b"_s;
        web.key.name = u"web"_s;
        scene.store(web, {{1, S::Failed}});
        scene.evidence.releases.append(web);
        scene.breakDriver(u"gpu-2"_s);
        QCOMPARE(signaturesOf(judge(scene)), QStringList({u"kernel-headers-unresolved"_s, u"release-failed"_s,
                                                          u"release-none-deployed"_s}));
        QCOMPARE(judge(scene).last().release, u"tenant-b/web"_s);
        const auto saysOf = [this, &scene](qsizetype at, const QString &text) {
            return judge(scene).value(at).nextStep.contains(text);
        };
        QVERIFY(saysOf(1, u"upgrade again"_s) && saysOf(1, u"Roll back to revision 3,"_s));
        QVERIFY(saysOf(2, u"upgrade again"_s) && saysOf(2, u"helm uninstall removes it"_s));
        for (OwnedRelease &release : scene.evidence.releases)
            scene.store(release, {{4}});
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"kernel-headers-unresolved"_s});
    }

    /// Two helms were at work at once: whatever the status of the newest revision.
    void severalDeployedRevisionsAreAFinding()
    {
        using S = ReleaseStatus;
        DiagnosisScene scene;
        OwnedRelease &release = scene.evidence.releases.first();
        scene.store(release, {{14, S::Deployed, 60s}});
        QVERIFY(judge(scene).isEmpty());
        scene.store(release, {{14, S::Deployed, 60s}, {12}});
        const Finding found = judge(scene).value(0);
        QCOMPARE(found.signature, u"several-deployed"_s);
        QCOMPARE(found.release, u"nvidia-gpu-operator/gpu-operator"_s);
        QCOMPARE(found.since, scene.evidence.now.addSecs(-60));
        QCOMPARE(found.quote, u"Revisions 14, 12 are all marked deployed; helm uses revision 14."_s);
        QVERIFY2(found.nextStep.contains(u"roll back to revision 14, which helm uses"_s),
                 qPrintable(found.nextStep));
        scene.store(release, {{15, S::Failed, 60s}, {14}, {12}});
        QCOMPARE(judge(scene).size(), 1); // that it failed is said beside it
        const QString both = stepOf(scene, u"several-deployed"_s);
        QVERIFY2(both.contains(u"roll back to revision 14, which helm uses"_s) &&
                     !both.contains(u"upgrade again"_s),
                 qPrintable(both));
        scene.store(release, {{15, S::Failed, 60s}, {14}});
        const QString one = stepOf(scene, u"release-failed"_s);
        QVERIFY2(one.contains(u"upgrade again"_s) && one.contains(u"Or: Roll back to revision 14,"_s),
                 qPrintable(one));
    }

    /// Whatever the finding: as long as a helm may be at work the advice is that of `recover`, which is to
    /// wait.
    void adviceOnAFailedReleaseIsThatOfRecover_data()
    {
        using S = ReleaseStatus;
        using Stored = QList<DiagnosisScene::Revision>;
        QTest::addColumn<Stored>("revisions");
        QTest::addColumn<QString>("signature");
        QTest::addColumn<bool>("isWait");
        const QString failed = u"release-failed"_s;
        const QString none = u"release-none-deployed"_s;
        const QString several = u"several-deployed"_s;
        QTest::newRow("failed") << Stored{{2, S::Failed}, {1}} << failed << false;
        QTest::newRow("failed over a young pending one")
            << Stored{{3, S::Failed, 60s}, {2, S::PendingUpgrade, 60s}, {1}} << failed << true;
        QTest::newRow("failed over a pending one below")
            << Stored{{4, S::Failed, 60s}, {3}, {2, S::PendingUpgrade, 60s}} << failed << true;
        QTest::newRow("failed over one that is pending for hours")
            << Stored{{3, S::Failed, 60s}, {2, S::PendingUpgrade, 2h}, {1}} << failed << false;
        QTest::newRow("none deployed") << Stored{{1, S::Failed}} << none << false;
        QTest::newRow("none deployed, a way back")
            << Stored{{3, S::Failed}, {2, S::Superseded}} << none << false;
        QTest::newRow("none deployed over a young pending one")
            << Stored{{2, S::Failed, 60s}, {1, S::PendingInstall, 60s}} << none << true;
        QTest::newRow("none deployed over a pending one below")
            << Stored{{4, S::Failed, 60s}, {3, S::Superseded}, {2, S::PendingRollback, 60s}} << none << true;
        QTest::newRow("none deployed over one that is pending for hours")
            << Stored{{2, S::Failed, 60s}, {1, S::PendingInstall, 2h}} << none << false;
        QTest::newRow("several deployed") << Stored{{3}, {2}} << several << false;
        QTest::newRow("several deployed over a pending one")
            << Stored{{4}, {3}, {2, S::PendingUpgrade, 60s}} << several << true;
    }
    void adviceOnAFailedReleaseIsThatOfRecover()
    {
        QFETCH(QList<DiagnosisScene::Revision>, revisions);
        QFETCH(QString, signature);
        QFETCH(bool, isWait);
        DiagnosisScene scene;
        OwnedRelease &release = scene.evidence.releases.first();
        scene.store(release, revisions);
        ReleaseTruth truth;
        truth.revisions = release.standing.revisions;
        const Recovery recovery = recoveryOfRelease({}, u"prod"_s, release.key, truth, scene.evidence.now);
        QVERIFY(!recovery.moves.isEmpty());
        const QString step = stepOf(scene, signature);
        for (const NextMove &move : recovery.moves) {
            QVERIFY2(step.contains(move.text), qPrintable(step));
            QCOMPARE(move.kind == NextMove::Kind::Wait, isWait);
        }
        QCOMPARE(step.contains(u"upgrade again"_s),
                 std::any_of(recovery.moves.cbegin(), recovery.moves.cend(),
                             [](const NextMove &move) { return move.kind == NextMove::Kind::Upgrade; }));
    }

    /// Somebody rolled back over it: whatever the status of the newest revision.
    void aPendingRevisionBelowTheDeployedOneIsAFinding()
    {
        using S = ReleaseStatus;
        DiagnosisScene scene;
        OwnedRelease &release = scene.evidence.releases.first();
        scene.store(release, {{14}, {13, S::PendingUpgrade, 60s}});
        const Finding found = judge(scene).value(0);
        QCOMPARE(found.signature, u"release-pending-below"_s);
        QCOMPARE(found.release, u"nvidia-gpu-operator/gpu-operator"_s);
        QCOMPARE(found.since, scene.evidence.now.addSecs(-60));
        QVERIFY2(found.quote.contains(u"Revision 13 is pending-upgrade"_s), qPrintable(found.quote));
        QVERIFY(found.nextStep.contains(u"chartroom recover nvidia-gpu-operator/gpu-operator)"_s));
        // and the newest one is interrupted, which is another matter
        scene.store(release, {{15, S::PendingUpgrade, 30h}, {14}, {13, S::PendingUpgrade, 60s}});
        QStringList both;
        const QList<Finding> findings = judge(scene);
        for (const Finding &one : findings)
            both << one.signature;
        QCOMPARE(both.count(u"release-pending-below"_s), 1);
        QCOMPARE(both.size(), 2);
    }

    void aPolicyOfFunctionsThatFitsNoNodeIsAFinding()
    {
        const QString label = u"feature.node.kubernetes.io/network-sriov.capable"_s;
        DiagnosisScene scene;
        const auto read = ResourceStatus::read(
            objectOf(
                R"({"spec":{"nodeSelector":{"feature.node.kubernetes.io/network-sriov.capable":"true"}}})"),
            u"SriovNetworkNodePolicy"_s);
        QVERIFY(read);
        scene.evidence.resources.append(*read);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"sriov-policy-fits-no-node"_s});
        QCOMPARE(findings.first().quote, u"nodeSelector: "_s + label + u"=true"_s);
        scene.evidence.nodes[u"gpu-2"_s].labels.insert(label, u"true"_s);
        QVERIFY(judge(scene).isEmpty());
        scene.evidence.resources.first().nodeSelector = {{u"example.com/rail"_s, u"0"_s}}; // is not kept
        QVERIFY(judge(scene).isEmpty());
        scene.evidence.resources.first().nodeSelector.clear(); // all nodes
        QVERIFY(judge(scene).isEmpty());
    }

    void aClaimOfAPodWithoutDevicesIsAFindingAfterAWhile()
    {
        const auto claim = [](const QByteArray &owner, const QByteArray &status) {
            return ResourceStatus::read(
                objectOf(
                    R"({"metadata":{"creationTimestamp":"2026-11-22T02:00:00Z","ownerReferences":[{"kind":")" +
                    owner + R"("}]},"status":)" + status + '}'),
                u"ResourceClaim"_s);
        };
        DiagnosisScene scene;
        scene.evidence.resources = {*claim("Pod", "{}")};
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"claim-not-allocated"_s});
        scene.evidence.now = DiagnosisScene::at("2026-11-22T02:05:00Z");
        QVERIFY(judge(scene).isEmpty());
        scene.evidence.now = DiagnosisScene::at("2026-11-22T03:00:00Z");
        scene.evidence.resources = {*claim("Pod", R"({"allocation":{"devices":{}}})"), *claim("Job", "{}")};
        QVERIFY(judge(scene).isEmpty());
    }

    void theLogOfEveryOperandInTroubleIsReadAndQuoted()
    {
        DiagnosisScene scene;
        Pod &csi = scene.add("", "csi", u"gpu-2"_s);
        csi.ownerName = u"crusoe-csi-driver-node"_s; // no signature is looked for in its log
        OwnedRelease release;
        release.key.namespaceName = scene.where;
        release.key.name = u"portal"_s;
        scene.evidence.releases.append(release);
        scene.add("", "portal", u"gpu-3"_s).instance = release.key.name;
        scene.add("", "web", u"gpu-3"_s).namespaceName = u"tenant-b"_s;
        scene.add("", "young", u"gpu-3"_s).instance = release.key.name; // has not begun yet
        for (const auto &[role, node] :
             {std::pair("csi", u"gpu-2"_s), std::pair("portal", u"gpu-3"_s), std::pair("web", u"gpu-3"_s)})
            scene.crash(role, node, u"back-off 5m0s restarting failed container=main"_s);
        scene.wait("young", u"gpu-3"_s, "main");
        const auto both = [&](const QString &pod) {
            return QList<LogRequest>{{scene.where, pod, u"main"_s, false},
                                     {scene.where, pod, u"main"_s, true}};
        };
        QCOMPARE(logsToRead(scene.evidence, m_signatures), both(u"csi-gpu-2"_s) + both(u"portal-gpu-3"_s));
        scene.log("csi", u"gpu-2"_s, u"Starting\ncould not read /etc/secrets: no such file\n"_s);
        for (const Finding &finding : judge(scene))
            if (finding.operand == u"csi")
                QCOMPARE(finding.quote, u"could not read /etc/secrets: no such file"_s);
        QVERIFY(signaturesOf(judge(scene)).contains(u"crash-loop"_s));

        std::stop_source nobody; // wants to know any more
        scene.evidence.stop = nobody.get_token();
        QVERIFY(!judge(scene).isEmpty() && !logsToRead(scene.evidence, m_signatures).isEmpty());
        nobody.request_stop();
        QVERIFY(judge(scene).isEmpty() && logsToRead(scene.evidence, m_signatures).isEmpty());
    }

    void whatASignatureIsLookedForInIsReadBeforeAllElse()
    {
        DiagnosisScene scene;
        for (int i = 0; i < 45; ++i) { // a LogReader reads the first forty
            OwnedRelease release;
            release.key.namespaceName = scene.where;
            release.key.name = u"add-on-%1"_s.arg(i);
            scene.evidence.releases.append(release);
            const QByteArray role = "a" + QByteArray::number(i);
            scene.add("", role.constData(), u"gpu-1"_s).instance = release.key.name;
            scene.crash(role.constData(), u"gpu-1"_s);
        }
        scene.crash("driver", u"gpu-2"_s);
        const QList<LogRequest> requests = logsToRead(scene.evidence, m_signatures);
        QCOMPARE(requests.size(), 46 * 2); // the container's present and its previous log
        QCOMPARE(requests.first().pod, u"driver-gpu-2"_s);
    }

    void theLogsOfFivePodsInTheSameTroubleAreEnough()
    {
        DiagnosisScene scene(9);
        for (const Node &node : std::as_const(scene.evidence.nodes))
            scene.crash("driver", node.name);
        const QList<LogRequest> requests = logsToRead(scene.evidence, m_signatures);
        QCOMPARE(requests.size(), 10); // and of the run before
        QCOMPARE(requests.first(), (LogRequest{scene.where, u"driver-gpu-1"_s, u"main"_s, false}));
        QCOMPARE(requests[1], (LogRequest{scene.where, u"driver-gpu-1"_s, u"main"_s, true}));
    }
};

#include "tst_diagnosis_evidence.moc"
} // namespace tst_diagnosis_evidence

CHARTROOM_TEST(tst_diagnosis_evidence, DiagnosisEvidenceTest)
