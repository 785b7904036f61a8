// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_notes.h"
#include "core/upgrade/change_reach.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/preflight_reading.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/rollout_facts.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_preflight_cluster {

using Kind = NodeImpact::Kind;

namespace {

Chart chartWithCrd(const QByteArray &fields)
{
    Chart chart;
    chart.metadata.name = u"gpu-operator"_s;
    chart.crds = {
        {u"crds/policy.yaml"_s,
         "kind: CustomResourceDefinition\nmetadata: {name: clusterpolicies.nvidia.com}\nspec:\n"
         "  names: {kind: ClusterPolicy}\n"
         "  versions:\n  - name: v1\n    schema: {openAPIV3Schema: {properties: {spec: {properties: {" +
             fields + "}}}}}\n"}};
    return chart;
}

QList<Value> installedCrd(const char *fields)
{
    return {
        yamlValue(QByteArray("kind: CustomResourceDefinition\nmetadata: {name: clusterpolicies.nvidia.com}\n"
                             "spec:\n  versions:\n  - name: v1\n    schema: {openAPIV3Schema: {properties: "
                             "{spec: {properties: {")
                      .append(fields)
                      .append("}}}}}\n")
                      .constData())};
}

Value crdJob(const QByteArray &container = {})
{
    const Value job(
        Value::Map{{u"name"_s, Value(u"gpu-operator-upgrade-crd"_s)},
                   {u"kind"_s, Value(u"Job"_s)},
                   {u"events"_s, Value(Value::List{Value(u"pre-upgrade"_s)})},
                   {u"weight"_s, Value(Value::Number{u"-5"_s})},
                   {u"delete_policies"_s, Value(Value::List{Value(u"hook-succeeded"_s)})},
                   {u"manifest"_s,
                    Value(u"{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: "
                          "{containers: [{name: c, "_s +
                          QString::fromUtf8(container) + u"}]}}}}"_s)}});
    return Value(Value::List{job});
}

PreflightEvidence withChange(const char *before, const char *after)
{
    PreflightEvidence evidence = contentEvidence();
    evidence.changes = changesBetween(before, after);
    return evidence;
}

QByteArray clusterPolicy(const QByteArray &spec)
{
    return "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: cluster-policy}\nspec: " + spec +
           '\n';
}

Pod tenantPod(const QString &node)
{
    Pod pod;
    pod.uid = u"trainer"_s;
    pod.namespaceName = u"tenant-a"_s;
    pod.name = u"trainer"_s;
    pod.node = node;
    pod.ownerKind = u"Job"_s;
    pod.ownerName = u"trainer"_s;
    pod.phase = u"Running"_s;
    pod.gpus = 8;
    pod.hasEmptyDir = false;
    pod.labels = R"({"app":"trainer"})";
    return pod;
}

} // namespace

class TestPreflightCluster final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void crdsThatHelmDoesNotUpgradeAreNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkCrds(evidence).severity, Severity::Ok); // it brings none
        evidence.chart = chartWithCrd("driver: {}, sandboxes: {}");
        evidence.installedCrds = installedCrd("driver: {}, sandboxes: {}");
        QCOMPARE(checkCrds(evidence).severity, Severity::Ok);
        evidence.installedCrds = installedCrd("driver: {}");
        const PreflightFinding pruned = checkCrds(evidence);
        QCOMPARE(pruned.severity, Severity::Warning);
        QCOMPARE(pruned.evidence, QStringList{u"clusterpolicies.nvidia.com v1: spec.sandboxes"_s});
        evidence.installedCrds = QList<Value>();
        QCOMPARE(checkCrds(evidence).evidence, QStringList{u"clusterpolicies.nvidia.com is not installed"_s});
        evidence.dryRun->hooks = crdJob("command: [kubectl, apply, -f, /opt/policy.yaml]");
        QCOMPARE(checkCrds(evidence).severity, Severity::Note);
        evidence.installedCrds = refused();
        QCOMPARE(checkCrds(evidence).severity, Severity::Unknown);
    }

    // NVIDIA/gpu-operator templates/upgrade_crd.yaml@v26.7.0, @v24.9.2; Mellanox/network-operator
    // templates/upgrade-crd-hook.yaml@v26.4.1.
    void whatAHookAppliesIsReadFromItsArguments_data()
    {
        QTest::addColumn<QByteArray>("container");
        QTest::addColumn<Severity>("severity");
        const auto row = [](const char *name, const char *container, Severity severity) {
            QTest::newRow(name) << QByteArray(container) << severity;
        };
        row("manage-crds", "command: [/usr/bin/manage-crds], args: [apply, --filepath=/opt/x/policy.yaml]",
            Severity::Note);
        row("kubectl", "command: [/bin/sh, -c, 'kubectl apply -f /opt/x/policy.yaml;']", Severity::Note);
        row("apply-crds", "command: [/apply-crds], args: [--crds-dir=/crds/gpu-operator]", Severity::Note);
        row("two words", "command: [kubectl, apply], args: [-f, /opt/x/policy.yaml]", Severity::Note);
        row("other files", "command: [/usr/bin/manage-crds], args: [apply, --filepath=/opt/x/drivers.yaml]",
            Severity::Unknown); // which may hold anything
        row("nothing named", "command: [/bin/sh, -c, /apply.sh apply]", Severity::Unknown);
        row("deletes", "command: [kubectl, delete, -f, /opt/x/policy.yaml]", Severity::Warning);
    }

    void whatAHookAppliesIsReadFromItsArguments()
    {
        QFETCH(QByteArray, container);
        PreflightEvidence evidence = contentEvidence();
        evidence.chart = chartWithCrd("driver: {}, sandboxes: {}");
        evidence.installedCrds = installedCrd("driver: {}");
        evidence.dryRun->hooks = crdJob(container);
        const PreflightFinding found = checkCrds(evidence);
        QTEST(found.severity, "severity");
        QCOMPARE(found.evidence, QStringList{u"clusterpolicies.nvidia.com v1: spec.sandboxes"_s});
    }

    void crdsThatTheHookLeavesOutAreNotSaidToBeBrought()
    {
        PreflightEvidence evidence = contentEvidence();
        Chart chart = chartWithCrd("driver: {}, sandboxes: {}");
        chart.crds << ChartFile{u"crds/domains.yaml"_s,
                                "kind: CustomResourceDefinition\nmetadata: {name: domains.nvidia.com}\n"};
        evidence.chart = chart;
        evidence.installedCrds = installedCrd("driver: {}");
        evidence.dryRun->hooks = crdJob("command: [kubectl, apply, -f, /opt/policy.yaml]");
        const PreflightFinding found = checkCrds(evidence);
        QCOMPARE(found.severity, Severity::Warning);
        QCOMPARE(found.evidence, QStringList{u"domains.nvidia.com is not installed"_s});
    }

    void crdsOfDisabledSubChartsDoNotCount()
    {
        Chart features = chartWithCrd("driver: {}");
        features.metadata.name = u"node-feature-discovery"_s;
        features.metadata.version = u"0.19.0"_s;
        Chart chart;
        chart.metadata.name = u"gpu-operator"_s;
        chart.metadata.dependencies = {
            {u"node-feature-discovery"_s, u"0.19.0"_s, {}, {}, u"nfd.enabled"_s, {}, {}}};
        chart.values = yamlValue("nfd: {enabled: true}");
        chart.dependencies = {features};
        PreflightEvidence evidence = contentEvidence();
        evidence.chart = chart;
        evidence.outcome->stored = Value(Value::Map());
        QCOMPARE(checkCrds(evidence).severity, Severity::Warning);
        evidence.outcome->stored = yamlValue("nfd: {enabled: false}");
        QCOMPARE(checkCrds(evidence).severity, Severity::Ok);
    }

    void fieldsThatComeWithTheCrdsAreNoRefusal_data()
    {
        QTest::addColumn<QByteArray>("said");
        const char *name = "cluster-policy";
        QTest::newRow("client") << QByteArray(
            "Error from server (BadRequest): error when applying patch:\n{\"spec\":{\"FIELD\":{}}}\nto:\n"
            "Resource: \"nvidia.com/v1, Resource=clusterpolicies\", GroupVersionKind: \"nvidia.com/v1, "
            "Kind=ClusterPolicy\"\nName: \"cluster-policy\", Namespace: \"\"\nfor: \"STDIN\": error when "
            "patching "
            "\"STDIN\": ClusterPolicy in version \"v1\" cannot be handled as a ClusterPolicy: strict "
            "decoding "
            "error: unknown field \"spec.driver.rdma\", unknown field \"spec.FIELD\"\n");
        QTest::newRow("server")
            << QByteArray("Error from server: failed to create typed patch object (/") + name +
                   "; nvidia.com/v1, Kind=ClusterPolicy): errors:\n  .spec.driver.rdma: field not "
                   "declared in schema\n  .spec.FIELD: field not declared in schema\n";
    }

    void fieldsThatComeWithTheCrdsAreNoRefusal()
    {
        QFETCH(QByteArray, said);
        PreflightEvidence evidence = contentEvidence();
        evidence.chart = chartWithCrd("driver: {properties: {rdma: {}}}, sandboxes: {}");
        evidence.installedCrds = installedCrd("driver: {}");
        const auto judge = [&](const char *field) {
            CommandOutput output;
            output.exitCode = 1;
            output.err = QByteArray(said).replace("FIELD", field);
            evidence.rehearsal = readRehearsal(output);
            return checkRehearsal(evidence);
        };
        evidence.dryRun->hooks = crdJob("command: [kubectl, apply, -f, /opt/policy.yaml]");
        const PreflightFinding coming = judge("sandboxes");
        QCOMPARE(coming.severity, Severity::Note);
        QCOMPARE(coming.evidence, QStringList{u"ClusterPolicy v1: spec.driver.rdma, spec.sandboxes"_s});
        QVERIFY(coming.whatToDo.contains(u"gpu-operator-upgrade-crd"));
        QCOMPARE(judge("mistyped").severity, Severity::Severe); // no CRD that comes has it
        evidence.dryRun->hooks = Value();
        QCOMPARE(judge("sandboxes").severity, Severity::Note); // and the CRDs are to be applied first
        QVERIFY(judge("sandboxes").whatToDo.contains(u"CRDs"));
        QCOMPARE(checkCrds(evidence).severity, Severity::Warning);
        evidence.chart = Chart();
        QCOMPARE(judge("sandboxes").severity, Severity::Severe);
        evidence.dryRun->hooks = crdJob("command: [/bin/sh, -c, /apply.sh apply]");
        QCOMPARE(judge("sandboxes").severity, Severity::Unknown);
    }

    void anotherRefusalStaysOne()
    {
        CommandOutput output;
        output.exitCode = 1;
        output.err =
            "Error from server (BadRequest): error when creating \"STDIN\": ClusterPolicy in version \"v1\" "
            "cannot be handled as a ClusterPolicy: strict decoding error: duplicate field \"spec.a\", "
            "unknown "
            "field \"spec.sandboxes\"\n"
            "The Deployment \"web\" is invalid: spec.selector: Invalid value: field is immutable\n";
        const RehearsedApply rehearsal = readRehearsal(output).value();
        QVERIFY(rehearsal.unknown.isEmpty());
        QCOMPARE(rehearsal.refusals.size(), 2);
    }

    void hooksThatRunAreNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkHooks(evidence).severity, Severity::Ok);
        evidence.dryRun->hooks = yamlValue("[{name: t, kind: Pod, events: [test], manifest: ''}]");
        QCOMPARE(checkHooks(evidence).severity, Severity::Ok);
        evidence.dryRun->hooks = crdJob();
        const PreflightFinding hooks = checkHooks(evidence);
        QCOMPARE(hooks.severity, Severity::Note);
        QCOMPARE(hooks.evidence,
                 QStringList{
                     u"Job gpu-operator-upgrade-crd: pre-upgrade, weight -5, removed on hook-succeeded"_s});
    }

    void aRollbackRunsHooksOfItsOwn()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = 3;
        evidence.dryRun->hooks = crdJob();
        QCOMPARE(checkHooks(evidence).severity, Severity::Ok);
        evidence.dryRun->hooks =
            yamlValue("[{name: before, kind: Job, events: [pre-upgrade, pre-rollback], manifest: ''}, "
                      "{name: after, kind: Pod, events: [post-rollback], manifest: ''}]");
        const PreflightFinding hooks = checkHooks(evidence);
        QCOMPARE(hooks.severity, Severity::Note);
        QCOMPARE(hooks.evidence, (QStringList{u"Job before: pre-upgrade, pre-rollback, weight 0"_s,
                                              u"Pod after: post-rollback, weight 0"_s}));
        evidence.dryRun = refused();
        QCOMPARE(checkHooks(evidence).severity, Severity::Unknown);
    }

    void whatTheServerSaysOfTheManifestCounts()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Ok);
        evidence.rehearsal->warnings << u"would violate PodSecurity"_s;
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Warning);
        evidence.rehearsal->refusals << u"admission webhook denied the request"_s;
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Severe);
        evidence.dryRun = failure(Error::Code::Process, u"helm refused: template: nil pointer"_s);
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Severe);
        evidence.dryRun = failure(Error::Code::Unreachable, u"No way there."_s);
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Unknown);
    }

    /// Of a rollback there is no dry run by helm that could fail.
    void aRevisionThatCannotBeReadIsNoRefusalOfARollback()
    {
        const Error forbidden{Error::Code::Forbidden,
                              u"secrets \"sh.helm.release.v1.gpu-operator.v3\" is forbidden: User \"ann\" "
                              "cannot get resource \"secrets\" in API group \"\" in the namespace \"ops\""_s,
                              {},
                              {}};
        PreflightEvidence evidence = contentEvidence();
        evidence.dryRun = tl::make_unexpected(forbidden);
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Severe); // of an upgrade it is helm's answer
        evidence.toRevision = 3;
        const PreflightFinding found = checkRehearsal(evidence);
        QCOMPARE(found.id, u"dryRun"_s);
        QCOMPARE(found.severity, Severity::Unknown);
        QVERIFY2(found.evidence.join(u' ').contains(u"is forbidden"), qPrintable(found.evidence.join(u' ')));
    }

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
        PreflightEvidence evidence = withChange(before.constData(), after.constData());
        DriverPolicy nicPolicy;
        nicPolicy.driver = DriverKind::InfiniBand;
        evidence.policies = QList{nicPolicy};
        const NodeImpact impact = nodeImpact(evidence);
        QCOMPARE(nodeImpactText(impact.kind), nodeImpactText(kind));
        QCOMPARE(impact.component, component);
        QCOMPARE(impact.lines.isEmpty(), kind == Kind::None);
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
        PreflightEvidence evidence = withChange(QByteArray(policy).replace("SPEC", before).constData(),
                                                QByteArray(policy).replace("SPEC", after).constData());
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
        PreflightEvidence evidence =
            withChange(clusterPolicy(before).constData(), clusterPolicy(after).constData());
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
            withChange(clusterPolicy("{driver: {version: '580.126.20'}}").constData(),
                       clusterPolicy(version).constData());
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
        QVERIFY(rollbackNotes(impact).last().contains(u"there is no second drain"));
        evidence.dryRun->manifest = clusterPolicy(version) + "---\n" + image("b");
        QCOMPARE(nodeImpact(evidence).kind, Kind::Unknown); // another operator runs
        evidence.live = refused();
        QCOMPARE(nodeImpact(evidence).kind, Kind::DriverReload);
    }

    void ofARolloutThatIsInProgressNotAllNodesAreEmptied()
    {
        PreflightEvidence evidence = contentEvidence();
        QVERIFY(!nodeImpact(evidence).isUpTo);
        QVERIFY(reachText(changeReach(preflightReport(evidence), {})).startsWith(u"Empties 4 node"_s));
        evidence.tracks->first().step = RolloutStep::DriverRestart;
        evidence.tracks->first().verdict = Verdict::Moving;
        const NodeImpact impact = nodeImpact(evidence);
        QVERIFY(impact.isUpTo);
        QVERIFY(reachText(changeReach(preflightReport(evidence), {})).startsWith(u"Empties up to 4 node"_s));
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
        QVERIFY(rollbackNotes(impact).last().startsWith(u"There is no second drain"_s));
        const ChangeReach reach = changeReach(preflightReport(evidence), {});
        QCOMPARE(reach.off, impact.off);
        QVERIFY2(!reachText(reach).contains(u"Empties"_s), qPrintable(reachText(reach)));

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

    void podsThatWouldStayAreForeseen()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.pods = QList<Pod>{tenantPod(u"gpu-2"_s)};
        QCOMPARE(checkBlockers(evidence).severity, Severity::Ok);
        evidence.pods->first().hasEmptyDir.reset();
        QCOMPARE(checkBlockers(evidence).severity, Severity::Unknown);
        evidence.pods->first().hasEmptyDir = true;
        const PreflightFinding emptyDir = checkBlockers(evidence);
        QCOMPARE(emptyDir.severity, Severity::Warning);
        QVERIFY(emptyDir.evidence.first().startsWith(u"gpu-2: tenant-a/trainer has an emptyDir"_s));
        evidence.policies->first().evictsEmptyDir = true;
        QCOMPARE(checkBlockers(evidence).severity, Severity::Ok);
        evidence.pods->first().ownerKind.clear();
        QCOMPARE(checkBlockers(evidence).severity, Severity::Warning);
        evidence.pods->first().gpus = 0;
        QCOMPARE(checkBlockers(evidence).severity, Severity::Ok);
        evidence.claims = QList<ResourceClaim>{{u"claim"_s, 1, {evidence.pods->first().uid}}};
        QCOMPARE(checkBlockers(evidence).severity, Severity::Warning);
        evidence.pods->first().ownerKind = u"Job"_s;
        QCOMPARE(checkBlockers(evidence).severity, Severity::Ok);
        evidence.claims = refused();
        QCOMPARE(checkBlockers(evidence).severity, Severity::Unknown);
        evidence.claims = QList<ResourceClaim>();
        evidence.pods->first().gpus = 1;
        DisruptionBudget budget;
        budget.namespaceName = u"tenant-a"_s;
        budget.name = u"none"_s;
        budget.selector = Value(Value::Map());
        evidence.budgets = QList<DisruptionBudget>{budget};
        QVERIFY(checkBlockers(evidence).evidence.first().contains(u"tenant-a/none"_s));
        evidence.budgets = refused();
        QCOMPARE(checkBlockers(evidence).severity, Severity::Unknown);
        evidence.policies = QList<DriverPolicy>();
        evidence.budgets = QList<DisruptionBudget>();
        QCOMPARE(checkBlockers(evidence).severity, Severity::Unknown);
        evidence.changes = ManifestDiff();
        QCOMPARE(checkBlockers(evidence).severity, Severity::Ok); // no node is emptied
    }

    void nodesThatAreAwayEatTheLimit()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Ok);
        (*evidence.nodes)[1].unschedulable = true; // 25 % of 4 nodes is one
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Severe);
        evidence.draft.policy.maxUnavailable = u"50%"_s;
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Warning);
        (*evidence.nodes)[2].ready = false;
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Severe);
        for (const int away : {1, 2}) // left out of the rollout, and counted all the same
            (*evidence.nodes)[away].labels.insert(driverKeys(DriverKind::Gpu).skip, u"true"_s);
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Severe);
        const RolloutFacts facts = rolloutFacts(evidence, u"gpu"_s);
        QCOMPARE(facts.skippedAway, 2);
        QCOMPARE(planRollout(planInput(facts, evidence.draft.policy)).atOnce, 0);
        evidence.policies = refused();
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Unknown);
    }

    void nodesThatTheRolloutCordonedAreItsOwn()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.policy.maxUnavailable = u"50%"_s;
        for (const int away : {1, 2}) {
            (*evidence.nodes)[away].unschedulable = true;
            (*evidence.tracks)[away].step = RolloutStep::DriverRestart;
        }
        const PreflightFinding rolling = checkUnavailable(evidence);
        QCOMPARE(rolling.severity, Severity::Warning); // they come back
        QCOMPARE(rolling.evidence.first(), u"gpu-2 is cordoned in the rollout in progress: driver restart"_s);
        QVERIFY2(!rolling.whatToDo.contains(u"who cordoned"), qPrintable(rolling.whatToDo));
        (*evidence.nodes)[2].annotations.insert(driverKeys(DriverKind::Gpu).initialUnschedulable, u"true"_s);
        const PreflightFinding before = checkUnavailable(evidence);
        QCOMPARE(before.evidence.last(), u"gpu-3 is cordoned"_s);
        QVERIFY2(before.whatToDo.contains(u"who cordoned"), qPrintable(before.whatToDo));
        (*evidence.tracks)[1].step = RolloutStep::Failed;
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Severe); // none of the two comes back
        QVERIFY(checkUnavailable(evidence).evidence.first().contains(u"in the rollout in progress"_s));
    }

    void anEarlierRolloutThatIsNotThroughIsSevere()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Ok);
        (*evidence.tracks)[0].contradictions = {{NoteKind::DoneUnschedulable, u"It is still cordoned."_s}};
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Warning);
        (*evidence.tracks)[3].step = RolloutStep::Failed;
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Severe);
        QVERIFY(checkLeftovers(evidence).evidence.first().contains(u"gpu-4"_s));
    }

    void nodesThatNobodyKnowsToBeReachedAreNotGreen()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.changes = refused();
        evidence.draft.chart.name = u"portal"_s; // no operator's chart: no component follows from it
        QCOMPARE(checkBlockers(evidence).severity, Severity::Unknown);
        QCOMPARE(checkUnavailable(evidence).severity, Severity::Unknown);
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Unknown);
        QCOMPARE(checkCapacity(evidence).severity, Severity::Unknown);
        QCOMPARE(checkWindow(evidence).severity, Severity::Unknown);
    }

    void twoRolloutsAtOnceAreSevere()
    {
        PreflightEvidence evidence = contentEvidence();
        NodeTrack other = restingTrack(u"gpu-1"_s, u"ib"_s);
        evidence.tracks->append(other);
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Ok);
        evidence.tracks->last().step = RolloutStep::Cordon;
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Severe);
        evidence.changes = ManifestDiff();
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Warning);
    }

    void anotherReleaseInWorkIsNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        const LeaseState held{u"anna@laptop (process 4711)"_s,
                              false,
                              preflightNow.addSecs(-90),
                              preflightNow,
                              std::chrono::seconds(60),
                              0,
                              {}};
        const ReleaseKey &ours = evidence.draft.release;
        evidence.inWork = QList<ReleaseInWork>{{ours.namespaceName, ours.name, held}};
        QCOMPARE(checkOneAtATime(evidence).severity,
                 Severity::Ok); // its own is the business of another check
        evidence.inWork->append({u"kube-system"_s, u"cilium"_s, held});
        const PreflightFinding another = checkOneAtATime(evidence);
        QCOMPARE(another.severity, Severity::Severe);
        QCOMPARE(another.evidence,
                 QStringList{u"kube-system/cilium: anna@laptop (process 4711) since 2026-11-21T02:58:30Z"_s});
        evidence.inWork->last().lease.holder.clear(); // given back
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Ok);
        QCOMPARE(
            checkOneAtATime(evidence).evidence,
            QStringList{u"Bake times kept on other machines are unknown here."_s}); // journals are of one
        evidence.inWork = refused();
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Unknown);
    }

    void anotherReleaseThatHelmMayBeAtIsNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        const ReleaseKey cilium{u"kube-system"_s, u"cilium"_s, ReleaseStorage::Secret};
        RevisionEntry newest = revisionEntry(7, ReleaseStatus::PendingUpgrade);
        newest.date.deployed = QDateTime(QDate(2026, 11, 21), QTime(3, 1), Qt::UTC);
        evidence.pending = QList<PendingRelease>{{cilium, u"cilium"_s, newest}};
        const PreflightFinding another = checkOneAtATime(evidence);
        QCOMPARE(another.severity, Severity::Warning);
        QVERIFY2(
            another.evidence.first().startsWith(u"kube-system/cilium: revision 7 has been pending-upgrade"),
            qPrintable(another.evidence.first()));
        evidence.pending->first().chart = u"network-operator"_s; // two drivers at once
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Severe);
        evidence.pending = refused();
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Unknown);
    }

    void capacityIsHeldAgainstTheFloor()
    {
        PreflightEvidence evidence = contentEvidence();
        const PreflightFinding enough = checkCapacity(evidence);
        QCOMPARE(enough.severity, Severity::Ok); // 32 GPUs, one node of 8 at a time
        QVERIFY(
            enough.evidence.first().contains(u"32 GPUs available now, at minimum 24 with 1 of 4 nodes"_s));
        evidence.draft.gpuFloor = 25;
        QCOMPARE(checkCapacity(evidence).severity, Severity::Severe);
        evidence.draft.gpuFloor.reset();
        QCOMPARE(checkCapacity(evidence).severity, Severity::Note);
        evidence.policies = QList<DriverPolicy>();
        QCOMPARE(checkCapacity(evidence).severity, Severity::Unknown);
    }

    void theForecastIsHeldAgainstTheWindow()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkWindow(evidence).severity, Severity::Ok); // 4 nodes of some 10 minutes in 8 hours
        evidence.draft.window->end = preflightNow.addSecs(5 * 60);
        QCOMPARE(checkWindow(evidence).severity, Severity::Severe);
        const auto range = planRollout(planInput(rolloutFacts(evidence, u"gpu"_s), {})).range;
        evidence.draft.window->end = preflightNow.addMSecs((range->earliest + *range->latest).count() / 2);
        QCOMPARE(checkWindow(evidence).severity, Severity::Warning); // it may fit
        evidence.draft.window->end = preflightNow.addSecs(-60);
        QCOMPARE(checkWindow(evidence).severity, Severity::Severe);
        QVERIFY(checkWindow(evidence).sentence.contains(u"window has ended"_s));
        // A reason counts for what it was given for: that the nodes take longer.
        const QMap<QString, QString> reasons{{u"window"_s, u"It may take longer."_s}};
        QCOMPARE(findingsWithoutReason({checkWindow(evidence)}, reasons), QStringList{u"windowEnd"_s});
        evidence = contentEvidence();
        evidence.nodeTimes.clear();
        const PreflightFinding byPolicy = checkWindow(evidence);
        QCOMPARE(byPolicy.severity, Severity::Note); // at worst 25 minutes each
        QCOMPARE(byPolicy.sentence, u"The nodes fit into the window, by assumed node times."_s);
        QVERIFY2(byPolicy.evidence.last().contains(u"4 rounds, and the window has 2 h 0 min for each"_s),
                 qPrintable(byPolicy.evidence.last()));
        evidence.draft.window.reset();
        QCOMPARE(checkWindow(evidence).severity, Severity::Note);
    }

    void nothingIsRunBeforeTheWindowBegins()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.isRunNow = true;
        QCOMPARE(checkWindow(evidence).severity, Severity::Ok);
        QCOMPARE(checkWindowStart(evidence).severity, Severity::Ok);
        evidence.draft.window->start = preflightNow.addSecs(3600);
        const QString begins = u"The window starts at 2026-11-21T04:00:00Z; do not run it before."_s;
        const PreflightFinding early = checkWindow(evidence);
        QCOMPARE(early.severity, Severity::Note);
        QCOMPARE(early.evidence.first(), begins);
        QCOMPARE(checkWindowStart(evidence).severity, Severity::Severe);
        // What is said of the window's length speaks for no early start.
        const QMap<QString, QString> reasons{{u"window"_s, u"It may take longer."_s}};
        QCOMPARE(findingsWithoutReason(preflightFindings(evidence), reasons), QStringList{u"windowStart"_s});
        evidence.isRunNow = false;
        QVERIFY(findingsWithoutReason(preflightFindings(evidence), reasons).isEmpty());
        evidence.draft.window->end = evidence.draft.window->start.addSecs(5 * 60);
        QCOMPARE(checkWindow(evidence).severity, Severity::Severe); // too short all the same
        evidence = contentEvidence();
        evidence.draft.window->start = preflightNow.addSecs(3600);
        evidence.changes = ManifestDiff();
        QCOMPARE(checkWindow(evidence).severity, Severity::Note); // without nodes, too
    }
};

#include "tst_preflight_cluster.moc"
} // namespace tst_preflight_cluster

CHARTROOM_TEST(tst_preflight_cluster, TestPreflightCluster)
