// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/kube/gpu_count.h"
#include "core/screens/upgrade/window_plan_controller.h"
#include "core/upgrade/change_reach.h"
#include "core/words/window_plan_report.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_window_plan {

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
        QCOMPARE(plan.state, VisualState::Attention); // 24 GPUs leave no room for one node more
        QCOMPARE(planned(found(evidence), evidence.draft.window, 16).state, VisualState::Done);
        const auto minutes = [&plan](const QDateTime &time) {
            const qint64 count = (plan.start.msecsTo(time) + 59'999) / 60'000;
            return count < 90 ? u"%1 min"_s.arg(count) : u"%1 h %2 min"_s.arg(count / 60).arg(count % 60);
        };
        const QString line = checkWindow(evidence).evidence.last();
        QVERIFY2(line.contains(minutes(plan.earliest)), qPrintable(line));
        QVERIFY2(line.contains(minutes(plan.latest)), qPrintable(line));
        QVERIFY(checkCapacity(evidence).evidence.first().contains(u"at minimum 16 to 24"_s));
        QCOMPARE(plan.gpus, (GpuMinimum{24, 16}));
    }

    void thePlanAndThePreflightJudgeAlike_data()
    {
        QTest::addColumn<bool>("isSeen");
        QTest::addColumn<bool>("isHeld");  // gpu-2
        QTest::addColumn<int>("parallel"); // nodes at a time
        QTest::addColumn<int>("minutes");  // of the window; 0: between the earliest end and the latest
        QTest::addColumn<VisualState>("state");
        QTest::addColumn<Severity>("severity");
        using State = VisualState;
        QTest::newRow("seen, fits") << true << false << 1 << 480 << State::Done << Severity::Ok;
        QTest::newRow("seen, may fit") << true << false << 1 << 0 << State::Attention << Severity::Warning;
        QTest::newRow("seen, too long") << true << false << 1 << 5 << State::Failed << Severity::Severe;
        QTest::newRow("assumed, fits") << false << false << 1 << 480 << State::Done << Severity::Note;
        QTest::newRow("assumed, may fit")
            << false << false << 1 << 0 << State::Attention << Severity::Warning;
        QTest::newRow("assumed, too long") << false << false << 1 << 5 << State::Failed << Severity::Severe;
        QTest::newRow("held beside others")
            << true << true << 2 << 480 << State::Attention << Severity::Warning;
        QTest::newRow("held and assumed")
            << false << true << 2 << 480 << State::Attention << Severity::Warning;
        QTest::newRow("every slot is held") << true << true << 1 << 480 << State::Failed << Severity::Warning;
        QTest::newRow("every slot, assumed")
            << false << true << 1 << 480 << State::Failed << Severity::Warning;
    }

    void thePlanAndThePreflightJudgeAlike()
    {
        QFETCH(bool, isSeen);
        QFETCH(bool, isHeld);
        QFETCH(int, parallel);
        QFETCH(int, minutes);
        QFETCH(VisualState, state);
        QFETCH(Severity, severity);
        PreflightEvidence evidence = contentEvidence();
        if (!isSeen)
            evidence.nodeTimes.clear();
        evidence.policies->first().maxParallel = parallel;
        evidence.policies->first().maxUnavailable = u"100%"_s;
        if (isHeld) {
            (*evidence.nodes)[1].ready = false;
            (*evidence.nodes)[1].notReadyText = u"KubeletNotReady"_s;
        }
        std::chrono::milliseconds length = minutes * 1min;
        if (minutes == 0) {
            const auto range = planRollout(planInput(found(evidence), {})).range;
            length = (range->earliest + *range->latest) / 2;
        }
        evidence.draft.window = UpgradeWindow{preflightNow, preflightNow.addMSecs(length.count()), "UTC"};
        const PlannedWindow plan = planned(found(evidence), evidence.draft.window);
        const PreflightFinding check = checkWindow(evidence);
        QVERIFY2(plan.state == state, qPrintable(plan.headline));
        QVERIFY2(check.severity == severity, qPrintable(check.sentence));
        const bool fits = check.sentence.startsWith(u"The nodes fit into the window");
        const bool isOfOthers = isHeld && parallel > 1; // what the plan says of those that are not blocked
        QCOMPARE(plan.headline.contains(u"which fits into the window"), fits || isOfOthers);
        QCOMPARE(check.sentence.contains(comparedPlan({}, plan).expected), isOfOthers);
        if (plan.expected.isValid())
            QCOMPARE(plan.headline.contains(u"by assumed node times"), !isSeen);
        if (fits)
            QCOMPARE(check.sentence.contains(u"by assumed node times"), !isSeen);
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

    void aPlanOfNowHasNoFinishInThePast()
    {
        const auto at = [](std::chrono::minutes later) {
            return plannedWindow(found(), {}, hours(3), 0, preflightNow.addDuration(later));
        };
        const PlannedWindow late = at(175min);
        QCOMPARE(late.start, preflightNow.addDuration(175min));
        QVERIFY(late.earliest > late.start);
        QVERIFY(late.state != VisualState::Done);
        QVERIFY(says(late.lines, u"; that time has passed."_s));
        const PlannedWindow over = at(203min);
        QCOMPARE(over.start, preflightNow.addDuration(203min));
        QVERIFY(over.earliest > over.start && over.latest > over.start);
        QCOMPARE(over.state, VisualState::Failed);
        QVERIFY2(over.headline.startsWith(u"The window ended at "_s), qPrintable(over.headline));
        QVERIFY2(over.headline.endsWith(u", 23 min ago."_s), qPrintable(over.headline));
    }

    void theNodeThatGoesFirstIsPlannedAlone()
    {
        RolloutFacts facts = found();
        const PlannedWindow all = planned(facts, hours(3));
        facts.canary = u"gpu-2"_s;
        facts.bake = 48h;
        const PlannedWindow first = planned(facts, hours(3));
        QCOMPARE(first.waiting, 3);
        QCOMPARE(first.plan.course.last().done, 1);
        QVERIFY(first.expected < all.expected);
        QVERIFY2(first.headline.startsWith(u"gpu-2 is the canary node. About "_s),
                 qPrintable(first.headline));
        QVERIFY(says(first.lines, u"3 nodes are on hold by a label until you release them"_s));
        QVERIFY(says(first.lines, u"It bakes for 48h first. They then take about "_s));
        QVERIFY(says(first.assumptions, u"1 of 3 nodes at a time"_s));
        QCOMPARE(first.gpus, all.gpus); // the others go some day, too
        facts.canary = u"cpu-1"_s;      // none of them
        QCOMPARE(planned(facts, hours(3)).plan.course, all.plan.course);
    }

    void whatIsAssumedIsSaid()
    {
        RolloutFacts facts = found();
        QVERIFY(says(planned(facts, {}).assumptions, u"3 nodes observed before: 8–10 min"_s));
        facts.seen.times.clear();
        const PlannedWindow plan = planned(facts, {});
        QVERIFY(says(plan.assumptions, u"No node time has been observed"_s));
        QVERIFY(says(plan.assumptions, u"2 min at best, 8 min expected, 25 min at worst"_s));
        QVERIFY(says(plan.assumptions, u"A free slot may wait 2 min"_s));
        QCOMPARE(plan.state, VisualState::Unknown); // no window to hold it against
        facts.policy->jobSelector = u"app=trainer"_s;
        QVERIFY(says(planned(facts, {}).assumptions, u"app=trainer has no time limit"_s));
        QVERIFY(!planned(facts, {}).latest.isValid());
        facts.areHoldsKnown = false;
        QVERIFY(says(planned(facts, {}).assumptions, u"is unknown; none is counted"_s));
    }

    /// By itself no node starts: the plan is of what comes once it does.
    void whereTheOperatorUpgradesNothingNoPlanFits()
    {
        RolloutFacts facts = found();
        QVERIFY(facts.policy);
        facts.policy->autoUpgrade = true;
        const PlannedWindow on = planned(facts, contentEvidence().draft.window);
        QCOMPARE(on.state, VisualState::Done);
        facts.policy->autoUpgrade = false;
        const PlannedWindow off = planned(facts, contentEvidence().draft.window);
        QCOMPARE(off.state, VisualState::Attention);
        QVERIFY2(off.headline.startsWith(offText(*facts.policy)) && off.headline.contains(on.headline),
                 qPrintable(off.headline));
        QCOMPARE(off.expected, on.expected);
    }

    void aTimeLimitOfZeroLeavesTheEndOpen()
    {
        RolloutFacts facts = found();
        facts.policy->evictTimeout = 0s;
        QVERIFY(planned(facts, hours(8)).latest.isValid()); // what was seen is no assumption
        facts.seen.times.clear();
        const PlannedWindow plan = planned(facts, hours(8));
        QVERIFY(plan.expected.isValid());
        QVERIFY(!plan.latest.isValid());
        QVERIFY(!plan.lastSafeStart.isValid());
        QCOMPARE(plan.state, VisualState::Attention); // it may not fit
        QVERIFY(says(plan.lines, u"latest unknown"_s));
        QVERIFY(says(plan.assumptions, u"waits without a limit for pods to end"_s));
        facts.policy->jobSelector = u"app=trainer"_s;
        facts.policy->jobTimeout = 20min;
        QVERIFY(says(planned(facts, hours(8)).assumptions, u"takes up to 20 min per node"_s));
        facts.policy->evictTimeout = 5min;
        facts.policy->drainTimeout = 0s; // off
        QVERIFY(planned(facts, hours(8)).latest.isValid());
        facts.policy->drains = true;
        QVERIFY(!planned(facts, hours(8)).latest.isValid());
    }

    void theFloorIsHeldAgainstTheWorst()
    {
        const PlannedWindow plan = planned(found(), hours(8), 30);
        QVERIFY(!plan.keepsFloor);
        QCOMPARE(plan.state, VisualState::Failed);
        QVERIFY(says(plan.lines, u"16 to 24 at minimum, which is below the capacity floor of 30"_s));
    }

    void aFloorOfGpusIsUnknownWhereTheirPartsAreOffered()
    {
        RolloutFacts facts = found();
        facts.hasGpuParts = true;
        const PlannedWindow plan = planned(facts, hours(8), 30);
        QVERIFY(plan.isFloorUnknown && !plan.keepsFloor);
        QCOMPARE(plan.state, VisualState::Attention);
        QVERIFY(says(plan.lines, u"whether the capacity floor of 30 is kept is unknown"_s));
        QVERIFY(!says(plan.lines, u"below the capacity floor"_s));
        QVERIFY(!planned(facts, hours(8), 16).isFloorUnknown); // whole ones are enough
    }

    /// NVIDIA's library does not count a node whose new driver pod is not scheduled yet.
    void aFloorWithoutRoomForOneNodeMoreIsSaidToBe()
    {
        const PlannedWindow tight = planned(found(), hours(8), 24);
        QVERIFY(tight.keepsFloor);
        QCOMPARE(tight.state, VisualState::Attention);
        QVERIFY(says(tight.lines, u"16 to 24 at minimum; the capacity floor of 24 is kept unless"_s));
        const PlannedWindow roomy = planned(found(), hours(8), 16);
        QCOMPARE(roomy.state, VisualState::Done);
        QVERIFY(says(roomy.lines, u"the capacity floor of 16 is kept."_s));
        QVERIFY(!says(roomy.lines, u"unless"_s));
        QVERIFY(says(roomy.assumptions, u"may start one more than allowed: 16 GPUs then"_s));
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
        QVERIFY(says(plan({}).assumptions, u"is the one in the cluster (ClusterPolicy cluster-policy)."_s));
        DriverPolicy sent = evidence.policies->first();
        sent.maxParallel = 2;
        sent.maxUnavailable = u"75%"_s;
        evidence.plannedPolicies = {sent};
        QCOMPARE(plan({}).plan.atOnce, 2);
        QVERIFY(says(plan({}).assumptions,
                     u"is from the values of this upgrade (ClusterPolicy cluster-policy)."_s));
        QVERIFY(checkCapacity(evidence).evidence.first().contains(u"at minimum 8 to 16 with 2 of 4 nodes"_s));
        QVERIFY(says(checkCapacity(evidence).evidence, u"from the values of this upgrade"_s));
        QVERIFY(says(checkWindow(evidence).evidence, u"from the values of this upgrade"_s));

        // What the manifest says counts, whatever the draft wanted of it, until that is changed.
        PolicyChanges changes;
        changes.maxParallelUpgrades = 4;
        evidence.draft.policy = changes;
        QCOMPARE(plan(changes).plan.atOnce, 2);
        changes.maxParallelUpgrades = 3;
        QCOMPARE(plan(changes).plan.atOnce, 3);
        QVERIFY(says(plan(changes).assumptions, u"with the changes made here since"_s));
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
        QVERIFY(says(plan.lines, u"gpu-3 is blocked: It is not ready: KubeletNotReady"_s));
        QVERIFY(says(plan.lines, u"The rest does not finish until it is unblocked."_s));
        QVERIFY(plan.headline.startsWith(u"It does not finish while 1 node is blocked."_s));
        QVERIFY(!plan.expected.isValid() && !plan.latest.isValid() && !plan.lastSafeStart.isValid());
        QVERIFY(comparedPlan(u"2"_s, plan).expected.startsWith(u"does not finish ("_s));
        QCOMPARE(plan.plan.gpusNow, 24);
        QCOMPARE(plan.state, VisualState::Attention);
        evidence.policies->first().maxParallel = 1;
        plan = planned(found(evidence), hours(8));
        QCOMPARE(plan.state, VisualState::Failed);
        QVERIFY(plan.headline.contains(u"blocked nodes keep every slot"_s));
        QVERIFY(!plan.expected.isValid());
    }

    /// It is one of those that may be away, not one more; until it is back its GPUs are missing.
    void aNodeThatTheRolloutHasTakenIsAwayOnce()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.policies->first().maxParallel = 1;
        evidence.policies->first().maxUnavailable = u"50%"_s;
        (*evidence.tracks)[1].step = RolloutStep::DriverRestart;
        (*evidence.tracks)[1].verdict = Verdict::Moving;
        Node &taken = (*evidence.nodes)[1];
        taken.unschedulable = true;
        for (const bool isFoundCordoned : {false, true}) { // as it stays, it is away besides
            if (isFoundCordoned)
                taken.annotations[driverKeys(DriverKind::Gpu).initialUnschedulable] = u"true"_s;
            const int least = isFoundCordoned ? 16 : 24;
            const QString line = checkCapacity(evidence).evidence.first();
            QVERIFY2(line.startsWith(
                         u"24 GPUs available now, at minimum %1 to %2 with 1 of 4 nodes"_s.arg(least - 8).arg(
                             least)),
                     qPrintable(line));
            const GpuMinimum minimum{least, least - 8};
            QCOMPARE(planned(found(evidence), hours(8)).gpus, minimum);
            QCOMPARE(changeReach(preflightReport(evidence), {}).gpus, std::optional(minimum));
        }
    }

    void aNodeThatFailedKeepsItsSlot()
    {
        PreflightEvidence evidence = contentEvidence();
        (*evidence.tracks)[3].step = RolloutStep::Failed;
        (*evidence.tracks)[3].verdict = Verdict::Failed;
        const PlannedWindow plan = planned(found(evidence), hours(8));
        QCOMPARE(plan.atOnce, 0);
        QVERIFY(plan.headline.contains(u"failed or blocked nodes keep every slot"_s));
        QVERIFY(says(plan.assumptions, u"1 slot kept by failed or blocked nodes"_s));
        QCOMPARE(comparedPlan(u"1"_s, plan).latest, u"does not finish"_s);
    }

    /// Nodes in progress end by themselves: what there is now is the minimum where no node starts.
    void noNodeStartsWhereAFailedOneKeepsTheOnlySlot()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.policies->first().maxUnavailable = u"100%"_s;
        (*evidence.tracks)[3].step = RolloutStep::Failed;
        (*evidence.tracks)[3].verdict = Verdict::Failed;
        (*evidence.nodes)[3].unschedulable = true;
        const auto minimumWith = [&evidence](int parallel) {
            evidence.policies->first().maxParallel = parallel;
            return planned(found(evidence), {}).gpus;
        };
        QCOMPARE(minimumWith(1), (GpuMinimum{24, 24}));
        QCOMPARE(minimumWith(2), (GpuMinimum{16, 8}));
        QCOMPARE(comparedPlan(u"2"_s, planned(found(evidence), {})).fewestGpus, u"8 to 16 of 32"_s);
        (*evidence.tracks)[1].step = RolloutStep::DriverRestart;
        (*evidence.tracks)[1].verdict = Verdict::Moving;
        (*evidence.nodes)[1].unschedulable = true;
        QCOMPARE(gpusNow(found(evidence)), 16);
        QCOMPARE(minimumWith(1), (GpuMinimum{16, 16}));
        QCOMPARE(minimumWith(2), (GpuMinimum{16, 8}));
    }

    void theLongerTimeNeverLooksShorter()
    {
        QCOMPARE(plannedTimeText(0s), u"0 s"_s);
        QCOMPARE(plannedTimeText(77'100ms), u"78 s"_s);
        QCOMPARE(plannedTimeText(99s), u"99 s"_s);
        QCOMPARE(plannedTimeText(99'001ms), u"2 min"_s);
        QCOMPARE(plannedTimeText(118s), u"2 min"_s);
        QCOMPARE(plannedTimeText(121s), u"3 min"_s);
        QCOMPARE(plannedTimeText(50min), u"50 min"_s);
        QCOMPARE(plannedTimeText(89min + 1s), u"1 h 30 min"_s);
    }

    void whoLosesGpusIsToldInTheOrderOfTheNodes()
    {
        RolloutFacts facts = found();
        facts.tenants = {{u"gpu-1"_s, u"tenant-b"_s, 8},
                         {u"gpu-2"_s, u"tenant-a"_s, 4},
                         {u"gpu-3"_s, u"tenant-a"_s, 8},
                         {u"gpu-4"_s, u"tenant-b"_s, 2}};
        const PlannedWindow plan = planned(facts, hours(8));
        QCOMPARE(plan.tenants.size(), 2);
        QCOMPARE(plan.tenants[0].namespaceName, u"tenant-b"_s);
        QCOMPARE(plan.tenants[0].from, plan.start);
        QCOMPARE(plan.tenants[0].gpus.gpus, 10);
        QCOMPARE(plan.tenants[1].nodes, 2);
        QVERIFY(plan.tenants[1].from > plan.start);
        QVERIFY(says(plan.lines, u"in this order: tenant-b (10 GPUs from "_s));
        facts.canary = u"gpu-3"_s; // the others are not in this plan
        QCOMPARE(planned(facts, hours(8)).tenants.first().namespaceName, u"tenant-a"_s);
        for (int i = 0; i < 9; ++i)
            facts.tenants.insert(0, {u"gpu-1"_s, u"team-%1"_s.arg(i), 1});
        facts.canary.clear();
        QVERIFY(says(planned(facts, hours(8)).lines, u", 5 more namespaces."_s));
    }

    void tenantsLosePartsOfGpusAsSuch()
    {
        RolloutFacts facts = found();
        facts.tenants = {{u"gpu-1"_s, u"tenant-a"_s, gpusAsked("nvidia.com/mig-1g.5gb", 2)},
                         {u"gpu-2"_s, u"tenant-a"_s, gpusAsked("nvidia.com/gpu", 1)}};
        QVERIFY(says(planned(facts, hours(8)).lines, u"tenant-a (1 GPU, 2 MIG slices from "_s));
    }

    void whatWaitingForJobsCostsIsSaid()
    {
        PolicyChanges changes;
        changes.jobSelector = u"app=trainer"_s;
        changes.jobTimeout = 20min;
        QVERIFY(says(plannedWindow(found(), changes, hours(8), 0, preflightNow).lines,
                     u"Waiting for jobs moves the latest finish by up to "_s));
        changes.jobTimeout = 0s;
        QVERIFY(says(plannedWindow(found(), changes, hours(8), 0, preflightNow).lines,
                     u"Without waiting for jobs the latest finish would be "_s));
    }

    void nodesThatAreLeftOutCountForThePercentage()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.policies->first().maxParallel = 0;
        evidence.policies->first().maxUnavailable = u"60%"_s;
        (*evidence.nodes)[0].labels.insert(driverKeys(DriverKind::Gpu).skip, u"true"_s);
        QCOMPARE(found(evidence).skipped, 1);
        QCOMPARE(planned(found(evidence), {}).plan.atOnce, 3); // of four: of three it were two
        QCOMPARE(reachedNodes(evidence, u"gpu"_s).only()->atOnce, 3);
    }

    /// Of a rollout on its way the plan is the whole again, and says so.
    void aPlanDuringARolloutSaysWhatIsLeftOfIt()
    {
        PreflightEvidence evidence = contentEvidence();
        QVERIFY(!says(planned(found(evidence), {}).lines, u"still to go"_s));
        (*evidence.tracks)[1].step = RolloutStep::DriverRestart;
        (*evidence.tracks)[1].verdict = Verdict::Moving;
        (*evidence.nodes)[1].unschedulable = true;
        (*evidence.tracks)[2].step = RolloutStep::Queued;
        (*evidence.tracks)[2].verdict = Verdict::Waiting;
        const RolloutFacts facts = found(evidence);
        QCOMPARE(facts.toGo, 2);
        const QString line = planned(facts, {}).lines.first();
        QVERIFY2(line.contains(u"2 of 4 (GPUs available now: 24)"_s), qPrintable(line));
    }

    void gpusAreCountedAsEveryPageCountsThem()
    {
        PreflightEvidence evidence = contentEvidence();
        (*evidence.tracks)[1].step = RolloutStep::DriverRestart;
        (*evidence.tracks)[1].verdict = Verdict::Moving;
        (*evidence.nodes)[1].unschedulable = true;
        (*evidence.nodes)[2].ready = false;
        QCOMPARE(gpusNow(found(evidence)), gpuCount(*evidence.nodes).available);
        evidence.tracks->removeLast();
        QCOMPARE(gpusNow(found(evidence)), gpuCount(*evidence.nodes).available);
    }

    void timesOfNodesThatWereStuckAreLeftOut()
    {
        RolloutFacts facts = found();
        facts.seen = {{17s, 17s, 18s, 20s}, 1};
        const PlannedWindow plan = planned(facts, {});
        QVERIFY2(says(plan.assumptions, u"4 nodes observed before: 17–20 s. 1 node that was stuck is left"_s),
                 qPrintable(plan.assumptions.join(u'\n')));
        facts.seen = {{17s, 17s, 18s, 20s, 300s}, 0}; // slow, and through
        QVERIFY(says(planned(facts, {}).assumptions, u"5 nodes observed before"_s));
    }

    void aRecordingThatThePaceIsFromIsNamed()
    {
        RolloutFacts facts = found();
        facts.timesFrom = u"last window"_s;
        facts.changeover = 90s;
        QVERIFY(says(planned(facts, {}).assumptions, u"3 nodes in the recording last window: 8–10 min"_s));
        QVERIFY(says(planned(facts, {}).assumptions, u"A free slot waits 90 s"_s));
        facts.underWay = 2;
        QVERIFY(says(planned(facts, {}).assumptions, u"2 nodes are in progress now"_s));
    }

    void policiesAreComparedInFewNumbers()
    {
        const RolloutFacts facts = found();
        PolicyChanges own;
        own.maxParallelUpgrades = 4;
        own.maxUnavailable = u"100%"_s;
        const auto compare = [&](const PolicyChanges &policy) {
            return comparedPlan(u"one"_s, plannedWindow(facts, policy, hours(8), 0, preflightNow));
        };
        QCOMPARE(compare(oneAtATime(own)).fewestGpus, u"16 to 24 of 32"_s);
        QCOMPARE(compare(own).fewestGpus, u"0 of 32"_s);
        QCOMPARE(compare(aFifthAtATime(own, facts)).fewestGpus, u"16 to 24 of 32"_s);
        QVERIFY(compare(own).expected != compare(oneAtATime(own)).expected);
        RolloutFacts network = facts;
        network.policy->driver = DriverKind::InfiniBand;
        QCOMPARE(aFifthAtATime(own, network).maxParallelUpgrades, std::optional(1));
        QCOMPARE(aFifthAtATime(own, network).maxUnavailable, own.maxUnavailable);
    }

    void whatCannotBePlannedWithIsSaid()
    {
        PolicyChanges changes;
        QVERIFY(windowPlanIssue(changes, hours(8)).isEmpty());
        changes.maxUnavailable = u"many"_s;
        QVERIFY(windowPlanIssue(changes, {}).contains(u"such as 25%"_s));
        QVERIFY(windowPlanIssue({}, hours(-1)).contains(u"ends before it starts"_s));
        RolloutFacts facts = found();
        QVERIFY(windowPlanGap(facts).isEmpty());
        facts.policy.reset();
        QVERIFY(windowPlanGap(facts).startsWith(u"The upgrade policy of this driver is unknown"_s));
    }

    void theReportForTheClipboardIsInert()
    {
        RolloutFacts facts = found();
        facts.tenants = {{u"gpu-1"_s, u"<b>*x*"_s, 8}};
        const PlannedWindow plan = planned(facts, hours(8));
        const QString text = windowPlanMarkdown(u"Plan of <i>"_s, plan, {comparedPlan(u"1"_s, plan)});
        QVERIFY(text.startsWith(u"## Plan of "_s));
        QVERIFY(!text.contains(u"<b>"_s) && !text.contains(u"<i>"_s));
        QVERIFY(text.contains(u"| Nodes in parallel |"_s));
        QVERIFY(text.contains(u"\n- Assumptions:\n    - "_s));
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

    void theSameWishIsPlannedFromNowOn()
    {
        WindowPlanController controller;
        const RolloutFacts facts = found();
        controller.plan({facts, {}, hours(8), 0}, preflightNow);
        QTRY_VERIFY(controller.isCurrent());
        const QDateTime later = preflightNow.addSecs(10);
        controller.plan({facts, {}, hours(8), 0}, later);
        QVERIFY(!controller.isCurrent());
        QTRY_VERIFY(controller.isCurrent());
        QCOMPARE(controller.planned()->start, later);
    }
};

#include "tst_window_plan.moc"
} // namespace tst_window_plan

CHARTROOM_TEST(tst_window_plan, TestWindowPlan)
