// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_operation.h"
#include "tests/core/matrix_repository.h"
#include "tests/integration/sandbox_session.h"
#include "tests/integration/try_within.h"
#include "tests/integration/version_stage.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_versions {

/// The audit of versions in a real cluster: a matrix of what runs is clean; then one drift after the other is
/// made, each is found with its evidence and nothing else is, and is taken back.
class VersionsTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<VersionStage> m_stage;
    QString m_matrix; ///< of what runs before anything drifts

    void isRefusedWhereSomebodyIsFaster(const QByteArray &after);
    [[nodiscard]] QStringList found(const QString &matrix) const
    {
        return m_stage->audit({u"--matrix"_s, matrix}).reported();
    }

private Q_SLOTS:
    void initTestCase();
    void cleanup();

    void aMatrixOfWhatRunsIsClean();
    void aDriverOnTwoOfSixteenNodesIsFound();
    void aKernelOnOnePoolIsFound();
    void aChartAheadOfTheMatrixIsFound();
    void aDaemonSetThatWasEditedByHandIsFound();
    void aSecondNodeFeatureDiscoveryIsFound();
    void aKubernetesOutOfRangeAndANetworkOperatorThatNeedsANewerGpuOperatorAreFound();
    void aConfigMapThatIsNotWhatGitHasIsFound();
    void operatorsOfTheLifecycleManagerAndOpenShiftAreAudited();
    void theSeedIsAuditedAsWritten();
    void aConfigMapIsPromotedAndAConcurrentEditRefused();
};

void VersionsTest::initTestCase()
{
    m_sandbox = Sandbox::find();
    QVERIFY(m_sandbox.has_value());
    m_stage = std::make_unique<VersionStage>(*m_sandbox, QStringLiteral(CHARTROOM_PROGRAM));
}

/// Whatever was done is undone, and nothing is left.
void VersionsTest::cleanup()
{
    m_stage->undo();
    if (!m_matrix.isEmpty())
        TRY_COMPARE_WITHIN(found(m_matrix), QStringList(), 120'000);
}

void VersionsTest::aMatrixOfWhatRunsIsClean()
{
    TRY_COMPARE_WITHIN(m_stage->reportedOfWhatRuns(), QStringList(), 120'000);
    const Ran written = m_stage->chartroom({u"versions"_s, u"init"_s});
    QVERIFY2(written.exitCode == 0, written.err.constData());
    const QString file = m_stage->write(written.out);
    const Audit audit = m_stage->audit({u"--matrix"_s, file});
    QVERIFY2(audit.exitCode == 0, qPrintable(audit.reported().join(u'\n')));
    QCOMPARE(audit.reported(), QStringList());
    QVERIFY(audit.root[u"clean"].toBool());
    QCOMPARE(audit.root[u"unlisted"].toArray(), QJsonArray());
    for (const char *component : {"kubernetes", "kernel", "gpu_operator", "gpu_driver", "cuda",
                                  "network_operator", "mofed", "device_plugin", "container_toolkit", "nfd"}) {
        const QJsonObject row = audit.component(QString::fromLatin1(component));
        QVERIFY2(row[u"verdict"] == u"match"_s && !Audit::objectsOf(row).isEmpty(), component);
    }
    m_matrix = file;
}

void VersionsTest::aDriverOnTwoOfSixteenNodesIsFound()
{
    const QStringList nodes = m_sandbox->nodesWith(u"nvidia.com/gpu.present=true"_s);
    QCOMPARE(nodes.size(), 16);
    const QString skip = u"nvidia.com/gpu-driver-upgrade.skip"_s;
    QVERIFY(
        m_stage->kubectl(QStringList{u"label"_s, u"nodes"_s} + nodes.mid(2) + QStringList{skip + u"=true"_s},
                         {u"label"_s, u"nodes"_s, u"--all"_s, skip + u'-'}));
    QVERIFY(
        m_stage->ctl({u"upgrade"_s, u"gpu"_s, u"580.105.08"_s}, {u"upgrade"_s, u"gpu"_s, u"580.95.05"_s}));
    TRY_COMPARE_WITHIN(found(m_matrix), QStringList{u"gpu_driver mixed: 580.95.05 on 14, 580.105.08 on 2"_s},
                       120'000);
    const QJsonObject row = m_stage->audit({u"--matrix"_s, m_matrix}).component(u"gpu_driver"_s);
    const QJsonObject other = row[u"observed"][1].toObject();
    QCOMPARE(other[u"nodes"].toVariant().toStringList(), nodes.mid(0, 2));
    QVERIFY(!other[u"asExpected"].toBool());
    const QStringList objects = Audit::objectsOf(row);
    QVERIFY2(objects.contains(u"Node "_s + nodes.first()), qPrintable(objects.join(u'\n')));
    QVERIFY(objects.contains(u"ClusterPolicy cluster-policy"_s));
    QVERIFY(row[u"text"].toString().contains(nodes.mid(0, 2).join(u", "_s)));
    QCOMPARE(row[u"wanted"].toString(), u"580.105.08"_s);
}

void VersionsTest::aKernelOnOnePoolIsFound()
{
    const QStringList nodes = m_sandbox->nodesWith(u"crusoe.ai/nodepool.name=cpu-system"_s);
    QCOMPARE(nodes.size(), 2);
    const auto kernel = [](const QString &node, const QString &version) {
        return QStringList{u"patch"_s,
                           u"node"_s,
                           node,
                           u"--subresource=status"_s,
                           u"--type=merge"_s,
                           u"-p"_s,
                           u"{\"status\":{\"nodeInfo\":{\"kernelVersion\":\"%1\"}}}"_s.arg(version)};
    };
    for (const QString &node : nodes)
        QVERIFY(m_stage->kubectl(kernel(node, u"6.8.0-90-generic"_s), kernel(node, u"5.15.0-153-generic"_s)));
    TRY_COMPARE_WITHIN(found(m_matrix),
                       QStringList{u"kernel mixed: 5.15.0-153-generic on 16, 6.8.0-90-generic on 2"_s},
                       120'000);
    const QJsonObject row = m_stage->audit({u"--matrix"_s, m_matrix}).component(u"kernel"_s);
    QCOMPARE(row[u"observed"][1][u"nodes"].toVariant().toStringList(), nodes);
    QCOMPARE(row[u"observed"][1][u"evidence"][0][u"source"].toString(), u"nodeInfo"_s);
}

void VersionsTest::aChartAheadOfTheMatrixIsFound()
{
    QVERIFY(m_stage->upgrade(VersionStage::networkOperator, u"sandbox/network-operator"_s, u"25.10.0"_s));
    TRY_COMPARE_WITHIN(found(m_matrix), QStringList{u"network_operator ahead: 25.10.0"_s}, 120'000);
    const QStringList objects =
        Audit::objectsOf(m_stage->audit({u"--matrix"_s, m_matrix}).component(u"network_operator"_s));
    QVERIFY2(objects.contains(u"Release nvidia-network-operator/network-operator"_s),
             qPrintable(objects.join(u'\n')));
}

void VersionsTest::aDaemonSetThatWasEditedByHandIsFound()
{
    // Of an operator, which does not look at it again; its pods follow.
    const QString plugin = u"nvidia-device-plugin-daemonset"_s;
    QVERIFY(m_stage->setImage(plugin, u"nvidia-device-plugin=nvcr.io/nvidia/k8s-device-plugin:v0.17.4"_s));
    TRY_COMPARE_WITHIN(found(m_matrix),
                       (QStringList{u"device_plugin behind: v0.17.4"_s, u"editedDaemonSet device_plugin"_s}),
                       120'000);
    const QJsonObject finding = m_stage->audit({u"--matrix"_s, m_matrix}).finding(u"editedDaemonSet"_s);
    QCOMPARE(finding[u"objects"].toVariant().toStringList(),
             (QStringList{u"DaemonSet nvidia-gpu-operator/"_s + plugin, u"ClusterPolicy cluster-policy"_s}));
    m_stage->undo();
    TRY_COMPARE_WITHIN(found(m_matrix), QStringList(), 120'000);
    // Of a release.
    const QString worker = u"gpu-operator-node-feature-discovery-worker"_s;
    QVERIFY(m_stage->setImage(worker, u"worker=registry.k8s.io/nfd/node-feature-discovery:v0.17.3"_s));
    TRY_COMPARE_WITHIN(found(m_matrix), QStringList{u"editedDaemonSet nfd"_s}, 120'000);
    QVERIFY(m_stage->audit({u"--matrix"_s, m_matrix})
                .finding(u"editedDaemonSet"_s)[u"text"]
                .toString()
                .contains(u"release nvidia-gpu-operator/gpu-operator has "
                          "registry.k8s.io/nfd/node-feature-discovery:v0.18.2"_s));
}

void VersionsTest::aSecondNodeFeatureDiscoveryIsFound()
{
    QVERIFY(m_stage->install({u"node-feature-discovery"_s, u"nfd"_s}, u"sandbox/node-feature-discovery"_s,
                             u"v0.18.2"_s));
    TRY_COMPARE_WITHIN(found(m_matrix), QStringList{u"severalNfd nfd"_s}, 120'000);
    const QString text =
        m_stage->audit({u"--matrix"_s, m_matrix}).finding(u"severalNfd"_s)[u"text"].toString();
    for (const char *instance : {"node-feature-discovery/nfd v0.18.2", "nvidia-gpu-operator/gpu-operator"})
        QVERIFY2(text.contains(QLatin1String(instance)), qPrintable(text));
}

/// No Network Operator of which a need is known runs on this Kubernetes, so that the second comes with the
/// first.
void VersionsTest::aKubernetesOutOfRangeAndANetworkOperatorThatNeedsANewerGpuOperatorAreFound()
{
    const QString chart = m_stage->repacked(u"network-operator"_s, u"25.7.0"_s, u"25.4.0"_s);
    QVERIFY(!chart.isEmpty());
    QVERIFY(m_stage->upgrade(VersionStage::networkOperator, chart, {}));
    TRY_COMPARE_WITHIN(m_stage->reportedOfWhatRuns(),
                       QStringList{u"outOfRange network_operator kubernetes"_s}, 120'000);
    QVERIFY(m_stage->upgrade(VersionStage::gpuOperator, u"sandbox/gpu-operator"_s, u"v24.9.2"_s));
    TRY_COMPARE_WITHIN(m_stage->reportedOfWhatRuns(),
                       (QStringList{u"outOfRange network_operator gpu_operator"_s,
                                    u"outOfRange network_operator kubernetes"_s}),
                       120'000);
    const Audit audit = m_stage->audit({u"--matrix"_s, m_matrix});
    const QJsonObject finding = audit.finding(u"outOfRange"_s, u"gpu_operator"_s);
    QVERIFY2(finding[u"text"].toString().contains(u"needs GPU Operator 25.3 or newer, but v24.9.2"_s),
             qPrintable(finding[u"text"].toString()));
    QVERIFY(finding[u"objects"].toVariant().toStringList().contains(
        u"Release nvidia-gpu-operator/gpu-operator"_s));
    QVERIFY(finding[u"source"].toString().contains(u"read up to"_s));
}

void VersionsTest::aConfigMapThatIsNotWhatGitHasIsFound()
{
    const QByteArray text = readFile(m_matrix);
    const MatrixRepository repository;
    repository.commit(matrixPath, text, "what runs");
    const QString source = repository.file(matrixPath) + u"@main"_s;
    QVERIFY(m_stage->createConfigMap(text));
    QCOMPARE(found(source), QStringList());
    m_stage->undo();
    QByteArray other = text;
    other.replace("580.95.05", "580.82.07");
    QVERIFY(m_stage->createConfigMap(other));
    QCOMPARE(found(source), QStringList{u"copyDiffers gpu_driver"_s});
    const QJsonObject finding = m_stage->audit({u"--matrix"_s, source}).finding(u"copyDiffers"_s);
    const QString said = finding[u"text"].toString();
    QVERIFY2(said.contains(u"580.95.05"_s) && said.contains(u"580.82.07"_s) && said.contains(u"ConfigMap"_s),
             qPrintable(said));
    // Without another one it is the matrix itself.
    QCOMPARE(m_stage->audit({}).reported(), QStringList{u"gpu_driver ahead: 580.95.05"_s});
}

void VersionsTest::operatorsOfTheLifecycleManagerAndOpenShiftAreAudited()
{
    QVERIFY(m_stage->createOpenShift());
    const QByteArray text = readFile(m_matrix) + "  openshift: \"4.18.20\"\n  sriov_operator: \"4.18.0\"\n";
    const QString matrix = m_stage->write(text);
    TRY_COMPARE_WITHIN(found(matrix), QStringList(), 120'000);
    const Audit audit = m_stage->audit({u"--matrix"_s, matrix});
    QCOMPARE(audit.component(u"openshift"_s)[u"verdict"].toString(), u"match"_s);
    QCOMPARE(Audit::objectsOf(audit.component(u"openshift"_s)).first(), u"ClusterVersion version"_s);
    QVERIFY(Audit::objectsOf(audit.component(u"sriov_operator"_s))
                .contains(u"ClusterServiceVersion nvidia-network-operator/"
                          "sriov-network-operator.v4.18.0-202507081733"_s));
    QVERIFY(Audit::objectsOf(audit.component(u"gpu_operator"_s))
                .contains(u"ClusterServiceVersion nvidia-gpu-operator/gpu-operator-certified.v25.10.1"_s));
    // The same cluster against another matrix, and while it is updated.
    QByteArray older = text;
    older.replace("4.18.20", "4.17.9").replace("sriov_operator: \"4.18.0\"", "sriov_operator: \"4.19.0\"");
    QCOMPARE(found(m_stage->write(older)),
             (QStringList{u"openshift ahead: 4.18.20"_s, u"sriov_operator behind: 4.18.0-202507081733"_s}));
    QVERIFY(m_stage->kubectl({u"patch"_s, u"clusterversion"_s, u"version"_s, u"--type=merge"_s, u"-p"_s,
                              u"{\"status\":{\"desired\":{\"version\":\"4.18.21\"}}}"_s},
                             {}));
    TRY_COMPARE_WITHIN(found(matrix), QStringList{u"openshift drift: 4.18.20"_s}, 120'000);
    const QString said =
        m_stage->audit({u"--matrix"_s, matrix}).component(u"openshift"_s)[u"text"].toString();
    QVERIFY2(said.contains(u"ClusterVersion version wants 4.18.21"_s), qPrintable(said));
}

void VersionsTest::theSeedIsAuditedAsWritten()
{
    const Audit audit = m_stage->audit({u"--matrix"_s, m_stage->write(seedMatrix())});
    QCOMPARE(audit.exitCode, 1);
    QCOMPARE(audit.reported().count(u"error unknownVersion gpu_operator"_s), 2); // lines 37 and 57
    QString said;
    for (const QJsonValue &problem : audit.root[u"problems"].toArray())
        said += u"%1 %2\n"_s.arg(QString::number(problem[u"line"].toInt()), problem[u"text"].toString());
    for (const char *words : {"37 GPU Operator v24.12.0 was never released",
                              "57 GPU Operator v24.12.0 was never released", "\"6.x TBD\" is not a version",
                              "more than one component changes", "24.10-1.0.0.0 is not a known version"})
        QVERIFY2(said.contains(QLatin1String(words)), qPrintable(said));
    QCOMPARE(audit.component(u"sriov_operator"_s)[u"text"].toString(), u"It is not installed."_s);
    QCOMPARE(audit.component(u"firmware_cx7"_s)[u"verdict"].toString(), u"notObservable"_s);
    QCOMPARE(audit.component(u"openshift"_s)[u"verdict"].toString(), u"unknown"_s);
    const QJsonObject way = audit.root[u"way"].toObject();
    QVERIFY(!way[u"mayPromote"].toBool());
    for (const QJsonValue &gate : way[u"promote"].toArray())
        if (gate[u"id"] == u"canaryNode"_s)
            QVERIFY2(gate[u"text"].toString().contains(u"not in the cluster: gpu-worker-4"_s),
                     qPrintable(gate[u"text"].toString()));
}

void VersionsTest::aConfigMapIsPromotedAndAConcurrentEditRefused()
{
    const QString node = m_sandbox->nodesWith(u"nvidia.com/gpu.present=true"_s).first();
    const QByteArray text = readFile(m_matrix) + "canary_testing:\n  gpu_driver: \"580.105.08\"\n" +
                            "  canary_node: \"" + node.toUtf8() + "\" # first\n";
    QVERIFY(m_stage->createConfigMap(text));
    const QStringList promote{u"versions"_s, u"promote"_s, u"--yes"_s, u"-o"_s, u"json"_s};
    // Nothing of it runs, and nothing baked: what is in the way is said, and nothing is written.
    const Ran refused = m_stage->chartroom(promote);
    QCOMPARE(refused.exitCode, 1);
    for (const char *words : {"--reason bake=TEXT", "--reason canaryRuns=TEXT", "nothing was written"})
        QVERIFY2(refused.err.contains(words), refused.err.constData());
    QCOMPARE(m_stage->configMapText(), text);

    const QStringList reasons{u"--reason"_s, u"bake=a sandbox"_s, u"--reason"_s, u"canaryRuns=a sandbox"_s};
    const Ran done = m_stage->chartroom(promote + reasons);
    QVERIFY2(done.exitCode == 0, done.err.constData());
    QVERIFY2(done.err.contains("apply --server-side"), done.err.constData());
    const QJsonObject printed = QJsonDocument::fromJson(done.out).object();
    QCOMPARE(printed[u"resourceVersion"], m_stage->storedConfigMap()[u"metadata"][u"resourceVersion"]);
    QCOMPARE(m_stage->storedConfigMap()[u"data"][u"other"].toString(), u"kept"_s);
    QByteArray wanted = text;
    wanted.replace(text.indexOf("580.95.05"), 9, "580.105.08");
    QCOMPARE(m_stage->configMapText().split('\n'), wanted.split('\n')); // tells the line
    QCOMPARE(m_stage->journaledKinds(), QStringList{u"matrix"_s});
    QCOMPARE(m_stage->leaseHolder(), QString());

    QVERIFY(m_stage->applyAs(u"anna"_s, text));
    isRefusedWhereSomebodyIsFaster(wanted);
    // A key that a GitOps tool keeps is not taken without a wish.
    QVERIFY(m_stage->applyAs(u"argocd-controller"_s, text));
    const Ran owned = m_stage->chartroom(promote + reasons);
    QVERIFY2(owned.exitCode == 3 && owned.err.contains("is managed by anna, argocd-controller"),
             owned.err.constData());
    QCOMPARE(m_stage->configMapText(), text);
    const Ran taken = m_stage->chartroom(promote + reasons + QStringList{u"--take-over"_s});
    QVERIFY2(taken.exitCode == 0, taken.err.constData());
    QCOMPARE(m_stage->configMapText(), wanted);
}

/// Between the commands that were shown and the word to run them.
void VersionsTest::isRefusedWhereSomebodyIsFaster(const QByteArray &after)
{
    const SandboxSession session(*m_sandbox);
    ProcessRunner runner;
    KubectlClient kubectl(m_sandbox->text("kubectl"), {m_sandbox->kubeconfig()}, m_sandbox->context(),
                          &runner, nullptr);
    const SystemClock clock;
    const QTemporaryDir folder;
    OperationParts parts;
    parts.transport = session->transport();
    parts.kubectl = &kubectl;
    parts.clock = &clock;
    parts.access.context = m_sandbox->context();
    parts.holder = LeaseHolder::ofThisProcess();
    parts.folder = folder.path();
    const QJsonObject stored = m_stage->storedConfigMap();
    const QByteArray before = m_stage->configMapText();
    MatrixOperation operation(
        parts, {u"promote"_s,
                {VersionStage::gpuOperator.namespaceName, VersionStage::configMap, u"matrix.yaml"_s,
                 stored[u"metadata"][u"resourceVersion"].toString(), after, true},
                {},
                {}});
    QSignalSpy prepared(&operation, &MatrixOperation::prepared);
    QSignalSpy finished(&operation, &MatrixOperation::finished);
    operation.start();
    QTRY_COMPARE_WITH_TIMEOUT(prepared.size() + finished.size(), 1, 120'000);
    QCOMPARE(prepared.size(), 1);
    QVERIFY(m_stage->kubectl({u"annotate"_s, u"configmap"_s, VersionStage::configMap, u"who=theirs"_s,
                              u"--namespace"_s, VersionStage::gpuOperator.namespaceName},
                             {}));
    operation.confirm();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
    QVERIFY2(operation.problem() && operation.problem()->code == Error::Code::Throttled,
             operation.problem() ? qPrintable(operation.problem()->message) : "it was written");
    QCOMPARE(m_stage->configMapText(), before);
    QCOMPARE(m_stage->leaseHolder(), QString());
}

#include "tst_versions.moc"
} // namespace tst_versions

CHARTROOM_TEST(tst_versions, VersionsTest)
