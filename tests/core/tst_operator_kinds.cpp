// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/diagnosis/diagnosis_operation.h"
#include "core/diagnosis/log_choice.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_operator_kinds {

namespace {

ResourceStatus resource(const QString &kind, const QString &name, QByteArray json,
                        const QString &space = u"team-a"_s)
{
    KubeObject object;
    object.namespaceName = kind == u"Queue" ? QString() : space;
    object.name = name;
    object.json = json.replace('\'', '"');
    return ResourceStatus::read(object, kind).value_or(ResourceStatus());
}

QByteArray withCondition(const char *type, const char *status, const char *reason, const char *message)
{
    return QByteArray("{'status':{'conditions':[{'type':'") + type + "','status':'" + status +
           "','reason':'" + reason + "','message':'" + message +
           "','lastTransitionTime':'2026-11-22T02:00:00Z'}]}}";
}

QByteArray waiting(const char *phase = "Pending", const char *created = "2026-11-21T12:00:00Z",
                   const char *conditions = "")
{
    return QByteArray("{'metadata':{'creationTimestamp':'") + created +
           "'},'spec':{'queue':'training'},'status':{'phase':'" + phase + "','conditions':[" + conditions +
           "]}}";
}

constexpr auto unschedulable =
    "{'type':'Unschedulable','status':'True','reason':'NotEnoughResources',"
    "'message':'3/4 tasks in gang unschedulable: pod group is not ready, 4 minAvailable.',"
    "'lastTransitionTime':'2026-11-22T02:59:30Z'}";

OwnedRelease release(const QString &space, const QString &name, const QString &chart)
{
    OwnedRelease made;
    made.key.namespaceName = space;
    made.key.name = name;
    made.chart = chart;
    return made;
}

KindCount features(const QSet<QString> &nodes)
{
    KindCount count;
    count.kind = u"NodeFeature"_s;
    count.all = int(nodes.size());
    count.nodes = nodes;
    return count;
}

/// Another transport, of a cluster that serves these API groups.
class GroupedTransport final : public Transport
{
public:
    GroupedTransport(Transport *inner, QByteArray groups)
        : m_inner(inner)
        , m_groups(groups.replace('\'', '"'))
    {}

    QFuture<Result<Response>> get(const Request &request) override
    {
        asked.append(request.path);
        if (request.path != u"/apis")
            return m_inner->get(request);
        Response response;
        response.status = 200;
        response.body = m_groups;
        return readyFuture(Result<Response>(response));
    }
    WatchStream *watch(const Request &request, QObject *parent) override
    {
        return m_inner->watch(request, parent);
    }
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return m_inner->clockSkew(); }

    QStringList asked;

private:
    Transport *m_inner;
    QByteArray m_groups;
};

/// A gang that is not let into its queue; why is told by an event of type Normal alone.
ToldWindow volcanoCluster()
{
    ToldWindow window;
    NodeSample node;
    node.name = u"gpu-a"_s;
    window.put(u"nodes"_s, node.object());
    window.put(u"pods"_s, driverPod(node.name).object());
    for (const QString &list : {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s})
        window.tell(list);
    window.put(u"podgroups"_s, toldJson("{'metadata':{'name':'train','namespace':'team-a','uid':'p1',"
                                        "'creationTimestamp':'2026-11-20T12:00:00Z'},"
                                        "'spec':{'queue':'training'},'status':{'phase':'Pending'}}"));
    window.put(u"podgroups"_s, toldJson("{'metadata':{'name':'done','namespace':'team-a','uid':'p2'},"
                                        "'status':{'phase':'Completed'}}"));
    const auto event = [&window](const char *text) { window.put(u"events"_s, toldJson(text)); };
    event("{'metadata':{'name':'e1','namespace':'team-a','uid':'e1'},'type':'Normal',"
          "'reason':'Unschedulable','message':'queue resource quota insufficient: insufficient cpu',"
          "'involvedObject':{'kind':'PodGroup','namespace':'team-a','name':'train'},"
          "'lastTimestamp':'2026-11-20T21:00:00Z'}");
    event(
        "{'metadata':{'name':'e2','namespace':'team-a','uid':'e2'},'type':'Normal',"
        "'reason':'Unschedulable','message':'queue resource quota insufficient: insufficient nvidia.com/gpu',"
        "'involvedObject':{'kind':'PodGroup','namespace':'team-a','name':'train'},"
        "'lastTimestamp':'2026-11-20T23:00:00Z'}");
    event("{'metadata':{'name':'e3','namespace':'team-a','uid':'e3'},'type':'Normal',"
          "'reason':'Pulled','message':'pulled','involvedObject':{'kind':'Pod','namespace':'team-a',"
          "'name':'train'},'lastTimestamp':'2026-11-20T23:30:00Z'}");
    return window;
}

} // namespace

/// What add-ons' operators write of their custom resources, and what a diagnosis makes of it.
class OperatorKindsTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private Q_SLOTS:
    void aStatusInTroubleIsQuoted_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("signature"); ///< "": no finding
        QTest::addColumn<QString>("quote");
        QTest::addColumn<QString>("since");
        // volcano-sh/volcano pkg/scheduler/plugins/gang/gang.go OnSessionClose@v1.15.1
        QTest::newRow("a gang waits")
            << u"PodGroup"_s << waiting("Inqueue", "2026-11-21T12:00:00Z", unschedulable)
            << u"podgroup-waits"_s
            << u"phase=Inqueue, queue=training, NotEnoughResources: 3/4 tasks in gang unschedulable: pod group is not ready, 4 minAvailable."_s
            << u"2026-11-21T12:00:00Z"_s;
        // the same: a job without pods gets no condition
        QTest::newRow("a gang without pods")
            << u"PodGroup"_s << waiting() << u"podgroup-waits"_s << u"phase=Pending, queue=training"_s
            << u"2026-11-21T12:00:00Z"_s;
        // volcano-sh/apis pkg/apis/scheduling/v1beta1/types.go PodGroupUnknown
        QTest::newRow("a part of a gang")
            << u"PodGroup"_s
            << waiting("Unknown", "2026-11-21T01:00:00Z",
                       "{'type':'Scheduled','status':'True','lastTransitionTime':'2026-11-22T02:00:00Z'}")
            << u"podgroup-partly-running"_s << u"phase=Unknown, queue=training"_s
            << u"2026-11-22T02:00:00Z"_s;
        QTest::newRow("a young gang") << u"PodGroup"_s << waiting("Pending", "2026-11-21T21:30:00Z")
                                      << QString() << QString() << QString();
        // framework/session.go jobStatus@v1.15.1: the condition outlives what it says
        QTest::newRow("a running gang")
            << u"PodGroup"_s << waiting("Running", "2026-11-21T12:00:00Z", unschedulable) << QString()
            << QString() << QString();
        // prometheus-operator/prometheus-operator pkg/operator/operator.go ReconciliationTracker@v0.93.0
        QTest::newRow("not reconciled")
            << u"Prometheus"_s
            << withCondition("Reconciled", "False", "ReconciliationFailed", "creating config: no such key")
            << u"monitoring-not-reconciled"_s
            << u"Reconciled=False, ReconciliationFailed: creating config: no such key"_s
            << u"2026-11-22T02:00:00Z"_s;
        // pkg/operator/statefulset_reporter.go StatusAndReasonForAvailableCondition@v0.93.0
        QTest::newRow("degraded") << u"ThanosRuler"_s
                                  << withCondition("Available", "Degraded", "SomePodsNotReady",
                                                   "pod thanos-1: not ready")
                                  << u"monitoring-unavailable"_s
                                  << u"Available=Degraded, SomePodsNotReady: pod thanos-1: not ready"_s
                                  << u"2026-11-22T02:00:00Z"_s;
        QTest::newRow("failed by its last word")
            << u"Prometheus"_s << withCondition("ReconcileFailed", "True", "ConfigFailed", "no such key")
            << u"monitoring-condition"_s << u"ReconcileFailed=True, ConfigFailed: no such key"_s
            << u"2026-11-22T02:00:00Z"_s;
        QTest::newRow("not degraded")
            << u"Prometheus"_s << withCondition("Degraded", "False", "AllWell", "all pods are ready")
            << QString() << QString() << QString();
        QTest::newRow("without a StatefulSet")
            << u"Alertmanager"_s << withCondition("Available", "False", "StatefulSetNotFound", "")
            << u"monitoring-unavailable"_s << u"Available=False, StatefulSetNotFound"_s
            << u"2026-11-22T02:00:00Z"_s;
        // pkg/operator/status.go NoSelectedResourcesReason: beside a True
        QTest::newRow("selects nothing")
            << u"Prometheus"_s << withCondition("Reconciled", "True", "NoSelectedResources", "none")
            << QString() << QString() << QString();
        // grafana/grafana-operator controllers/controller_shared.go setNoMatchingInstancesCondition@v5.24.0
        QTest::newRow("no instance") << u"GrafanaDashboard"_s
                                     << withCondition("NoMatchingInstance", "True", "EmptyAPIReply",
                                                      "None matched the selector")
                                     << u"grafana-no-instance"_s
                                     << u"NoMatchingInstance=True, EmptyAPIReply: None matched the selector"_s
                                     << u"2026-11-22T02:00:00Z"_s;
        // the same, buildSynchronizedCondition
        QTest::newRow("not applied")
            << u"GrafanaDashboard"_s
            << withCondition("DashboardSynchronized", "False", "ApplyFailed",
                             "Dashboard failed to be applied for 1 out of 1 instances. "
                             "Errors:\\n- monitoring/grafana: status 412")
            << u"grafana-not-reconciled"_s
            << u"DashboardSynchronized=False, ApplyFailed: Dashboard failed to be applied for 1 out of 1 instances. Errors: - monitoring/grafana: status 412"_s
            << u"2026-11-22T02:00:00Z"_s;
        // the same, setInvalidSpec
        QTest::newRow("invalid") << u"GrafanaDatasource"_s
                                 << withCondition("InvalidSpec", "True", "InvalidModel", "uid is empty")
                                 << u"grafana-not-reconciled"_s
                                 << u"InvalidSpec=True, InvalidModel: uid is empty"_s
                                 << u"2026-11-22T02:00:00Z"_s;
        // controllers/alertrulegroup_controller.go, notificationpolicy_controller.go@v5.24.0
        QTest::newRow("alerts not applied")
            << u"GrafanaAlertRuleGroup"_s
            << withCondition("AlertGroupSynchronized", "False", "ApplyFailed", "status 400")
            << u"grafana-not-reconciled"_s << u"AlertGroupSynchronized=False, ApplyFailed: status 400"_s
            << u"2026-11-22T02:00:00Z"_s;
        QTest::newRow("a loop of policies")
            << u"GrafanaNotificationPolicy"_s
            << withCondition("NotificationPolicyLoopDetected", "True", "LoopDetected", "route a")
            << u"grafana-not-reconciled"_s << u"NotificationPolicyLoopDetected=True, LoopDetected: route a"_s
            << u"2026-11-22T02:00:00Z"_s;
        // controllers/grafana_controller.go Reconcile@v5.24.0: a failure takes GrafanaReady away
        QTest::newRow("a stage failed")
            << u"Grafana"_s
            << QByteArray("{'status':{'stage':'deployment','stageStatus':'failed','lastMessage':'no image'}}")
            << u"grafana-not-reconciled"_s << u"stage=deployment, stageStatus=failed: no image"_s
            << QString();
        // the same, setSuspended: somebody wants it so
        QTest::newRow("suspended") << u"Grafana"_s
                                   << withCondition("Suspended", "True", "ReconcileSuspended", "ignored")
                                   << QString() << QString() << QString();
        // the same, Reconcile: it returns before any stage, so the stage is an old one
        QTest::newRow("suspended after a stage failed")
            << u"Grafana"_s
            << QByteArray("{'spec':{'suspend':true},'status':{'stage':'deployment','stageStatus':'failed',"
                          "'lastMessage':'no image'}}")
            << QString() << QString() << QString();
    }

    void aStatusInTroubleIsQuoted()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, json);
        QFETCH(QString, signature);
        QFETCH(QString, quote);
        QFETCH(QString, since);
        DiagnosisScene scene;
        scene.evidence.resources = {resource(kind, u"one"_s, json)};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings).join(u' '), signature);
        if (signature.isEmpty())
            return;
        QCOMPARE(findings.first().quote, quote);
        QCOMPARE(findings.first().objects, QStringList{kind + u" team-a/one"_s});
        QCOMPARE(findings.first().since, QDateTime::fromString(since, Qt::ISODate));
        QVERIFY(findings.first().nodes.isEmpty());
    }

    void ofASuspendedGrafanaOnlyThatIsTold()
    {
        const QByteArray failed("'status':{'stage':'deployment','stageStatus':'failed','lastMessage':'x'}}");
        const ResourceStatus suspended =
            resource(u"Grafana"_s, u"one"_s, "{'spec':{'suspend':true}," + failed);
        KindCount count;
        count.kind = u"Grafana"_s;
        count.add(suspended);
        QCOMPARE(countText(count), u"Grafana: 1 (spec.suspend=true 1)"_s);
        QCOMPARE(count.inTrouble, 0);
        const ResourceStatus resumed =
            resource(u"Grafana"_s, u"one"_s, "{'spec':{'suspend':false}," + failed);
        QCOMPARE(resumed.complaints.size(), 1);
    }

    void aQueueThatIsNotOpenMattersWhileSomethingWaitsInIt()
    {
        const QByteArray closed("{'status':{'state':'Closed'}}");
        DiagnosisScene scene;
        scene.evidence.resources = {resource(u"Queue"_s, u"training"_s, closed)};
        QVERIFY(judge(scene).isEmpty());
        const ResourceStatus train = resource(u"PodGroup"_s, u"train"_s, waiting());
        scene.evidence.resources.append(train);
        KindCount groups; // of which not all are kept
        for (int i = 0; i < KindCount::mostKept + 100; ++i)
            groups.add(train);
        scene.evidence.counts = {groups};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList({u"queue-not-open"_s, u"podgroup-waits"_s}));
        QVERIFY2(findings.first().quote.startsWith(u"state=Closed: "), qPrintable(findings.first().quote));
        QVERIFY2(findings.first().quote.contains(u"600"), qPrintable(findings.first().quote));
        QCOMPARE(findings.first().objects, QStringList{u"Queue training"_s});
        scene.evidence.resources.first() = resource(u"Queue"_s, u"training"_s, "{'status':{'state':'Open'}}");
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"podgroup-waits"_s});
    }

    /// volcano-sh/volcano pkg/scheduler/cache/cache.go Snapshot@v1.15.1
    void aQueueThatDoesNotExistIsTheCause()
    {
        DiagnosisScene scene;
        scene.evidence.resources = {
            resource(u"PodGroup"_s, u"train"_s, waiting("Pending", "2026-11-22T02:30:00Z"))};
        KindCount queues;
        queues.kind = u"Queue"_s;
        scene.evidence.counts = {queues};
        QVERIFY(judge(scene).isEmpty()); // none was read: not even Volcano's own
        const QByteArray open("{'status':{'state':'Open'}}");
        scene.evidence.counts.first().add(resource(u"Queue"_s, u"default"_s, open));
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"podgroup-queue-missing"_s});
        QCOMPARE(findings.first().quote, u"phase=Pending, queue=training (no such Queue)"_s);
        QCOMPARE(operatorStatuses(scene.evidence, m_signatures).value(0).troubles.value(0).words,
                 findings.first().quote);
        scene.evidence.counts.first().add(resource(u"Queue"_s, u"training"_s, open));
        QVERIFY(judge(scene).isEmpty());
    }

    void manyThatWaitAreOneFindingSinceTheOldest()
    {
        DiagnosisScene scene;
        for (int i = 0; i < 40; ++i)
            scene.evidence.resources.append(
                resource(u"PodGroup"_s, u"train-%1"_s.arg(i),
                         waiting("Pending", i == 7 ? "2026-11-21T00:00:00Z" : "2026-11-21T12:00:00Z"),
                         u"team-%1"_s.arg(i % 3)));
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"podgroup-waits"_s});
        QCOMPARE(findings.first().objects.size(), 40);
        QCOMPARE(findings.first().since, DiagnosisScene::at("2026-11-21T00:00:00Z"));
        QVERIFY(findings.first().evidence.size() <= 21);
    }

    void whoseAResourceIs()
    {
        DiagnosisScene scene;
        scene.evidence.releases += {release(u"volcano-system"_s, u"volcano"_s, u"volcano"_s),
                                    release(u"team-a"_s, u"portal"_s, u"portal"_s),
                                    release(u"grafana"_s, u"graf"_s, u"grafana-operator"_s)};
        // The only release in the namespace of a PodGroup did not bring Volcano.
        scene.evidence.resources = {resource(u"PodGroup"_s, u"train"_s, waiting())};
        QCOMPARE(judge(scene).value(0).release, u"volcano-system/volcano"_s);
        QByteArray dashboard = withCondition("InvalidSpec", "True", "InvalidModel", "no title");
        scene.evidence.resources = {resource(u"GrafanaDashboard"_s, u"board"_s, dashboard)};
        QCOMPARE(judge(scene).value(0).release, u"grafana/graf"_s);
        dashboard.replace("{'status'", "{'metadata':{'annotations':{'meta.helm.sh/release-name':'portal',"
                                       "'meta.helm.sh/release-namespace':'team-a'}},'status'");
        scene.evidence.resources = {resource(u"GrafanaDashboard"_s, u"board"_s, dashboard)};
        QCOMPARE(judge(scene).value(0).release, u"team-a/portal"_s);
        scene.evidence.releases.append(release(u"batch"_s, u"volcano"_s, u"volcano"_s)); // which one is open
        scene.evidence.resources = {resource(u"PodGroup"_s, u"train"_s, waiting())};
        QCOMPARE(judge(scene).value(0).release, QString());
        QCOMPARE(judge(scene).value(0).owner, Owner::Customer);
    }

    void aNodeWithoutItsFeaturesAndAMissingMasterAreFindings()
    {
        // kubernetes-sigs/node-feature-discovery deployment/helm/node-feature-discovery/templates@v0.19.0
        const char *worker = "'app.kubernetes.io/name':'node-feature-discovery','role':'worker'";
        DiagnosisScene scene;
        for (const QString &node : {u"gpu-1"_s, u"gpu-2"_s})
            scene.add(worker, "nfd", node).readySince = DiagnosisScene::at("2026-11-22T02:00:00Z");
        Pod &master = scene.add("'app.kubernetes.io/name':'node-feature-discovery','role':'master'", "master",
                                u"gpu-1"_s);
        scene.evidence.counts = {features({u"gpu-1"_s})};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"nfd-features-missing"_s});
        QCOMPARE(findings.first().nodes, QStringList{u"gpu-2"_s});
        QCOMPARE(findings.first().since, DiagnosisScene::at("2026-11-22T02:00:00Z"));
        scene.pod("nfd", u"gpu-2"_s).readySince = DiagnosisScene::at("2026-11-22T02:55:00Z");
        QVERIFY(judge(scene).isEmpty()); // it has just begun
        scene.evidence.counts = {features({u"gpu-1"_s, u"gpu-2"_s})};
        master.labels = "{}";
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"nfd-master-missing"_s});
        DiagnosisScene removed; // NodeFeatures outlive it; under another name its pods are not recognized
        removed.evidence.counts = {features({u"gpu-1"_s, u"gpu-2"_s})};
        QVERIFY(judge(removed).isEmpty());
        scene.evidence.counts = {features({})}; // an old one tells its master by another way
        QVERIFY(judge(scene).isEmpty());
        scene.evidence.counts.clear(); // not served, or not read
        QVERIFY(judge(scene).isEmpty());
    }

    void aRuleThatCannotBeProcessedIsReadInTheMastersLog()
    {
        DiagnosisScene scene;
        Pod &master = scene.add("'app':'nfd-master'", "master", u"gpu-1"_s);
        master.ownerKind = u"ReplicaSet"_s;
        master.ownerName = u"gpu-operator-node-feature-discovery-master-5c9"_s;
        QVERIFY(logsToRead(scene.evidence, m_signatures).isEmpty());
        KindCount rules;
        rules.kind = u"NodeFeatureRule"_s;
        rules.all = 1;
        scene.evidence.counts = {rules};
        const QList<LogRequest> asked = logsToRead(scene.evidence, m_signatures);
        QCOMPARE(asked, QList<LogRequest>({{scene.where, u"master-gpu-1"_s, {}, false}}));
        // pkg/nfd-master/nfd-master.go processNodeFeatureRule@v0.19.0
        scene.evidence.logs = {
            {asked.first(),
             u"E1122 02:59:00 nfd-master.go:1119] \"failed to process rule\" "
             "err=\"invalid expression\" ruleName=\"ib\" nodefeaturerule=\"fabric\" nodeName=\"gpu-1\"\n"_s}};
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"nfd-rule-fails"_s});
        QVERIFY(judge(scene).first().quote.contains(u"nodefeaturerule=\"fabric\""));
    }

    void theStatusOfAnOperatorIsCountedAndTheOldestTroubleComesFirst()
    {
        DiagnosisScene scene;
        scene.evidence.releases.append(release(u"volcano-system"_s, u"volcano"_s, u"volcano"_s));
        KindCount groups;
        groups.kind = u"PodGroup"_s;
        for (int i = 0; i < 8; ++i) {
            const ResourceStatus one =
                resource(u"PodGroup"_s, u"train-%1"_s.arg(i),
                         waiting(i < 7 ? "Pending" : "Running",
                                 i == 3 ? "2026-11-21T00:00:00Z" : "2026-11-21T12:00:00Z", unschedulable));
            groups.add(one);
            scene.evidence.resources.append(one);
        }
        scene.evidence.counts = {groups, features({u"gpu-1"_s, u"gpu-9"_s})};
        const QList<OperatorStatus> statuses = operatorStatuses(scene.evidence, m_signatures);
        QCOMPARE(statuses.size(), 2);
        QCOMPARE(statuses[0].operand, u"node-feature-discovery"_s);
        QVERIFY(countText(statuses[0].kinds.first()).startsWith(u"NodeFeature: 2 ("));
        QCOMPARE(statuses[0].kinds.first().states.values(), QList<int>{1}); // gpu-9 is gone
        QCOMPARE(statuses[1].releases, QStringList{u"volcano-system/volcano"_s});
        QCOMPARE(countText(statuses[1].kinds.first()), u"PodGroup: 8 (Pending 7, Running 1)"_s);
        QCOMPARE(statuses[1].troubles.size(), OperatorStatus::mostTroubles);
        QCOMPARE(statuses[1].troubles.first().object, u"PodGroup team-a/train-3"_s);
        QCOMPARE(statuses[1].troubles.first().since, DiagnosisScene::at("2026-11-21T00:00:00Z"));
        QVERIFY(statuses[1].troubles.first().words.contains(u"3/4 tasks in gang unschedulable"));
        QCOMPARE(statuses[1].others, 2);
        scene.evidence.counts.clear();
        QVERIFY(operatorStatuses(scene.evidence, m_signatures).isEmpty());
    }

    void whatTheClusterServesIsReadAndNothingElseIsAsked_data()
    {
        QTest::addColumn<QByteArray>("groups");
        QTest::addColumn<bool>("isServed");
        QTest::newRow("served") << QByteArray("{'groups':[{'name':'apps'},{'name':'scheduling.volcano.sh'}]}")
                                << true;
        QTest::newRow("absent") << QByteArray("{'groups':[{'name':'apps'}]}") << false;
        QTest::newRow("unknown") << QByteArray("{}") << true;
    }

    void whatTheClusterServesIsReadAndNothingElseIsAsked()
    {
        QFETCH(QByteArray, groups);
        QFETCH(bool, isServed);
        ToldRollout rollout(volcanoCluster().recording());
        GroupedTransport transport(&rollout.transport, groups);
        DiagnosisOperation::Parts parts;
        parts.transport = &transport;
        parts.nodes = &rollout.nodes;
        parts.pods = &rollout.pods;
        parts.rollout = &rollout.rollout;
        parts.signatures = m_signatures;
        parts.rules = m_rules;
        DiagnosisOperation operation(std::move(parts));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(operation.result().has_value());
        const DiagnosisResult &result = *operation.result();
        for (const QString &notice : result.notices) // what is not there is nothing to speak of
            for (const OperatorKind &kind : operatorKinds)
                QVERIFY2(!notice.contains(QString::fromLatin1(kind.path).section(u'/', -1)),
                         qPrintable(notice));
        QCOMPARE(transport.asked.contains(u"/apis/scheduling.volcano.sh/v1beta1/podgroups"_s), isServed);
        QCOMPARE(transport.asked.contains(u"/apis/monitoring.coreos.com/v1/prometheuses"_s), groups == "{}");
        QCOMPARE(signaturesOf(result.findings).contains(u"podgroup-waits"_s), isServed);
        QCOMPARE(result.operators.isEmpty(), !isServed);
        if (!isServed)
            return;
        const auto waits =
            std::find_if(result.findings.cbegin(), result.findings.cend(),
                         [](const Finding &one) { return one.signature == u"podgroup-waits"; });
        QCOMPARE(
            waits->quote,
            u"phase=Pending, queue=training, Unschedulable: queue resource quota insufficient: insufficient nvidia.com/gpu"_s);
        QCOMPARE(countText(result.operators.first().kinds.first()),
                 u"PodGroup: 2 (Completed 1, Pending 1)"_s);
    }
};

#include "tst_operator_kinds.moc"
} // namespace tst_operator_kinds

CHARTROOM_TEST(tst_operator_kinds, OperatorKindsTest)
