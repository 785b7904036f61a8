// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/slot_policy.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_node_policies {

namespace {

const QString ib = u"ib"_s;
const QString pool = u"crusoe.ai/nodepool.name"_s;
const QString poolA = u"pool-a"_s;
const QString poolB = u"pool-b"_s;
const QString image = u"nvcr.io/nvidia/mellanox/doca-driver:doca3.4.0-26.04-0.8.6.0-0-ubuntu22.04-amd64"_s;

DaemonSetSample setOf(const QString &policy)
{
    DaemonSetSample set;
    set.name = policy.isEmpty() ? u"net/mofed-ubuntu22.04-5d8f-ds"_s
                                : u"net/mofed-ubuntu22.04-5d8f-%1-ds"_s.arg(policy);
    set.podLabels = {{u"nvidia.com/ofed-driver"_s, QString()}};
    set.image = image;
    set.madeFor = policy.isEmpty() ? u"nic-cluster-policy"_s : policy;
    set.madeForKind = policy.isEmpty() ? u"NicClusterPolicy"_s : u"NicNodePolicy"_s;
    return set;
}

QJsonObject nodePolicy(const QString &name, const char *driver, const QString &ofPool,
                       const char *status = "{}")
{
    QJsonObject spec{{u"ofedDriver"_s, toldJson(driver)}};
    if (!ofPool.isEmpty())
        spec.insert(u"nodeSelector"_s, QJsonObject{{pool, ofPool}});
    return anyObject(u"mellanox.com/v1alpha1"_s, u"NicNodePolicy"_s, name, spec, toldJson(status));
}

/// A NicClusterPolicy that has no driver; two pools with a NicNodePolicy each, of which one node is on its
/// way and one waits.
struct TwoPools
{
    NodeSample a1 = node("a1", poolA, "drain-required");
    NodeSample a2 = node("a2", poolA, "upgrade-required");
    NodeSample b1 = node("b1", poolB, "drain-required");
    NodeSample b2 = node("b2", poolB, "upgrade-required");
    DaemonSetSample setA = setOf(poolA);
    DaemonSetSample setB = setOf(poolB);
    QJsonObject policyA =
        nodePolicy(poolA, "{'upgradePolicy':{'autoUpgrade':true,'maxParallelUpgrades':1}}", poolA);
    QJsonObject policyB =
        nodePolicy(poolB, "{'upgradePolicy':{'autoUpgrade':true,'maxParallelUpgrades':2}}", poolB);
    const char *cluster = "{'nvIpam':{}}"; ///< spec of the NicClusterPolicy
    QString podsOf = {};                   ///< whose DaemonSet a2's pod is of; "": its pool's
    ToldWindow window;

    static NodeSample node(const char *name, const QString &ofPool, const char *state)
    {
        const QString step = QString::fromLatin1(state);
        NodeSample node{QString::fromLatin1(name), {{pool, ofPool}}, {}};
        if (!step.isEmpty())
            node.labels.insert(driverKeys(DriverKind::InfiniBand).state, step);
        node.isCordoned = isUnderWay(readStep(step));
        return node;
    }

    void tellPod(const QString &node, const DaemonSetSample &set, const QString &hash = u"old"_s)
    {
        PodSample driver;
        driver.name = u"net/mofed-"_s + node;
        driver.node = node;
        driver.labels = {{u"nvidia.com/ofed-driver"_s, QString()}, {u"controller-revision-hash"_s, hash}};
        driver.ownerName = set.name.section(u'/', 1);
        driver.image = image;
        window.put(u"pods"_s, driver.object());
    }

    std::unique_ptr<ToldRollout> rollout()
    {
        for (const NodeSample *node : {&a1, &a2, &b1, &b2})
            window.put(u"nodes"_s, node->object());
        for (const DaemonSetSample *set : {&setA, &setB}) {
            window.put(u"daemonsets"_s, set->object());
            window.put(u"controllerrevisions"_s, set->revision(u"old"_s, 1));
            window.put(u"controllerrevisions"_s, set->revision(u"new"_s, 2));
        }
        for (const QString &node : {a1.name, a2.name})
            tellPod(node, node == a2.name && podsOf == poolB ? setB : setA);
        for (const QString &node : {b1.name, b2.name})
            tellPod(node, setB);
        window.put(u"nicclusterpolicies"_s, anyObject(u"mellanox.com/v1alpha1"_s, u"NicClusterPolicy"_s,
                                                      u"nic-cluster-policy"_s, toldJson(cluster), {}));
        window.put(u"nicnodepolicies"_s, policyA);
        window.put(u"nicnodepolicies"_s, policyB);
        auto told = std::make_unique<ToldRollout>(window.recording());
        [&] { QTRY_VERIFY(told->rollout.isComplete() && told->pace(ib).nodes > 0); }();
        return told;
    }
};

QJsonObject operatorWith(const QByteArray &environment)
{
    const QByteArray pod = "{'spec':{'containers':[{'image':'nvcr.io/nvidia/cloud-native/"
                           "network-operator:v26.4.1'" +
                           environment + "}]}}";
    return anyObject(u"apps/v1"_s, u"Deployment"_s, u"ops/network-operator"_s,
                     {{u"replicas"_s, 1}, {u"template"_s, toldJson(pod.constData())}},
                     {{u"availableReplicas"_s, 1}});
}

DriverPolicy readPolicy(const QJsonObject &policy)
{
    return DriverPolicy::read(kubeObject(policy)).value();
}

} // namespace

/// NicNodePolicies of Network Operator v26.4 and later: each leads the nodes of its own DaemonSets
/// (Mellanox/network-operator controllers/upgrade_controller.go@v26.4.1).
class NodePoliciesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// reconcileNodePolicyUpgrades: a state manager and BuildState for each policy.
    void eachPolicyHasItsOwnSlots()
    {
        TwoPools pools;
        const auto told = pools.rollout();
        const NodeTrack a2 = told->track(u"a2"_s, ib);
        const NodeTrack b2 = told->track(u"b2"_s, ib);
        QCOMPARE(a2.queue, poolA);
        QCOMPARE(a2.policy, poolA);
        QCOMPARE(b2.queue, poolB);
        QCOMPARE(a2.verdict, Verdict::Waiting);
        QCOMPARE(noteText(a2.blockers, u"parallelSlots"),
                 u"1 of 1 slots in use (maxParallelUpgrades): a1."_s);
        QVERIFY(!hasNote(b2.blockers, u"parallelSlots"));
        for (const char *node : {"a1", "a2", "b1", "b2"})
            QVERIFY(!hasNote(told->track(QString::fromLatin1(node), ib).blockers, u"notManaged"));
        const Pace pace = told->pace(ib);
        QCOMPARE(pace.slotLimit, std::optional(3));
        QCOMPARE(pace.slotsInUse, 2);
        QVERIFY2(pace.safeStop.contains(u"NicNodePolicy pool-a, NicNodePolicy pool-b") &&
                     !pace.safeStop.contains(u"NicClusterPolicy"),
                 qPrintable(pace.safeStop));
    }

    /// k8s-operator-libs pkg/upgrade/common_manager.go GetUpgradesInProgress: a failed node keeps its slot,
    /// of its own policy.
    void aFailedNodeHoldsASlotOfItsOwnPolicyOnly()
    {
        TwoPools pools;
        pools.a1.labels[driverKeys(DriverKind::InfiniBand).state] = u"upgrade-failed"_s;
        pools.b1.labels[driverKeys(DriverKind::InfiniBand).state] = u"upgrade-done"_s;
        pools.b1.isCordoned = false;
        const auto told = pools.rollout();
        QVERIFY(noteText(told->track(u"a2"_s, ib).blockers, u"parallelSlots").contains(u"a1"));
        QVERIFY(told->track(u"b2"_s, ib).blockers.isEmpty());
    }

    /// reconcileNodePolicyUpgrades: cleanupNodePolicyUpgradeResources takes the labels of that policy's
    /// nodes.
    void aPausedPolicyStopsItsOwnNodesOnly()
    {
        TwoPools pools;
        pools.policyA = nodePolicy(poolA, "{'upgradePolicy':{'autoUpgrade':false}}", poolA);
        pools.a1 = TwoPools::node("a1", poolA, "");
        pools.a2 = TwoPools::node("a2", poolA, "");
        const auto told = pools.rollout();
        const NodeTrack a2 = told->track(u"a2"_s, ib);
        QVERIFY2(noteText(a2.blockers, u"autoUpgradeOff").contains(u"NicNodePolicy pool-a"),
                 qPrintable(noteText(a2.blockers, u"autoUpgradeOff")));
        QVERIFY(!hasNote(told->track(u"b2"_s, ib).blockers, u"autoUpgradeOff"));
        const QString stop = told->pace(ib).safeStop;
        QVERIFY2(stop.contains(u"NicNodePolicy pool-b") && !stop.contains(poolA), qPrintable(stop));
    }

    /// The DaemonSet's label ds-owner decides (pkg/state/state_skel.go dsOwnerValue), not the node's labels.
    void aNodeThatWasRelabelledGoesByTheDaemonSetOfItsPod()
    {
        TwoPools pools;
        pools.podsOf = poolB;
        const auto told = pools.rollout();
        QCOMPARE(told->track(u"a2"_s, ib).queue, poolB);
        QVERIFY(!hasNote(told->track(u"a2"_s, ib).blockers, u"parallelSlots"));
    }

    /// controllers/nicnodepolicy_controller.go Reconcile: an overlap ends it before DaemonSets are made; the
    /// upgrade goes on with those that there are.
    void anOverlapIsNamedAndTheSlotsStay()
    {
        TwoPools pools;
        const char *driver = "{'version':'doca3.5.0-26.07-0.1.0.0-0',"
                             "'upgradePolicy':{'autoUpgrade':true,'maxParallelUpgrades':1}}";
        const char *status =
            "{'state':'error','reason':'node selector overlap detected: node a1 is selected twice'}";
        pools.policyA = nodePolicy(poolA, driver, poolA, status);
        pools.policyB = nodePolicy(poolB, driver, poolA, status);
        pools.a2.labels[driverKeys(DriverKind::InfiniBand).state] = u"upgrade-done"_s;
        const auto told = pools.rollout();
        const NodeTrack a2 = told->track(u"a2"_s, ib);
        QCOMPARE(a2.queue, poolA);
        const QString text = noteText(a2.blockers, u"operatorBehind");
        QVERIFY2(text.startsWith(u"NicNodePolicy pool-a wants") &&
                     text.contains(u"node a1 is selected twice"),
                 qPrintable(text));
    }

    /// api/v1alpha1/nicnodepolicy_types.go and nicclusterpolicy_types.go: a DaemonSet of the NicClusterPolicy
    /// beside one of a NicNodePolicy, which only its admission webhook forbids.
    void nodesOfTheClusterPolicyKeepItsTerms()
    {
        TwoPools pools;
        pools.cluster = "{'ofedDriver':{'upgradePolicy':{'autoUpgrade':true,'maxParallelUpgrades':4}}}";
        pools.setB = setOf({});
        pools.policyB = nodePolicy(poolB, "{}", u"elsewhere"_s);
        const auto told = pools.rollout();
        QCOMPARE(told->track(u"b2"_s, ib).queue, QString());
        QCOMPARE(told->track(u"b2"_s, ib).policy, u"nic-cluster-policy"_s);
        QVERIFY(!hasNote(told->track(u"b2"_s, ib).blockers, u"parallelSlots"));
        QVERIFY(hasNote(told->track(u"a2"_s, ib).blockers, u"parallelSlots"));
        QCOMPARE(told->pace(ib).slotLimit, std::optional(5));
    }

    void aDaemonSetWithoutAPodStopsItsOwnPolicy_data()
    {
        QTest::addColumn<bool>("isOfCluster");
        QTest::addColumn<bool>("isBStopped");
        QTest::newRow("of a NicNodePolicy") << false << false;    // BuildState looks at its DaemonSets alone
        QTest::newRow("of the NicClusterPolicy") << true << true; // Reconcile returns before the others
    }
    void aDaemonSetWithoutAPodStopsItsOwnPolicy()
    {
        QFETCH(bool, isOfCluster);
        QFETCH(bool, isBStopped);
        TwoPools pools;
        if (isOfCluster) {
            pools.setA = setOf({});
            pools.cluster = "{'ofedDriver':{'upgradePolicy':{'autoUpgrade':true}}}";
        }
        pools.setA.desired = 3;
        pools.setA.scheduled = 2;
        const auto told = pools.rollout();
        QVERIFY(hasNote(told->track(u"a2"_s, ib).blockers, u"unscheduledPods"));
        QCOMPARE(hasNote(told->track(u"b2"_s, ib).blockers, u"unscheduledPods"), isBStopped);
    }

    /// reconcileNodePolicyUpgrades ends at the first policy that it cannot do, and lists them in any order.
    void aStoppedPolicyIsNamedWhereAnotherWaitsForTheOperator_data()
    {
        QTest::addColumn<bool>("isUpgrading");
        QTest::newRow("it is come to") << true;
        QTest::newRow("it is passed by") << false;
    }
    void aStoppedPolicyIsNamedWhereAnotherWaitsForTheOperator()
    {
        QFETCH(bool, isUpgrading);
        TwoPools pools;
        pools.b1 = TwoPools::node("b1", poolB, "cordon-required");
        pools.setA.desired = 3;
        pools.setA.scheduled = 2;
        if (!isUpgrading)
            pools.policyA = nodePolicy(poolA, "{'upgradePolicy':{'autoUpgrade':false}}", poolA);
        pools.window.put(u"nodes"_s, NodeSample{u"other"_s, {}, {}}.object(), 600);
        pools.window.tell(u"events"_s);
        const auto told = pools.rollout();
        told->transport.seek(std::chrono::seconds(600));
        QTRY_VERIFY(hasNote(told->track(u"b1"_s, ib).blockers, u"waitingForOperator"));
        const QString text = noteText(told->track(u"b1"_s, ib).blockers, u"waitingForOperator");
        QCOMPARE(text.contains(pools.setA.name), isUpgrading);
    }

    void aNodeWithoutAPodThatTwoKindsWantIsUnknown_data()
    {
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<QString>("queue");
        const QByteArray driver = "'ofedDriver':{'upgradePolicy':{'autoUpgrade':true}}";
        QTest::newRow("both") << "{" + driver + "}" << QString();
        QTest::newRow("an affinity") << "{" + driver + ",'nodeAffinity':{}}" << poolB;
        QTest::newRow("the NicNodePolicy alone") << QByteArray("{'nvIpam':{}}") << poolB;
    }
    void aNodeWithoutAPodThatTwoKindsWantIsUnknown()
    {
        QFETCH(QByteArray, cluster);
        QFETCH(QString, queue);
        TwoPools pools;
        pools.cluster = cluster.constData();
        const NodeSample b3 = TwoPools::node("b3", poolB, "pod-restart-required");
        pools.window.put(u"nodes"_s, b3.object());
        const auto told = pools.rollout();
        QCOMPARE(told->track(b3.name, ib).queue, queue);
        QCOMPARE(told->track(b3.name, ib).policy, queue);
        QCOMPARE(told->track(u"b2"_s, ib).queue, poolB); // its pod tells
    }

    /// k8s-operator-libs pkg/upgrade/upgrade_requestor.go: the annotation comes before
    /// node-maintenance-required and goes at uncordon-required; where autoUpgrade is switched off between
    /// them it stays.
    void aLeftOverAnnotationConcernsNoOtherNode_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("environment"); // of the operator; "": unknown, as in a recording
        QTest::addColumn<bool>("asks");
        const QByteArray off = ",'env':[{'name':'WATCH_NAMESPACE','value':'ops'}]";
        const QByteArray on = ",'env':[{'name':'MAINTENANCE_OPERATOR_ENABLED','value':'true'}]";
        for (const char *state :
             {"", "upgrade-done", "upgrade-required", "upgrade-failed", "cordon-required", "drain-required"})
            QTest::addRow("left over: %s", state) << QByteArray(state) << QByteArray() << false;
        for (const char *state : {"node-maintenance-required", "pod-restart-required", "uncordon-required"})
            QTest::addRow("in use: %s", state) << QByteArray(state) << QByteArray() << true;
        QTest::newRow("the operator asks nobody") << QByteArray("pod-restart-required") << off << false;
        QTest::newRow("the operator asks") << QByteArray("upgrade-done") << on << true;
        QTest::newRow("where it says so is not read")
            << QByteArray("pod-restart-required")
            << QByteArray(",'env':[{'name':'MAINTENANCE_OPERATOR_ENABLED','valueFrom':{'configMapKeyRef':"
                          "{'name':'c','key':'k'}}}]")
            << true;
    }
    void aLeftOverAnnotationConcernsNoOtherNode()
    {
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, environment);
        QFETCH(bool, asks);
        OneNode scene(DriverKind::InfiniBand, state.constData());
        scene.node.annotations[driverKeys(DriverKind::InfiniBand).requestorMode] = u"true"_s;
        scene.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':2}");
        if (!environment.isEmpty())
            scene.tellDeployment(operatorWith(environment));
        QCOMPARE(scene.fleet().asksMaintenance, asks);
        QCOMPARE(slotPolicies(scene.fleet()).value({}).limit, asks ? std::nullopt : std::optional(2));
    }

    void aNodeThatIsDoneKeepsItsSlotWhileItsNodeMaintenanceIsThere()
    {
        OneNode scene(DriverKind::InfiniBand, "upgrade-done");
        scene.node.annotations[driverKeys(DriverKind::InfiniBand).requestorMode] = u"true"_s;
        scene.tellDeployment(operatorWith(",'env':[{'name':'MAINTENANCE_OPERATOR_ENABLED','value':'true'}]"));
        QVERIFY(!scene.track().keepsSlot);
        const QJsonObject ready =
            toldJson("{'conditions':[{'type':'Ready','status':'True','reason':'Ready'}]}");
        scene.tellMaintenance(anyObject(
            u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/nvidia-operator-gpu-a"_s,
            toldJson("{'nodeName':'gpu-a','requestorID':'nvidia.doca-driver-upgrade'}"), ready));
        QVERIFY(scene.track().keepsSlot);
        scene.node.labels[driverKeys(DriverKind::InfiniBand).state] = u"node-maintenance-required"_s;
        QVERIFY(!scene.track().keepsSlot); // counted by its own step
    }

    /// GetRequestorOptsFromEnvs: the ID and the prefix of names can both be others than the charts'.
    void theRequestOfARenamedRequestorIsToldByTheOperatorsId_data()
    {
        QTest::addColumn<QByteArray>("environment");
        QTest::addColumn<QString>("requestor");
        QTest::addColumn<QString>("also");
        QTest::addColumn<bool>("isKnown");
        const QByteArray id = ",'env':[{'name':'MAINTENANCE_OPERATOR_ENABLED','value':'true'},"
                              "{'name':'MAINTENANCE_OPERATOR_REQUESTOR_ID',%1}]";
        const auto with = [&id](const char *value) { return QByteArray(id).replace("%1", value); };
        QTest::newRow("by the ID") << with("'value':'acme.net'") << u"acme.net"_s << QString() << true;
        QTest::newRow("of a NicNodePolicy")
            << with("'value':'acme.net'") << u"acme.net-nnp-pool-a"_s << QString() << true;
        QTest::newRow("shared") << with("'value':'acme.net'") << u"acme.first"_s << u"acme.net"_s << true;
        QTest::newRow("ID from elsewhere")
            << with("'valueFrom':{'configMapKeyRef':{}}") << u"acme.net"_s << QString() << false;
        QTest::newRow("no environment") << QByteArray() << u"acme.net"_s << QString() << false;
    }

    void theRequestOfARenamedRequestorIsToldByTheOperatorsId()
    {
        QFETCH(QByteArray, environment);
        QFETCH(QString, requestor);
        QFETCH(QString, also);
        QFETCH(bool, isKnown);
        OneNode scene(DriverKind::InfiniBand, "node-maintenance-required");
        scene.node.isCordoned = false;
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellDeployment(operatorWith(environment));
        const auto ask = [&scene](const QString &name, const QString &id, const QString &other) {
            QJsonObject spec{{u"nodeName"_s, scene.node.name}, {u"requestorID"_s, id}};
            if (!other.isEmpty())
                spec.insert(u"additionalRequestors"_s, QJsonArray{other});
            scene.tellMaintenance(
                anyObject(u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/"_s + name, spec,
                          toldJson("{'conditions':[{'type':'Ready','status':'False','reason':'Pending'}]}")));
        };
        ask(u"acme-gpu-a"_s, requestor, also);
        ask(u"firmware-gpu-a"_s, u"example.firmware"_s, {});
        const NodeTrack track = scene.track(std::chrono::hours(2));
        QStringList texts;
        for (const TrackNote &note : track.blockers)
            if (note.kind == NoteKind::NodeMaintenance)
                texts << note.text;
        const QString said = texts.join(u'\n');
        QVERIFY2(!said.contains(u"ops/firmware-gpu-a is not ready"), qPrintable(said));
        QCOMPARE(said.contains(u"ops/acme-gpu-a is not ready"), isKnown);
        QCOMPARE(said.contains(u"Which NodeMaintenance of the node is the driver's is unknown"), !isKnown);
        QCOMPARE(track.verdict, isKnown ? Verdict::Waiting : Verdict::Moving);
    }

    void anotherRequestIsNotTheOperatorsWhoseIdIsKnown()
    {
        OneNode scene(DriverKind::InfiniBand, "node-maintenance-required");
        scene.node.isCordoned = false;
        scene.tellDeployment(operatorWith(
            ",'env':[{'name':'MAINTENANCE_OPERATOR_REQUESTOR_ID','value':'nvidia.doca-driver-upgrade'}]"));
        scene.tellMaintenance(anyObject(
            u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/nvidia-operator-gpu-a"_s,
            {{u"nodeName"_s, scene.node.name}, {u"requestorID"_s, u"example.firmware"_s}}, {}));
        QVERIFY(noteText(scene.track().blockers, u"nodeMaintenance")
                    .startsWith(u"No NodeMaintenance of the driver's operator for the node exists"));
    }

    void withoutAMaintenanceOperatorNoNodeOfRequestorModeStarts()
    {
        OneNode scene(DriverKind::InfiniBand, "node-maintenance-required");
        scene.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':2}");
        const auto maintainer = [](int replicas) {
            return anyObject(
                u"apps/v1"_s, u"Deployment"_s, u"ops/maintenance-operator"_s,
                {{u"replicas"_s, replicas},
                 {u"template"_s, toldJson("{'spec':{'containers':[{'image':"
                                          "'nvcr.io/nvidia/mellanox/maintenance-operator'}]}}")}},
                {{u"availableReplicas"_s, replicas}});
        };
        scene.tellOperator(1, 1);
        scene.tellDeployment(maintainer(1));
        QVERIFY(scene.fleet().asksMaintenance);
        QCOMPARE(slotPolicies(scene.fleet()).value({}).standstill, QString());
        scene.tellDeployment(maintainer(0));
        QVERIFY(slotPolicies(scene.fleet()).value({}).standstill.contains(u"ops/maintenance-operator"));
    }

    /// pkg/upgrade/upgrade_inplace.go ProcessUncordonRequiredNodes
    void aLeftOverAnnotationKeepsItsOwnNodeCordoned()
    {
        OneNode scene(DriverKind::InfiniBand, "uncordon-required");
        scene.node.annotations[driverKeys(DriverKind::InfiniBand).requestorMode] = u"true"_s;
        QVERIFY(!hasNote(scene.track().blockers, u"requestorLeftover")); // whether it is one is unknown
        scene.tellDeployment(operatorWith(",'env':[]"));
        QVERIFY(hasNote(scene.track().blockers, u"requestorLeftover"));
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        scene.node.annotations.clear();
        QVERIFY(!hasNote(scene.track().blockers, u"requestorLeftover"));
    }

    /// newNodePolicyStateManager: the requestor ID has the policy's name behind it; the slots are the
    /// maintenance operator's. A policy that is off asks for nothing.
    void aMaintenanceOperatorHasTheSlotsOfAllPolicies()
    {
        TwoPools pools;
        pools.a2.labels[driverKeys(DriverKind::InfiniBand).state] = u"node-maintenance-required"_s;
        pools.policyB = nodePolicy(poolB, "{'upgradePolicy':{'autoUpgrade':false}}", poolB);
        pools.b1 = TwoPools::node("b1", poolB, "");
        pools.b2 = TwoPools::node("b2", poolB, "");
        const auto request = [](const QString &name, const QString &requestor) {
            return anyObject(u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"default/"_s + name,
                             {{u"nodeName"_s, u"a2"_s}, {u"requestorID"_s, requestor}}, {});
        };
        pools.window.put(u"nodemaintenances"_s,
                         request(u"network-operator-a2"_s, u"nvidia.doca-driver-upgrade-nnp-pool-a"_s));
        pools.window.put(u"nodemaintenances"_s, request(u"firmware-a2"_s, u"example.firmware"_s));
        const auto told = pools.rollout();
        const NodeTrack a2 = told->track(u"a2"_s, ib);
        QCOMPARE(a2.queue, QString());
        QVERIFY(noteText(a2.blockers, u"nodeMaintenance").contains(u"default/network-operator-a2"));
        QVERIFY(!noteText(a2.blockers, u"nodeMaintenance").contains(u"firmware"));
        QCOMPARE(told->track(u"b2"_s, ib).queue, poolB);
        const QString stop = told->pace(ib).safeStop;
        QVERIFY2(stop.contains(u"NicNodePolicy pool-a") && !stop.contains(poolB), qPrintable(stop));
    }

    /// api/v1alpha1/nicnodepolicy_types.go, nicclusterpolicy_types.go (defaults of the CRD) and
    /// controllers/nic_policy_helpers.go updatePolicyCRStatus, which leaves the reason of before.
    void aPolicyIsReadAsItsOperatorReadsIt()
    {
        const DriverPolicy bare = readPolicy(nodePolicy(poolA, "{'version':'25.10'}", {}));
        QVERIFY(bare.isInUse && bare.nodeSelector.isEmpty() && !bare.autoUpgrade && !bare.isUnreadable);
        const DriverPolicy on =
            readPolicy(nodePolicy(poolA, "{'upgradePolicy':{'autoUpgrade':true}}", poolA));
        QVERIFY(on.autoUpgrade && on.maxParallel == 1 && on.maxUnavailable.isEmpty());
        QCOMPARE(on.nodeSelector.value(pool), poolA);
        QJsonObject without = nodePolicy(poolA, "{}", poolA);
        without.insert(u"spec"_s, QJsonObject());
        QVERIFY(!readPolicy(without).isInUse);
        const char *before = "{'state':'ready','reason':'node selector overlap detected: node a1'}";
        QVERIFY(!readPolicy(nodePolicy(poolA, "{}", poolA, before)).isRefused);
        const char *now = "{'state':'error','reason':'node selector overlap detected: node a1'}";
        QVERIFY(readPolicy(nodePolicy(poolA, "{}", poolA, now)).isRefused);
    }
};

#include "tst_node_policies.moc"
} // namespace tst_node_policies

CHARTROOM_TEST(tst_node_policies, NodePoliciesTest)
