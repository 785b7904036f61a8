// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/free_soon.h"

#include <QTest>
#include <QThread>

#include <atomic>

using namespace chartroom;

namespace {

std::atomic<QThread *> freedOn = nullptr;

struct Freed
{
    void operator()(const int *value) const
    {
        delete value;
        freedOn = QThread::currentThread();
    }
};

} // namespace

class FreeSoonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherThreadFreesIt();
};

void FreeSoonTest::anotherThreadFreesIt()
{
    freeSoon(std::unique_ptr<int, Freed>(new int(1)));
    QVERIFY(!freedOn);
    QTRY_VERIFY(freedOn);
    QVERIFY(freedOn != QThread::currentThread());
}

QTEST_GUILESS_MAIN(FreeSoonTest)
#include "tst_free_soon.moc"
