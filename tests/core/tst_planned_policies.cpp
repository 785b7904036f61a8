// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/planned_policies.h"
#include "core/upgrade/reached_nodes.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_planned_policies {

namespace {

Value policyObject(const QByteArray &upgradePolicy, const QByteArray &apiVersion = "nvidia.com/v1")
{
    return yamlValue(QByteArray("{apiVersion: " + apiVersion +
                                ", kind: ClusterPolicy, metadata: {name: cluster-policy, uid: u1}, spec: "
                                "{driver: {version: 580.105.08, upgradePolicy: {" +
                                upgradePolicy + "}}}}")
                         .constData());
}

LiveObject live(const Value &value, LiveObject::State state = LiveObject::State::Found)
{
    return {objectRef(value), state, state == LiveObject::State::Found ? value : Value(), {}};
}

} // namespace

class TestPlannedPolicies final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatHelmSendsIsLaidOverWhatTheClusterHas()
    {
        const Value before = policyObject("maxParallelUpgrades: 1, maxUnavailable: 50%");
        const Value after = policyObject("maxParallelUpgrades: 4, waitForCompletion: {podSelector: null}");
        const Value there = policyObject("maxParallelUpgrades: 3, maxUnavailable: 50%, drain: {enable: true, "
                                         "timeoutSeconds: 60}, waitForCompletion: {podSelector: a=b, "
                                         "timeoutSeconds: 9}");
        const QList<DriverPolicy> made = plannedPolicies({before}, {after}, {live(there)}, false);
        QCOMPARE(made.size(), 1);
        QCOMPARE(made[0].uid, u"u1"_s);
        QCOMPARE(made[0].kind, u"ClusterPolicy"_s);
        QCOMPARE(made[0].maxParallel, 4);
        QCOMPARE(made[0].maxUnavailable, u"25%"_s); // what the manifest drops has the default of the CRD
        QVERIFY(made[0].drains);                    // a hand's
        QCOMPARE(made[0].drainTimeout, std::chrono::seconds(60));
        QCOMPARE(made[0].jobSelector, QString());
        QCOMPARE(made[0].jobTimeout, std::chrono::seconds(9));
    }

    void whatBothManifestsHaveAlikeIsSentByTheServersApplyAlone()
    {
        const Value off = policyObject("autoUpgrade: false, maxParallelUpgrades: 1");
        const Value more = policyObject("autoUpgrade: false, maxParallelUpgrades: 2");
        const Value there = policyObject("autoUpgrade: true, maxParallelUpgrades: 4");
        const auto made = [&](const Value &after, bool isAppliedByServer) {
            return plannedPolicies({off}, {after}, {live(there)}, isAppliedByServer).first();
        };
        QVERIFY(made(off, false).autoUpgrade); // resumed by hand: helm sends nothing of it
        QCOMPARE(made(off, false).maxParallel, 4);
        QVERIFY(made(more, false).autoUpgrade);
        QCOMPARE(made(more, false).maxParallel, 2);
        QVERIFY(!made(off, true).autoUpgrade);
        QCOMPARE(made(off, true).maxParallel, 1);
        // One that is gone is made anew, of all that the manifest has.
        const auto gone = plannedPolicies({off}, {off}, {live(off, LiveObject::State::Gone)}, false);
        QVERIFY(!gone.first().autoUpgrade);
    }

    void onlyWhatTheClusterWasSeenToHaveOrToLackIsTold()
    {
        const Value after = policyObject("maxParallelUpgrades: 4");
        QCOMPARE(plannedPolicies({}, {after}, {live(after, LiveObject::State::Gone)}, false).size(), 1);
        QVERIFY(plannedPolicies({}, {after}, {live(after, LiveObject::State::Forbidden)}, false).isEmpty());
        QVERIFY(plannedPolicies({}, {after}, {}, false).isEmpty());
    }

    void aManifestThatMovesToAnotherVersionIsOfTheSameObject()
    {
        const Value before = policyObject("maxParallelUpgrades: 1, maxUnavailable: 50%");
        const Value after = policyObject("maxParallelUpgrades: 4", "nvidia.com/v2");
        const Value there = policyObject("maxParallelUpgrades: 1, maxUnavailable: 50%", "nvidia.com/v2");
        const QList<DriverPolicy> made =
            plannedPolicies({before}, {after}, {live(before), live(there)}, false);
        QCOMPARE(made.size(), 1);
        QCOMPARE(made[0].maxParallel, 4);
        QVERIFY(made[0].maxUnavailable != u"50%"); // which the manifest drops
    }

    void anotherKindOfTheSameNameIsNoPolicyOfDrivers()
    {
        const Value after = policyObject("maxParallelUpgrades: 4", "kyverno.io/v1");
        QVERIFY(plannedPolicies({}, {after}, {live(after)}, false).isEmpty());
    }

    void theObjectThatTheDriversAreLeftToCounts()
    {
        PreflightEvidence evidence = contentEvidence();
        DriverPolicy &old = evidence.policies->first();
        old.kind = u"ClusterPolicy"_s;
        old.name = u"of-old"_s;
        DriverPolicy driver = old;
        driver.kind = u"NVIDIADriver"_s;
        driver.name = u"default"_s;
        driver.maxParallel = 3;
        evidence.plannedPolicies = {driver};
        auto terms = operatorPolicy(evidence, u"gpu"_s);
        QCOMPARE(terms->policy.name, u"of-old"_s); // which keeps the drivers to itself
        old.leavesDrivers = true;
        old.isInUse = false;
        terms = operatorPolicy(evidence, u"gpu"_s);
        QCOMPARE(terms->policy.name, u"default"_s);
        QCOMPARE(terms->source, OperatorPolicy::Source::Upgrade);
        // A cluster's own object that the upgrade leaves alone counts where what it sends is not in use.
        old.leavesDrivers = false;
        old.isInUse = true;
        evidence.plannedPolicies.first().isInUse = false;
        terms = operatorPolicy(evidence, u"gpu"_s);
        QCOMPARE(terms->policy.name, u"of-old"_s);
        QCOMPARE(terms->source, OperatorPolicy::Source::Cluster);
        evidence.plannedPolicies.first().kind = u"ClusterPolicy"_s;
        evidence.plannedPolicies.first().name = u"of-old"_s;
        QVERIFY(!operatorPolicy(evidence, u"gpu"_s));
    }

    void aPolicyOfAnUnknownVersionIsSaidWhereDriversMove()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.versionNotes = {u"ClusterPolicy is served as nvidia.com/v2."_s};
        QVERIFY(checkNodeImpact(evidence).evidence.contains(evidence.versionNotes.first()));
        evidence.changes = ManifestDiff();
        QVERIFY(!checkNodeImpact(evidence).evidence.contains(evidence.versionNotes.first()));
    }

    void autoUpgradeIsThatOfTheUpgradeToo()
    {
        PreflightEvidence evidence = contentEvidence();
        DriverPolicy sent = evidence.policies->first();
        sent.autoUpgrade = false;
        evidence.plannedPolicies = {sent};
        QVERIFY(checkNodeImpact(evidence).evidence.first().contains(
            u"autoUpgrade is off in ClusterPolicy cluster-policy"_s));
    }
};

#include "tst_planned_policies.moc"
} // namespace tst_planned_policies

CHARTROOM_TEST(tst_planned_policies, TestPlannedPolicies)
