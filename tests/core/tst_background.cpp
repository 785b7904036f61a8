// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/background.h"

#include <QTest>

#include <algorithm>
#include <sys/resource.h>

using namespace chartroom;

class BackgroundTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itsThreadGivesWayAndNoOther();
    void oneAtATime();
};

void BackgroundTest::itsThreadGivesWayAndNoOther()
{
    const auto niceness = [] { return getpriority(PRIO_PROCESS, 0); };
    const int own = niceness();
    QVERIFY(runInBackground(niceness).result() > own);
    QCOMPARE(niceness(), own);
    QCOMPARE(QtConcurrent::run(niceness).result(), own);
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
        work.waitForFinished();
    QCOMPARE(most, 1);
}

QTEST_GUILESS_MAIN(BackgroundTest)
#include "tst_background.moc"
