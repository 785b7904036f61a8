// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utc_text.h"
#include "core/rollout/node_notes.h"
#include "core/upgrade/preflight_reading.h"
#include "core/upgrade/rollout_facts.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_preflight_cluster {

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
        evidence.dryRun = failure(Error::Code::Forbidden,
                                  u"configmaps \"c\" is forbidden: a new admission plugin says no"_s);
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

    void nodesThatAnotherDriversRolloutCordonedAreItsOwn()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.policy.maxUnavailable = u"50%"_s;
        (*evidence.nodes)[1].unschedulable = true;
        (*evidence.tracks)[1].cordoner = u"failed"_s;
        const PreflightFinding others = checkUnavailable(evidence);
        QCOMPARE(others.evidence,
                 QStringList{u"gpu-2 is cordoned by the rollout of another driver: failed"_s});
        QVERIFY2(!others.whatToDo.contains(u"who cordoned"), qPrintable(others.whatToDo));
        (*evidence.tracks)[1].cordoner.clear();
        QCOMPARE(checkUnavailable(evidence).evidence, QStringList{u"gpu-2 is cordoned"_s});
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

    void howLongAnotherReleaseIsPendingDecidesWhatIsSaid_data()
    {
        QTest::addColumn<int>("minutes");
        QTest::addColumn<QString>("says");
        QTest::newRow("young") << 1 << u"; someone may be working on it."_s;
        QTest::newRow("longer than helm waits") << 10 << u" with a longer --timeout."_s;
        QTest::newRow("hours") << 200 << u"; it was probably interrupted."_s;
    }
    void howLongAnotherReleaseIsPendingDecidesWhatIsSaid()
    {
        QFETCH(int, minutes);
        QFETCH(QString, says);
        PreflightEvidence evidence = contentEvidence();
        RevisionEntry newest = revisionEntry(7, ReleaseStatus::PendingUpgrade);
        // The server wrote the record a second after helm dated it.
        newest.date.deployed = evidence.serverNow().addSecs(-60 * minutes - 1);
        newest.date.written = newest.date.deployed.addSecs(1);
        evidence.pending = QList<PendingRelease>{
            {{u"kube-system"_s, u"cilium"_s, ReleaseStorage::Secret}, u"cilium"_s, newest}};
        const QString line = checkOneAtATime(evidence).evidence.value(0);
        QVERIFY2(line.endsWith(says), qPrintable(line));
        QVERIFY2(line.contains(u" since %1; "_s.arg(utcText(newest.date.deployed))), qPrintable(line));
        newest.date.deployed = {};
        evidence.pending->first().newest = newest;
        QVERIFY(checkOneAtATime(evidence).evidence.value(0).contains(u" since about 2026-11-"));
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
        QVERIFY(enough.evidence.first().contains(
            u"32 GPUs available now, at minimum 16 to 24 with 1 of 4 nodes"_s));
        evidence.draft.gpuFloor = 25;
        QCOMPARE(checkCapacity(evidence).severity, Severity::Severe);
        PreflightEvidence withParts = evidence; // 25 GPUs may be among those that are sliced
        withParts.nodes->last().gpuCapacity.slices = 14;
        QCOMPARE(checkCapacity(withParts).severity, Severity::Unknown);
        withParts.draft.gpuFloor = 24;
        QCOMPARE(checkCapacity(withParts).severity, Severity::Ok);
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
