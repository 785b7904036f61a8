// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/upgrade/planned_policies.h"
#include "core/words/window_plan_text.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_amd_plan {

namespace {

const QString config = u"kube-amd-gpu/mi300x"_s;
const QString reboots =
    u"Each node reboots (rebootRequired): everything on it stops, including pods that are not evicted."_s;

QByteArray deviceConfig(const QByteArray &driver)
{
    return QByteArray("{'apiVersion':'amd.com/v1alpha1','kind':'DeviceConfig',"
                      "'metadata':{'name':'mi300x','namespace':'kube-amd-gpu','uid':'d1'},"
                      "'spec':{'driver':{'version':'30.30.0'" +
                      driver + "}}}")
        .replace('\'', '"');
}

DriverPolicy terms(const QByteArray &policy)
{
    const QByteArray driver = ",'upgradePolicy':{" + policy + "}";
    return DriverPolicy::read({u"d1"_s, u"kube-amd-gpu"_s, u"mi300x"_s, u"1"_s, deviceConfig(driver)})
        .value_or(DriverPolicy());
}

NodeTrack amdTrackOf(int number)
{
    NodeTrack track = restingTrack(u"gpu-%1"_s.arg(number), u"amd"_s);
    track.queue = config;
    track.takesNoSlot = true;
    return track;
}

/// The driver of four AMD nodes is to be another one.
PreflightEvidence evidenceWith(const QByteArray &policy)
{
    PreflightEvidence evidence = contentEvidence();
    evidence.changes = changesBetween("{apiVersion: amd.com/v1alpha1, kind: DeviceConfig, metadata: {name: "
                                      "mi300x}, spec: {driver: {version: 30.20.1}}}",
                                      "{apiVersion: amd.com/v1alpha1, kind: DeviceConfig, metadata: {name: "
                                      "mi300x}, spec: {driver: {version: 30.30.0}}}");
    evidence.live = QList<LiveObject>();
    evidence.draft.gpuFloor = 0;
    QList<NodeTrack> tracks;
    for (int i = 1; i <= 4; ++i)
        tracks << amdTrackOf(i);
    evidence.tracks = tracks;
    evidence.policies = QList<DriverPolicy>{terms(policy)};
    return evidence;
}

Pod amdPod(const QString &node)
{
    Pod pod = tenantPod(node);
    pod.gpus = {};
    pod.amdGpus = 8;
    pod.isReady = true;
    return pod;
}

/// Which lets no pod of the tenant go.
DisruptionBudget budget()
{
    const QByteArray json = R"({"spec":{"selector":{"matchLabels":{"app":"trainer"}}},
        "status":{"disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":1,"expectedPods":1}})";
    return DisruptionBudget::read({u"b1"_s, u"tenant-a"_s, u"keeps"_s, u"1"_s, json})
        .value_or(DisruptionBudget());
}

PlannedWindow planned(const PreflightEvidence &evidence)
{
    return plannedWindow(rolloutFacts(evidence, u"amd"_s), {}, std::nullopt, 0, preflightNow);
}

bool says(const QStringList &lines, const QString &part)
{
    return !lines.filter(part).isEmpty();
}

} // namespace

/// AMD's upgrade policy, as ROCm/gpu-operator internal/controllers/upgrademgr.go goes by it.
class TestAmdPlan final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void aDeviceConfigTellsItsTerms_data()
    {
        QTest::addColumn<QByteArray>("driver");
        QTest::addColumn<QString>("told");
        QTest::newRow("no policy") << QByteArray() << u"off 1 - evict 0 reboot unknown"_s;
        QTest::newRow("empty: the CRD's defaults")
            << QByteArray(",'upgradePolicy':{}") << u"on 1 25% evict 0 reboot unknown"_s;
        QTest::newRow("disabled") << QByteArray(",'upgradePolicy':{'enable':false,'rebootRequired':true}")
                                  << u"off 1 25% evict 0 reboot yes"_s;
        QTest::newRow("all said")
            << QByteArray(",'upgradePolicy':{'enable':true,'maxParallelUpgrades':3,'maxUnavailableNodes':2,"
                          "'rebootRequired':false,'nodeDrainPolicy':{'timeoutSeconds':60}}")
            << u"on 3 2 evict 60 reboot no"_s;
        QTest::newRow("pods are deleted")
            << QByteArray(",'upgradePolicy':{'maxParallelUpgrades':0,'podDeletionPolicy':{}}")
            << u"on 0 25% delete 300 reboot unknown"_s;
        QTest::newRow("the drain comes first")
            << QByteArray(",'upgradePolicy':{'podDeletionPolicy':{'timeoutSeconds':1},'nodeDrainPolicy':{}}")
            << u"on 1 25% evict 300 reboot unknown"_s;
    }
    void aDeviceConfigTellsItsTerms()
    {
        QFETCH(QByteArray, driver);
        const auto policy =
            DriverPolicy::read({u"d1"_s, u"kube-amd-gpu"_s, u"mi300x"_s, u"1"_s, deviceConfig(driver)});
        QVERIFY(policy);
        QCOMPARE(policy->fullName(), u"DeviceConfig kube-amd-gpu/mi300x"_s);
        QCOMPARE(policy->component(), u"amd"_s);
        QVERIFY(isInForce(*policy, {*policy}));
        const QString reboot = !policy->reboots ? u"unknown"_s : *policy->reboots ? u"yes"_s : u"no"_s;
        const QString told = u"%1 %2 %3 %4 %5 reboot %6"_s.arg(policy->autoUpgrade ? u"on"_s : u"off"_s)
                                 .arg(policy->maxParallel)
                                 .arg(policy->maxUnavailable.isEmpty() ? u"-"_s : policy->maxUnavailable)
                                 .arg(policy->deletesPods ? u"delete"_s : u"evict"_s)
                                 .arg(policy->evictTimeout.count())
                                 .arg(reboot);
        QTEST(told, "told");
    }

    void thePlanFollowsThePolicy()
    {
        const PreflightEvidence evidence =
            evidenceWith("'maxParallelUpgrades':3,'maxUnavailableNodes':'50%','rebootRequired':true");
        const RolloutFacts facts = rolloutFacts(evidence, u"amd"_s);
        QVERIFY(facts.policy);
        QCOMPARE(windowPlanGap(facts), QString());
        const PlannedWindow plan = planned(evidence);
        QCOMPARE(plan.plan.atOnce, 2);
        QVERIFY(!plan.gpus.isRange()); // its operator starts no node more
        QCOMPARE(plan.gpus.allowed, 16);
        QVERIFY2(says(plan.lines, reboots), qPrintable(plan.lines.join(u'\n')));
        const QString said = plan.assumptions.join(u'\n');
        QVERIFY2(said.contains(u"maxParallelUpgrades 3, maxUnavailableNodes 50%, which is 2"_s),
                 qPrintable(said));
        QVERIFY2(said.contains(u"(DeviceConfig kube-amd-gpu/mi300x)"_s), qPrintable(said));
        QVERIFY2(said.contains(u"A free slot may wait 20 s"_s), qPrintable(said));
        QVERIFY(!said.contains(u"already cordoned first"_s));
        QCOMPARE(assumedTimes(*facts.policy).most, std::chrono::milliseconds(2h));
    }

    void whatBecomesOfPodsAndNodesIsSaid_data()
    {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QString>("said");
        const QString evicted = u"Pods that use AMD GPUs are evicted; other pods are not drained. "_s;
        QTest::newRow("reboot") << QByteArray("'rebootRequired':true") << evicted + reboots;
        QTest::newRow("no reboot") << QByteArray("'rebootRequired':false,'nodeDrainPolicy':{}")
                                   << evicted + u"Nodes do not reboot (rebootRequired is off)."_s;
        QTest::newRow("unknown")
            << QByteArray()
            << evicted +
                   u"Whether each node reboots is unknown: rebootRequired is not set (default: true)."_s;
        QTest::newRow("deleted") << QByteArray("'rebootRequired':true,'podDeletionPolicy':{}")
                                 << u"Pods that use AMD GPUs are deleted, regardless of disruption budgets "
                                    "(podDeletionPolicy); other pods are not drained. "_s +
                                        reboots;
    }
    void whatBecomesOfPodsAndNodesIsSaid()
    {
        QFETCH(QByteArray, policy);
        QFETCH(QString, said);
        const PreflightEvidence evidence = evidenceWith(policy);
        QCOMPARE(evictionText(terms(policy)), said);
        QVERIFY(checkNodeImpact(evidence).evidence.contains(said));
        QVERIFY(nodeEffectText(nodeImpact(evidence), terms(policy)).endsWith(said)); // the ticket's too
        QVERIFY(planned(evidence).lines.contains(said));
    }

    void aPolicyThatIsNotEnabledMovesNothing()
    {
        const PreflightEvidence evidence = evidenceWith("'enable':false,'rebootRequired':true");
        const QString off =
            u"The upgrade policy of kube-amd-gpu/mi300x is not enabled: nothing starts by itself."_s;
        const NodeImpact impact = nodeImpact(evidence);
        QCOMPARE(impact.component, u"amd"_s);
        QCOMPARE(impact.off, off);
        QVERIFY(!impact.mayTakeNodes());
        QCOMPARE(windowPlanGap(rolloutFacts(evidence, u"amd"_s)), off);
        QCOMPARE(checkCapacity(evidence).evidence, QStringList{off});
        QCOMPARE(nodeEffectText(impact, evidence.policies->first()), off);
        QVERIFY(nodeImpact(evidenceWith("'enable':true")).off.isEmpty());
    }

    void severalDeviceConfigsHaveNoCommonOrder()
    {
        PreflightEvidence evidence = evidenceWith("'maxParallelUpgrades':1");
        DriverPolicy other = evidence.policies->first();
        other.name = u"kube-amd-gpu/mi250"_s;
        evidence.policies->append(other);
        (*evidence.tracks)[3].queue = other.name;
        const RolloutFacts facts = rolloutFacts(evidence, u"amd"_s);
        QVERIFY(!facts.policy);
        QCOMPARE(facts.policies.size(), 2);
        QVERIFY(windowPlanGap(facts).contains(u"several policies"_s));
        QCOMPARE(checkCapacity(evidence).severity, Severity::Unknown);
    }

    void aCordonedNodeIsNotStartedAndTakesNoRoom()
    {
        PreflightEvidence evidence = evidenceWith("'maxParallelUpgrades':2,'maxUnavailableNodes':'50%'");
        evidence.nodes->first().unschedulable = true;
        const RolloutFacts facts = rolloutFacts(evidence, u"amd"_s);
        QVERIFY(facts.nodes.first().isLeftAlone && !facts.nodes.first().isAway());
        const PlannedWindow plan = planned(evidence);
        QCOMPARE(plan.plan.atOnce, 2);
        QCOMPARE(plan.plan.held, QStringList{u"gpu-1"_s});
        QCOMPARE(plan.plan.course.last().done, 3);
        QVERIFY(plan.lines.contains(
            u"gpu-1 is blocked: It is cordoned: the operator does not start it until it is uncordoned."_s));
        QVERIFY(plan.assumptions.first().contains(u"1 cordoned or not ready already"_s));
        QCOMPARE(checkUnavailable(evidence).sentence,
                 u"Some nodes are unavailable already: the operator does not start them."_s);
    }

    void aBlockedNodeFailsAndGivesItsSlotBack()
    {
        const QByteArray drain = "'maxParallelUpgrades':1,'nodeDrainPolicy':{'timeoutSeconds':600},";
        PreflightEvidence evidence = evidenceWith(drain + "'maxUnavailableNodes':'50%'");
        evidence.pods = QList<Pod>{amdPod(u"gpu-1"_s)};
        evidence.budgets = QList<DisruptionBudget>{budget()};
        const PlannedWindow plan = planned(evidence);
        QCOMPARE(plan.plan.held, QStringList{u"gpu-1"_s});
        QCOMPARE(plan.plan.course.last().done, 3);
        QCOMPARE(plan.plan.turns[1].at, std::chrono::milliseconds(10min));
        QVERIFY2(says(plan.assumptions,
                      u"A blocked node fails after 10 min and gives its slot back; it counts "
                      "against maxUnavailableNodes"_s),
                 qPrintable(plan.assumptions.join(u'\n')));
        evidence.policies = QList<DriverPolicy>{terms(drain + "'maxUnavailableNodes':1")};
        const PlannedWindow stopped = planned(evidence);
        QCOMPARE(stopped.plan.left, 3);
        QCOMPARE(stopped.headline, u"It stops before the end: blocked nodes fail, and failed nodes are not "
                                   "retried automatically."_s);
        evidence.policies = QList<DriverPolicy>{terms("'podDeletionPolicy':{}")};
        QVERIFY(planned(evidence).plan.held.isEmpty()); // whatever budget there is
    }

    void aFailedNodeTakesRoomUnlessItIsRetried()
    {
        PreflightEvidence evidence = evidenceWith("'maxParallelUpgrades':2,'maxUnavailableNodes':'50%'");
        NodeTrack &failed = evidence.tracks->first();
        failed.step = RolloutStep::Failed;
        failed.verdict = Verdict::Failed;
        failed.blockers = {{NoteKind::RetryLabel, u"label it"_s}};
        QCOMPARE(planned(evidence).plan.atOnce, 1);
        QVERIFY(says(planned(evidence).assumptions, u"1 failed node without a slot"_s));
        evidence.tracks->first().blockers.clear(); // Reboot-Failed: its operator starts it again
        QVERIFY(!rolloutFacts(evidence, u"amd"_s).nodes.first().isLeftAlone);
        QCOMPARE(planned(evidence).plan.atOnce, 2);
    }

    void whatAnUpgradeMakesOfADeviceConfigIsPlannedBy()
    {
        const auto value = [](const QByteArray &policy) {
            const QByteArray text = "{apiVersion: amd.com/v1alpha1, kind: DeviceConfig, metadata: {name: "
                                    "mi300x, namespace: kube-amd-gpu, uid: d1}, spec: {driver: "
                                    "{upgradePolicy: {" +
                                    policy + "}}}}";
            return yamlValue(text.constData());
        };
        const Value there = value("rebootRequired: true, maxParallelUpgrades: 1");
        const QList<DriverPolicy> made =
            plannedPolicies({value("maxParallelUpgrades: 1")}, {value("maxParallelUpgrades: 4")},
                            {LiveObject{objectRef(there), LiveObject::State::Found, there, {}}}, false);
        QCOMPARE(made.size(), 1);
        QCOMPARE(made[0].name, config);
        QCOMPARE(made[0].maxParallel, 4);
        QCOMPARE(made[0].reboots, std::optional(true)); // a hand's, or the CRD's
    }

    void changesOfNvidiasPoliciesDoNotTouchIt()
    {
        PolicyChanges changes;
        changes.maxParallelUpgrades = 2;
        changes.drain = true;
        changes.jobSelector = u"app=trainer"_s;
        const DriverPolicy changed = changedPolicy(terms("'maxParallelUpgrades':1"), changes);
        QCOMPARE(changed.maxParallel, 2);
        QVERIFY(!changed.drains && changed.jobSelector.isEmpty());
    }
};

#include "tst_amd_plan.moc"
} // namespace tst_amd_plan

CHARTROOM_TEST(tst_amd_plan, TestAmdPlan)
