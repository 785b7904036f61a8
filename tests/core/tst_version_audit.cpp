// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/support/version_samples.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_version_audit {

namespace {

const QString driverLabel = u"nvidia.com/cuda.driver-version.full"_s;

QByteArray changed(QByteArray matrix, const QByteArray &from, const QByteArray &to)
{
    return matrix.replace(from, to);
}

/// The only finding that is bad.
AuditFinding onlyBroken(const VersionAudit &audit)
{
    const QList<AuditFinding> broken = findingsOf(audit, AuditSeverity::Broken);
    for (const AuditFinding &finding : broken)
        qInfo("%s", qPrintable(finding.text));
    return broken.size() == 1 ? broken.first() : AuditFinding();
}

} // namespace

class VersionAuditTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClusterAsItsMatrixHasItIsClean()
    {
        const VersionAudit audit = auditVersions(auditParts(usualCluster()));
        for (const AuditRow &row : audit.rows)
            QVERIFY2(row.verdict == AuditVerdict::Match, qPrintable(row.name + u": "_s + row.text));
        QCOMPARE(findingsOf(audit, AuditSeverity::Broken).size(), 0);
        QCOMPARE(findingsOf(audit, AuditSeverity::Warning).size(), 0);
        QVERIFY(audit.isClean());
        QVERIFY(!audit.unlisted.isEmpty()); // the matrix names not all
    }

    void twoNodesOnAnotherDriverAreNamed()
    {
        VersionFacts facts = usualCluster();
        for (const int node : {3, 11})
            facts.nodes[node].labels.insert(driverLabel, u"580.95.05"_s);
        const VersionAudit audit = auditVersions(auditParts(facts));
        const AuditRow row = rowOf(audit, u"gpu_driver"_s);
        QCOMPARE(row.verdict, AuditVerdict::Mixed);
        QCOMPARE(row.groups.size(), 2);
        QVERIFY(row.groups[0].isExpected());
        QVERIFY(!row.groups[1].isExpected());
        QCOMPARE(row.groups[1].order, VersionOrder::Newer); // what is expected is newer
        QVERIFY2(row.text.contains(u"gpu-003, gpu-011"_s), qPrintable(row.text));
        QCOMPARE(audit.count(AuditVerdict::Match), int(audit.rows.size()) - 1);
        QVERIFY(!audit.isClean());
    }

    void newerOlderAndOtherVersionsAreToldApart()
    {
        const VersionFacts facts = usualCluster(2);
        const auto verdict = [&](const QByteArray &from, const QByteArray &to, const QString &name) {
            return rowOf(auditVersions(auditParts(facts, changed(usualMatrix, from, to))), name).verdict;
        };
        QCOMPARE(verdict("v25.10.1", "v25.10.0", u"gpu_operator"_s), AuditVerdict::Ahead);
        QCOMPARE(verdict("v25.10.1", "v26.3.0", u"gpu_operator"_s), AuditVerdict::Behind);
        QCOMPARE(verdict("5.15.0-153-generic", "5.15.0-153-nvidia", u"kernel"_s), AuditVerdict::Drift);
        QCOMPARE(verdict("5.15.0-153-generic", "6.x TBD", u"kernel"_s), AuditVerdict::Unknown);
    }

    void whatTheApiCannotTellIsNotObservable()
    {
        VersionFacts facts = usualCluster(2);
        const QByteArray matrix = usualMatrix + "  firmware_cx7: \"28.40.1000\"\n  nccl: \"2.22.3\"\n"
                                                "  gds: \"2.26.6\"\n  sriov_operator: \"v1.6.0\"\n";
        const VersionAudit audit = auditVersions(auditParts(facts, matrix));
        QCOMPARE(rowOf(audit, u"firmware_cx7"_s).verdict, AuditVerdict::NotObservable);
        QCOMPARE(rowOf(audit, u"nccl"_s).verdict, AuditVerdict::NotObservable);
        QCOMPARE(rowOf(audit, u"gds"_s).verdict, AuditVerdict::Unknown);
        QCOMPARE(rowOf(audit, u"sriov_operator"_s).verdict,
                 AuditVerdict::Drift); // an operator is there or not
        facts.notices << u"Pods cannot be listed."_s;
        QCOMPARE(rowOf(auditVersions(auditParts(facts, matrix)), u"sriov_operator"_s).verdict,
                 AuditVerdict::Unknown);
    }

    void aVersionThatSomeNodesDoNotTellIsNotGreen()
    {
        VersionFacts facts = usualCluster(3);
        for (PodFact &pod : facts.pods)
            if (pod.node == gpuNode(1) && pod.component == u"device_plugin")
                pod.isReady = false;
        const AuditRow row = rowOf(auditVersions(auditParts(facts)), u"device_plugin"_s);
        QCOMPARE(row.verdict, AuditVerdict::Unknown);
        QCOMPARE(row.untold, QStringList{gpuNode(1)});
    }

    void aPolicyThatWantsAnotherVersionIsADriftBeforeAnyNodeRolled()
    {
        VersionFacts facts = usualCluster(2);
        facts.policies[0].versions.insert(u"gpu_driver"_s, u"580.126.20"_s);
        const AuditRow row = rowOf(auditVersions(auditParts(facts)), u"gpu_driver"_s);
        QCOMPARE(row.verdict, AuditVerdict::Drift);
        QVERIFY2(row.text.contains(u"580.126.20"), qPrintable(row.text));
    }

    void theCanaryMayHaveWhatIsMeantForIt()
    {
        VersionFacts facts = usualCluster();
        facts.nodes[4].labels.insert(driverLabel, u"580.126.20"_s);
        const QByteArray canary =
            "canary_testing:\n  gpu_driver: \"580.126.20\"\n  canary_node: \"gpu-004\"\n";
        const AuditRow row = rowOf(auditVersions(auditParts(facts, usualMatrix + canary)), u"gpu_driver"_s);
        QCOMPARE(row.verdict, AuditVerdict::Match);
        QVERIFY(row.groups[1].isCanary);
        facts.nodes[5].labels.insert(driverLabel, u"580.126.20"_s); // and nobody else
        QCOMPARE(rowOf(auditVersions(auditParts(facts, usualMatrix + canary)), u"gpu_driver"_s).verdict,
                 AuditVerdict::Mixed);
    }

    void dcgmIsComparedWithTheExporterWhereItIsWrittenSo()
    {
        const QByteArray matrix = usualMatrix + "  dcgm: \"4.4.2-4.7.0\"\n";
        const VersionAudit audit = auditVersions(auditParts(usualCluster(2), matrix));
        QCOMPARE(rowOf(audit, u"dcgm"_s).verdict, AuditVerdict::Match);
        for (const Observation &observation : audit.unlisted)
            QVERIFY(observation.component != u"dcgm_exporter");
    }

    void twoNodeFeatureDiscoveriesAreOneTooMany()
    {
        VersionFacts facts = usualCluster(2);
        PodFact other =
            podFact(u"nfd"_s, gpuNode(0), u"registry.k8s.io/nfd/node-feature-discovery:v0.17.3"_s);
        other.namespaceName = u"nvidia-network-operator"_s;
        other.instance = u"network-operator"_s;
        facts.pods << other;
        const AuditFinding finding = onlyBroken(auditVersions(auditParts(facts)));
        QCOMPARE(finding.kind, u"severalNfd"_s);
        QCOMPARE(finding.objects.size(), 2);
        QVERIFY2(finding.text.contains(u"nvidia-network-operator/network-operator"),
                 qPrintable(finding.text));
        QVERIFY(!finding.source.isEmpty());
    }

    void aDaemonSetThatWasChangedByHandIsFound()
    {
        VersionFacts facts = usualCluster(2);
        facts.daemonSets[0].images[0].image = u"registry.k8s.io/nfd/node-feature-discovery:v0.19.0"_s;
        AuditFinding finding = onlyBroken(auditVersions(auditParts(facts)));
        QCOMPARE(finding.kind, u"editedDaemonSet"_s);
        QVERIFY2(finding.text.contains(u"gpu-operator-node-feature-discovery-worker"),
                 qPrintable(finding.text));
        facts = usualCluster(2);
        facts.daemonSets[1].images[0].image = u"nvcr.io/nvidia/k8s-device-plugin:v0.17.4"_s;
        finding = onlyBroken(auditVersions(auditParts(facts)));
        QCOMPARE(finding.kind, u"editedDaemonSet"_s);
        QCOMPARE(finding.components, QStringList{u"device_plugin"_s});
        facts = usualCluster(2); // whose manifest is not known is not judged
        facts.releases[0].isManifestKnown = false;
        facts.daemonSets[0].images[0].image = u"x:1"_s;
        QVERIFY(findingsOf(auditVersions(auditParts(facts)), AuditSeverity::Broken).isEmpty());
    }

    void whatAnEditedDaemonSetBringsIsNotTakenForOldValues()
    {
        VersionFacts facts = usualCluster(2);
        const QString image = u"nvcr.io/nvidia/k8s-device-plugin:v0.17.4"_s;
        for (PodFact &pod : facts.pods)
            if (pod.component == u"device_plugin")
                pod.image = image;
        QCOMPARE(findingsOf(auditVersions(auditParts(facts)), AuditSeverity::Warning).size(), 1);
        facts.daemonSets[1].images[0].image = image;
        const VersionAudit audit = auditVersions(auditParts(facts));
        QCOMPARE(onlyBroken(audit).kind, u"editedDaemonSet"_s);
        QVERIFY(findingsOf(audit, AuditSeverity::Warning).isEmpty());
        const QStringList advice = auditAdvice(audit);
        QCOMPARE(advice.size(), 1); // one cause, one thing to do
        QVERIFY2(advice.first().contains(u"kubectl rollout undo daemonset/"), qPrintable(advice.first()));
    }

    void whatCanBeDoneIsSaidOfEachDrift()
    {
        QVERIFY(auditAdvice(auditVersions(auditParts(usualCluster(2)))).isEmpty());
        VersionFacts facts = usualCluster(4);
        facts.nodes[3].labels.insert(driverLabel, u"580.95.05"_s);
        QStringList advice = auditAdvice(auditVersions(auditParts(facts)));
        QCOMPARE(advice.size(), 1);
        QVERIFY2(advice.first().contains(gpuNode(3)), qPrintable(advice.first()));
        facts = usualCluster(4);
        facts.policies[0].versions.insert(u"gpu_driver"_s, u"580.126.20"_s);
        advice = auditAdvice(auditVersions(auditParts(facts)));
        QCOMPARE(advice.size(), 1);
        QVERIFY2(advice.first().contains(u"580.126.20 to 580.105.08"), qPrintable(advice.first()));
    }

    void aNetworkOperatorThatNeedsANewerGpuOperatorIsFound()
    {
        VersionFacts facts = usualCluster(2);
        facts.releases[0].chartVersion = u"v24.9.2"_s;
        facts.releases[1].chartVersion = u"26.1.2"_s;
        facts.pods.removeIf([](const PodFact &pod) { return pod.component == u"nfd"; });
        const VersionAudit audit = auditVersions(auditParts(facts));
        const AuditFinding finding = onlyBroken(audit);
        QCOMPARE(finding.kind, u"outOfRange"_s);
        QCOMPARE(finding.components, (QStringList{u"network_operator"_s, u"gpu_operator"_s}));
        QVERIFY2(finding.text.contains(u"25.3"), qPrintable(finding.text));
        QVERIFY(finding.objects.contains(u"Release nvidia-network-operator/network-operator"_s));
    }

    void aKubernetesOutOfRangeIsFoundBySystem()
    {
        VersionFacts facts = usualCluster(2);
        facts.releases[0].chartVersion = u"v26.7.0"_s;
        for (NodeFact &node : facts.nodes)
            node.kubelet = u"v1.32.8"_s;
        facts.serverVersion = u"v1.32.8"_s;
        facts.nodes[1].system = u"ubuntu 24.04"_s; // for which 1.32 is good
        const QList<AuditFinding> broken =
            findingsOf(auditVersions(auditParts(facts)), AuditSeverity::Broken);
        const auto found = std::find_if(broken.cbegin(), broken.cend(), [](const AuditFinding &finding) {
            return finding.kind == u"outOfRange";
        });
        QVERIFY(found != broken.cend());
        QCOMPARE(found->nodes, QStringList{gpuNode(0)});
        QCOMPARE(found->components, (QStringList{u"gpu_operator"_s, u"kubernetes"_s}));
    }

    void aDriverOfNoSupportedBranchIsFoundAndAnUnknownPairIsNotGreen()
    {
        VersionFacts facts = usualCluster(2);
        facts.releases[0].chartVersion = u"v26.7.0"_s;
        for (NodeFact &node : facts.nodes)
            node.labels.insert(driverLabel, u"570.148.08"_s);
        const auto isAbout = [](const AuditFinding &finding) {
            return finding.components == QStringList{u"gpu_operator"_s, u"gpu_driver"_s} &&
                   finding.entry.isEmpty();
        };
        const auto severity = [&](const VersionFacts &of) {
            const QList<AuditFinding> all = auditVersions(auditParts(of)).findings;
            const auto found = std::find_if(all.cbegin(), all.cend(), isAbout);
            return found == all.cend() ? QString() : auditSeverityText(found->severity);
        };
        QCOMPARE(severity(facts), u"broken"_s);
        for (NodeFact &node : facts.nodes)
            node.labels.insert(driverLabel, u"580.126.20"_s); // a branch that is supported
        QCOMPARE(severity(facts), u"good"_s);
        facts = usualCluster(2);
        QCOMPARE(severity(facts), u"good"_s); // what it brings
        for (NodeFact &node : facts.nodes)
            node.labels.insert(driverLabel, u"570.148.08"_s);
        QCOMPARE(severity(facts), u"unknown"_s);
    }

    void storageWithClosedModulesIsFound()
    {
        VersionFacts facts = usualCluster(2);
        facts.policies[0].versions.insert(u"gds"_s, u"2.26.6"_s);
        facts.policies[0].openModules = false;
        QCOMPARE(onlyBroken(auditVersions(auditParts(facts))).kind, u"closedModules"_s);
        facts.policies[0].openModules = true;
        QVERIFY(findingsOf(auditVersions(auditParts(facts)), AuditSeverity::Broken).isEmpty());
    }

    void aVersionThatNoIndexListsIsFound()
    {
        AuditParts parts =
            auditParts(usualCluster(2), usualMatrix + "next_planned:\n  network_operator: \"v25.13.0\"\n");
        parts.published = {
            {u"network_operator"_s, u"network-operator"_s, {u"25.10.0"_s, u"26.1.0"_s}, u"x"_s}};
        const auto isUnpublished = [&parts] {
            const VersionAudit audit = auditVersions(parts);
            return std::any_of(audit.findings.cbegin(), audit.findings.cend(), [](const AuditFinding &one) {
                return one.kind == u"notPublished" && one.entry == u"next_planned" &&
                       one.severity == AuditSeverity::Broken;
            });
        };
        QVERIFY(isUnpublished());
        parts.published[0].versions << u"25.13.0"_s;
        QVERIFY(!isUnpublished());
        parts.matrix = matrixOf(usualMatrix);
        for (const AuditFinding &finding : auditVersions(parts).findings)
            QVERIFY(finding.kind != u"notPublished");
    }

    void aCopyThatDiffersIsFound()
    {
        AuditParts parts = auditParts(usualCluster(2));
        parts.copy = matrixOf(changed(usualMatrix, "580.105.08", "580.95.05"));
        parts.copyLabel = u"ConfigMap nvidia-gpu-operator/gpu-version-matrix"_s;
        const AuditFinding finding = onlyBroken(auditVersions(parts));
        QCOMPARE(finding.kind, u"copyDiffers"_s);
        QCOMPARE(finding.components, QStringList{u"gpu_driver"_s});
    }

    void aMatrixOfWhatRunsAuditsClean()
    {
        AuditParts parts = auditParts(usualCluster());
        parts.matrix.reset();
        const VersionAudit bare = auditVersions(parts);
        QVERIFY(bare.rows.isEmpty());
        const Result<QByteArray> written = matrixOfWhatRuns(bare);
        QVERIFY(written.has_value());
        const VersionAudit audit = auditVersions(auditParts(usualCluster(), *written));
        QVERIFY(audit.rows.size() > 8);
        for (const AuditRow &row : audit.rows)
            QVERIFY2(row.verdict == AuditVerdict::Match, qPrintable(row.name + u": "_s + row.text));
        for (const MatrixProblem &problem : audit.problems)
            QVERIFY2(problem.severity != MatrixSeverity::Error, qPrintable(problem.text));
        QVERIFY(audit.isClean());
        QVERIFY(audit.unlisted.isEmpty());
    }

    void hostileVersionsAreNotWrittenIntoAMatrix()
    {
        VersionFacts facts = usualCluster(1);
        facts.cluster = u"a\ncurrent_production: {}"_s;
        facts.nodes[0].kernel = u"5.15.0\"\n  evil: \"1"_s;
        AuditParts parts = auditParts(facts);
        parts.matrix.reset();
        const Result<QByteArray> written = matrixOfWhatRuns(auditVersions(parts));
        QVERIFY(written.has_value());
        QVERIFY(!written->contains("\n  evil"));
        QCOMPARE(written->count("\ncurrent_production:"), 1);
        QVERIFY(VersionMatrix::read(*written).has_value());
    }

    void anEmptyClusterSaysSo()
    {
        AuditParts parts = auditParts(VersionFacts());
        parts.matrix.reset();
        const Result<QByteArray> written = matrixOfWhatRuns(auditVersions(parts));
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, Error::Code::NotFound);
        parts = auditParts(usualCluster(1));
        parts.entry = u"nowhere"_s;
        const VersionAudit audit = auditVersions(parts);
        QVERIFY(audit.rows.isEmpty());
        QVERIFY(!audit.isClean());
    }
};

#include "tst_version_audit.moc"
} // namespace tst_version_audit

CHARTROOM_TEST(tst_version_audit, VersionAuditTest)
