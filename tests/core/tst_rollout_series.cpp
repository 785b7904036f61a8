// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_series.h"
#include "tests/support/seen_steps.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_series {

/// What a chart of a rollout draws: nodes by step and GPUs over time.
class RolloutSeriesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSeriesCountsNodesByStepFromTheirFirstMoveOn()
    {
        const NodeHistory waits = seenSteps({{"upgrade-done", -600}, {"upgrade-required", 0}});
        const NodeHistory fails = seenSteps({{"upgrade-done", -600},
                                             {"upgrade-required", 0},
                                             {"drain-required", 20},
                                             {"upgrade-failed", 50}});
        const QList<SeriesPoint> points =
            rolloutSeries({{seenThrough()}, {waits}, {fails}}, seenBegin, seenBegin.addSecs(300), 4000);
        const auto at = [&](int second) {
            SeriesPoint last;
            for (const SeriesPoint &point : points)
                if (point.time <= seenBegin.addSecs(second))
                    last = point;
            return std::array{last.done, last.driver, last.emptying, last.failed};
        };
        QCOMPARE(at(5), (std::array{0, 0, 0, 0})); // the old driver was done, not the new one
        QCOMPARE(at(30), (std::array{0, 0, 2, 0}));
        QCOMPARE(at(60), (std::array{0, 1, 0, 1}));
        QCOMPARE(at(300), (std::array{1, 0, 0, 1}));
        QCOMPARE(points.last().time, seenBegin.addSecs(300));
    }

    void aNodeInTroubleIsNotDrawnAsDoneOrMoving()
    {
        const NodeHistory hangs =
            seenSteps({{"upgrade-required", 0}, {"cordon-required", 10}, {"pod-restart-required", 40}});
        const NodeHistory rests = seenSteps({{"upgrade-done", -600}}); // its driver pod crashes
        const QList<SeriesPoint> points =
            rolloutSeries({{seenThrough()}, {seenThrough(), true}, {hangs, true}, {rests, true}}, seenBegin,
                          seenBegin.addSecs(300), 4000);
        const SeriesPoint last = points.last();
        QCOMPARE((std::array{last.done, last.driver, last.emptying, last.failed}), (std::array{1, 0, 0, 3}));
        SeriesPoint before;
        for (const SeriesPoint &point : points)
            if (point.time <= seenBegin.addSecs(190))
                before = point;
        QCOMPARE(before.driver, 2); // until its present step it went on like any other
    }

    void aStepThatNobodySawEndIsNotDrawn()
    {
        // Done of the rollout before was folded into a later event.
        NodeHistory node;
        node.see(QStringLiteral("upgrade-done"), RolloutStep::Done, seenBegin.addSecs(100), false);
        QVERIFY(node.tell({{QStringLiteral("validation-required"), seenBegin.addSecs(-200)},
                           {QStringLiteral("cordon-required"), seenBegin.addSecs(50)},
                           {QStringLiteral("upgrade-done"), seenBegin.addSecs(70)}}));
        const QList<SeriesPoint> points =
            rolloutSeries({NodeCourse{node}}, seenBegin, seenBegin.addSecs(90), 4000);
        QVERIFY(std::none_of(points.cbegin(), points.cend(),
                             [](const SeriesPoint &one) { return one.driver > 0; }));
        QCOMPARE(points.last().done, 1);
    }

    void ofTheTimeBeforeTheFirstLookOnlyWhatIsProvenIsDrawn()
    {
        const auto seen = [](const char *label, const QList<ToldLabel> &told) {
            NodeHistory node;
            node.see(QString::fromLatin1(label), readStep(QString::fromLatin1(label)), seenBegin.addSecs(100),
                     false);
            if (!told.isEmpty())
                node.tell(told);
            return NodeCourse{node};
        };
        const auto told = [](const char *label, int second) {
            return ToldLabel{QString::fromLatin1(label), seenBegin.addSecs(second)};
        };
        const QList<NodeCourse> nodes{
            seen("pod-restart-required", {}), // nothing tells since when
            // Of the rollout before: its end was folded into a later Event.
            seen("upgrade-required", {told("pod-restart-required", -300), told("upgrade-required", 20)}),
            seen("drain-required", {told("cordon-required", 60), told("drain-required", 70)}),
        };
        const QList<SeriesPoint> points = rolloutSeries(nodes, seenBegin, seenBegin.addSecs(120), 4000);
        const auto at = [&](int second) {
            SeriesPoint last;
            for (const SeriesPoint &point : points)
                if (point.time <= seenBegin.addSecs(second))
                    last = point;
            return std::array{last.done, last.driver, last.emptying, last.failed, last.unknown};
        };
        QCOMPARE(at(10), (std::array{0, 0, 0, 0, 2}));
        QCOMPARE(at(30), (std::array{0, 0, 0, 0, 1}));
        QCOMPARE(at(80), (std::array{0, 0, 1, 0, 1}));
        QCOMPARE(at(110), (std::array{0, 1, 1, 0, 0}));
    }

    void aNodeThatWasDoneAtTheFirstLookIsDoneAsFarAsItsPodTells()
    {
        const auto doneAt = [](int second) {
            NodeHistory node;
            node.see(QStringLiteral("upgrade-done"), RolloutStep::Done, seenBegin.addSecs(second), false);
            return NodeCourse{node, false, true};
        };
        const auto withPod = [](NodeCourse course, int made, int ready) {
            course.made = seenBegin.addSecs(made);
            course.ready = seenBegin.addSecs(ready);
            return course;
        };
        const auto at = [](const NodeCourse &node, int second) {
            SeriesPoint last;
            const QList<SeriesPoint> points = rolloutSeries({node}, seenBegin, seenBegin.addSecs(300), 4000);
            for (const SeriesPoint &point : points)
                if (point.time <= seenBegin.addSecs(second))
                    last = point;
            return std::array{last.done, last.driver, last.unknown};
        };
        const std::array unknown{0, 0, 1};
        const std::array driver{0, 1, 0};
        const std::array done{1, 0, 0};
        QCOMPARE(at(doneAt(100), 99), unknown);
        QCOMPARE(at(doneAt(100), 300), done);
        QCOMPARE(at(withPod(doneAt(100), 20, 80), 10), unknown);
        QCOMPARE(at(withPod(doneAt(100), 20, 80), 50), driver);
        QCOMPARE(at(withPod(doneAt(100), 20, 80), 90), done);
        QCOMPARE(at(withPod(doneAt(-50), -500, -400), 0), done);
        QCOMPARE(at(withPod(doneAt(-50), 20, 80), 10), (std::array{0, 0, 0})); // the driver before
        QCOMPARE(at(withPod(doneAt(-50), 20, 80), 50), driver);
        QCOMPARE(at(withPod(doneAt(-50), 20, 80), 90), done);
        NodeCourse old = doneAt(100);
        old.isDone = false; // with the driver before
        QCOMPARE(at(old, 99), unknown);
        QCOMPARE(at(old, 300), (std::array{0, 0, 0}));
    }

    void aLongSeriesKeepsTheLastOfEachStretch()
    {
        QList<NodeCourse> nodes(500);
        for (int i = 0; i < nodes.size(); ++i)
            nodes[i].past =
                seenSteps({{"upgrade-required", i}, {"drain-required", i + 7}, {"upgrade-done", i + 60}});
        const QList<SeriesPoint> points = rolloutSeries(nodes, seenBegin, seenBegin.addSecs(700), 50);
        QVERIFY2(points.size() <= 50, qPrintable(QString::number(points.size())));
        QCOMPARE(points.last().done, 500);
        QVERIFY(std::is_sorted(points.cbegin(), points.cend(),
                               [](const SeriesPoint &a, const SeriesPoint &b) { return a.time < b.time; }));
    }

    void aThinnedLineKeepsHowLowItWent()
    {
        QList<GpuSample> line;
        for (int i = 0; i <= 10'000; ++i)
            line.append({seenBegin.addSecs(i), i == 4'321 ? 8 : 800 - i % 3});
        const QList<GpuSample> thin = thinned(line, 100);
        QVERIFY2(thin.size() <= 202, qPrintable(QString::number(thin.size())));
        QCOMPARE(thin.last().time, line.last().time);
        QCOMPARE(thin.last().gpus, line.last().gpus);
        const auto isDip = [](const GpuSample &sample) { return sample.gpus == 8; };
        const auto dip = std::find_if(thin.cbegin(), thin.cend(), isDip);
        QVERIFY(dip != thin.cend());
        QCOMPARE(dip->time, seenBegin.addSecs(4'321));
        QVERIFY(dip + 1 != thin.cend() && (dip + 1)->gpus > 700); // and that it came back
        QVERIFY(std::is_sorted(thin.cbegin(), thin.cend(),
                               [](const GpuSample &a, const GpuSample &b) { return a.time < b.time; }));
        QCOMPARE(thinned(line.first(150), 100), line.first(150)); // a short one stays as it is
    }
};

#include "tst_rollout_series.moc"
} // namespace tst_rollout_series

CHARTROOM_TEST(tst_rollout_series, RolloutSeriesTest)
