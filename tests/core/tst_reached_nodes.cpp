// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/upgrade/change_reach.h"
#include "core/upgrade/reached_nodes.h"
#include "core/upgrade/rollout_facts.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_reached_nodes {

namespace {

const QString ib = u"ib"_s;
const QString poolA = u"pool-a"_s;
const QString poolB = u"pool-b"_s;

DriverPolicy policyOf(const QString &kind, const QString &name, int parallel)
{
    DriverPolicy policy;
    policy.kind = kind;
    policy.name = name;
    policy.driver = kind == u"NicNodePolicy" ? DriverKind::InfiniBand : DriverKind::Gpu;
    policy.autoUpgrade = true;
    policy.maxParallel = parallel;
    return policy;
}

NodeTrack trackOf(const char *node, const QString &policy)
{
    NodeTrack track = restingTrack(QString::fromLatin1(node), ib);
    track.queue = track.policy = policy;
    return track;
}

} // namespace

/// The nodes that an upgrade reaches, where several policies lead them too, and what is told of them.
class ReachedNodesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    /// Mellanox/network-operator controllers/upgrade_controller.go reconcileNodePolicyUpgrades@v26.4.1
    void eachNodeGoesByItsOwnNicNodePolicy()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.plannedPolicies.clear();
        evidence.policies = QList<DriverPolicy>{policyOf(u"NicNodePolicy"_s, poolA, 1),
                                                policyOf(u"NicNodePolicy"_s, poolB, 2)};
        evidence.tracks = QList<NodeTrack>{trackOf("a1", poolA), trackOf("b1", poolB), trackOf("b2", poolB),
                                           trackOf("b3", poolB)};
        const ReachedNodes reached = reachedNodes(evidence, ib);
        QVERIFY(reached.arePoliciesKnown() && !reached.only());
        QCOMPARE(reached.parts.value(poolA).atOnce, 1);
        QCOMPARE(reached.parts.value(poolB).atOnce, 2);
        RolloutFacts facts = rolloutFacts(evidence, ib);
        QVERIFY(!facts.policy); // one order for all of them would be a guess
        QCOMPARE(facts.policies, (QStringList{u"NicNodePolicy pool-a"_s, u"NicNodePolicy pool-b"_s}));
        QVERIFY(policyGap(facts).contains(u"NicNodePolicy pool-a, NicNodePolicy pool-b"));
        evidence.tracks->removeFirst();
        facts = rolloutFacts(evidence, ib);
        QCOMPARE(facts.policy->name, poolB);
        QCOMPARE(facts.policy->maxParallel, 2);
    }

    void aNodeOfAPolicyThatIsGoneHasNoTerms()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.plannedPolicies.clear();
        evidence.policies = QList<DriverPolicy>{policyOf(u"NicNodePolicy"_s, poolA, 1)};
        evidence.tracks = QList<NodeTrack>{trackOf("a1", poolA), trackOf("b1", poolB)};
        QVERIFY(!reachedNodes(evidence, ib).arePoliciesKnown());
        QVERIFY(!rolloutFacts(evidence, ib).areHoldsKnown);
    }

    /// A maintenance operator has one queue for all (newNodePolicyStateManager in the same file).
    void inRequestorModeTheOnlyPolicyIsStillTheNodes()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.plannedPolicies.clear();
        evidence.policies = QList<DriverPolicy>{policyOf(u"NicNodePolicy"_s, poolA, 1)};
        evidence.tracks = QList<NodeTrack>{restingTrack(u"a1"_s, ib)};
        QCOMPARE(rolloutFacts(evidence, ib).policy->name, poolA);
        NodeTrack ofSecond = trackOf("b1", poolB);
        ofSecond.queue.clear();
        *evidence.policies << policyOf(u"NicNodePolicy"_s, poolB, 2);
        evidence.tracks = QList<NodeTrack>{ofSecond};
        QCOMPARE(rolloutFacts(evidence, ib).policy->name, poolB);
    }

    /// NVIDIA/gpu-operator controllers/upgrade_controller.go@v26.3.3: the ClusterPolicy's terms for all
    /// nodes;
    /// @v26.7.0: those of each NVIDIADriver, by the node label nvidia.com/gpu-operator.driver.owner.
    void nvidiaDriversWithoutTermsLeaveThemToTheClusterPolicy()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.plannedPolicies.clear();
        DriverPolicy cluster = policyOf(u"ClusterPolicy"_s, u"cluster-policy"_s, 3);
        cluster.isInUse = false;
        cluster.leavesDrivers = cluster.hasTerms = true;
        evidence.policies = QList<DriverPolicy>{cluster, policyOf(u"NVIDIADriver"_s, u"a100"_s, 1),
                                                policyOf(u"NVIDIADriver"_s, u"h100"_s, 1)};
        QCOMPARE(operatorPolicy(evidence, u"gpu"_s)->policy.kind, u"ClusterPolicy"_s);
        (*evidence.policies)[2].hasTerms = true;
        QCOMPARE(operatorPolicy(evidence, u"gpu"_s)->policy.name, u"a100"_s);
        QCOMPARE(operatorPolicy(evidence, u"gpu"_s, u"h100"_s)->policy.name, u"h100"_s);
        QVERIFY(!operatorPolicy(evidence, u"gpu"_s, u"l40s"_s));
    }

    void theReachOfAChangeIsToldOrSaidToBeUnknown()
    {
        PreflightReport made;
        made.impact.kind = NodeImpact::Kind::DriverReload;
        QCOMPARE(changeReach(made, {}).kind, ChangeReach::Nodes::Unknown); // the nodes could not be read
        QVERIFY(reachText(changeReach(made, {})).contains(u"unknown"_s));
        RolloutFacts facts;
        facts.policy = DriverPolicy();
        facts.policy->autoUpgrade = true;
        facts.policy->maxUnavailable = u"50%"_s;
        facts.policy->maxParallel = 0;
        facts.gpusElsewhere = 16;
        for (int i = 0; i < 6; ++i)
            facts.nodes.append({u"gpu-%1"_s.arg(i), 8, false, true, {}});
        facts.tenants = {
            {u"gpu-0"_s, u"team-a"_s, 4}, {u"gpu-0"_s, u"team-b"_s, 4}, {u"gpu-1"_s, u"team-a"_s, 8}};
        made.rollout = facts;
        ChangeReach reach = changeReach(made, {});
        QCOMPARE(reach.kind, ChangeReach::Nodes::Some);
        QCOMPARE(reach.nodes.size(), 6);
        QCOMPARE(reach.gpusNow, 64);
        QCOMPARE(reach.gpus, std::optional(GpuMinimum{40, 32})); // three of six at a time, or four
        QVERIFY(!reach.tenants);                                 // pods could not be read
        QVERIFY(reachText(reach).contains(u"The pods that lose GPUs are unknown"_s));
        made.rollout->areTenantsKnown = true;
        reach = changeReach(made, {});
        QCOMPARE(*reach.tenants, (QList<ChangeReach::Tenant>{{u"team-a"_s, 12, 2}, {u"team-b"_s, 4, 1}}));
        QVERIFY2(reachText(reach).contains(u"64 now → 32 to 40 at minimum"_s), qPrintable(reachText(reach)));
        QVERIFY2(reachText(reach).contains(u"team-a (12 GPUs)"_s), qPrintable(reachText(reach)));
        made.rollout->canary = u"gpu-2"_s;
        reach = changeReach(made, {});
        QCOMPARE(reach.waiting.size(), 5);
        QCOMPARE(reach.gpus, std::optional(GpuMinimum{40, 32})); // the others go some day, too
        made.impact.off = u"autoUpgrade is off."_s;
        const QString off = reachText(changeReach(made, {}));
        QVERIFY2(off.startsWith(u"autoUpgrade is off. 6 nodes"_s) && !off.contains(u"GPUs available"_s) &&
                     !off.contains(u"team-a"_s),
                 qPrintable(off));
        made.impact.off.clear();
        made.rollout->policy.reset();
        QVERIFY(!changeReach(made, {}).gpus);
        made.impact.kind = NodeImpact::Kind::PodsOnly;
        QCOMPARE(changeReach(made, {}).kind, ChangeReach::Nodes::None);
        QVERIFY(shiftText({}).contains(u"unknown"_s));
        ValueShift shift;
        QVERIFY(!shiftText(shift).contains(u"revision"_s));
        shift.since = 5;
        QVERIFY(shiftText(shift).contains(u"revision 5"_s));
        shift.others = {u"driver.version: 1.0 → 2.0"_s};
        QVERIFY(shiftText(shift).contains(u"revision 5"_s) &&
                shiftText(shift).contains(shift.others.first()));
    }

    /// As the upgrade's review lists them for the same step: chart defaults too.
    void aRollbackNamesAllValuesThatChangeBack()
    {
        ReleaseRecord today;
        today.chartVersion = u"v26.3.3"_s;
        today.chartValuesJson = R"({"a":"2","b":"2","c":"2","driver":{"version":"580.95.05"}})";
        today.userValues =
            Value(Value::Map{{u"driver"_s, Value(Value::Map{{u"version"_s, Value(u"580.126.20"_s)}})}});
        ReleaseRecord target;
        target.chartVersion = u"v25.10.1"_s;
        target.chartValuesJson = R"({"a":"1","b":"1","c":"1","driver":{"version":"580.95.05"}})";
        const ValueShift shift = valueShift(today, target, assumedHelm());
        QCOMPARE(shift.others, (QStringList{u"a: 2 → 1"_s, u"b: 2 → 1"_s, u"c: 2 → 1"_s,
                                            u"driver.version: 580.126.20 → 580.95.05"_s}));
        QVERIFY(!shift.areDefaultsUnknown);
        QVERIFY2(shiftText(shift).startsWith(u"Values, 4 changes: a: 2 → 1; "), qPrintable(shiftText(shift)));
        target.chartValuesJson.clear(); // as in a recording
        const ValueShift own = valueShift(today, target, assumedHelm());
        QVERIFY(own.areDefaultsUnknown);
        QCOMPARE(own.others, QStringList{u"driver.version: 580.126.20 → not set"_s});
        QVERIFY(shiftText(own).contains(u"unknown"));
        target.userValues = today.userValues;
        QVERIFY(shiftText(valueShift(today, target, assumedHelm())).contains(u"unknown"));
        QCOMPARE(chartStepText(today.chartVersion, target.chartVersion),
                 u"The chart goes from v26.3.3 to v25.10.1."_s);
        QCOMPARE(chartStepText(u"v1"_s, u"v1"_s), u"The chart stays at v1."_s);
        QCOMPARE(chartStepText({}, u"v1"_s), u"The chart goes to v1."_s);
    }
};

#include "tst_reached_nodes.moc"
} // namespace tst_reached_nodes

CHARTROOM_TEST(tst_reached_nodes, ReachedNodesTest)
