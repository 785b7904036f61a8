// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_finding_subjects {

/// Of what a finding speaks, and whose it is: not always of him who says so.
class FindingSubjectsTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private:
    static void customerInstalls(DiagnosisScene &scene, const QString &space,
                                 const QString &chart = u"gpu-operator"_s)
    {
        OwnedRelease own;
        own.key.namespaceName = space;
        own.key.name = chart;
        own.chart = chart;
        own.ownership.owner = Owner::Customer;
        own.ownership.component = u"own-operator"_s;
        scene.evidence.releases.append(own);
    }
    static bool isTheCustomers(const Finding &finding)
    {
        return finding.owner == Owner::Customer && finding.scope == SupportScope::CustomerOwned &&
               finding.release == u"gpu-operator/gpu-operator";
    }

private Q_SLOTS:
    void whatManySayOfTheDriverIsOneFindingAboutTheDriver()
    {
        DiagnosisScene scene;
        const QString text = u"Failed to initialize NVML: Driver/library version mismatch"_s;
        Pod &trainer = scene.add("'app.kubernetes.io/instance':'portal'", "trainer", u"gpu-3"_s);
        trainer.namespaceName = u"tenant-b"_s;
        scene.crash("trainer", u"gpu-3"_s, text);
        for (const char *role : {"plugin", "validator"})
            scene.crash(role, u"gpu-2"_s, text);
        scene.track(u"gpu-2"_s, Verdict::Failed);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"nvml-mismatch"_s});
        const Finding &finding = findings.first();
        QCOMPARE(finding.operand, u"gpu-driver"_s);
        QCOMPARE(finding.owner, Owner::Shared);
        QCOMPARE(finding.release, u"nvidia-gpu-operator/gpu-operator"_s);
        QCOMPARE(finding.nodes, QStringList({u"gpu-2"_s, u"gpu-3"_s}));
        QStringList behind;
        for (const Consequence &one : finding.consequences)
            behind.append(one.operand + u' ' + one.signature);
        QCOMPARE(behind, QStringList({u"gpu-driver upgrade-failed"_s, u"validator nvml-mismatch"_s}));
    }

    void whatATenantsPodSaysOfTheDriverIsNotTheTenants()
    {
        DiagnosisScene scene;
        Pod &trainer = scene.add("", "trainer", u"gpu-3"_s);
        trainer.namespaceName = u"tenant-b"_s;
        scene.crash("trainer", u"gpu-3"_s, u"nvml error: driver/library version mismatch: unknown"_s);
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"nvml-mismatch"_s});
        QCOMPARE(findings.first().operand, u"gpu-driver"_s);
        QCOMPARE(findings.first().owner, Owner::Shared);
        QVERIFY(findings.first().where.contains(u"trainer-gpu-3"));
    }

    void aRuntimeThatIsNotSetUpIsOneFindingAboutTheToolkit()
    {
        DiagnosisScene scene;
        scene.add("'app':'gpu-feature-discovery'", "gfd", u"gpu-2"_s);
        for (const char *role : {"gfd", "plugin", "validator"}) {
            scene.wait(role, u"gpu-2"_s, "toolkit-validation");
            scene.warn(role, u"gpu-2"_s, u"FailedCreatePodSandBox"_s,
                       u"failed to get sandbox runtime: no runtime for \"nvidia\" is configured"_s);
        }
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"runtime-not-configured"_s});
        QCOMPARE(findings.first().operand, u"container-toolkit"_s);
        QCOMPARE(findings.first().consequences.size(), 2);
    }

    void podsThatAreNotEvenMadeAreSpokenOfByTheirDaemonSet()
    {
        DiagnosisScene scene;
        for (const char *set : {"nvidia-device-plugin-daemonset", "nvidia-operator-validator"}) {
            scene.warn(
                "plugin", u"gpu-2"_s, u"FailedCreate"_s,
                u"Error creating: pods is forbidden: pod rejected: RuntimeClass \"nvidia\" not found"_s);
            scene.evidence.events.last().kind = u"DaemonSet"_s;
            scene.evidence.events.last().name = QString::fromLatin1(set);
        }
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"runtime-class-missing"_s});
        QCOMPARE(findings.first().operand, u"gpu-operator"_s);
    }

    void aReleaseThatIsTheCustomersMakesTheFindingTheirs()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        Ownership &own = scene.evidence.releases.first().ownership;
        own.owner = Owner::Customer;
        own.scope = SupportScope::CustomerOwned;
        own.component = u"own-operator"_s;
        const QList<Finding> findings = judge(scene);
        QCOMPARE(findings.first().owner, Owner::Customer);
        QCOMPARE(findings.first().release, u"nvidia-gpu-operator/gpu-operator"_s);
        QVERIFY(findings.first().ownership.contains(m_rules.sentence(u"customerOwned"_s)));
    }

    void anOperatorThatTheCustomerInstalledIsTheirsWhoeverSpeaksOfIt()
    {
        DiagnosisScene scene;
        customerInstalls(scene, u"gpu-operator"_s);
        scene.evidence.releases.removeFirst();
        scene.track(u"gpu-2"_s, Verdict::Failed).driverPod = u"gpu-operator/driver-gpu-2"_s;
        scene.track(u"gpu-3"_s, Verdict::Failed); // while there is no pod
        QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"upgrade-failed"_s});
        QCOMPARE(findings.first().nodes.size(), 2);
        QVERIFY(isTheCustomers(findings.first()));

        scene.evidence.tracks.clear();
        scene.evidence.nodes[u"gpu-1"_s].gpuAllocatable = 0;
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"gpus-missing"_s});
        QVERIFY(isTheCustomers(findings.first()));

        scene.evidence.nodes[u"gpu-1"_s].gpuAllocatable = 8;
        scene.complain(scene.evidence.now.addSecs(-3600));
        findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"operands-not-ready"_s});
        QVERIFY(isTheCustomers(findings.first()));

        customerInstalls(scene, u"gpu-operator-too"_s); // which of both it is, nobody says
        QVERIFY(judge(scene).first().release.isEmpty());
    }

    void besideTheProvidedOperatorTheDriversPodTellsWhoseARolloutIs()
    {
        DiagnosisScene scene;
        customerInstalls(scene, u"gpu-operator"_s);
        customerInstalls(scene, u"gpu-operator"_s, u"web"_s);
        scene.track(u"gpu-2"_s, Verdict::Failed).driverPod = u"gpu-operator/driver-gpu-2"_s;
        QVERIFY(isTheCustomers(judge(scene).first()));
        scene.evidence.tracks.clear();
        scene.track(u"gpu-2"_s, Verdict::Failed).driverPod = scene.where + u"/driver-gpu-2"_s;
        QCOMPARE(judge(scene).first().release, u"nvidia-gpu-operator/gpu-operator"_s);
    }

    void withoutAReleaseTheModelSaysWhoseItIs()
    {
        DiagnosisScene scene;
        scene.breakDriver(u"gpu-2"_s);
        scene.evidence.releases.clear();
        const QList<Finding> findings = judge(scene);
        QVERIFY(findings.first().release.isEmpty());
        QCOMPARE(findings.first().owner, m_rules.component(u"gpu-operator"_s)->owner);
    }
};

#include "tst_finding_subjects.moc"
} // namespace tst_finding_subjects

CHARTROOM_TEST(tst_finding_subjects, FindingSubjectsTest)
