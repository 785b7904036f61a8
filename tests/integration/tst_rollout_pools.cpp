// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/chartroom_program.h"
#include "tests/integration/sandbox.h"
#include "tests/integration/try_within.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QJsonArray>
#include <QTemporaryFile>
#include <QTest>

using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollout_pools {

namespace {

const QString gpuRelease = u"nvidia-gpu-operator/gpu-operator"_s;
const QString networkRelease = u"nvidia-network-operator/network-operator"_s;
const QString oldOfed = u"doca3.1.0-25.07-0.9.7.0-0"_s;
const QString newOfed = u"doca3.2.0-25.10-1.2.8.0-2"_s;

/// A NicClusterPolicy that does not count, and a pod that no eviction gets off gpu-007.
const QByteArray objects = R"(apiVersion: mellanox.com/v1alpha1
kind: NicClusterPolicy
metadata: {name: second}
spec:
  ofedDriver:
    image: doca-driver
    repository: nvcr.io/nvidia/mellanox
    version: doca3.2.0-25.10-1.2.8.0-2
    upgradePolicy: {autoUpgrade: true}
---
apiVersion: v1
kind: Namespace
metadata: {name: tenant-c}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: by-app, namespace: tenant-c}
spec: {maxUnavailable: 1, selector: {matchLabels: {app: notebook}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: by-team, namespace: tenant-c}
spec: {maxUnavailable: 1, selector: {matchLabels: {team: research}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: notebook, namespace: tenant-c}
spec:
  replicas: 1
  serviceName: notebook
  selector: {matchLabels: {app: notebook}}
  template:
    metadata: {labels: {app: notebook, team: research}}
    spec:
      nodeSelector: {kubernetes.io/hostname: gpu-007}
      containers: [{name: notebook, image: "registry.example/notebook:3.1"}]
)";

/// Selects nodes that NVIDIADriver inference has.
const QByteArray trial = R"(apiVersion: nvidia.com/v1alpha1
kind: NVIDIADriver
metadata: {name: trial}
spec:
  driverType: gpu
  repository: nvcr.io/nvidia
  image: driver
  version: 590.44.01
  nodeSelector: {crusoe.ai/nodepool.name: h100-inference}
)";

QStringList strings(const QJsonValue &list)
{
    return list.toVariant().toStringList();
}

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

QJsonObject checkOf(const QJsonObject &plan, const QString &id)
{
    const QJsonArray findings = plan[u"findings"_s].toArray();
    for (const QJsonValue finding : findings)
        if (finding[u"id"_s] == id)
            return finding.toObject();
    return {};
}

} // namespace

/// Two pools of GPU nodes, gpu-000 to gpu-004 and gpu-005 to gpu-009, each with an NVIDIADriver and a
/// NicNodePolicy of its own, led by NVIDIA's own library. In them is what takes a node out of a rollout,
/// stops it there or only looks as if it did; the board, the findings, the plan and the ticket name each of
/// these, and nothing else.
class RolloutPoolsTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ChartroomProgram> m_program;

    void kubectl(const QString &words) const
    {
        const Ran ran = m_sandbox->tool("kubectl", words.split(u' '));
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
    }
    void apply(const QByteArray &yaml) const
    {
        QTemporaryFile file;
        QVERIFY(file.open() && file.write(yaml) == yaml.size() && file.flush());
        kubectl(u"apply -f "_s + file.fileName());
    }
    [[nodiscard]] QJsonArray nodesOf(const QString &component) const
    {
        return m_program->json({u"rollout"_s, u"--component"_s, component})[u"nodes"_s].toArray();
    }
    /// NODE VERDICT POLICY VERSION, sorted: the version that runs on it.
    [[nodiscard]] QStringList board(const QString &component) const
    {
        QStringList lines;
        for (const QJsonValue node : nodesOf(component))
            lines << QStringList{node[u"node"_s].toString(), node[u"verdict"_s].toString(),
                                 node[u"driverPolicy"_s].toString(u"-"_s), node[u"driverFrom"_s].toString()}
                         .join(u' ');
        return sorted(lines);
    }
    /// NODE KIND of all blockers and contradictions, sorted.
    [[nodiscard]] QStringList notes(const QString &component) const
    {
        QStringList lines;
        for (const QJsonValue node : nodesOf(component))
            for (const QString &key : {u"blockers"_s, u"contradictions"_s})
                for (const QJsonValue note : node[key].toArray())
                    lines << node[u"node"_s].toString() + u' ' + note[u"kind"_s].toString();
        return sorted(lines);
    }
    /// FINDING COMPONENT OBJECTS, sorted.
    [[nodiscard]] QStringList findings() const
    {
        QStringList lines;
        const QJsonArray all = m_program->json({u"findings"_s}).array();
        for (const QJsonValue one : all)
            lines << QStringList{one[u"finding"_s].toString(), one[u"component"_s].toString(),
                                 strings(one[u"objects"_s]).join(u", "_s)}
                         .join(u' ');
        return sorted(lines);
    }
    [[nodiscard]] QJsonObject plan(const QString &release, const QString &version,
                                   const QString &setting) const
    {
        return m_program->json({u"plan"_s, release, u"--to"_s, version, u"--set"_s, setting}).object();
    }
    /// The board of the GPU driver while NVIDIADriver training wants that version.
    [[nodiscard]] static QStringList gpuBoard(const QString &training)
    {
        const QString done = u"gpu-00%1 done %2 %3"_s;
        QStringList lines;
        for (const char *node : {"0", "1", "2", "4"})
            lines << done.arg(QLatin1String(node), u"training"_s, training);
        for (const char *node : {"5", "6", "7"})
            lines << done.arg(QLatin1String(node), u"inference"_s, u"580.95.05"_s);
        return sorted(lines + QStringList{u"gpu-003 notPart training 580.95.05"_s,
                                          u"gpu-008 notPart - 580.95.05"_s,
                                          u"gpu-009 notPart - 580.95.05"_s});
    }

    const QString m_mig = u"mig-change-failed device-plugin Node gpu-002"_s;
    const QString m_second = u"policy-ignored nic-policy NicClusterPolicy second"_s;
    const QString m_conflict =
        u"operator-condition gpu-policy NVIDIADriver inference, NVIDIADriver training, NVIDIADriver trial"_s;
    const QString m_budgets = u"several-budgets ofed-driver Node gpu-007"_s;
    const QStringList m_leftOut{u"gpu-003 notManaged"_s, u"gpu-008 notManaged"_s, u"gpu-009 notManaged"_s};

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_program =
            std::make_unique<ChartroomProgram>(*m_sandbox, "helm4", QStringLiteral(CHARTROOM_PROGRAM));
    }

    void nothingIsSaidBefore()
    {
        TRY_COMPARE_WITHIN(findings(), QStringList(), 60'000);
        for (const QString &component : {u"gpu"_s, u"ib"_s}) {
            QCOMPARE(notes(component), QStringList());
            QCOMPARE(board(component).filter(u" done training "_s).size(), 5);
            QCOMPARE(board(component).filter(u" done inference "_s).size(), 5);
        }
    }

    /// A third pool is for virtual machines, one node's MIG change failed, another brings its driver, and one
    /// node of each pool is held.
    void eachCaseIsTold()
    {
        kubectl(u"scale statefulset trainer -n tenant-b --replicas=0"_s);
        kubectl(u"label nodes gpu-008 gpu-009 --overwrite crusoe.ai/nodepool.name=h100-machines "
                u"nvidia.com/gpu.workload.config=vm-passthrough"_s);
        kubectl(u"patch clusterpolicy cluster-policy --type merge -p "
                uR"({"spec":{"sandboxWorkloads":{"enabled":true,"defaultWorkload":"container"}}})"_s);
        kubectl(u"label node gpu-002 nvidia.com/mig.config=all-1g.10gb nvidia.com/mig.config.state=failed"_s);
        kubectl(u"label node gpu-003 --overwrite nvidia.com/gpu.deploy.driver=pre-installed"_s);
        kubectl(u"label nodes gpu-001 gpu-006 nvidia.com/ofed-driver-upgrade.skip=true"_s);
        apply(objects);
        const QStringList expected{m_mig, m_second};
        TRY_COMPARE_WITHIN(board(u"gpu"_s), gpuBoard(u"580.95.05"_s), 60'000);
        TRY_COMPARE_WITHIN(findings(), expected, 60'000);
        QCOMPARE(notes(u"gpu"_s), m_leftOut);
        QCOMPARE(notes(u"ib"_s), QStringList());
        TRY_COMPARE_WITHIN(board(u"ib"_s).size(), 8, 60'000); // those for virtual machines have none
    }

    void thePlanNamesWhoStaysAndWhoIsLeftOut()
    {
        const QJsonObject network =
            plan(networkRelease, u"26.4.1"_s,
                 u"operator.ofedDriver.initContainer.version=network-operator-v26.4.2"_s);
        QCOMPARE(checkOf(network, u"nodes"_s)[u"severity"_s].toString(), u"severe"_s);
        const QStringList staying = strings(checkOf(network, u"blockers"_s)[u"evidence"_s]);
        QCOMPARE(staying.size(), 1);
        QVERIFY2(staying.first().startsWith(u"gpu-007: tenant-c/by-app, tenant-c/by-team "),
                 qPrintable(staying.first()));
        QCOMPARE(sorted(strings(checkOf(network, u"leftovers"_s)[u"evidence"_s])),
                 (QStringList{u"gpu-001"_s, u"gpu-006"_s}));
        const QString why = network[u"windowPlan"_s][u"why"_s].toString();
        QVERIFY2(why.contains(u"NicNodePolicy inference, NicNodePolicy training"), qPrintable(why));

        const QJsonObject gpu = plan(gpuRelease, u"v26.7.0"_s, u"driver.version=580.126.20"_s);
        QCOMPARE(gpu[u"nodeImpact"_s][u"kind"_s].toString(), u"none"_s);
        const QStringList lines = strings(checkOf(gpu, u"nodes"_s)[u"evidence"_s]);
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines.first().contains(u"leaves the drivers to NVIDIADriver objects"),
                 qPrintable(lines.first()));
    }

    void eachNvidiaDriverLeadsItsOwnNodes()
    {
        kubectl(u"patch nvidiadriver training --type merge -p {\"spec\":{\"version\":\"580.126.20\"}}"_s);
        TRY_COMPARE_WITHIN(board(u"gpu"_s), gpuBoard(u"580.126.20"_s), 240'000);
        TRY_COMPARE_WITHIN(notes(u"gpu"_s), m_leftOut, 60'000);
        TRY_COMPARE_WITHIN(findings(), (QStringList{m_mig, m_second}), 60'000);
    }

    /// The operator refuses all of them, and the drivers stay as they are.
    void aSelectorConflictIsNamed()
    {
        apply(trial);
        const QStringList names{u"inference"_s, u"training"_s, u"trial"_s};
        for (const QString &name : names) {
            kubectl(u"wait nvidiadriver "_s + name + u" --for=condition=Error --timeout=60s"_s);
            // As if it had been there for half an hour: of a new one nothing is said.
            const QString since = QDateTime::currentDateTimeUtc().addSecs(-1800).toString(Qt::ISODate);
            kubectl(
                u"patch nvidiadriver "_s + name +
                u" --subresource=status --type=json -p "
                uR"([{"op":"replace","path":"/status/conditions/1/lastTransitionTime","value":"%1"}])"_s.arg(
                    since));
        }
        TRY_COMPARE_WITHIN(findings(), (QStringList{m_mig, m_conflict, m_second}), 60'000);
        QCOMPARE(board(u"gpu"_s), gpuBoard(u"580.126.20"_s));
        QCOMPARE(notes(u"gpu"_s), m_leftOut);
        const QJsonObject check =
            checkOf(plan(gpuRelease, u"v26.7.0"_s, u"hostPaths.rootFS=/host"_s), u"nodes"_s);
        QCOMPARE(check[u"severity"_s].toString(), u"warning"_s);
        const QString refused = strings(check[u"evidence"_s]).value(0);
        for (const QString &name : names)
            QVERIFY2(
                refused.contains(
                    u"NVIDIADriver %1 does not make the operator change a driver: multiple NVIDIADrivers match the same node gpu-005: [inference trial]"_s
                        .arg(name)),
                qPrintable(refused));
    }

    void eachNicNodePolicyLeadsItsOwnNodes()
    {
        const Ran ran = m_sandbox->ctl({u"upgrade"_s, u"ofed"_s, newOfed});
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        QStringList expected{u"gpu-001 skipped training "_s + oldOfed, u"gpu-005 done inference "_s + newOfed,
                             u"gpu-006 skipped inference "_s + oldOfed,
                             u"gpu-007 failed inference "_s + oldOfed};
        for (const char *node : {"0", "2", "3", "4"})
            expected << u"gpu-00%1 done training %2"_s.arg(QLatin1String(node), newOfed);
        TRY_COMPARE_WITHIN(board(u"ib"_s), sorted(expected), 240'000);
        TRY_COMPARE_WITHIN(notes(u"ib"_s),
                           (QStringList{u"gpu-001 skipLabel"_s, u"gpu-006 skipLabel"_s,
                                        u"gpu-007 retryLabel"_s, u"gpu-007 severalBudgets"_s}),
                           60'000);
        TRY_COMPARE_WITHIN(findings(), (QStringList{m_mig, m_conflict, m_second, m_budgets}), 60'000);
        // It is the other driver's rollout that left it cordoned.
        QCOMPARE(notes(u"gpu"_s), sorted(m_leftOut + QStringList{u"gpu-007 otherComponentMoves"_s}));
    }

    void theTicketAsksAboutThoseAndNoOther()
    {
        const QJsonObject ticket = m_program->json({u"ticket"_s, u"--phase"_s, u"during"_s}).object();
        const QString title = ticket[u"title"_s].toString();
        QVERIFY2(title.contains(u"InfiniBand driver inference "_s + oldOfed) &&
                     title.contains(u"InfiniBand driver training "_s + oldOfed),
                 qPrintable(title));
        QStringList asked;
        for (const QJsonValue block : ticket[u"blocks"_s].toArray())
            asked += strings(block[u"items"_s]);
        for (const char *part :
             {"gpu-007 (InfiniBand driver)", "mig.config.state=failed", "gpu-005: [inference trial]"})
            QVERIFY2(!asked.filter(QLatin1String(part)).isEmpty(), part);
        const QString all = QString::fromUtf8(QJsonDocument(ticket).toJson());
        for (const char *healthy : {"gpu-000", "gpu-003", "gpu-004", "gpu-008", "gpu-009"})
            QVERIFY2(!all.contains(QLatin1String(healthy)), healthy);
        QVERIFY(!all.contains(u"Unsupported NicClusterPolicy")); // it stops no node
    }

    void whatIsMendedIsNoLongerSaid()
    {
        kubectl(u"delete nvidiadriver trial"_s);
        kubectl(u"delete poddisruptionbudget by-team -n tenant-c"_s);
        kubectl(u"label node gpu-007 --overwrite nvidia.com/ofed-driver-upgrade-state=upgrade-required"_s);
        TRY_VERIFY_WITHIN(board(u"ib"_s).contains(u"gpu-007 done inference "_s + newOfed), 240'000);
        TRY_COMPARE_WITHIN(findings(), (QStringList{m_mig, m_second}), 60'000);
        TRY_COMPARE_WITHIN(notes(u"gpu"_s), m_leftOut, 60'000);
    }
};

#include "tst_rollout_pools.moc"
} // namespace tst_rollout_pools

CHARTROOM_TEST(tst_rollout_pools, RolloutPoolsTest)
