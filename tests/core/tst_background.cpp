// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/background.h"
#include "tests/support/test_main.h"

#include <QTest>
#include <QtConcurrentRun>

#include <algorithm>
#include <sched.h>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_background {

class BackgroundTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itsThreadGivesWayAndNoOther();
    void oneAtATime();
};

void BackgroundTest::itsThreadGivesWayAndNoOther()
{
    const auto policy = [] { return sched_getscheduler(0); };
    const int own = policy();
    QVERIFY(own != SCHED_IDLE);
    QCOMPARE(runInBackground(policy).result(), SCHED_IDLE);
    QCOMPARE(policy(), own);
    QCOMPARE(QtConcurrent::run(policy).result(), own);
}

void BackgroundTest::oneAtATime()
{
    int running = 0; // of whoever runs
    int most = 0;
    QList<QFuture<void>> works;
    for (int i = 0; i < 50; ++i)
        works << runInBackground([&] {
            most = std::max(most, ++running);
            --running;
        });
    for (QFuture<void> &work : works)
        work.waitForFinished(); // this thread does not help: it would be a second one
    QCOMPARE(most, 1);
}

#include "tst_background.moc"
} // namespace tst_background

CHARTROOM_TEST(tst_background, BackgroundTest)
