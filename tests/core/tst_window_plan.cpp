// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/models/window_plan_controller.h"
#include "tests/core/preflight_samples.h"

#include <QSignalSpy>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

UpgradeWindow hours(int count)
{
    const QTimeZone zone("Europe/Berlin");
    return {preflightNow.toTimeZone(zone), preflightNow.addSecs(count * 3600).toTimeZone(zone), zone.id()};
}

RolloutFacts found(const PreflightEvidence &evidence = contentEvidence())
{
    return rolloutFacts(evidence, u"gpu"_s);
}

PlannedWindow planned(const RolloutFacts &facts, const std::optional<UpgradeWindow> &window, int floor = 0)
{
    return plannedWindow(facts, {}, window, floor, preflightNow);
}

bool says(const QStringList &lines, const QString &part)
{
    return !lines.filter(part).isEmpty();
}

} // namespace

class TestWindowPlan final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void thePlanAndThePreflightSayTheSame()
    {
        const PreflightEvidence evidence = contentEvidence();
        const PlannedWindow plan = planned(found(evidence), evidence.draft.window, 24);
        QCOMPARE(plan.state, VisualState::Done);
        const auto minutes = [&plan](const QDateTime &time) {
            const qint64 count = (plan.start.msecsTo(time) + 59'999) / 60'000;
            return count < 90 ? u"%1 min"_s.arg(count) : u"%1 h %2 min"_s.arg(count / 60).arg(count % 60);
        };
        const QString line = checkWindow(evidence).evidence.last();
        QVERIFY2(line.contains(minutes(plan.earliest)), qPrintable(line));
        QVERIFY2(line.contains(minutes(plan.latest)), qPrintable(line));
        QVERIFY(checkCapacity(evidence).evidence.first().contains(u"at worst 24"_s));
        QCOMPARE(plan.plan.gpusAtWorst, 24);
    }

    void theLastSafeStartLeavesRoomForTheLatestEnd()
    {
        const PlannedWindow plan = planned(found(), hours(3));
        QCOMPARE(plan.lastSafeStart.addMSecs(plan.start.msecsTo(plan.latest)), plan.window.end);
        QVERIFY(says(plan.lines, u"Last safe start: "_s));
        QVERIFY(says(plan.lines, u"Europe/Berlin ("_s)); // and UTC
        const PlannedWindow late = planned(found(), hours(1));
        QVERIFY(late.lastSafeStart < late.start);
        QVERIFY(says(late.lines, u"before the window"_s));
        QVERIFY(late.state != VisualState::Done);
    }

    void whatIsAssumedIsSaid()
    {
        RolloutFacts facts = found();
        QVERIFY(says(planned(facts, {}).assumptions, u"3 nodes seen going through before: 8–10 min"_s));
        facts.times.clear();
        const PlannedWindow plan = planned(facts, {});
        QVERIFY(says(plan.assumptions, u"No node was seen"_s));
        QVERIFY(says(plan.assumptions, u"2 min at best, 8 min expected, 25 min at worst"_s));
        QCOMPARE(plan.state, VisualState::Unknown); // no window to hold it against
        facts.policy->jobSelector = u"app=trainer"_s;
        QVERIFY(says(planned(facts, {}).assumptions, u"app=trainer are waited for without a limit"_s));
        QVERIFY(!planned(facts, {}).latest.isValid());
        facts.areHoldsKnown = false;
        QVERIFY(says(planned(facts, {}).assumptions, u"is not known: none is counted"_s));
    }

    void theFloorIsHeldAgainstTheWorst()
    {
        const PlannedWindow plan = planned(found(), hours(8), 30);
        QVERIFY(!plan.keepsFloor);
        QCOMPARE(plan.state, VisualState::Failed);
        QVERIFY(says(plan.lines, u"24 at worst, which is under the floor of 30"_s));
    }

    void changesOfThePolicyAreInThePlan()
    {
        PolicyChanges changes;
        changes.maxParallelUpgrades = 4;
        changes.maxUnavailable = u"50%"_s;
        const PlannedWindow plan = plannedWindow(found(), changes, hours(8), 0, preflightNow);
        QCOMPARE(plan.plan.atOnce, 2);
        QVERIFY(
            says(plan.assumptions, u"2 of 4 nodes at a time (maxParallelUpgrades 4, maxUnavailable 50%"_s));
        changes.jobSelector = u"app=trainer"_s;
        changes.jobTimeout = 20min;
        const PlannedWindow waiting = plannedWindow(found(), changes, hours(8), 0, preflightNow);
        QVERIFY(waiting.latest > plan.latest);
        QCOMPARE(waiting.expected, plan.expected);
    }

    void theTermsAreThoseThatTheUpgradeMakes()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.window = hours(8);
        const auto plan = [&evidence](const PolicyChanges &changes) {
            return plannedWindow(found(evidence), changes, hours(8), 0, preflightNow);
        };
        QCOMPARE(plan({}).plan.atOnce, 1); // 25% of four
        QVERIFY(says(plan({}).assumptions,
                     u"are from the policy in the cluster (ClusterPolicy cluster-policy)."_s));
        DriverPolicy sent = evidence.policies->first();
        sent.maxParallel = 2;
        sent.maxUnavailable = u"75%"_s;
        evidence.plannedPolicies = {sent};
        QCOMPARE(plan({}).plan.atOnce, 2);
        QVERIFY(says(plan({}).assumptions,
                     u"are from the values of this upgrade (ClusterPolicy cluster-policy)."_s));
        QVERIFY(checkCapacity(evidence).evidence.first().contains(u"at worst 16 with 2 of 4 nodes"_s));
        QVERIFY(says(checkCapacity(evidence).evidence, u"from the values of this upgrade"_s));
        QVERIFY(says(checkWindow(evidence).evidence, u"from the values of this upgrade"_s));

        // What the manifest says counts, whatever the draft wanted of it, until that is changed.
        PolicyChanges changes;
        changes.maxParallelUpgrades = 4;
        evidence.draft.policy = changes;
        QCOMPARE(plan(changes).plan.atOnce, 2);
        changes.maxParallelUpgrades = 3;
        QCOMPARE(plan(changes).plan.atOnce, 3);
        QVERIFY(says(plan(changes).assumptions, u"with what was changed here since"_s));
        QVERIFY(!termsWith(found(evidence), {})); // taken back: only another rendering tells
    }

    void nodesThatAreAwayOrHeldAreNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        (*evidence.nodes)[2].ready = false;
        (*evidence.nodes)[2].notReadyText = u"KubeletNotReady"_s;
        evidence.policies->first().maxUnavailable = u"3"_s;
        evidence.policies->first().maxParallel = 2;
        PlannedWindow plan = planned(found(evidence), hours(8));
        QVERIFY(says(plan.lines, u"gpu-3 is held: It is not ready: KubeletNotReady"_s));
        QCOMPARE(plan.plan.gpusNow, 24);
        QCOMPARE(plan.state, VisualState::Attention);
        evidence.policies->first().maxParallel = 1;
        plan = planned(found(evidence), hours(8));
        QCOMPARE(plan.state, VisualState::Failed);
        QVERIFY(plan.headline.contains(u"held nodes keep every slot"_s));
        QVERIFY(!plan.expected.isValid());
    }

    void hostileNamesStayText()
    {
        RolloutFacts facts = found();
        facts.nodes[0].hold = u"line\nbreak\x1b[31m"_s;
        for (const QString &line : planned(facts, hours(8)).lines)
            QVERIFY(!line.contains(u'\n') && !line.contains(u'\x1b'));
    }

    void theNewestWishIsPlanned()
    {
        WindowPlanController controller;
        QSignalSpy changed(&controller, &WindowPlanController::changed);
        const RolloutFacts facts = found();
        controller.plan({facts, {}, hours(8), 0}, preflightNow);
        controller.plan({facts, {}, hours(8), 24}, preflightNow);
        controller.plan({facts, {}, hours(8), 30}, preflightNow);
        QTRY_VERIFY(controller.planned() && controller.planned()->window.gpuFloor == 30);
        const auto count = changed.size();
        controller.plan({facts, {}, hours(8), 30}, preflightNow);
        controller.clear();
        QVERIFY(!controller.planned());
        QCOMPARE(changed.size(), count + 1);
    }
};

QTEST_GUILESS_MAIN(TestWindowPlan)
#include "tst_window_plan.moc"
