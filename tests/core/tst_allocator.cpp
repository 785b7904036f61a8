// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QByteArray>
#include <QTest>

#include <memory>
#ifdef CHARTROOM_HAS_MIMALLOC
#include <mimalloc.h>
#endif

namespace HIDDEN_FROM_MOC tst_allocator {

/// Where the build found mimalloc it is the malloc of all, be it allocated here, in Qt or in the C library.
class AllocatorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everybodyAllocatesFromIt()
    {
#ifdef CHARTROOM_HAS_MIMALLOC
        const auto own = std::make_unique<int>(1);
        QVERIFY(mi_is_in_heap_region(own.get()));
        const QByteArray ofQt(100, 'x');
        QVERIFY(mi_is_in_heap_region(ofQt.constData()));
        const std::unique_ptr<char, void (*)(void *)> ofLibc(::strdup("text"), &::free);
        QVERIFY(mi_is_in_heap_region(ofLibc.get()));
        const int onStack = 1;
        QVERIFY(!mi_is_in_heap_region(&onStack));
#else
        QSKIP("Built without mimalloc.");
#endif
    }
};

#include "tst_allocator.moc"
} // namespace tst_allocator

CHARTROOM_TEST(tst_allocator, AllocatorTest)
