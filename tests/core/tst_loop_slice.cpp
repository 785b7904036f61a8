// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/loop_slice.h"
#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

using namespace chartroom;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_loop_slice {

namespace {

constexpr int piece = int(LoopSlice::turnTime / 1ms) / 5; ///< a fifth of a turn, or a little more

/// Works as long as it is let, and has more than it will get done.
class Worker final : public QObject
{
public:
    Worker()
    {
        connect(&m_timer, &QTimer::timeout, this, &Worker::work);
        m_timer.start(0ms);
    }

    int slices = 0;
    int most = 0; ///< pieces in one slice, once it is known how many work

private:
    void work()
    {
        const LoopSlice slice(1min); // as greedy as can be
        int done = 0;
        for (; !slice.isOver(); ++done)
            QTest::qSleep(piece);
        if (++slices > 1)
            most = std::max(most, done);
    }

    QTimer m_timer;
};

/// The most pieces that one of them got done in a slice; -1 where one had no slice in some turn.
int mostInASlice(int workers)
{
    constexpr int turns = 20;
    std::vector<std::unique_ptr<Worker>> all;
    std::generate_n(std::back_inserter(all), workers, [] { return std::make_unique<Worker>(); });
    for (int turn = 0; turn < turns; ++turn)
        QCoreApplication::processEvents();
    int most = 0;
    for (const auto &worker : all)
        most = worker->slices < turns || most < 0 ? -1 : std::max(most, worker->most);
    return most;
}

} // namespace

/// Work in slices, several at a time.
class TestLoopSlice final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoWorksAloneHasTheTurnToItself() { QVERIFY(mostInASlice(1) > 1); }

    void manyShareATurnAndNobodyWaits() { QCOMPARE(mostInASlice(5), 1); }

    void aTurnThatIsTakenAlreadyIsLeftToItOnce()
    {
        constexpr int turns = 6;
        QList<bool> isWorkedIn;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] { isWorkedIn.append(!LoopSlice(1min).isOver()); });
        timer.start(0ms);
        for (int turn = 0; turn < turns; ++turn) {
            const auto paint = [] { QTest::qSleep(int(LoopSlice::turnTime / 1ms) + 1); };
            QMetaObject::invokeMethod(&timer, paint, Qt::QueuedConnection);
            QCoreApplication::processEvents();
        }
        const QList<bool> last = isWorkedIn.last(4);
        QCOMPARE(last.count(true), 2);
        QCOMPARE(last[0], last[2]);
        QVERIFY(last[0] != last[1]);
    }

    void aPieceLeavesATurnToOtherWorkOnce()
    {
        constexpr int turns = 6;
        QTimer first;
        connect(&first, &QTimer::timeout, this, [] {
            const LoopSlice slice(1ms);
            QTest::qSleep(int(LoopSlice::turnTime / 1ms) + 1);
        });
        QList<bool> isTaken;
        QTimer second;
        connect(&second, &QTimer::timeout, this, [&] { isTaken.append(LoopSlice::isTurnTaken()); });
        first.start(0ms);
        second.start(0ms);
        while (isTaken.size() < turns)
            QCoreApplication::processEvents();
        QCOMPARE(isTaken.last(4).count(true), 2);
        QVERIFY(isTaken[turns - 1] != isTaken[turns - 2]);
        QCOMPARE(isTaken[turns - 1], isTaken[turns - 3]);
    }

    void aSliceTakesNoMoreThanItAsksFor()
    {
        QCoreApplication::processEvents();
        const LoopSlice slice(1ms);
        QTest::qSleep(2);
        QVERIFY(slice.isOver());
    }
};

#include "tst_loop_slice.moc"
} // namespace tst_loop_slice

CHARTROOM_TEST(tst_loop_slice, TestLoopSlice)
