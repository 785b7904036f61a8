// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/share_work.h"
#include "tests/support/test_main.h"
#include "tests/support/thread_time.h"

#include <QDeadlineTimer>
#include <QSemaphore>
#include <QSet>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <mutex>
#include <vector>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_share_work {

namespace {

/// Where helpers of before are on their way home, one who has time is waited for.
bool hasHelper()
{
    QThreadPool *pool = QThreadPool::globalInstance();
    pool->setMaxThreadCount(std::max(2, pool->maxThreadCount()));
    return QThread::idealThreadCount() > 1 && pool->waitForDone();
}

} // namespace

class ShareWorkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachIsCalledOnceAndAllAreThroughAtTheEnd();
    void othersHelp();
    void whereNobodyHasTimeItIsDoneHere();
    void aLongWaitLeavesTheCore();
};

void ShareWorkTest::eachIsCalledOnceAndAllAreThroughAtTheEnd()
{
    for (int round = 0; round < 200; ++round) {
        const int count = round % 70;
        std::vector<int> calls(size_t(count), 0); // each place is one call's own
        shareWork(count, [&](int i) { ++calls[size_t(i)]; });
        QVERIFY(std::all_of(calls.cbegin(), calls.cend(), [](int one) { return one == 1; }));
    }
}

void ShareWorkTest::othersHelp()
{
    if (!hasHelper())
        QSKIP("One processor: there is nobody to help.");
    const QDeadlineTimer deadline(30'000);
    // Neither of the two returns before the other has begun: one thread alone would wait in vain.
    QSemaphore begun;
    std::mutex mutex;
    QSet<QThread *> threads;
    shareWork(2, [&](int) {
        begun.release();
        {
            const std::lock_guard lock(mutex);
            threads << QThread::currentThread();
        }
        while (begun.available() < 2 && !deadline.hasExpired())
            QThread::yieldCurrentThread();
    });
    QCOMPARE(threads.size(), 2);
}

void ShareWorkTest::whereNobodyHasTimeItIsDoneHere()
{
    QThreadPool *pool = QThreadPool::globalInstance();
    QSemaphore end;
    const int busy = pool->maxThreadCount();
    for (int i = 0; i < busy; ++i)
        pool->start([&end] { end.acquire(); });
    QSet<QThread *> threads;
    shareWork(50, [&](int) { threads << QThread::currentThread(); });
    QCOMPARE(threads, QSet<QThread *>{QThread::currentThread()});
    end.release(busy);
    QVERIFY(pool->waitForDone());
}

void ShareWorkTest::aLongWaitLeavesTheCore()
{
    if (!hasHelper())
        QSKIP("One processor: there is nobody to wait for.");
    const QThread *caller = QThread::currentThread();
    QSemaphore helps;
    QSemaphore never;
    std::chrono::microseconds atWait{0};
    shareWork(2, [&](int) {
        if (QThread::currentThread() != caller) {
            helps.release();
            (void)never.tryAcquire(1, 500); // kept from its core for so long
        } else {
            QVERIFY(helps.tryAcquire(1, 30'000)); // the other call is the helper's
            atWait = threadTime();
        }
    });
    QVERIFY(threadTime() - atWait < 100ms);
}

#include "tst_share_work.moc"
} // namespace tst_share_work

CHARTROOM_TEST(tst_share_work, ShareWorkTest)
