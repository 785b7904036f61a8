// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/change_reach.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/rollback_operation.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_node_impact {

using Kind = NodeImpact::Kind;

namespace {

PreflightEvidence withChange(const QByteArray &before, const QByteArray &after)
{
    PreflightEvidence evidence = contentEvidence();
    evidence.changes = changesBetween(before.constData(), after.constData());
    return evidence;
}

QByteArray clusterPolicy(const QByteArray &spec)
{
    return "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: cluster-policy}\nspec: " + spec +
           '\n';
}

} // namespace

/// What the nodes go through, by the difference of the manifests and what the cluster has.
class NodeImpactTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDifferenceDecidesWhatNodesGoThrough_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("component");
        const auto row = [](const char *name, const char *object, const char *before, const char *after,
                            Kind kind, const char *component) {
            const auto text = [object](const char *spec) { return QByteArray(object).replace("SPEC", spec); };
            QTest::newRow(name) << text(before) << text(after) << kind << QString::fromLatin1(component);
        };
        const char *policy =
            "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: p}, spec: {SPEC}}";
        const char *nic =
            "{apiVersion: mellanox.com/v1alpha1, kind: NicClusterPolicy, metadata: {name: p}, spec: {SPEC}}";
        const char *pool =
            "{apiVersion: mellanox.com/v1alpha1, kind: NicNodePolicy, metadata: {name: p}, spec: {SPEC}}";
        const char *deployment =
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: gpu-operator}, spec: {SPEC}}";
        const char *config = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {SPEC}}";
        row("nothing", policy, "a: 1", "a: 1", Kind::None, "");
        row("config", config, "a: x", "a: y", Kind::None, "");
        row("policy", policy, "driver: {upgradePolicy: {maxParallelUpgrades: 1}}",
            "driver: {upgradePolicy: {maxParallelUpgrades: 2}}", Kind::None, "");
        row("toolkit", policy, "toolkit: {version: a}", "toolkit: {version: b}", Kind::PodsOnly, "");
        row("driver", policy, "driver: {version: a}", "driver: {version: b}", Kind::DriverReload, "gpu");
        row("daemonsets", policy, "daemonsets: {priorityClassName: a}", "daemonsets: {priorityClassName: b}",
            Kind::DriverReload, "gpu");
        row("ofed", nic, "ofedDriver: {version: a}", "ofedDriver: {version: b}", Kind::NicDriver, "ib");
        row("nic pods", nic, "rdmaSharedDevicePlugin: {version: a}", "rdmaSharedDevicePlugin: {version: b}",
            Kind::PodsOnly, "");
        row("ofed of a pool", pool, "ofedDriver: {version: a}", "ofedDriver: {version: b}", Kind::NicDriver,
            "ib");
        row("nodes of a pool", pool, "nodeSelector: {a: b}", "nodeSelector: {a: c}", Kind::NicDriver, "ib");
        row("slots of a pool", pool, "ofedDriver: {upgradePolicy: {maxParallelUpgrades: 1}}",
            "ofedDriver: {upgradePolicy: {maxParallelUpgrades: 2}}", Kind::None, "");
        row("replicas", deployment, "replicas: 1", "replicas: 2", Kind::PodsOnly, "");
        row("nic operator", deployment,
            "template: {spec: {containers: [{name: o, env: [{name: OFED_INIT_CONTAINER_IMAGE, value: a}]}]}}",
            "template: {spec: {containers: [{name: o, env: [{name: OFED_INIT_CONTAINER_IMAGE, value: b}]}]}}",
            Kind::NicDriver, "ib");
        row("operator", deployment, "template: {spec: {containers: [{name: o, image: a}]}}",
            "template: {spec: {containers: [{name: o, image: b}]}}", Kind::Unknown, "gpu");
    }
    void theDifferenceDecidesWhatNodesGoThrough()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(Kind, kind);
        QFETCH(QString, component);
        PreflightEvidence evidence = withChange(before, after);
        DriverPolicy nicPolicy;
        nicPolicy.driver = DriverKind::InfiniBand;
        evidence.policies = QList{nicPolicy};
        const NodeImpact impact = nodeImpact(evidence);
        QCOMPARE(nodeImpactText(impact.kind), nodeImpactText(kind));
        QCOMPARE(impact.component, component);
        QCOMPARE(impact.lines.isEmpty(), kind == Kind::None);
    }

    void whatHelmKeepsIsNotRemoved()
    {
        const QByteArray config =
            "{apiVersion: amd.com/v1alpha1, kind: DeviceConfig, metadata: {name: default, "
            "namespace: kube-amd-gpu}, spec: {driver: {version: '6.4'}}}";
        PreflightEvidence evidence =
            withChange(config, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        QCOMPARE(nodeImpact(evidence).kind, Kind::DriverReload);
        evidence.live =
            QList<LiveObject>{{{u"amd.com/v1alpha1"_s, u"DeviceConfig"_s, u"kube-amd-gpu"_s, u"default"_s},
                               LiveObject::State::Found,
                               yamlValue("{metadata: {annotations: {helm.sh/resource-policy: keep}}}"),
                               {}}};
        const NodeImpact kept = nodeImpact(evidence);
        QCOMPARE(kept.kind, Kind::None);
        QVERIFY2(kept.lines.join(u' ').contains(u"helm keeps it as it is"),
                 qPrintable(kept.lines.join(u'\n')));
    }

    void aNewerOperatorOnlyRestartsUnchangedDrivers()
    {
        PreflightEvidence evidence = withChange(
            "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: p}, spec: {daemonsets: "
            "{priorityClassName: a}}}",
            "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: p}, spec: {daemonsets: "
            "{priorityClassName: b}}}");
        evidence.draft.chart.version = u"v26.7.0"_s;
        QCOMPARE(nodeImpact(evidence).kind, Kind::DriverRestart);
    }

    void aClusterPolicyThatLeavesTheDriversChangesNone_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("leaves");
        QTest::addColumn<Kind>("kind");
        const QByteArray version = "driver: {useNvidiaDriverCRD: true, version: a}";
        const QByteArray newer = "driver: {useNvidiaDriverCRD: true, version: b}";
        const QByteArray own = "driver: {useNvidiaDriverCRD: false, version: b}";
        QTest::newRow("its own drivers") << version << newer << false << Kind::DriverReload;
        QTest::newRow("NVIDIADrivers") << version << newer << true << Kind::None;
        QTest::newRow("the switch") << version << own << true << Kind::DriverReload;
        QTest::newRow("what those take")
            << QByteArray("hostPaths: {rootFS: a}") << QByteArray("hostPaths: {rootFS: b}") << true
            << Kind::DriverReload;
    }
    void aClusterPolicyThatLeavesTheDriversChangesNone()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(bool, leaves);
        QFETCH(Kind, kind);
        const QByteArray policy =
            "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: p}, spec: {SPEC}}";
        PreflightEvidence evidence =
            withChange(QByteArray(policy).replace("SPEC", before), QByteArray(policy).replace("SPEC", after));
        DriverPolicy live;
        live.kind = u"ClusterPolicy"_s;
        live.name = u"p"_s;
        live.leavesDrivers = leaves;
        evidence.policies = QList{live};
        const NodeImpact impact = nodeImpact(evidence);
        QCOMPARE(nodeImpactText(impact.kind), nodeImpactText(kind));
        if (kind != Kind::None)
            return;
        QCOMPARE(impact.lines.size(), 1);
        QVERIFY2(impact.lines.first().contains(u"spec.driver.version: a -> b. This has no effect"),
                 qPrintable(impact.lines.first()));
        QCOMPARE(checkNodeImpact(evidence).evidence, impact.lines);
    }

    // S18: that mlx5_core carries Ethernet too is said before the network driver is changed.
    void eachImpactHasItsSeverity()
    {
        PreflightEvidence evidence = contentEvidence();
        const PreflightFinding reload = checkNodeImpact(evidence);
        QCOMPARE(reload.severity, Severity::Warning);
        QVERIFY(reload.evidence.first().contains(u"spec.driver.version: 580.82.07 -> 580.105.08"_s));
        for (const bool drains : {false, true}) {
            evidence.policies->first().drains = drains;
            const QStringList lines = checkNodeImpact(evidence).evidence;
            const QString eviction = evictionText(evidence.policies->first());
            QVERIFY(lines.contains(eviction));
            const QString reach = reachText(changeReach(preflightReport(evidence), {}));
            QVERIFY2(reach.contains(eviction), qPrintable(reach)); // the page Review says the same
            QCOMPARE(lines.filter(u"is drained"_s).size(), drains ? 1 : 0);
        }
        evidence.policies->first().autoUpgrade = false;
        QVERIFY(
            checkNodeImpact(evidence).evidence.first().contains(u"autoUpgrade is off in ClusterPolicy"_s));
        evidence.changes = ManifestDiff();
        QCOMPARE(checkNodeImpact(evidence).severity, Severity::Ok);
        evidence = withChange("{apiVersion: mellanox.com/v1alpha1, kind: NicClusterPolicy, metadata: {name: "
                              "p}, spec: {ofedDriver: "
                              "{version: a}}}",
                              "{apiVersion: mellanox.com/v1alpha1, kind: NicClusterPolicy, metadata: {name: "
                              "p}, spec: {ofedDriver: "
                              "{version: b}}}");
        const PreflightFinding network = checkNodeImpact(evidence);
        QCOMPARE(network.severity, Severity::Severe);
        QVERIFY(network.sentence.contains(u"mlx5_core carries Ethernet too"_s));
    }

    // A killed upgrade whose ClusterPolicy was never patched: the rollback's patch changes nothing.
    void whatTheClusterHasAlreadyDecidesNothing_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("live");
        QTest::addColumn<Kind>("kind");
        const QByteArray old = "{driver: {version: '580.95.05'}}";
        const QByteArray other = "{driver: {version: '580.126.20'}}";
        const QByteArray more = "{driver: {version: '580.95.05', gds: true}, toolkit: {version: a}}";
        const QByteArray list = "{driver: {env: [{name: A, value: a}]}}";
        const QByteArray otherList = "{driver: {env: [{name: A, value: b}]}}";
        QTest::newRow("already") << other << old << old << Kind::None;
        QTest::newRow("and more") << other << old << more << Kind::None;
        QTest::newRow("not yet") << other << old << other << Kind::DriverReload;
        QTest::newRow("a third one") << other << old << QByteArray("{driver: {}}") << Kind::DriverReload;
        QTest::newRow("unset already") << more << old << old << Kind::None;
        QTest::newRow("a part of a list") << otherList << list << list << Kind::DriverReload;
        QTest::newRow("unread") << other << old << QByteArray() << Kind::DriverReload;
    }
    void whatTheClusterHasAlreadyDecidesNothing()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, live);
        PreflightEvidence evidence = withChange(clusterPolicy(before), clusterPolicy(after));
        if (live.isEmpty())
            evidence.live = refused();
        else
            evidence.live->first().value = yamlValue(clusterPolicy(live).constData());
        const NodeImpact impact = nodeImpact(evidence);
        QFETCH(Kind, kind);
        QCOMPARE(nodeImpactText(impact.kind), nodeImpactText(kind));
        if (kind == Kind::None)
            QVERIFY2(impact.lines.join(u'\n').contains(u"already"), qPrintable(impact.lines.join(u'\n')));
    }

    void ofARevisionThatIsPendingTheClusterTells()
    {
        const QByteArray version = "{driver: {version: '580.95.05'}}";
        const QByteArray deployment =
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: gpu-operator}\nspec: {template: "
            "{spec: {containers: [{name: gpu-operator, image: 'operator:IMAGE'}]}}}\n";
        PreflightEvidence evidence =
            withChange(clusterPolicy("{driver: {version: '580.126.20'}}"), clusterPolicy(version));
        evidence.toRevision = 3;
        evidence.release->revisions.first() = revisionEntry(4, ReleaseStatus::PendingUpgrade);
        evidence.live->first().value = yamlValue(clusterPolicy(version).constData());
        const auto image = [&](const char *tag) { return QByteArray(deployment).replace("IMAGE", tag); };
        evidence.live->append({{u"apps/v1"_s, u"Deployment"_s, u"nvidia-gpu-operator"_s, u"gpu-operator"_s},
                               LiveObject::State::Found,
                               yamlValue(image("a").constData()),
                               {}});
        QCOMPARE(nodeImpact(evidence).kind, Kind::Unknown);
        evidence.dryRun->manifest = clusterPolicy(version) + "---\n" + image("a");
        const NodeImpact impact = nodeImpact(evidence);
        QVERIFY2(impact.kind == Kind::None, qPrintable(impact.why));
        QCOMPARE(impact.lines,
                 QStringList{u"ClusterPolicy cluster-policy: spec.driver.version is already 580.95.05 in the "
                             "cluster."_s});
        QVERIFY(rollbackNotes(impact).last().contains(u"they are not emptied again"));
        evidence.dryRun->manifest = clusterPolicy(version) + "---\n" + image("b");
        QCOMPARE(nodeImpact(evidence).kind, Kind::Unknown); // another operator runs
        evidence.live = refused();
        QCOMPARE(nodeImpact(evidence).kind, Kind::DriverReload);
    }

    void ofARolloutThatIsInProgressNotAllNodesAreEmptied()
    {
        PreflightEvidence evidence = contentEvidence();
        QVERIFY(!nodeImpact(evidence).isUpTo);
        QVERIFY(reachText(changeReach(preflightReport(evidence), {})).startsWith(u"Takes 4 node"_s));
        evidence.tracks->first().step = RolloutStep::DriverRestart;
        evidence.tracks->first().verdict = Verdict::Moving;
        const NodeImpact impact = nodeImpact(evidence);
        QVERIFY(impact.isUpTo);
        QVERIFY(reachText(changeReach(preflightReport(evidence), {})).startsWith(u"Takes up to 4 node"_s));
        QVERIFY(checkNodeImpact(evidence).sentence.startsWith(u"Up to all nodes"_s));
        QVERIFY(rollbackNotes(impact).last().contains(u"up to all nodes"_s));
        evidence.tracks->first() = restingTrack(u"gpu-1"_s);
        evidence.tracks->first().verdict = Verdict::Waiting;
        QVERIFY(nodeImpact(evidence).isUpTo);
        evidence.tracks->first().component = u"ib"_s;
        QVERIFY(!nodeImpact(evidence).isUpTo);
    }

    void byTheServersApplyEveryFieldCounts_data()
    {
        QTest::addColumn<QByteArray>("live");
        QTest::addColumn<QString>("applyMethod");
        QTest::addColumn<Kind>("kind");
        const QByteArray other = "{driver: {version: '580.126.20', rdma: {enabled: true}}}";
        const QByteArray noRdma = "{driver: {version: '580.95.05', rdma: {enabled: false}}}";
        const QByteArray toolkit =
            "{driver: {version: '580.95.05', rdma: {enabled: true}}, toolkit: {version: b}}";
        QTest::newRow("a driver, by helm") << other << QString() << Kind::None;
        QTest::newRow("a driver") << other << u"ssa"_s << Kind::DriverReload;
        QTest::newRow("a switch of it") << noRdma << u"ssa"_s << Kind::DriverReload;
        QTest::newRow("another part") << toolkit << u"ssa"_s << Kind::PodsOnly;
    }
    void byTheServersApplyEveryFieldCounts()
    {
        QFETCH(QByteArray, live);
        QFETCH(QString, applyMethod);
        QFETCH(Kind, kind);
        PreflightEvidence evidence = contentEvidence();
        evidence.changes = ManifestDiff();
        evidence.dryRun->manifest =
            clusterPolicy("{driver: {version: '580.95.05', rdma: {enabled: true}}, toolkit: {version: a}}");
        evidence.dryRun->applyMethod = applyMethod;
        evidence.live->first().value =
            yamlValue(clusterPolicy(live.contains("toolkit")
                                        ? live
                                        : QByteArray(live).insert(live.size() - 1, ", toolkit: {version: a}"))
                          .constData());
        const NodeImpact impact = nodeImpact(evidence);
        QCOMPARE(nodeImpactText(impact.kind), nodeImpactText(kind));
        QCOMPARE(impact.lines.isEmpty(), kind == Kind::None);
    }

    /// NVIDIA/gpu-operator controllers/upgrade_controller.go@v26.7.0: with autoUpgrade off no state is
    /// applied.
    void withAutoUpgradeOffNoNodeIsTaken()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.gpuFloor = 32;
        evidence.nodes->first().unschedulable = true; // all that 25% of four allow
        evidence.pods = QList<Pod>{tenantPod(u"gpu-2"_s)};
        evidence.pods->first().hasEmptyDir = true;
        QVERIFY(nodeImpact(evidence).mayTakeNodes());
        QCOMPARE(checkCapacity(evidence).severity, Severity::Severe);
        DriverPolicy sent = evidence.policies->first();
        sent.autoUpgrade = false;
        evidence.plannedPolicies = {sent}; // though it is on in the cluster still
        const NodeImpact impact = nodeImpact(evidence);
        QCOMPARE(impact.kind, Kind::DriverReload);
        QVERIFY2(impact.off.startsWith(u"autoUpgrade is off in ClusterPolicy cluster-policy"_s),
                 qPrintable(impact.off));
        QVERIFY(impact.mayTouchDrivers() && !impact.mayTakeNodes());
        for (const auto check : {checkBlockers, checkUnavailable, checkCapacity, checkWindow}) {
            const PreflightFinding found = check(evidence);
            QVERIFY2(found.severity == Severity::Ok, qPrintable(found.sentence));
            QCOMPARE(found.evidence, QStringList{impact.off});
        }
        QVERIFY(!checkNodeImpact(evidence).sentence.contains(u"Every node is cordoned"_s));
        QVERIFY(rollbackNotes(impact).last().startsWith(u"Nodes are not emptied again"_s));
        const ChangeReach reach = changeReach(preflightReport(evidence), {});
        QCOMPARE(reach.off, impact.off);
        QVERIFY2(!reachText(reach).contains(u"Takes"_s), qPrintable(reachText(reach)));

        evidence.policies->first().autoUpgrade = false;
        evidence.plannedPolicies.first().autoUpgrade = true; // switched on by this upgrade
        QVERIFY(nodeImpact(evidence).off.isEmpty());
    }

    void onePartThatGoesByItselfIsEnough()
    {
        PreflightEvidence evidence = contentEvidence();
        DriverPolicy sandboxed = evidence.policies->first();
        sandboxed.kind = u"NVIDIADriver"_s;
        sandboxed.name = u"a"_s;
        sandboxed.autoUpgrade = false;
        sandboxed.switches.isSandboxed = true;
        sandboxed.switches.policy = u"cluster-policy"_s;
        DriverPolicy other = sandboxed;
        other.name = u"b"_s;
        other.switches.isSandboxed = false;
        other.autoUpgrade = true;
        for (int i = 0; i < 4; ++i)
            (*evidence.tracks)[i].queue = i < 2 ? u"a"_s : u"b"_s;
        evidence.policies = QList{sandboxed, other};
        QVERIFY(nodeImpact(evidence).off.isEmpty());
        evidence.policies->last().autoUpgrade = false;
        const QString off = nodeImpact(evidence).off;
        QVERIFY2(off.contains(u"sandboxWorkloads"_s) &&
                     off.contains(u"autoUpgrade is off in NVIDIADriver b"_s),
                 qPrintable(off));
    }

    void autoUpgradeKeepsNoDriverPodFromComingOrGoing()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.policies->first().autoUpgrade = false;
        QVERIFY(!nodeImpact(evidence).off.isEmpty());
        DriverPolicy sent = evidence.policies->first();
        sent.isInUse = false; // driver.enabled: false removes the DaemonSet
        evidence.plannedPolicies = {sent};
        QVERIFY(nodeImpact(evidence).off.isEmpty());
        evidence.plannedPolicies.clear();
        evidence.tracks = refused();
        QVERIFY(nodeImpact(evidence).off.isEmpty());
        evidence = withChange("{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: "
                              "cluster-policy}, spec: {driver: {usePrecompiled: false}}}",
                              "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: "
                              "cluster-policy}, spec: {driver: {usePrecompiled: true}}}");
        evidence.policies->first().autoUpgrade = false;
        QVERIFY(nodeImpact(evidence).off.isEmpty());
    }

    void whetherNodesAreEmptiedAgainIsWhatTheManifestsSay_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("says");
        QTest::newRow("none") << Kind::None << u"Nothing on the nodes changes"_s;
        QTest::newRow("pods") << Kind::PodsOnly << u"nodes are not emptied again"_s;
        QTest::newRow("restart") << Kind::DriverRestart << u"with the same driver"_s;
        QTest::newRow("reload") << Kind::DriverReload << u"all nodes are emptied and roll once more."_s;
        QTest::newRow("network") << Kind::NicDriver << u"a node may go offline"_s;
        QTest::newRow("unknown") << Kind::Unknown << u"assume that they are. Why."_s;
    }
    void whetherNodesAreEmptiedAgainIsWhatTheManifestsSay()
    {
        QFETCH(Kind, kind);
        QFETCH(QString, says);
        const QStringList notes = rollbackNotes({kind, {}, {}, u"Why."_s});
        QCOMPARE(notes.size(), 3);
        QVERIFY2(notes.last().contains(says), qPrintable(notes.last()));
    }
};

#include "tst_node_impact.moc"
} // namespace tst_node_impact

CHARTROOM_TEST(tst_node_impact, NodeImpactTest)
