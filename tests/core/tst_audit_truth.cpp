// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/session_version_facts.h"
#include "core/versions/version_review.h"
#include "tests/support/test_main.h"
#include "tests/support/version_samples.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_audit_truth {

namespace {

Observation seen(const VersionFacts &facts, QStringView component)
{
    const QList<Observation> all = observe(facts);
    const Observation *found = observationOf(all, component);
    return found ? *found : Observation();
}

/// Of GPU Operator v26.7.0, which needs certain kernels, and what it says of them.
QStringList kernelFindings(VersionFacts facts)
{
    facts.releases[0].chartVersion = u"v26.7.0"_s;
    QStringList said;
    for (const AuditFinding &finding : auditVersions(auditParts(facts)).findings)
        if (finding.components == QStringList{u"gpu_operator"_s, u"kernel"_s} && finding.entry.isEmpty())
            said << auditSeverityText(finding.severity) + u' ' + finding.nodes.join(u',');
    said.sort();
    return said;
}

VersionReview reviewOf(const SeenVersions &seen, const ReviewRequest &wish)
{
    const Result<VersionReview> review = reviewVersions(seen, wish);
    if (!review)
        qFatal("%s", qPrintable(review.error().message));
    return *review;
}

MatrixConfigMap configMap(const QString &text)
{
    return {u"uid"_s, u"ops"_s, MatrixConfigMap::usualName.toString(), u"7"_s, {{u"matrix.yaml"_s, text}}};
}

} // namespace

/// Where an audit could look better or worse than the cluster is.
class AuditTruthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAuditThatComparedNothingIsNotClean()
    {
        AuditParts parts = auditParts(usualCluster(1));
        parts.entry = u"canry_testing"_s;
        VersionAudit audit = auditVersions(parts);
        QVERIFY(audit.rows.isEmpty());
        QVERIFY(!audit.isClean());
        QVERIFY2(audit.uncompared.contains(u"it has current_production"), qPrintable(audit.uncompared));
        for (const QByteArray &text :
             {QByteArray("current_production: {status: \"production\"}\n"),
              QByteArray("current_production: {nccl: \"2.22.3\", own_tool: \"1.2\"}\n")}) {
            audit = auditVersions(auditParts(usualCluster(1), text));
            QVERIFY2(!audit.isClean(), text.constData());
            QVERIFY(!audit.uncompared.isEmpty());
        }
        QVERIFY(auditVersions(auditParts(usualCluster(1))).uncompared.isEmpty());
        parts.matrix.reset();
        QVERIFY(auditVersions(parts).uncompared.isEmpty()); // there is none to compare with
    }

    void aConfigMapThatCannotBeReadIsNoMissingMatrix()
    {
        SeenVersions seen;
        seen.facts = usualCluster(1);
        VersionReview review = reviewOf(seen, {});
        QVERIFY(!review.problem && !review.matrix);
        seen.configMapProblem = Error{Error::Code::Forbidden, u"ConfigMaps may not be listed."_s, {}, {}};
        review = reviewOf(seen, {});
        QVERIFY(review.problem && review.problem->code == Error::Code::Forbidden);
        QVERIFY(!review.audit.isClean());
        seen.configMapProblem.reset();
        seen.configMaps = {configMap(u"a: [1"_s)};
        review = reviewOf(seen, {});
        QVERIFY(review.problem && !review.matrix && !review.audit.isClean());
        QVERIFY(review.problem->code == Error::Code::Damaged); // no argument names it
        const QString good = QString::fromUtf8(usualMatrix);
        seen.configMaps = {configMap(good), configMap(good)};
        QVERIFY(reviewOf(seen, {}).problem);
        seen.configMaps.removeLast();
        QVERIFY(!reviewOf(seen, {}).problem);
        // Beside another matrix a copy that cannot be read is only told.
        seen.configMaps = {configMap(u"a: [1"_s)};
        ReviewRequest wish;
        wish.matrix = matrixOf(usualMatrix);
        review = reviewOf(seen, wish);
        QVERIFY(!review.problem && review.audit.isClean());
        QCOMPARE(review.remarks.size(), 1);
        wish.entry = u"nowhere"_s;
        review = reviewOf(seen, wish);
        QVERIFY(review.problem && review.problem->code == Error::Code::NotFound);
    }

    void theChartsIndexKnowsBetterThanAnOlderList()
    {
        AuditParts parts =
            auditParts(usualCluster(2), usualMatrix + "next_planned:\n  gpu_operator: \"v25.12.0\"\n");
        const auto errors = [&] {
            const VersionAudit audit = auditVersions(parts);
            return std::count_if(audit.problems.cbegin(), audit.problems.cend(),
                                 [](const MatrixProblem &one) { return one.kind == u"unknownVersion"; });
        };
        const auto unpublished = [&] {
            const VersionAudit audit = auditVersions(parts);
            return std::count_if(audit.findings.cbegin(), audit.findings.cend(),
                                 [](const AuditFinding &one) { return one.kind == u"notPublished"; });
        };
        QCOMPARE(errors(), 1);
        parts.published = {{u"gpu_operator"_s, u"gpu-operator"_s, {u"v25.10.1"_s, u"v26.3.3"_s}, u"x"_s}};
        QCOMPARE(errors(), 1); // said once
        QCOMPARE(unpublished(), 0);
        parts.published[0].versions << u"v25.12.0"_s;
        QCOMPARE(errors(), 0);
        QCOMPARE(unpublished(), 0);
        // A patch that came later than the list is likely there, and where the index lacks it, it is not.
        parts.matrix = matrixOf(usualMatrix + "next_planned:\n  gpu_operator: \"v25.10.2\"\n");
        QCOMPARE(errors(), 1);
        QVERIFY(auditVersions(parts).problems.first().severity != MatrixSeverity::Error ||
                auditVersions(parts).problems.first().kind != u"unknownVersion");
        QCOMPARE(unpublished(), 1);
        parts.published[0].versions << u"v25.10.2"_s;
        QCOMPARE(errors(), 0);
        QVERIFY(auditVersions(parts).isClean());
    }

    void onlyTheNodesWithGpusNeedWhatTheGpuOperatorNeeds()
    {
        VersionFacts facts = usualCluster(2);
        NodeFact other = gpuNodeFact(u"cpu-0"_s);
        other.hasGpu = false;
        other.kernel = u"6.17.0-5-generic"_s; // for which there is no driver container
        facts.nodes << other;
        QCOMPARE(kernelFindings(facts), QStringList{u"good gpu-000,gpu-001"_s});
        facts.nodes[1].kernel = other.kernel;
        QCOMPARE(kernelFindings(facts), (QStringList{u"broken gpu-001"_s, u"good gpu-000"_s}));
    }

    void aKernelThatNeedsABuiltDriverIsNotGoodForAPrecompiledOne()
    {
        VersionFacts facts = usualCluster(3);
        for (NodeFact &node : facts.nodes)
            node.kernel = u"6.8.0-60-generic"_s;
        for (PodFact &pod : facts.pods)
            if (pod.component == u"gpu_driver" && pod.node == gpuNode(1))
                pod.image = u"nvcr.io/nvidia/driver:580-6.8.0-60-generic-ubuntu22.04"_s;
        facts.pods.removeIf([](const PodFact &pod) {
            return pod.component == u"gpu_driver" && pod.node == gpuNode(2); // on the host, or elsewhere
        });
        QCOMPARE(kernelFindings(facts),
                 (QStringList{u"broken gpu-001"_s, u"good gpu-000"_s, u"unknown gpu-002"_s}));
    }

    void whatAnInstanceOfNfdLeftBehindIsNone()
    {
        VersionFacts facts = usualCluster(2);
        PodFact other = podFact(u"nfd"_s, gpuNode(0), u"x/node-feature-discovery:v0.17.3"_s);
        other.namespaceName = u"other"_s;
        facts.pods << other;
        QCOMPARE(nfdInstances(facts).size(), 2);
        facts.pods.last().hasEnded = true;
        QCOMPARE(nfdInstances(facts).size(), 1);
        facts.pods.last().hasEnded = false;
        facts.pods.last().isLeaving = true;
        QCOMPARE(nfdInstances(facts).size(), 1);
    }

    void aPodTellsWhatRunsBesideItsDriver()
    {
        const Result<Pod> pod = Pod::read(kubeObject(u"nvidia-driver-daemonset-x"_s, R"({
            "metadata":{"labels":{"app.kubernetes.io/component":"nvidia-driver"}},
            "spec":{"nodeName":"gpu-000","containers":[
              {"name":"nvidia-driver-ctr","image":"nvcr.io/nvidia/driver:580.105.08-ubuntu22.04"},
              {"name":"nvidia-fs-ctr","image":"nvcr.io/nvidia/cloud-native/nvidia-fs:2.26.6-ubuntu22.04"},
              {"name":"nvidia-gdrcopy-ctr","image":"nvcr.io/nvidia/cloud-native/gdrdrv:v2.5.1-ubuntu22.04"}]},
            "status":{"phase":"Failed"}})",
                                                     u"nvidia-gpu-operator"_s));
        QVERIFY(pod.has_value());
        const QList<PodFact> facts = podFacts(*pod);
        QStringList told;
        for (const PodFact &fact : facts)
            told << fact.component + u' ' + imageVersion(fact.image);
        QCOMPARE(told, (QStringList{u"gpu_driver 580.105.08"_s, u"gds 2.26.6"_s, u"gdrcopy v2.5.1"_s}));
        QVERIFY(facts.first().hasEnded && !facts.first().isReady);
    }

    void theSystemAndItsRuntimeAreObserved()
    {
        VersionFacts facts = usualCluster(2);
        for (NodeFact &node : facts.nodes) {
            node.osImage = u"Ubuntu 22.04.5 LTS"_s;
            node.runtime = u"containerd://1.7.24"_s;
        }
        const auto verdict = [&](const QByteArray &line, const QString &name) {
            return rowOf(auditVersions(auditParts(facts, usualMatrix + line)), name).verdict;
        };
        QCOMPARE(verdict("  os_image: \"Ubuntu 22.04.5 LTS\"\n", u"os_image"_s), AuditVerdict::Match);
        QCOMPARE(verdict("  os_image: \"Ubuntu 22.04\"\n", u"os_image"_s), AuditVerdict::Match);
        QCOMPARE(verdict("  os_image: \"Ubuntu 24.04\"\n", u"os_image"_s), AuditVerdict::Behind);
        QCOMPARE(verdict("  os_image: \"Debian 22.04\"\n", u"os_image"_s), AuditVerdict::Drift);
        QCOMPARE(verdict("  os_image: \"TBD\"\n", u"os_image"_s), AuditVerdict::Unknown);
        QCOMPARE(verdict("  container_runtime: \"1.7.24\"\n", u"container_runtime"_s), AuditVerdict::Match);
        QCOMPARE(verdict("  containerd: \"2.0.1\"\n", u"containerd"_s), AuditVerdict::Behind);
        AuditParts parts = auditParts(facts);
        parts.matrix.reset();
        const Result<QByteArray> written = matrixOfWhatRuns(auditVersions(parts));
        QVERIFY(written && written->contains("os_image: \"Ubuntu 22.04.5 LTS\""));
        const VersionAudit audit = auditVersions(auditParts(facts, *written));
        QVERIFY(audit.isClean() && audit.unlisted.isEmpty());
    }

    void nodesThatAreNotThereTellNothing()
    {
        VersionFacts facts = usualCluster(2);
        facts.features = {{u"nvidia-gpu-operator"_s,
                           u"gone-1"_s,
                           u"gone-1"_s,
                           {{u"feature.node.kubernetes.io/kernel-version.full"_s, u"5.15.0-1-generic"_s}}}};
        facts.devices = {{u"x"_s, u"y"_s, u"gone-2"_s, u"firmware_cx7"_s, u"28.40.1000"_s}};
        facts.report =
            ReportFact{u"report.yaml"_s, {}, {{u"gone-3"_s, {{u"kernel"_s, u"5.15.0-2-generic"_s}}}}};
        PodFact pod = podFact(u"device_plugin"_s, u"gone-4"_s, u"x/k8s-device-plugin:v0.17.0"_s);
        facts.pods << pod;
        const VersionAudit audit = auditVersions(auditParts(facts));
        QVERIFY(audit.isClean());
        QVERIFY(!observationOf(audit.observed, u"firmware_cx7"));
        QCOMPARE(audit.notices.size(), 3); // pods are always late
        for (const char *node : {"gone-1", "gone-2", "gone-3"})
            QVERIFY2(audit.notices.join(u' ').contains(QLatin1String(node)), node);
    }

    void aReportOfTheClusterCountsOnlyWhereTheApiIsSilent()
    {
        VersionFacts facts = usualCluster(2);
        facts.report = ReportFact{u"report.yaml"_s,
                                  {{u"kernel"_s, u"5.15.0-140-generic"_s},
                                   {u"gpu_operator"_s, u"v24.9.0"_s},
                                   {u"mofed"_s, u"25.10-1.2.8.0"_s},
                                   {u"nccl"_s, u"2.22.3"_s}},
                                  {}};
        for (const QStringView component : {QStringView(u"kernel"), QStringView(u"gpu_operator")}) {
            const Observation observation = seen(facts, component);
            QCOMPARE(observation.versions.size(), 1);
            QVERIFY(
                std::any_of(observation.remarks.cbegin(), observation.remarks.cend(),
                            [](const VersionEvidence &one) { return one.source == VersionSource::Report; }));
        }
        QVERIFY(seen(facts, u"mofed").versions.first().evidence.last().source == VersionSource::Report);
        QCOMPARE(seen(facts, u"nccl").single(), u"2.22.3"_s);
        QVERIFY(auditVersions(auditParts(facts)).isClean());
    }

    void whatCouldNotBeReadIsNotClean()
    {
        VersionFacts facts = usualCluster(2);
        QVERIFY(auditVersions(auditParts(facts)).isClean());
        for (NodeFact &node : facts.nodes)
            node.kernel.clear();
        const VersionAudit silent = auditVersions(auditParts(facts));
        QCOMPARE(rowOf(silent, u"kernel"_s).verdict, AuditVerdict::Unknown);
        QVERIFY(silent.isClean()); // all was read, and nothing tells it
        facts.notices = {u"Nodes are hidden: listing them is forbidden."_s};
        const VersionAudit hidden = auditVersions(auditParts(facts));
        QVERIFY(!hidden.isClean() && !hidden.hasTrouble());
        QCOMPARE(hidden.unread, QStringList{u"kernel"_s});
    }

    void anApiServerOnePatchAheadIsNoOtherVersion()
    {
        VersionFacts facts = usualCluster(2);
        facts.serverVersion = u"v1.33.5"_s;
        const Observation kubernetes = seen(facts, u"kubernetes");
        QCOMPARE(kubernetes.single(), u"v1.33.4"_s);
        QCOMPARE(kubernetes.remarks.size(), 1);
        QVERIFY(auditVersions(auditParts(facts)).isClean());
    }

    void aMatrixOfNodesThatDifferSaysThatItWillBeFound()
    {
        AuditParts parts = auditParts(usualCluster(4));
        parts.facts.nodes[3].kernel = u"6.8.0-60-generic"_s;
        parts.matrix.reset();
        const VersionAudit audit = auditVersions(parts);
        QCOMPARE(mixedComponents(audit), QStringList{u"kernel"_s});
        const Result<QByteArray> written = matrixOfWhatRuns(audit);
        QVERIFY(written && written->contains("# Nodes differ in kernel:"));
        QCOMPARE(rowOf(auditVersions(auditParts(parts.facts, *written)), u"kernel"_s).verdict,
                 AuditVerdict::Mixed);
        parts.facts = usualCluster(4);
        QVERIFY(mixedComponents(auditVersions(parts)).isEmpty());
    }

    void driverObjectsThatNobodyObeysSayNothing()
    {
        PolicyFact cluster;
        cluster.kind = u"ClusterPolicy"_s;
        PolicyFact driver;
        driver.kind = u"NVIDIADriver"_s;
        driver.versions = {{u"gpu_driver"_s, u"570.1.2"_s}};
        QList<PolicyFact> policies{cluster, driver};
        settlePolicies(policies);
        QVERIFY(policies[0].isInUse && !policies[1].isInUse);
        cluster.leavesDriver = true;
        policies = {cluster, driver};
        settlePolicies(policies);
        QVERIFY(policies[1].isInUse);
        policies = {driver};
        settlePolicies(policies);
        QVERIFY(policies[0].isInUse);
    }

    void oneClusterPolicyIsInUse()
    {
        PolicyFact older;
        older.kind = u"ClusterPolicy"_s;
        older.name = u"b"_s;
        older.created = QDateTime({2026, 1, 1}, {0, 0}, Qt::UTC);
        PolicyFact younger = older;
        younger.name = u"a"_s;
        younger.created = older.created.addDays(1);
        QList<PolicyFact> policies{younger, older};
        settlePolicies(policies);
        QVERIFY(!policies[0].isInUse && policies[1].isInUse);
        younger.state = u"ready"_s; // which only the one has that the operator came to first
        policies = {older, younger};
        settlePolicies(policies);
        QVERIFY(!policies[0].isInUse && policies[1].isInUse);
    }
};

#include "tst_audit_truth.moc"
} // namespace tst_audit_truth

CHARTROOM_TEST(tst_audit_truth, AuditTruthTest)
