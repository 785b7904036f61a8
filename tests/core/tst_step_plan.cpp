// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/step_draft.h"
#include "core/screens/upgrade/upgrade_controller.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/gpu_operator_sides.h"
#include "tests/support/test_main.h"
#include "tests/support/version_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_step_plan {

namespace {

const ReleaseKey key{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
using Settings = QList<std::pair<QString, QString>>;

/// The first step of the way to these, in a usual cluster.
Result<StepPlan> planFor(const QByteArray &planned, SeenVersions seen = {})
{
    if (seen.facts.nodes.isEmpty())
        seen.facts = usualCluster(4);
    seen.at = QDateTime({2026, 11, 22}, {4, 0}, Qt::UTC);
    ReviewRequest wish;
    wish.matrix = matrixOf(usualMatrix + "next_planned:\n" + planned);
    const Result<VersionReview> review = reviewVersions(seen, wish);
    if (!review || !review->upgradePath || !review->upgradePath->next())
        return failure(Error::Code::NotFound, u"There is no step."_s);
    return planOfStep(*review->upgradePath->next(), seen);
}

} // namespace

/// What the wizard is filled in with for a step of the way.
class StepPlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepHasItsCanaryItsBakeAndItsDriver()
    {
        const auto plan = planFor("  gpu_operator: \"v26.3.3\"\n  gpu_driver: \"580.126.20\"\n"
                                  "  container_toolkit: \"v1.19.1\"\n  canary_nodes: [gpu-002, gpu-003]\n");
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->version, u"v26.3.3"_s);
        QCOMPARE(plan->canary, gpuNode(2));
        QVERIFY(plan->bake == 48h);
        // The chart brings that toolkit by itself; an earlier driver may have been left behind.
        QCOMPARE(plan->settings, (Settings{{u"driver.version"_s, u"580.126.20"_s}}));
        QCOMPARE(plan->open, QStringList());
    }

    void ofTwoReleasesOfAChartTheOneThatRunsIsPlanned()
    {
        SeenVersions seen;
        seen.facts = usualCluster(4);
        ReleaseFact own = seen.facts.releases[0]; // a customer's second one, which sorts before it
        own.namespaceName = u"ml-platform"_s;
        own.name = u"my-gpu-operator"_s;
        own.status = u"failed"_s;
        own.chartVersion = u"v24.9.1"_s;
        seen.facts.releases.prepend(own);
        PolicyFact policy = seen.facts.policies[0];
        policy.name = u"a-policy"_s;
        policy.releaseNamespace = own.namespaceName;
        policy.releaseName = own.name;
        seen.facts.policies.prepend(policy);
        for (PolicyFact &one : seen.facts.policies)
            one.state.clear(); // no operator has told yet
        const QByteArray planned = "  gpu_operator: \"v26.3.3\"\n  dcgm_exporter: \"4.4.2-4.7.1\"\n";
        const auto plan = planFor(planned, seen);
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->namespaceName, u"nvidia-gpu-operator"_s);
        QCOMPARE(plan->settings, (Settings{{u"dcgmExporter.version"_s, u"4.4.2-4.7.1-distroless"_s}}));
        seen.facts.policies[1].isInUse = false; // the operators obey the other
        QCOMPARE(planFor("  gpu_operator: \"v25.3.4\"\n", seen)->release, u"my-gpu-operator"_s);
    }

    void whatTheChartDoesNotBringIsSetWithTheImagesSuffix()
    {
        const auto plan = planFor("  gpu_operator: \"v26.3.3\"\n  dcgm_exporter: \"4.4.2-4.7.1\"\n"
                                  "  container_toolkit: \"v1.19\"\n");
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->settings, (Settings{{u"dcgmExporter.version"_s, u"4.4.2-4.7.1-distroless"_s}}));
        QCOMPARE(plan->canary, QString());
    }

    void aDriverAloneIsAnUpgradeOfItsOperatorsRelease()
    {
        const auto plan = planFor("  gpu_driver: \"580.126.20\"\n");
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->release, u"gpu-operator"_s);
        QCOMPARE(plan->version, u"v25.10.1"_s); // as it runs
        QCOMPARE(plan->settings, (Settings{{u"driver.version"_s, u"580.126.20"_s}}));
        const auto branch = planFor("  gpu_driver: \"595\"\n");
        QVERIFY(!branch);
        QVERIFY2(branch.error().message.contains(u"not a full version"), qPrintable(branch.error().message));
    }

    void aPolicyThatNoReleaseMadeIsNoValueOfIt()
    {
        const QByteArray mofed = "  mofed: \"doca3.3.0-26.01-1.0.0.0-0\"\n";
        const auto refused = planFor(mofed);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(u"manually"), qPrintable(refused.error().message));
        SeenVersions seen;
        seen.facts = usualCluster(4);
        seen.facts.policies[1].releaseNamespace = u"nvidia-network-operator"_s;
        seen.facts.policies[1].releaseName = u"network-operator"_s;
        const auto plan = planFor(mofed, seen);
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->release, u"network-operator"_s);
        QCOMPARE(plan->settings, (Settings{{u"ofedDriver.version"_s, u"doca3.3.0-26.01-1.0.0.0-0"_s}}));
    }

    /// No value of the operator's chart makes a NicNodePolicy (Mellanox/network-operator
    /// deployment/network-operator@v26.4.1).
    void aNicNodePolicyIsSetByHand()
    {
        const QByteArray mofed = "  mofed: \"doca3.3.0-26.01-1.0.0.0-0\"\n";
        SeenVersions seen;
        seen.facts = usualCluster(4);
        PolicyFact pool = seen.facts.policies[1];
        pool.kind = u"NicNodePolicy"_s;
        pool.name = u"pool-a"_s;
        seen.facts.policies[1].releaseNamespace = u"nvidia-network-operator"_s;
        seen.facts.policies[1].releaseName = u"network-operator"_s;
        seen.facts.policies << pool;
        const auto both = planFor(mofed, seen);
        QVERIFY2(both.has_value(), both ? "" : qPrintable(both.error().message));
        QCOMPARE(both->settings, (Settings{{u"ofedDriver.version"_s, u"doca3.3.0-26.01-1.0.0.0-0"_s}}));
        QVERIFY(both->open.join(u' ').contains(u"NicNodePolicy pool-a"));
        seen.facts.policies.last().versions[u"mofed"_s] = u"doca3.3.0-26.01-1.0.0.0-0"_s;
        const auto set = planFor(mofed, seen);
        QVERIFY(set && !set->open.join(u' ').contains(u"NicNodePolicy pool-a"));
        pool.releaseNamespace = u"nvidia-network-operator"_s;
        pool.releaseName = u"network-operator"_s;
        seen.facts.policies.removeLast();
        seen.facts.policies[1] = pool;
        const auto alone = planFor(mofed, seen);
        QVERIFY(!alone);
        QVERIFY2(alone.error().message.contains(u"NicNodePolicy pool-a"), qPrintable(alone.error().message));
    }

    void aMajorOnTheWayIsTheNewestThatTheIndexListsOfIt()
    {
        SeenVersions seen;
        seen.facts = usualCluster(4);
        seen.published = {{u"network_operator"_s,
                           u"network-operator"_s,
                           {u"26.4.1"_s, u"26.1.2"_s, u"26.1.1"_s, u"26.1.3-rc.1"_s, u"25.10.0"_s},
                           u"index"_s}};
        const auto plan = planFor("  network_operator: \"26.4.1\"\n", seen);
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->version, u"26.1.2"_s);
    }

    void theWizardIsFilledIn()
    {
        FakeReleaseSource releases;
        FakeChartSources charts;
        FakeUpgrades upgrades;
        ShownRelease release;
        release.chart = u"gpu-operator"_s;
        releases.put(release, {});
        fillGpuOperatorRecord(releases);
        fillGpuOperatorCharts(charts);
        UpgradeController controller(u"prod-eu"_s, key, &outcomes);
        controller.setSources(&releases, &upgrades, &charts);
        controller.setSettings(u"gfd.enabled=true,driver.version=570.1.2"_s);
        StepPlan plan{key.namespaceName,
                      key.name,
                      u"v26.3.3"_s,
                      {{u"driver.version"_s, u"580.126.20"_s}},
                      gpuNode(2),
                      48h,
                      {}};
        fillIn(plan, &controller);
        QCOMPARE(controller.outcomes()->target(), u"v26.3.3"_s);
        QCOMPARE(controller.draft().canary, gpuNode(2));
        QVERIFY(controller.draft().bake == 48h);
        QCOMPARE(controller.draft().edits.at({u"driver"_s, u"version"_s}).toString(), u"580.126.20"_s);
        QVERIFY(controller.draft().edits.at({u"gfd"_s, u"enabled"_s}).toBool()); // a person's own stay
        controller.setBake(72h);
        plan.canary.clear();
        fillIn(plan, &controller);
        QVERIFY(controller.draft().bake == 72h);
        QCOMPARE(controller.draft().canary, gpuNode(2));
    }
};

#include "tst_step_plan.moc"
} // namespace tst_step_plan

CHARTROOM_TEST(tst_step_plan, StepPlanTest)
