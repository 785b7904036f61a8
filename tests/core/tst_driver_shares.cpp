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

namespace HIDDEN_FROM_MOC tst_driver_shares {

namespace {

const QString owner = u"nvidia.com/gpu-operator.driver.owner"_s;

NodeSample nodeOf(const char *name, DriverKind kind, const char *state)
{
    NodeSample node;
    node.name = QString::fromLatin1(name);
    node.labels = {{driverKeys(kind).state, QString::fromLatin1(state)}};
    node.isCordoned = isUnderWay(readStep(QString::fromLatin1(state)));
    return node;
}

NodeSample nodeOf(const char *name, const char *state, const char *policy)
{
    NodeSample node = nodeOf(name, DriverKind::Gpu, state);
    node.labels[owner] = QString::fromLatin1(policy);
    return node;
}

/// A node that waits for the driver.
OneNode queued(DriverKind kind = DriverKind::Gpu)
{
    OneNode scene(kind, "upgrade-required");
    scene.node.isCordoned = false;
    scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
    return scene;
}

/// One whose emptying a maintenance operator has not begun with, beside so many that it has in hand.
OneNode pending(int inHand, int others)
{
    OneNode scene(DriverKind::InfiniBand, "node-maintenance-required");
    scene.node.isCordoned = false;
    scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
    const auto ask = [&](const QString &node, const QString &reason) {
        scene.tellMaintenance(anyObject(
            u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/nvidia-operator-"_s + node,
            {{u"nodeName"_s, node}, {u"requestorID"_s, u"nvidia.doca-driver-upgrade"_s}},
            {{u"conditions"_s,
              QJsonArray{
                  QJsonObject{{u"type"_s, u"Ready"_s}, {u"status"_s, u"False"_s}, {u"reason"_s, reason}}}}}));
    };
    ask(scene.node.name, u"Pending"_s);
    for (int i = 0; i < others; ++i) {
        NodeSample other = nodeOf("", DriverKind::InfiniBand, "node-maintenance-required");
        other.name = u"other-%1"_s.arg(i);
        other.isCordoned = false;
        scene.tellOther(other);
        ask(other.name, i < inHand ? u"Scheduled"_s : u"Pending"_s);
    }
    return scene;
}

} // namespace

/// Who takes what from which policy's limits.
class TestDriverShares : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachNvidiaDriverHasItsOwnSlots()
    {
        OneNode scene = queued();
        scene.tellPolicy("{'autoUpgrade':true}", true);
        scene.tellNvidiaDriver("{'maxParallelUpgrades':1,'maxUnavailable':'100%'}", u"a100"_s);
        scene.tellNvidiaDriver("{'maxParallelUpgrades':2,'maxUnavailable':'100%'}", u"h100"_s);
        scene.node.labels[owner] = u"h100"_s;
        scene.tellOther(nodeOf("a100-1", "drain-required", "a100"));
        scene.tellOther(nodeOf("h100-1", "drain-required", "h100"));
        QVERIFY(!hasNote(scene.track().blockers, u"parallelSlots"));
        scene.tellOther(nodeOf("h100-2", "upgrade-failed", "h100"));
        QCOMPARE(noteText(scene.track().blockers, u"parallelSlots"),
                 u"2 of 2 slots in use (maxParallelUpgrades): h100-1, h100-2."_s);
        scene.node.labels[owner] = u"a100"_s;
        QCOMPARE(noteText(scene.track().blockers, u"parallelSlots"),
                 u"1 of 1 slots in use (maxParallelUpgrades): a100-1."_s);
        QCOMPARE(slotPolicies(scene.fleet()).value(u"a100"_s).limit, std::optional(1));
        QCOMPARE(slotPolicies(scene.fleet()).value(u"h100"_s).limit, std::optional(2));
        QCOMPARE(scene.track().queue, u"a100"_s);
    }

    /// k8s-operator-libs pkg/upgrade/common_manager.go GetTotalManagedNodes, GetCurrentUnavailableNodes.
    void aNodeOfAnUnknownStateTakesNoSlotAndCountsOnlyAsUnavailable()
    {
        OneNode scene = queued();
        scene.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':1,'maxUnavailable':'100%'}");
        NodeSample other = nodeOf("odd", DriverKind::Gpu, "drain-later");
        scene.tellOther(other);
        QVERIFY(!hasNote(scene.track().blockers, u"parallelSlots"));
        QVERIFY(!hasNote(scene.track().blockers, u"maxUnavailable"));
        other.isCordoned = true;
        OneNode away = queued();
        away.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':1,'maxUnavailable':'100%'}");
        away.tellOther(other);
        QVERIFY(hasNote(away.track().blockers, u"maxUnavailable")); // of the one that is managed
    }

    /// Only nodes in progress take of maxParallelUpgrades; both take of maxUnavailable.
    void slotsOfNodesInProgressAndOfCordonedOnesAreCountedApart()
    {
        OneNode scene = queued();
        scene.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':4,'maxUnavailable':3}");
        const auto tell = [&scene](const char *name, const char *state, bool isCordoned, bool isReady) {
            NodeSample other = nodeOf(name, DriverKind::Gpu, state);
            other.isCordoned = isCordoned;
            other.ready = isReady ? u"True"_s : u"False"_s;
            scene.tellOther(other);
        };
        tell("done", "upgrade-done", false, true);
        tell("drains", "drain-required", true, true);
        tell("is-next", "cordon-required", false, true);
        tell("cordoned", "upgrade-done", true, true);
        tell("not-ready", "upgrade-done", false, false);
        const SlotPolicy policy = slotPolicies(scene.fleet()).value({});
        QCOMPARE(policy.limit, std::optional(1));
        QVERIFY(policy.unavailable == (UnavailableNodes{4, 2, 3}));
        QCOMPARE(scene.fleet().shares.first().taken.size(), 2);
    }

    void eachNvidiaDriverSaysItselfWhatItMayEvict()
    {
        OneNode scene = queued();
        scene.tellPolicy("{'autoUpgrade':true}", true);
        scene.tellNvidiaDriver("{'podDeletion':{'force':false}}", u"a100"_s);
        scene.tellNvidiaDriver("{'podDeletion':{'force':true}}", u"h100"_s);
        scene.node.labels[driverKeys(DriverKind::Gpu).state] = u"pod-deletion-required"_s;
        PodSample bare;
        bare.name = u"tenant-b/trainer-1"_s;
        bare.gpus = 8;
        scene.tell(bare);
        scene.node.labels[owner] = u"h100"_s;
        QVERIFY(!hasNote(scene.track().blockers, u"unmanagedPod"));
        scene.node.labels[owner] = u"a100"_s;
        QVERIFY(hasNote(scene.track().blockers, u"unmanagedPod"));
    }

    void anNvidiaDriverWithoutAPolicyGoesByItsDefaults()
    {
        OneNode scene = queued();
        scene.tellPolicy("{'autoUpgrade':false}", true);
        scene.tellNvidiaDriver({}, u"h100"_s);
        scene.node.labels[owner] = u"h100"_s;
        QVERIFY(!hasNote(scene.track().blockers, u"autoUpgradeOff"));
        QCOMPARE(slotPolicies(scene.fleet()).value(u"h100"_s).limit, std::optional(1));
    }

    void operatorsThatKnowNoPolicyOfAnNvidiaDriverGoByTheClusterPolicy()
    {
        OneNode scene = queued(); // they set no owner label either
        scene.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':7,'maxUnavailable':9}", true);
        scene.tellNvidiaDriver({}, u"h100"_s);
        QCOMPARE(slotPolicies(scene.fleet()).value({}).limit, std::optional(7));
        QCOMPARE(scene.fleet().policy()->version, u"580.95.05"_s);
    }

    void whichDriverANodeGetsIsToldWithoutALabelToo_data()
    {
        QTest::addColumn<QString>("madeFor"); // the DaemonSet of the node's pod; "": no pod
        QTest::addColumn<QString>("type");    // the node's label that the selectors ask for
        QTest::addColumn<QString>("label");   // the operator's
        QTest::addColumn<bool>("hasAffinity");
        QTest::addColumn<QString>("key"); // of the nodeSelectors
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("to");
        const auto row = [](const char *name, const char *madeFor, const char *type, const char *label,
                            bool hasAffinity, const char *policy, const char *to,
                            const char *key = "node.kubernetes.io/instance-type") {
            QTest::newRow(name) << QString::fromLatin1(madeFor) << QString::fromLatin1(type)
                                << QString::fromLatin1(label) << hasAffinity << QString::fromLatin1(key)
                                << QString::fromLatin1(policy) << QString::fromLatin1(to);
        };
        row("by its pod", "h100", "", "", false, "h100", "580.105.08");
        row("its pod wins over the selectors", "a100", "h100", "", false, "a100", "570.195.03");
        row("by the selector, without a pod", "", "h100", "", false, "h100", "580.105.08");
        row("by the other selector", "", "a100", "", false, "a100", "570.195.03");
        row("by a label that is not read", "", "h100", "", false, "", "", "type");
        row("no selector takes it", "", "b200", "", false, "", "");
        row("what nodeAffinity says is not read", "", "h100", "", true, "", "");
        row("by the operator's label", "", "h100", "a100", false, "a100", "570.195.03");
    }
    void whichDriverANodeGetsIsToldWithoutALabelToo()
    {
        QFETCH(QString, madeFor);
        QFETCH(QString, type);
        QFETCH(QString, label);
        QFETCH(bool, hasAffinity);
        QFETCH(QString, key);
        QFETCH(QString, policy);
        QFETCH(QString, to);
        OneNode scene = queued();
        scene.tellPolicy("{'autoUpgrade':true,'maxParallelUpgrades':3,'maxUnavailable':'100%'}", true);
        for (const auto &[name, version] :
             {std::pair(u"a100"_s, u"570.195.03"_s), std::pair(u"h100"_s, u"580.105.08"_s)}) {
            QJsonObject spec{{u"version"_s, version}, {u"nodeSelector"_s, QJsonObject{{key, name}}}};
            if (hasAffinity)
                spec.insert(u"nodeAffinity"_s, QJsonObject{{u"x"_s, 1}});
            scene.tellPolicyObject(anyObject(u"nvidia.com/v1alpha1"_s, u"NVIDIADriver"_s, name, spec, {}));
            DaemonSetSample set;
            set.name = u"ops/driver-"_s + name;
            set.podLabels = scene.driver.labels;
            set.image = u"driver:"_s + version + u"-ubuntu22.04"_s;
            set.madeFor = name;
            scene.tellSet(set);
        }
        scene.hasDriver = !madeFor.isEmpty();
        scene.driver.ownerName = u"driver-"_s + madeFor;
        if (!type.isEmpty())
            scene.node.labels[key] = type;
        if (!label.isEmpty())
            scene.node.labels[owner] = label;
        QCOMPARE(scene.track().policy, policy);
        QCOMPARE(scene.track().driverTo, to);
        QVERIFY(!hasNote(scene.track().blockers, u"operatorBehind"));
        if (label.isEmpty()) // they share their slots all the same
            QCOMPARE(scene.track().queue, QString());
    }

    void aLabelThatOutlivesItsPodTakesNoSlot()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-failed");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.tellOther(nodeOf("gpu-b", DriverKind::Gpu, "upgrade-done"));
        QCOMPARE(scene.fleet().shares.first().taken, QStringList(u"gpu-a"_s));
        scene.hasDriver = false;
        QVERIFY(scene.fleet().shares.first().taken.isEmpty());
        scene.node.labels[driverKeys(DriverKind::Gpu).state] = u"pod-restart-required"_s;
        QCOMPARE(scene.fleet().shares.first().taken, QStringList(u"gpu-a"_s));
    }

    void listsAreSortedByNameHoweverTheNodesCame()
    {
        FleetMembers members(DriverKind::Gpu);
        const auto note = [&](int number, const char *name) {
            Node node;
            node.name = QString::fromLatin1(name);
            node.labels.insert(driverKeys(DriverKind::Gpu).state, u"drain-required"_s);
            node.unschedulable = true;
            QVERIFY(members.note(number, node, true));
        };
        const auto taken = [&] {
            DriverFleet fleet;
            members.fill(fleet);
            return fleet.clusterUnavailable == fleet.shares.first().taken ? fleet.clusterUnavailable
                                                                          : QStringList();
        };
        note(0, "gpu-c");
        note(1, "gpu-a");
        note(2, "gpu-d");
        note(3, "gpu-b");
        QCOMPARE(taken(), (QStringList{u"gpu-a"_s, u"gpu-b"_s, u"gpu-c"_s, u"gpu-d"_s}));
        QVERIFY(members.remove(0));
        QVERIFY(!members.remove(0));
        QCOMPARE(taken(), (QStringList{u"gpu-a"_s, u"gpu-b"_s, u"gpu-d"_s}));
        note(0, "gpu-c");
        QCOMPARE(taken(), (QStringList{u"gpu-a"_s, u"gpu-b"_s, u"gpu-c"_s, u"gpu-d"_s}));
    }

    void theSkipLabelCountsBeforeTheNodeIsTaken()
    {
        OneNode scene = queued();
        scene.tellPolicy("{'autoUpgrade':true,'maxUnavailable':0}");
        QCOMPARE(noteText(scene.track().blockers, u"maxUnavailable"), u"maxUnavailable 0 allows no node."_s);
        scene.node.labels[driverKeys(DriverKind::Gpu).skip] = u"true"_s;
        QCOMPARE(scene.track().blockers.size(), 1);
        QVERIFY(hasNote(scene.track().blockers, u"skipLabel"));
        scene.node.labels[driverKeys(DriverKind::Gpu).state] = u"pod-restart-required"_s;
        QVERIFY(!hasNote(scene.track().blockers, u"skipLabel"));
    }

    void aShareOfTheNodesIsRoundedAsTheMaintenanceOperatorDoes()
    {
        OneNode scene = pending(1, 15); // of 16 nodes 10 % are 1.6: one may be away, two at a time
        scene.tellMaintenanceTerms("{'maxParallelOperations':'10%','maxUnavailable':'10%'}");
        QVERIFY(!hasNote(scene.track().blockers, u"parallelSlots"));
        QVERIFY(noteText(scene.track().blockers, u"maxUnavailable").contains(u"(1 of 16 nodes)"));
        QVERIFY(noteText(scene.track().blockers, u"maxUnavailable").contains(u"other-0"));
        QCOMPARE(slotPolicies(scene.fleet()).value({}).limit, std::optional(1));
        scene.node.isCordoned = true; // takes nothing more of it
        QVERIFY(!hasNote(scene.track().blockers, u"maxUnavailable"));
    }

    void nodesThatAreAwayForOtherReasonsTakeOfTheMaintenanceOperatorsLimit()
    {
        OneNode scene = pending(0, 3);
        scene.tellMaintenanceTerms("{'maxParallelOperations':4,'maxUnavailable':2}");
        QCOMPARE(slotPolicies(scene.fleet()).value({}).limit, std::optional(2));
        for (const char *name : {"away-1", "away-2"}) {
            NodeSample away = nodeOf(name, DriverKind::InfiniBand, "upgrade-done");
            away.isCordoned = true;
            scene.tellOther(away);
        }
        QCOMPARE(slotPolicies(scene.fleet()).value({}).limit, std::optional(0));
        QVERIFY(slotPolicies(scene.fleet()).value({}).standstill.contains(u"maxUnavailable 2"));
    }

    void anotherRequestGoesFirst()
    {
        OneNode scene = pending(0, 1);
        scene.tellMaintenance(
            anyObject(u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s, u"ops/firmware"_s,
                      {{u"nodeName"_s, u"gpu-a"_s}, {u"requestorID"_s, u"example.firmware"_s}},
                      {{u"conditions"_s, QJsonArray{QJsonObject{{u"type"_s, u"Ready"_s},
                                                                {u"status"_s, u"False"_s},
                                                                {u"reason"_s, u"Draining"_s}}}}}));
        const NodeTrack track = scene.track(std::chrono::hours(2));
        QCOMPARE(track.verdict, Verdict::Waiting);
        QVERIFY(track.blockers.contains(TrackNote{
            NoteKind::NodeMaintenance,
            u"The NodeMaintenance ops/firmware, requested by example.firmware, uses the node first."_s}));
    }
};

#include "tst_driver_shares.moc"
} // namespace tst_driver_shares

CHARTROOM_TEST(tst_driver_shares, TestDriverShares)
