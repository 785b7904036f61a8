// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/plan_simulation.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_plan_simulation {

using std::chrono::milliseconds;

namespace {

/// Nodes of 8 GPUs that take ten minutes each.
PlanInput tenMinutes(int nodes, int maxParallel)
{
    PlanInput input;
    for (int i = 0; i < nodes; ++i)
        input.nodes.append({u"gpu-%1"_s.arg(i, 4, 10, QChar(u'0')), 8, false, true, {}});
    input.maxParallel = maxParallel;
    input.times.least = 5min;
    input.times.expected = 10min;
    input.times.most = 20min;
    return input;
}

int leastGpus(const RolloutPlan &plan)
{
    int least = plan.gpusNow;
    for (const PlanPoint &point : plan.course)
        least = std::min(least, point.gpus);
    return least;
}

} // namespace

class TestPlanSimulation final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nodesGoInRoundsOfTheSlots()
    {
        PlanInput input = tenMinutes(5, 2);
        input.gpusElsewhere = 4;
        const RolloutPlan plan = planRollout(input);
        QCOMPARE(plan.atOnce, 2);
        QCOMPARE(*plan.expected, milliseconds(30min));
        QCOMPARE(plan.range->earliest, milliseconds(15min));
        QCOMPARE(*plan.range->latest, milliseconds(64min)); // the operator looks every two minutes
        QCOMPARE(plan.gpusNow, 44);
        QCOMPARE(gpusWithAway(input, plan.atOnce), 28);
        const QList<PlanPoint> course{
            {0ms, 0, 2, 0, 28}, {10min, 2, 2, 0, 28}, {20min, 4, 1, 0, 36}, {30min, 5, 0, 0, 44}};
        QCOMPARE(plan.course, course);
    }

    void withoutALimitAllGoAtOnce()
    {
        const PlanInput input = tenMinutes(7, 0);
        const RolloutPlan plan = planRollout(input);
        QCOMPARE(plan.atOnce, 7);
        QCOMPARE(*plan.expected, milliseconds(10min));
        QCOMPARE(gpusWithAway(input, plan.atOnce), 0);
    }

    void maxUnavailableCountsWhatIsAwayAlready()
    {
        PlanInput input = tenMinutes(8, 4);
        input.maxUnavailable = 2;
        input.nodes[7].isCordoned = true;
        input.nodes[7].gpus = 0;
        const RolloutPlan plan = planRollout(input);
        QCOMPARE(plan.atOnce, 1);
        QCOMPARE(plan.course.first().moving, 2); // the cordoned one waits for no slot
        QCOMPARE(*plan.expected, milliseconds(70min));
        QCOMPARE(plan.course.last().gpus, 56);
        QCOMPARE(leastGpus(plan), gpusWithAway(input, plan.atOnce));
    }

    void aBudgetThatIsUsedUpStartsNoNode()
    {
        PlanInput input = tenMinutes(4, 1);
        input.maxUnavailable = 1;
        input.nodes[1].isReady = false;
        input.nodes[1].hold = u"It is not ready."_s;
        const RolloutPlan plan = planRollout(input);
        QCOMPARE(plan.atOnce, 0);
        QVERIFY(!plan.expected);
        QVERIFY(!plan.range);
        QCOMPARE(plan.left, 4);
    }

    void aHeldNodeKeepsItsSlot()
    {
        PlanInput input = tenMinutes(4, 1);
        input.nodes[2].hold = u"A budget."_s;
        RolloutPlan plan = planRollout(input);
        QCOMPARE(plan.held, QStringList{u"gpu-0002"_s});
        QVERIFY(!plan.expected);
        QCOMPARE(plan.left, 1);
        QCOMPARE(plan.course.last().done, 2);
        QCOMPARE(plan.course.last().held, 1);
        QCOMPARE(plan.course.last().gpus, 24);
        QCOMPARE(plan.range->earliest, milliseconds(20min)); // somebody frees it
        QVERIFY(!plan.range->latest);
        input.maxParallel = 2;
        plan = planRollout(input);
        QCOMPARE(plan.left, 0);
        QCOMPARE(*plan.expected, milliseconds(20min)); // the others
    }

    void failedNodesKeepTheirSlotsFromTheStart()
    {
        PlanInput input = tenMinutes(4, 2);
        input.nodes[3].hold = u"It failed."_s;
        input.nodes[3].hasFailed = true;
        RolloutPlan plan = planRollout(input);
        QCOMPARE(plan.atOnce, 1);
        QCOMPARE(*plan.expected, milliseconds(30min)); // the others, one by one
        QCOMPARE(leastGpus(plan), 24);
        QCOMPARE(gpusWithAway(input, plan.atOnce), 24);
        input.nodes[2].hold = u"It failed."_s;
        input.nodes[2].hasFailed = true;
        for (const bool isSeen : {false, true}) {
            if (isSeen)
                input.times.seen = {10min, 10min, 10min};
            plan = planRollout(input);
            QCOMPARE(plan.atOnce, 0);
            QVERIFY(!plan.expected);
            QVERIFY(plan.range && !plan.range->latest);
            QCOMPARE(plan.left, 2);
            QCOMPARE(gpusWithAway(input, plan.atOnce), 32);
        }
    }

    /// As AMD's operator has it: no slot, no other try, and one less that may be unavailable.
    void failedNodesThatAreLeftAloneHoldNoSlotAndCountAsUnavailable()
    {
        PlanInput input = tenMinutes(4, 2);
        input.nodes[3].hold = u"It failed."_s;
        input.nodes[3].hasFailed = input.nodes[3].isLeftAlone = true;
        for (const bool isSeen : {false, true}) {
            if (isSeen)
                input.times.seen = {10min, 10min, 10min};
            RolloutPlan plan = planRollout(input);
            QCOMPARE(plan.atOnce, 2);
            QCOMPARE(plan.held, QStringList{u"gpu-0003"_s});
            QCOMPARE(*plan.expected, milliseconds(20min)); // the others, two by two
            QVERIFY(plan.range && plan.range->latest);
            QCOMPARE(plan.turns.size(), 3);
            QCOMPARE(plan.course.last().done, 3);
            QCOMPARE(plan.course.last().held, 1);
            QCOMPARE(plan.course.last().gpus, 32); // its GPUs stay as they are
        }
        QCOMPARE(gpusWithAway(input, 2), 16);
        QCOMPARE(gpusWithAway(input, 4), 8);
        input.maxUnavailable = 2;
        QCOMPARE(planRollout(input).atOnce, 1);
        input.maxUnavailable = 1;
        QCOMPARE(planRollout(input).atOnce, 0);
        QCOMPARE(planRollout(input).left, 3);
    }

    void whatWasSeenGivesTheRange()
    {
        PlanInput input = tenMinutes(40, 4);
        input.times.seen = {6min, 8min, 9min, 12min};
        const RolloutPlan plan = planRollout(input);
        QVERIFY(*plan.expected > 70min && *plan.expected < 105min); // ten rounds of some nine minutes
        QVERIFY(plan.range->earliest <= *plan.expected);
        QVERIFY(*plan.range->latest >= *plan.expected);
        QVERIFY(plan.range->earliest > 15min);
        const RolloutPlan again = planRollout(input);
        QVERIFY(again.course == plan.course && again.range == plan.range);
    }

    void jobsThatAreWaitedForMoveTheLatestEnd()
    {
        for (const bool isSeen : {false, true}) {
            PlanInput input = tenMinutes(4, 1);
            if (isSeen)
                input.times.seen = {9min, 10min, 11min};
            const RolloutPlan quick = planRollout(input);
            input.times.jobs = 30min;
            const RolloutPlan slow = planRollout(input);
            QCOMPARE(slow.expected, quick.expected);
            QCOMPARE(slow.latestWithoutJobs, quick.range->latest);
            QCOMPARE(slow.range->earliest, quick.range->earliest);
            QVERIFY(*slow.range->latest >= *quick.range->latest + 90min);
            input.times.jobs.reset();
            QVERIFY(!planRollout(input).range->latest);
        }
    }

    void withoutNodesThereIsNothingToPlan()
    {
        const RolloutPlan plan = planRollout(PlanInput());
        QVERIFY(!plan.expected && !plan.range && plan.course.isEmpty());
    }

    void aSlotThatComesFreeWaitsForItsNextNode()
    {
        PlanInput input = tenMinutes(4, 2);
        input.times.changeover = 1min;
        const RolloutPlan plan = planRollout(input);
        QCOMPARE(*plan.expected, milliseconds(21min)); // none waits after the last
        const QList<PlanPoint> course{
            {0ms, 0, 2, 0, 16}, {10min, 2, 0, 0, 32}, {11min, 2, 2, 0, 16}, {21min, 4, 0, 0, 32}};
        QCOMPARE(plan.course, course);
        input.times.seen = {10min, 10min, 10min, 10min};
        const auto slower = planRollout(input).range;
        input.times.changeover = 0min;
        QVERIFY(planRollout(input).range->earliest < slower->earliest);
    }

    void theTurnsAreInTheOrderInWhichNodesGo()
    {
        PlanInput input = tenMinutes(3, 1);
        input.nodes[2].isCordoned = true;
        const RolloutPlan plan = planRollout(input);
        QStringList names;
        for (const NodeTurn &turn : plan.turns)
            names << input.nodes[turn.node].name;
        QCOMPARE(names, QStringList({u"gpu-0002"_s, u"gpu-0000"_s, u"gpu-0001"_s}));
        QCOMPARE(plan.turns[2].at, milliseconds(20min));
    }

    void manyNodesKeepTheirSlotsAndAllGetThrough()
    {
        PlanInput input = tenMinutes(5000, 20);
        for (int i = 0; i < 100; ++i)
            input.times.seen << std::chrono::seconds(300 + 3 * i);
        const RolloutPlan plan = planRollout(input);
        QCOMPARE(plan.course.last().done, 5000);
        QVERIFY(std::all_of(plan.course.cbegin(), plan.course.cend(), [](const PlanPoint &point) {
            return point.moving <= 20 && point.gpus == 8 * (5000 - point.moving);
        }));
    }
};

#include "tst_plan_simulation.moc"
} // namespace tst_plan_simulation

CHARTROOM_TEST(tst_plan_simulation, TestPlanSimulation)
