// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/verify_operation.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_verify_operation {

namespace {

const QString deployments = u"/apis/apps/v1/namespaces/tenant/deployments"_s;
const QString daemonSets = u"/apis/apps/v1/namespaces/tenant/daemonsets"_s;
const QString policies = u"/apis/nvidia.com/v1/clusterpolicies"_s;

const QByteArray manifest(R"(---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 3, template: {spec: {containers: [{name: main, image: "web:2"}]}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
)");
const QString services = u"/api/v1/namespaces/tenant/services"_s;
const QString thereToo = u"1 other object(s) of the manifest are in the cluster."_s;
const QByteArray nicManifest(R"(---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  template:
    spec: {containers: [{name: main, image: "web:2", env: [{name: OFED_INIT_CONTAINER_IMAGE, value: "init:2"}]}]}
)");
const QString nicPolicies = u"/apis/mellanox.com/v1alpha1/nicclusterpolicies"_s;
const QByteArray policyManifest(R"(---
apiVersion: nvidia.com/v1
kind: ClusterPolicy
metadata: {name: cluster-policy}
)");

QByteArray listOf(const QByteArray &items)
{
    return QByteArray(R"({"kind":"List","metadata":{"resourceVersion":"5"},"items":[ITEMS]})")
        .replace("ITEMS", items);
}

/// generation 7; `status` without its braces.
QByteArray deployment(const QByteArray &status, const QByteArray &image = "web:2")
{
    QByteArray object(
        R"({"metadata":{"uid":"d","namespace":"tenant","name":"web","resourceVersion":"4","generation":7},)"
        R"("spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"main","image":"IMAGE"}]}}},)"
        R"("status":{STATUS}})");
    return object.replace("IMAGE", image).replace("STATUS", status);
}

const QByteArray allNew(
    R"("observedGeneration":7,"replicas":3,"updatedReplicas":3,"availableReplicas":3,"readyReplicas":3)");

QByteArray driverSet(int updated, int ready = 8)
{
    QByteArray object(
        R"({"metadata":{"uid":"s","namespace":"tenant","name":"driver","resourceVersion":"4","generation":2,)"
        R"("ownerReferences":[{"uid":"p"}]},"spec":{"updateStrategy":{"type":"OnDelete"}},)"
        R"("status":{"observedGeneration":2,"desiredNumberScheduled":8,"numberAvailable":READY,)"
        R"("numberReady":READY,"updatedNumberScheduled":UPDATED}})");
    return object.replace("UPDATED", QByteArray::number(updated)).replace("READY", QByteArray::number(ready));
}

/// A driver's DaemonSet of these images, whose pods are not new.
QByteArray driverSet(const QByteArray &init, const QByteArray &main, const QByteArray &version = "4")
{
    const QByteArray images(R"("spec":{"template":{"spec":{"initContainers":[{"name":"i","image":"INIT"}],)"
                            R"("containers":[{"name":"m","image":"MAIN"}]}},)");
    QByteArray object = driverSet(0).replace(R"("spec":{)", images);
    return object.replace("INIT", init)
        .replace("MAIN", main)
        .replace(R"("4")", QByteArray('"' + version + '"'));
}

QByteArray served(const QByteArray &plural, const QByteArray &kind, bool isNamespaced = true)
{
    return "{\"name\":\"" + plural + "\",\"kind\":\"" + kind +
           "\",\"namespaced\":" + (isNamespaced ? "true}" : "false}");
}

QByteArray kinds(const QByteArrayList &resources)
{
    return R"({"resources":[)" + resources.join(',') + "]}";
}

QByteArray named(const QByteArray &name)
{
    return R"({"metadata":{"name":")" + name + R"("}})";
}

QByteArray policy(const QByteArray &state)
{
    QByteArray object(
        R"({"metadata":{"uid":"p","name":"cluster-policy","resourceVersion":"4"},"status":{STATE}})");
    return object.replace("STATE", state);
}

} // namespace

class VerifyOperationTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<ScriptedTransport> m_transport;
    FakeClock m_clock;
    std::unique_ptr<VerifyOperation> m_operation;
    std::unique_ptr<QSignalSpy> m_finished;
    std::unique_ptr<QSignalSpy> m_progress;

    void start(const QByteArray &text, std::chrono::milliseconds limit = std::chrono::minutes(5),
               std::chrono::milliseconds settling = std::chrono::milliseconds(50))
    {
        m_operation = std::make_unique<VerifyOperation>(m_transport.get(), &m_clock, text, u"tenant"_s, limit,
                                                        settling);
        m_finished = std::make_unique<QSignalSpy>(m_operation.get(), &VerifyOperation::finished);
        m_progress = std::make_unique<QSignalSpy>(m_operation.get(), &VerifyOperation::progressChanged);
        m_operation->start();
    }
    [[nodiscard]] bool said(const QString &text) const
    {
        return !m_progress->isEmpty() && m_progress->last()[0].toString().contains(text);
    }

private Q_SLOTS:
    void init()
    {
        m_operation.reset();
        m_transport = std::make_unique<ScriptedTransport>();
        m_transport->answer(u"/api/v1"_s,
                            kinds({served("services", "Service"), served("configmaps", "ConfigMap")}));
        m_transport->answer(services, listOf(named("web")));
    }
    void cleanup() { m_operation.reset(); }

    void whatRollsOutNothingHasToBeThere()
    {
        m_transport->answer(services, listOf(named("b") + ',' + named("a") + ',' + named("of others")));
        m_transport->answer(u"/api/v1/namespaces/other/configmaps"_s, listOf({}));
        m_transport->answer(u"/apis/rbac.authorization.k8s.io/v1"_s,
                            kinds({served("clusterroles", "ClusterRole", false)}));
        m_transport->answer(u"/apis/rbac.authorization.k8s.io/v1/clusterroles"_s, listOf(named("system:a")));
        m_transport->answer(u"/apis/example.org/v1"_s, kinds({}));
        start(
            "kind: Service\napiVersion: v1\nmetadata: {name: a}\n---\n"
            "kind: Service\napiVersion: v1\nmetadata: {name: b}\n---\n"
            "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a, namespace: other}\n---\n"
            "kind: ClusterRole\napiVersion: rbac.authorization.k8s.io/v1\nmetadata: {name: 'system:a'}\n---\n"
            "kind: Deployment\napiVersion: example.org/v1\nmetadata: {name: c}\n---\n"
            "kind: Gone\napiVersion: gone.example.org/v1\nmetadata: {name: d}\n");
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->facts(),
                 QStringList{u"3 other object(s) of the manifest are in the cluster."_s});
        QCOMPARE(
            m_operation->problems(),
            (QStringList{
                u"ConfigMap a is in the manifest but not in the cluster."_s,
                u"Deployment c is in the manifest, but the cluster does not serve example.org/v1 Deployment."_s,
                u"Gone d is in the manifest, but the cluster does not serve gone.example.org/v1 Gone."_s}));
        OperationResult result;
        m_operation->addTo(result);
        QCOMPARE(result.facts, m_operation->facts());
        // A list for each kind in a namespace, of metadata alone; one object alone is asked for by its name.
        QCOMPARE(m_transport->getCount(services), 1);
        for (const Request &request : m_transport->gets()) {
            const bool isList = request.path.section(u'/', -1) != u"v1";
            QCOMPARE(request.accept.contains("as=PartialObjectMetadataList"), isList);
            QCOMPARE(request.query.queryItemValue(u"fieldSelector"_s, QUrl::FullyDecoded),
                     request.path.endsWith(u"/configmaps") ? u"metadata.name=a"_s : QString());
        }
    }

    void whatTheClusterDoesNotTellIsNamed()
    {
        const auto no = [this](const QString &path, const char *why) {
            m_transport->answer(path, Error{Error::Code::Forbidden, QString::fromLatin1(why), {}, {}});
        };
        no(services, "no\x1b list");
        no(u"/apis/rbac.authorization.k8s.io/v1"_s, "no kinds");
        start("kind: Service\napiVersion: v1\nmetadata: {name: a}\n---\n"
              "kind: Service\napiVersion: v1\nmetadata: {name: b}\n---\n"
              "kind: Role\napiVersion: rbac.authorization.k8s.io/v1\nmetadata: {name: r}\n---\n"
              "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a, namespace: ../../nodes}\n---\n"
              "kind: Odd\napiVersion: ../v1\nmetadata: {name: a}\n---\n"
              "kind: Job\napiVersion: batch/v1\nmetadata: {name: j}\nspec: {ttlSecondsAfterFinished: 60}\n");
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->facts(),
                 QStringList{u"1 object(s) may be gone by now and were not checked: Job."_s});
        QCOMPARE(m_operation->problems().size(), 1); // what is not known is not as planned
        const QString text = m_operation->problems().first();
        QVERIFY2(
            text.startsWith(
                u"5 object(s) were not checked, so whether they exist is unknown: ConfigMap (../../nodes is not a valid namespace name.), Odd ("_s),
            qPrintable(text));
        QVERIFY2(text.contains(u"Role (no kinds), Service (no␛ list)."_s), qPrintable(text));
        for (const Request &request : m_transport->gets())
            QVERIFY2(!request.path.contains(u".."_s), qPrintable(request.path));
    }

    void aLongListIsReadToItsEnd()
    {
        const QByteArray last = listOf(named("z"));
        m_transport->answerOnce(
            services,
            QByteArray(last).replace("\"5\"", "\"5\",\"continue\":\"a+b=\"").replace("\"z\"", "\"a\""));
        m_transport->answerOnce(services, last);
        start("kind: Service\napiVersion: v1\nmetadata: {name: a}\n---\n"
              "kind: Service\napiVersion: v1\nmetadata: {name: z}\n");
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems(), QStringList());
        QCOMPARE(m_transport->getCount(services), 2);
        QCOMPARE(m_transport->gets().last().query.queryItemValue(u"continue"_s, QUrl::FullyDecoded),
                 u"a+b="_s);
        QCOMPARE(m_operation->facts(),
                 QStringList{u"2 other object(s) of the manifest are in the cluster."_s});
    }

    void whatWasNotReachedInTimeIsNamed()
    {
        m_transport->answer(deployments, listOf(deployment(allNew)));
        start(manifest);
        m_transport->hold();
        QTRY_VERIFY(m_transport->heldCount() > 0);
        m_operation->cancel();
        QCOMPARE(m_finished->size(), 1);
        QVERIFY(m_operation->problems().contains(
            u"1 object(s) were not checked, so whether they exist is unknown: Service."_s));
        m_transport->release();
    }

    void whatHasRolledOutIsAFact()
    {
        m_transport->answer(deployments, listOf(deployment(allNew)));
        start(manifest);
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems(), QStringList());
        QCOMPARE(m_operation->facts(), (QStringList{u"Deployment web: 3 pod(s) run web:2."_s, thereToo}));
        QCOMPARE(m_transport->liveWatchCount(), 0);
    }

    void aRolloutIsWaitedForByItsEvents()
    {
        m_transport->answer(deployments, listOf(deployment(R"("observedGeneration":6,"replicas":3)")));
        start(manifest);
        QTRY_VERIFY(said(u"has not seen the change"_s));
        QTRY_VERIFY(m_transport->liveWatch(deployments));
        int version = 5;
        const auto tell = [&](const QByteArray &status) {
            const QByteArray newer = '"' + QByteArray::number(++version) + '"';
            const QByteArray object = deployment(status).replace("\"4\"", newer);
            m_transport->liveWatch(deployments)->push(R"({"type":"MODIFIED","object":)" + object + "}");
        };
        tell(R"("observedGeneration":7,"replicas":4,"updatedReplicas":2,"availableReplicas":3)");
        QTRY_VERIFY(said(u"2 of 3 pods are new"_s));
        QVERIFY(m_finished->isEmpty());
        tell(allNew);
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems(), QStringList());
        QCOMPARE(m_transport->getCount(deployments), 1);
    }

    void whatIsNotAsPlannedIsAProblem_data()
    {
        QTest::addColumn<QByteArray>("items");
        QTest::addColumn<QString>("text");
        QTest::newRow("gave up") << deployment(
                                        R"("observedGeneration":7,"updatedReplicas":1,"conditions":[)"
                                        R"({"reason":"ProgressDeadlineExceeded","message":"timed out"}])")
                                 << u"timed out"_s;
        QTest::newRow("another image") << deployment(allNew, "web:1") << u"the manifest has web:2"_s;
        QTest::newRow("gone") << QByteArray() << u"not in the cluster"_s;
    }
    void whatIsNotAsPlannedIsAProblem()
    {
        QFETCH(QByteArray, items);
        QFETCH(QString, text);
        m_transport->answer(deployments, listOf(items));
        start(manifest);
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->facts(), QStringList{thereToo});
        QCOMPARE(m_operation->problems().size(), 1);
        QVERIFY2(m_operation->problems()[0].contains(text), qPrintable(m_operation->problems()[0]));
    }

    void whatMayNotBeReadIsNeverGreen()
    {
        m_transport->answer(deployments, Error{Error::Code::Forbidden, u"no rights"_s, {}, {}});
        start(manifest);
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems().size(), 1);
        QVERIFY(m_operation->problems()[0].contains(u"no rights"_s));
    }

    void theWaitHasAnEnd()
    {
        m_transport->answer(deployments, listOf(deployment(R"("observedGeneration":7,"updatedReplicas":1)")));
        start(manifest.left(manifest.lastIndexOf("---")), std::chrono::milliseconds(50));
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems().size(), 1);
        QCOMPARE(m_operation->facts(), QStringList());
    }

    void cancelSaysWhatIsKnown()
    {
        m_transport->answer(deployments, listOf(deployment(R"("observedGeneration":7,"updatedReplicas":1)")));
        start(manifest);
        QTRY_VERIFY(said(u"1 of 3 pods are new"_s));
        m_operation->cancel();
        m_operation->cancel();
        QCOMPARE(m_finished->size(), 1);
        QVERIFY(m_operation->problems().value(0).contains(u"1 of 3"_s));
    }

    void theNodesOfADriverAreHandedOver()
    {
        m_transport->answer(policies, listOf(policy(R"("state":"notReady")")));
        m_transport->answer(daemonSets, listOf(driverSet(5)));
        start(policyManifest);
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems(), QStringList());
        QCOMPARE(m_operation->facts(),
                 QStringList{u"ClusterPolicy cluster-policy: 5 of 8 node(s) rolled, verifying."_s});
        OperationResult result;
        m_operation->addTo(result);
        QCOMPARE(result.nodesToGo, 3);
        QVERIFY(result.isVerifying);
        QCOMPARE(result.facts, m_operation->facts());
    }

    void theStateOfTheTimeBeforeTheOperatorLookedDoesNotCount()
    {
        const QByteArray wanted =
            policy(R"("state":"ready")")
                .replace(R"("status")", R"("spec":{"driver":{"version":"580.126.20"}},"status")");
        m_transport->answer(policies, listOf(wanted));
        m_transport->answer(daemonSets, listOf(driverSet("manager:1", "driver:580.95.05-ubuntu22.04")));
        start(policyManifest);
        QTRY_VERIFY(said(u"has not processed 580.126.20 yet"_s));
        QTRY_VERIFY(m_transport->liveWatch(daemonSets));
        m_transport->liveWatch(daemonSets)
            ->push(R"({"type":"MODIFIED","object":)" +
                   driverSet("manager:1", "driver:580.126.20-ubuntu22.04", "6") + "}");
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems(), QStringList());
        QVERIFY(m_operation->facts().value(0).contains(u"0 of 8 node(s) rolled, verifying"));
    }

    /// A pod counts as updated from the moment it is made.
    void nodesWhoseNewPodIsPendingAreStillToGo()
    {
        m_transport->answer(policies, listOf(policy(R"("state":"ready")")));
        m_transport->answer(daemonSets, listOf(driverSet(8, 0)));
        start(policyManifest);
        QTRY_COMPARE(m_finished->size(), 1);
        OperationResult result;
        m_operation->addTo(result);
        QCOMPARE(result.nodesToGo, 8);
        QVERIFY(result.isVerifying);
        QCOMPARE(m_operation->verifyingText(), u"0 of 8 node(s) rolled, verifying"_s);
    }

    /// The operator of a rollback says "ready" of the time before until it has looked.
    void readyThatDoesNotHoldIsNotReady()
    {
        m_transport->answer(policies, listOf(policy(R"("state":"ready")")));
        m_transport->answer(daemonSets, listOf(driverSet(8)));
        start(policyManifest, std::chrono::minutes(5), std::chrono::minutes(5));
        QTRY_VERIFY(said(u"Verifying that it stays ready"_s));
        QVERIFY(m_finished->isEmpty());
        QTRY_VERIFY(m_transport->liveWatch(daemonSets));
        m_transport->liveWatch(daemonSets)
            ->push(R"({"type":"MODIFIED","object":)" + driverSet(8, 0).replace(R"("4")", R"("6")") + "}");
        QTRY_COMPARE(m_finished->size(), 1);
        OperationResult result;
        m_operation->addTo(result);
        QCOMPARE(result.nodesToGo, 8);
    }

    void whoDoesNotWaitForItHasNothingVerified()
    {
        m_transport->answer(policies, listOf(policy(R"("state":"ready")")));
        m_transport->answer(daemonSets, listOf(driverSet(8)));
        start(policyManifest, std::chrono::minutes(5), std::chrono::minutes(5));
        QTRY_VERIFY(said(u"Verifying that it stays ready"_s));
        m_operation->cancel();
        OperationResult result;
        m_operation->addTo(result);
        QVERIFY(result.isVerifying);
        QVERIFY(m_operation->facts().value(0).endsWith(u"That was not verified for long enough."));
    }

    void anOperatorThatSaysWhichChangeItHasSeenIsHeldToThat()
    {
        const auto told = [](int observed) {
            return policy(R"("state":"ready","conditions":[{"type":"Ready","observedGeneration":)" +
                          QByteArray::number(observed) + "}]")
                .replace(R"("name")", R"("generation":7,"name")")
                .replace(R"("4")", '"' + QByteArray::number(observed) + '"');
        };
        m_transport->answer(policies, listOf(told(6)));
        m_transport->answer(daemonSets, listOf(driverSet(8)));
        start(policyManifest);
        QTRY_VERIFY(said(u"its operator has not seen the change yet"_s));
        QTRY_VERIFY(m_transport->liveWatch(policies));
        m_transport->liveWatch(policies)->push(R"({"type":"MODIFIED","object":)" + told(7) + "}");
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->verifyingText(), QString());
        QVERIFY(m_operation->facts().value(0).contains(u"is ready"));
    }

    void whatFollowsTheDriverIsWaitedFor()
    {
        m_transport->answer(policies, listOf(policy(R"("state":"ready")")));
        const QByteArray plugin = driverSet(8, 5)
                                      .replace("OnDelete", "RollingUpdate")
                                      .replace(R"("driver")", R"("plugin")")
                                      .replace(R"("uid":"s")", R"("uid":"t")");
        m_transport->answer(daemonSets, listOf(driverSet(8) + ',' + plugin));
        start(policyManifest, std::chrono::milliseconds(300));
        QTRY_VERIFY(said(u"5 of 8 pods of the DaemonSet plugin are ready"_s));
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems().size(), 1);
    }

    void aNetworkOperatorsNewInitContainerRollsTheNodesOfItsPolicy()
    {
        m_transport->answer(deployments, listOf(deployment(allNew)));
        m_transport->answer(
            nicPolicies,
            listOf(policy(R"("state":"ready")").replace("cluster-policy", "nic-cluster-policy")));
        m_transport->answer(daemonSets, listOf(driverSet("init:1", "doca:3")));
        start(nicManifest);
        QTRY_VERIFY(
            said(u"NicClusterPolicy nic-cluster-policy: its operator has not processed init:2 yet"_s));
        QTRY_VERIFY(m_transport->liveWatch(daemonSets));
        m_transport->liveWatch(daemonSets)
            ->push(R"({"type":"MODIFIED","object":)" + driverSet("init:2", "doca:3", "6") + "}");
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems(), QStringList());
        QVERIFY(
            m_operation->facts().value(1).contains(u"nic-cluster-policy: 0 of 8 node(s) rolled, verifying"));
    }

    void aNetworkOperatorWithoutAPolicyRollsNothing()
    {
        m_transport->answer(deployments, listOf(deployment(allNew)));
        m_transport->answer(nicPolicies, Error{Error::Code::NotFound, u"no such kind"_s, {}, {}});
        m_transport->answer(daemonSets, listOf({}));
        start(nicManifest);
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems(), QStringList());
        QCOMPARE(m_operation->facts().size(), 1);
    }

    void whatAmdsOperatorSaysOfItsNodesCounts_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QString>("fact");
        QTest::addColumn<QString>("problem");
        QTest::addColumn<int>("toGo");
        const QByteArray two =
            R"("driver":{"nodesMatchingSelectorNumber":2,"desiredNumber":2,"availableNumber":2})";
        const auto modules = [](const QByteArray &second, const QByteArray &image = "amdgpu:u-22.04-6.4.1") {
            return R"(,"nodeModuleStatus":{"a":{"status":"Upgrade-Complete","containerImage":"amdgpu:u-22.04-6.4.1"},)"
                   "\"b\":{\"status\":\"" +
                   second + "\",\"containerImage\":\"" + image + "\"}}";
        };
        const auto row = [](const char *name, const QByteArray &status, const QString &fact,
                            const QString &problem,
                            int toGo) { QTest::newRow(name) << status << fact << problem << toGo; };
        const QString all = u"DeviceConfig amd: 2 node(s) have loaded the driver 6.4.1"_s;
        const QString half = u"DeviceConfig amd: 1 of 2 node(s) rolled, verifying"_s;
        row("all", two + modules("Install-Complete"), all, {}, 0);
        row("no words of the nodes", two, all, {}, 0);
        row("draining", two + modules("Upgrade-Started"), half, {}, 1);
        row("rebooting", two + modules("Reboot-In-Progress"), half, {}, 1);
        row("a word nobody knows", two + modules("Upgrade-Paused"), half, {}, 1);
        row("complete, with the old module", two + modules("Upgrade-Complete", "amdgpu:u-22.04-6.3.3"), half,
            {}, 1);
        row("no module yet", two + modules("", ""), half, {}, 1);
        row("fewer are available",
            QByteArray(two).replace(R"(availableNumber":2)", R"(availableNumber":1)") +
                modules("Upgrade-Complete"),
            half, {}, 1);
        row("failed", two + modules("Drain-Failed"), {}, u"the driver failed on 1 node(s): b"_s, 0);
        row("refused",
            two + R"(,"conditions":[{"type":"Error","status":"True","reason":"ValidationError",)"
                  R"("message":"Validation failed: twice"}])",
            {}, u"Validation failed: twice"_s, 0);
        row("another generation", two + R"(,"observedGeneration":6)", {}, u"has not seen the change yet"_s,
            0);
        row("the device plugin follows", two + R"(,"devicePlugin":{"desiredNumber":2,"availableNumber":1})",
            {}, u"1 of 2 pods of devicePlugin are available"_s, 0);
        row("no operator", {}, u"has no status"_s, {}, 0);
    }
    void whatAmdsOperatorSaysOfItsNodesCounts()
    {
        QFETCH(QByteArray, status);
        QFETCH(QString, fact);
        QFETCH(QString, problem);
        QFETCH(int, toGo);
        m_transport->answer(
            u"/apis/amd.com/v1alpha1/namespaces/tenant/deviceconfigs"_s,
            listOf(R"({"metadata":{"uid":"p","namespace":"tenant","name":"amd","resourceVersion":"4",)"
                   R"("generation":7},"spec":{"driver":{"version":"6.4.1"}},"status":{)" +
                   status + "}}"));
        m_transport->answer(daemonSets, listOf({}));
        start("apiVersion: amd.com/v1alpha1\nkind: DeviceConfig\nmetadata: {name: amd}\n",
              std::chrono::milliseconds(500));
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->facts().isEmpty(), fact.isEmpty());
        QCOMPARE(m_operation->problems().isEmpty(), problem.isEmpty());
        QVERIFY2(m_operation->facts().value(0).contains(fact), qPrintable(m_operation->facts().join(u'|')));
        QVERIFY2(m_operation->problems().value(0).contains(problem),
                 qPrintable(m_operation->problems().join(u'|')));
        OperationResult result;
        m_operation->addTo(result);
        QCOMPARE(result.nodesToGo, toGo);
    }

    void whatANetworkOperatorSaysOfItsPartsCounts_data()
    {
        QTest::addColumn<QByteArray>("parts");
        QTest::addColumn<QString>("problem");
        QTest::newRow("all ready") << QByteArray(R"({"name":"state-OFED","state":"ready"})") << QString();
        QTest::newRow("one is not deployed")
            << QByteArray(
                   R"({"name":"state-OFED","state":"ready"},{"name":"state-multus-cni","state":"ignore"})")
            << QString();
        QTest::newRow("one is not ready")
            << QByteArray(R"({"name":"state-OFED","state":"notReady"})") << u"state-OFED is notReady"_s;
        QTest::newRow("one failed")
            << QByteArray(R"({"name":"state-nv-ipam-cni","state":"error","message":"no namespace"})")
            << u"state-nv-ipam-cni is error: no namespace"_s;
    }
    void whatANetworkOperatorSaysOfItsPartsCounts()
    {
        QFETCH(QByteArray, parts);
        QFETCH(QString, problem);
        m_transport->answer(nicPolicies,
                            listOf(policy(R"("state":"ready","appliedStates":[)" + parts + "]")));
        m_transport->answer(daemonSets, listOf({}));
        start("apiVersion: mellanox.com/v1alpha1\nkind: NicClusterPolicy\nmetadata: {name: cluster-policy}\n",
              std::chrono::milliseconds(500));
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->problems().isEmpty(), problem.isEmpty());
        QVERIFY2(m_operation->problems().value(0).contains(problem),
                 qPrintable(m_operation->problems().join(u'|')));
    }

    void aDriverThatItsOperatorReportsAnErrorOfIsNotReady_data()
    {
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<bool>("isWaitedFor");
        QTest::newRow("nobody looks again") << QByteArray("ConflictingNodeSelector") << false;
        QTest::newRow("tried again") << QByteArray("ReconcileFailed") << true;
    }
    void aDriverThatItsOperatorReportsAnErrorOfIsNotReady()
    {
        QFETCH(QByteArray, reason);
        QFETCH(bool, isWaitedFor);
        m_transport->answer(
            u"/apis/nvidia.com/v1alpha1/nvidiadrivers"_s,
            listOf(policy(R"("state":"ready","conditions":[{"type":"Error","status":"True","reason":")" +
                          reason + R"(","message":"it is so"}])")));
        m_transport->answer(daemonSets, listOf({}));
        start("apiVersion: nvidia.com/v1alpha1\nkind: NVIDIADriver\nmetadata: {name: cluster-policy}\n",
              isWaitedFor ? std::chrono::milliseconds(300) : std::chrono::minutes(5));
        QTRY_COMPARE(m_finished->size(), 1);
        QVERIFY(m_operation->problems().value(0).contains(u"it is so"_s));
        QCOMPARE(m_operation->problems().value(0).startsWith(u"Not complete when"), isWaitedFor);
    }

    /// As after a rollback over one that was cut off: helm compares two manifests that are the same.
    void aPolicyThatNamesAnotherDriverThanTheManifestIsNotAsPlanned()
    {
        const QByteArray planned = policyManifest + "spec: {driver: {version: 580.95.05, image: driver}}\n";
        const auto found = [](const QByteArray &version) {
            return listOf(policy(R"("state":"ready")")
                              .replace(R"("status":)", R"("spec":{"driver":{"image":"driver","version":")" +
                                                           version + R"("}},"status":)"));
        };
        m_transport->answer(daemonSets, listOf(driverSet({}, "driver:580.126.20")));
        m_transport->answer(policies, found("580.126.20"));
        start(planned);
        QTRY_COMPARE(m_finished->size(), 1);
        QVERIFY(m_operation->facts().isEmpty());
        QCOMPARE(
            m_operation->problems(),
            QStringList{u"ClusterPolicy cluster-policy is not what the manifest says: spec.driver.version "
                        u"is 580.126.20, and the manifest says 580.95.05."_s});
        m_transport->answer(policies, found("580.95.05"));
        start(planned, std::chrono::milliseconds(300));
        QTRY_COMPARE(m_finished->size(), 1);
        QVERIFY(!m_operation->problems().join(u' ').contains(u"is not what the manifest says"));
    }

    void anOperatorsStateCounts_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QString>("fact");
        QTest::addColumn<QString>("problem");
        QTest::newRow("ready") << QByteArray(R"("state":"ready")") << u"is ready"_s << QString();
        QTest::newRow("ignored") << QByteArray(R"("state":"ignored")") << QString() << u"is ignored"_s;
        QTest::newRow("error") << QByteArray(R"("state":"error","reason":"no such image")") << QString()
                               << u"no such image"_s;
        QTest::newRow("not ready")
            << QByteArray(
                   R"("state":"notReady","conditions":[{"type":"Error","status":"True","message":"no nodes"}])")
            << QString() << u"no nodes"_s;
        QTest::newRow("no operator") << QByteArray() << u"has no status"_s << QString();
    }
    void anOperatorsStateCounts()
    {
        QFETCH(QByteArray, state);
        QFETCH(QString, fact);
        QFETCH(QString, problem);
        m_transport->answer(policies, listOf(policy(state)));
        m_transport->answer(daemonSets, listOf(driverSet(8)));
        start(policyManifest, std::chrono::milliseconds(500));
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_operation->facts().isEmpty(), fact.isEmpty());
        QCOMPARE(m_operation->problems().isEmpty(), problem.isEmpty());
        QVERIFY(m_operation->facts().value(0).contains(fact));
        QVERIFY(m_operation->problems().value(0).contains(problem));
    }
};

#include "tst_verify_operation.moc"
} // namespace tst_verify_operation

CHARTROOM_TEST(tst_verify_operation, VerifyOperationTest)
