// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
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

/// The nodes that an upgrade reaches where several policies lead them.
class ReachedNodesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
};

#include "tst_reached_nodes.moc"
} // namespace tst_reached_nodes

CHARTROOM_TEST(tst_reached_nodes, ReachedNodesTest)
