// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pace_printout.h"
#include "core/rollout/pace.h"
#include "core/rollout/pace_evidence.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_pace_queues {

namespace {

/// The nodes of two NVIDIADrivers, one at a time of a100 and two of h100: of each three are through in a
/// minute, one is under way and six wait.
PaceInput twoQueues()
{
    const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    PaceInput input{
        u"gpu"_s, begin.addSecs(300), {}, {{u"a100"_s, {1, false, {}}}, {u"h100"_s, {2, false, {}}}}};
    const QStringList queues = input.policies.keys();
    for (const QString &queue : queues) {
        for (int i = 0; i < 10; ++i) {
            PaceNode node;
            node.node = queue + QString::number(i);
            node.queue = queue;
            const auto see = [&](const QString &label, int at) {
                node.step = readStep(label);
                node.history.see(label, node.step, begin.addSecs(at), true);
            };
            see(u"upgrade-required"_s, 0);
            if (i < 4)
                see(u"cordon-required"_s, 70 * i + 10);
            if (i < 3)
                see(u"upgrade-done"_s, 70 * i + 70);
            node.verdict = i < 3 ? Verdict::Done : i == 3 ? Verdict::Moving : Verdict::Waiting;
            input.nodes << node;
        }
    }
    return input;
}

/// Four nodes are through one after the other in half a minute each. The fifth got these labels, and it is
/// the only one that is left.
PaceInput lastNode(const QList<std::pair<const char *, int>> &labels)
{
    const QDateTime begin(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    PaceInput input{u"gpu"_s, begin.addSecs(760), {}, {}};
    input.policies[QString()] = {2, false, {}};
    const auto add = [&](const QList<std::pair<const char *, int>> &seen, Verdict verdict) {
        PaceNode node;
        node.node = QString::number(input.nodes.size());
        node.verdict = verdict;
        for (const auto &[label, at] : seen) {
            node.step = readStep(QString::fromLatin1(label));
            node.history.see(QString::fromLatin1(label), node.step, begin.addSecs(at), true);
        }
        input.nodes << node;
    };
    for (int i = 0; i < 4; ++i)
        add({{"upgrade-required", 0}, {"cordon-required", 40 * i + 10}, {"upgrade-done", 40 * i + 40}},
            Verdict::Done);
    add(labels, Verdict::Moving);
    return input;
}

} // namespace

/// One component's rollout by several policies, each of which has its own slots.
class PaceQueuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slotsAreCountedTogether()
    {
        const Pace pace = paceOf(twoQueues());
        QCOMPARE(pace.slotLimit, std::optional(3));
        QCOMPARE(pace.slotsInUse, 2);
        PaceInput open = twoQueues();
        open.policies[u"h100"_s] = {{}, true, {}};
        QCOMPARE(paceOf(open).slotLimit, std::optional<int>());
        QVERIFY(paceOf(open).eta.latest.isValid());
    }

    void nodesThatAreAwayAreCountedTogether()
    {
        PaceInput input = twoQueues();
        const auto told = [&input](const char *field) {
            return paceValue(paceOf(input)).at({QLatin1String(field)});
        };
        input.policies[u"a100"_s].unavailable = {3, 2, 4};
        QVERIFY(!paceOf(input).unavailable); // of the other policy it is unknown
        QVERIFY(told("unavailable").isNull() && told("maxUnavailable").isNull());
        input.policies[u"h100"_s].unavailable = {1, 0, 2};
        QVERIFY(paceOf(input).unavailable == (UnavailableNodes{4, 2, 6}));
        QCOMPARE(told("unavailable"), numberValue(4));
        QCOMPARE(told("unavailableNotInProgress"), numberValue(2));
        QCOMPARE(told("maxUnavailable"), numberValue(6));
        QCOMPARE(told("slotsInUse"), numberValue(2)); // by those in progress
        input.policies[u"h100"_s].unavailable->limit.reset();
        QVERIFY(told("maxUnavailable").isNull());
        QCOMPARE(told("unavailable"), numberValue(4));
    }

    void theQueueThatTakesLongestTellsTheEnd()
    {
        const PaceInput both = twoQueues();
        const auto only = [&](QStringView queue) {
            PaceInput one = both;
            one.nodes.removeIf(
                [&](const PaceNode &node) { return node.queue != queue && node.verdict != Verdict::Done; });
            return paceOf(one).eta;
        };
        const Eta eta = paceOf(both).eta;
        QVERIFY(only(u"a100").latest > only(u"h100").latest);
        QCOMPARE(eta.earliest, std::max(only(u"a100").earliest, only(u"h100").earliest));
        QCOMPARE(eta.latest, only(u"a100").latest);
    }

    void oneThatStandsStillLeavesTheWholeWithoutAnEnd()
    {
        PaceInput input = twoQueues();
        input.policies[u"h100"_s].standstill = u"It is off."_s;
        const Eta eta = paceOf(input).eta;
        QVERIFY(!eta.earliest.isValid());
        QVERIFY(!eta.latest.isValid());
        QCOMPARE(eta.reason, u"h100: It is off."_s);
    }

    void aDriverPodThatIsMadeAnewLeavesTheEndAsItWas()
    {
        PaceInput input = twoQueues();
        for (PaceNode &node : input.nodes)
            if (node.verdict == Verdict::Moving)
                node.step = RolloutStep::DriverRestart;
        const Eta before = paceOf(input).eta;
        QVERIFY(before.latest.isValid());
        for (SlotPolicy &policy : input.policies) {
            policy.standstill = u"A pod is not scheduled."_s;
            policy.isPassing = true;
        }
        QCOMPARE(paceOf(input).eta, before);
        for (PaceNode &node : input.nodes)
            node.isBlocked = node.verdict == Verdict::Moving; // something keeps the pod from being made
        QVERIFY(!paceOf(input).eta.latest.isValid());
        QVERIFY(paceOf(input).eta.reason.contains(u"A pod is not scheduled."));
    }

    void aFailedNodeHoldsASlotOfItsOwnQueueAlone()
    {
        const auto withFailed = [](QStringView queue) {
            PaceInput input = twoQueues();
            for (PaceNode &node : input.nodes)
                if (node.queue == queue && node.verdict == Verdict::Moving)
                    node.verdict = Verdict::Failed;
            return paceOf(input).eta;
        };
        QVERIFY(!withFailed(u"a100").latest.isValid());
        QVERIFY(withFailed(u"a100").reason.startsWith(u"a100: Every slot is used"));
        QVERIFY(withFailed(u"h100").latest.isValid()); // it has a second one
    }

    void nodesThatAreAllQueuedAnewWaitForAnotherRollout()
    {
        PaceInput input = twoQueues();
        input.nodes.removeIf([](const PaceNode &node) { return node.verdict != Verdict::Done; });
        QVERIFY(paceOf(input).start.isValid());
        input.now = input.now.addSecs(3600);
        for (PaceNode &node : input.nodes) {
            node.history.see(u"upgrade-required"_s, RolloutStep::Queued, input.now.addSecs(-20), true);
            node.step = RolloutStep::Queued;
            node.verdict = Verdict::Waiting;
        }
        const Pace pace = paceOf(input);
        QVERIFY(pace.isOpen);
        QVERIFY(!pace.start.isValid());
        QVERIFY(!pace.nodesPerHour);
        QVERIFY(!pace.eta.earliest.isValid()); // what another rollout took tells nothing of this one
        QCOMPARE(pace.node.samples, 0);
    }

    /// As where pods are deleted by hand while autoUpgrade is off: no label tells of it.
    void aDriverPodThatLoadsIsForetoldByThoseOfTheOtherNodes()
    {
        const QDateTime now(QDate(2026, 11, 21), QTime(4, 0), Qt::UTC);
        PaceInput input{u"gpu"_s, now, {}, {}};
        for (int i = 0; i < 5; ++i) {
            PaceNode node;
            node.node = QString::number(i);
            node.verdict = i < 4 ? Verdict::Done : Verdict::Moving;
            if (i < 4)
                node.times.loading = 60s + i * 1s;
            else
                node.times.loadingSince = now.addSecs(-20);
            input.nodes << node;
        }
        const Pace pace = paceOf(input);
        QCOMPARE(pace.loading.samples, 4);
        QCOMPARE(pace.loading.median, 61500ms);
        QCOMPARE(pace.eta.samples, 4);
        QVERIFY(!pace.eta.isRough);
        QVERIFY(pace.eta.earliest >= now && pace.eta.latest < now.addSecs(300));
        QVERIFY(pace.eta.reason.contains(u"driver pods of the other nodes"));
        input.outages = {{now.addSecs(-60), now}}; // it loads without the operator
        QVERIFY(paceOf(input).eta.latest.isValid());
        for (PaceNode &node : input.nodes)
            node.times.loading.reset();
        QVERIFY(!paceOf(input).eta.latest.isValid());
    }

    /// Twelve minutes failed are no time of its way, whatever label it got then.
    void theTimeOfARelabelledNodeStartsAtTheRelabelling_data()
    {
        QTest::addColumn<QByteArray>("label");
        for (const char *label : {"cordon-required", "pod-restart-required", "uncordon-required"})
            QTest::newRow(label) << QByteArray(label);
    }
    void theTimeOfARelabelledNodeStartsAtTheRelabelling()
    {
        QFETCH(QByteArray, label);
        const Pace fresh = paceOf(lastNode({{"upgrade-required", 0}, {label.constData(), 750}}));
        const Pace again = paceOf(lastNode({{"upgrade-required", 0},
                                            {"cordon-required", 15},
                                            {"pod-restart-required", 18},
                                            {"upgrade-failed", 20},
                                            {label.constData(), 750}}));
        QCOMPARE(again.moving, 1);
        QVERIFY(fresh.eta.latest.isValid());
        QCOMPARE(again.eta.earliest, fresh.eta.earliest);
        QCOMPARE(again.eta.latest, fresh.eta.latest);
        QCOMPARE(again.node, fresh.node);
    }

    void aRelabelledNodeDidNotWaitForASlot()
    {
        const Pace pace = paceOf(lastNode({{"upgrade-required", 0},
                                           {"cordon-required", 15},
                                           {"upgrade-failed", 20},
                                           {"upgrade-required", 740},
                                           {"cordon-required", 750}}));
        QCOMPARE(pace.changeover.samples, 3);
        QCOMPARE(pace.changeover.upperQuartile, 10000ms);
    }

    void theRateLeavesOutHowLongANodeWasFailed()
    {
        PaceInput input = lastNode({{"upgrade-required", 0},
                                    {"cordon-required", 15},
                                    {"upgrade-failed", 20},
                                    {"cordon-required", 750}});
        input.policies.clear(); // how many go at a time is unknown
        const Pace pace = paceOf(input);
        QVERIFY(pace.eta.latest.isValid());
        QVERIFY2(pace.eta.latest < input.now.addSecs(200), qPrintable(pace.eta.latest.toString(Qt::ISODate)));
    }

    void aLostNodeIsNotThrough()
    {
        PaceInput input = twoQueues();
        const int done = paceOf(input).done;
        input.nodes.first().verdict = Verdict::Lost;
        const Pace pace = paceOf(input);
        QCOMPARE(pace.done, done - 1);
        QCOMPARE(pace.held, 1);
        QVERIFY(pace.eta.without.contains(input.nodes.first().node));
    }

    void aSafeStopCountsEachNodeThatNobodyUncordons()
    {
        NodeTrack track;
        track.component = u"gpu"_s;
        track.isCordoned = true;
        track.step = RolloutStep::DriverRestart;
        PaceInput input{track.component, QDateTime(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC), {}, {}};
        const auto add = [&](const QString &node, Verdict verdict) {
            track.node = node;
            track.verdict = verdict;
            input.nodes << paceNode(track, {});
        };
        add(u"n1"_s, Verdict::Moving);
        add(u"n2"_s, Verdict::Stuck); // it waits for the operator
        track.step = RolloutStep::Failed;
        add(u"n3"_s, Verdict::Failed);
        track.isFoundCordoned = true; // it stays so anyway
        add(u"n4"_s, Verdict::Stuck);
        track.isFoundCordoned = false;
        track.step = RolloutStep::Maintenance; // nobody has begun with it: it only waits
        track.isDriverCurrent = true;
        add(u"n7"_s, Verdict::Waiting);
        track.isDriverCurrent = track.isCordoned = false;
        track.step = RolloutStep::Queued;
        add(u"n5"_s, Verdict::Waiting);
        track.isDriverCurrent = true; // somebody deleted its old driver pod
        add(u"n6"_s, Verdict::Waiting);
        const Pace pace = paceOf(input);
        QCOMPARE(pace.leftCordoned, (QStringList{u"n1"_s, u"n2"_s, u"n3"_s}));
        QCOMPARE(pace.waiting, 3);
        QCOMPARE(pace.moving + pace.held + pace.waiting, pace.nodes); // each once
        QVERIFY2(pace.safeStop.contains(u"1 waiting node(s) then keep the old driver. 3 node(s) in progress "
                                        u"(n1, n2, n3) stay cordoned until"),
                 qPrintable(pace.safeStop));
        const QString resumes =
            u"With autoUpgrade on, the operator continues with them once it runs again."_s;
        QVERIFY2(!pace.safeStop.contains(resumes), qPrintable(pace.safeStop));
        input.outages = {{input.now.addSecs(-60), input.now}};
        const Pace gone = paceOf(input);
        QVERIFY2(gone.safeStop.contains(resumes), qPrintable(gone.safeStop));
    }

    /// The operator does not uncordon a node that it found cordoned, whether it is stopped or not.
    void aSafeStopLeavesOutWhatTheOperatorFoundCordoned_data()
    {
        QTest::addColumn<DriverKind>("kind");
        QTest::newRow("gpu") << DriverKind::Gpu;
        QTest::newRow("ib") << DriverKind::InfiniBand;
    }
    void aSafeStopLeavesOutWhatTheOperatorFoundCordoned()
    {
        QFETCH(DriverKind, kind);
        const DriverKind other = kind == DriverKind::Gpu ? DriverKind::InfiniBand : DriverKind::Gpu;
        const auto paceOfNode = [](const OneNode &scene) {
            const NodeTrack track = scene.track();
            return paceOf({track.component, OneNode::now(), {paceNode(track, {})}, {}});
        };
        OneNode taken(kind, "pod-restart-required");
        taken.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        QVERIFY(!taken.track().isFoundCordoned);
        QCOMPARE(paceOfNode(taken).leftCordoned, QStringList{u"gpu-a"_s});
        taken.node.annotations[driverKeys(other).initialUnschedulable] = u"true"_s; // the other's mark
        taken.node.annotations[driverKeys(kind).initialUnschedulable] = u"false"_s;
        QCOMPARE(paceOfNode(taken).leftCordoned, QStringList{u"gpu-a"_s});
        taken.node.annotations[driverKeys(kind).initialUnschedulable] = u"true"_s;
        QVERIFY(taken.track().isFoundCordoned);
        const Pace found = paceOfNode(taken);
        QCOMPARE(found.moving + found.held, 1);
        QVERIFY(found.leftCordoned.isEmpty());
        QVERIFY2(!found.safeStop.contains(u"stay cordoned"), qPrintable(found.safeStop));

        OneNode queued(kind, "upgrade-required");
        queued.node.isCordoned = false;
        QCOMPARE(paceOfNode(queued).keepOld, 0); // somebody deleted its old driver pod
        queued.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        const Pace waits = paceOfNode(queued);
        QCOMPARE(waits.waiting, 1);
        QCOMPARE(waits.keepOld, 1);
        QVERIFY(waits.leftCordoned.isEmpty());
        QVERIFY2(waits.safeStop.contains(u"1 waiting node(s) then keep the old driver."),
                 qPrintable(waits.safeStop));
    }
};

#include "tst_pace_queues.moc"
} // namespace tst_pace_queues

CHARTROOM_TEST(tst_pace_queues, PaceQueuesTest)
