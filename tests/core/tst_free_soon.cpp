// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/free_soon.h"
#include "tests/support/test_main.h"

#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>
#include <vector>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_free_soon {

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
    void init() { freedOn = nullptr; }
    void anotherThreadFreesIt();
    void fewAreFreedAtOnce();
};

void FreeSoonTest::anotherThreadFreesIt()
{
    freeSoon(std::unique_ptr<int, Freed>(new int(1)));
    QVERIFY(!freedOn);
    QTRY_VERIFY(freedOn);
    QVERIFY(freedOn != QThread::currentThread());
}

void FreeSoonTest::fewAreFreedAtOnce()
{
    std::vector<std::unique_ptr<int, Freed>> garbage(32);
    garbage.front().reset(new int(1));
    freeSoon(std::move(garbage));
    QCOMPARE(freedOn.load(), QThread::currentThread());

    freedOn = nullptr;
    garbage = std::vector<std::unique_ptr<int, Freed>>(33);
    garbage.front().reset(new int(1));
    freeSoon(std::move(garbage));
    QVERIFY(!freedOn);
    QTRY_VERIFY(freedOn);
    QVERIFY(freedOn != QThread::currentThread());
}

#include "tst_free_soon.moc"
} // namespace tst_free_soon

CHARTROOM_TEST(tst_free_soon, FreeSoonTest)
