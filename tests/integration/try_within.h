// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"

#include <QDeadlineTimer>

/// As QTRY_VERIFY_WITH_TIMEOUT and QTRY_COMPARE_WITH_TIMEOUT for a look that takes seconds, such as a
/// program's answer: those count 50 ms a look, and would try for an hour.
#define TRY_VERIFY_WITHIN(look, milliseconds)                                                                \
    do {                                                                                                     \
        const QDeadlineTimer deadline(milliseconds);                                                         \
        while (!(look) && !deadline.hasExpired())                                                            \
            QTest::qWait(50);                                                                                \
        QVERIFY(look);                                                                                       \
    } while (false)

#define TRY_COMPARE_WITHIN(look, expected, milliseconds)                                                     \
    do {                                                                                                     \
        const auto &sought = expected;                                                                       \
        const QDeadlineTimer deadline(milliseconds);                                                         \
        while ((look) != sought && !deadline.hasExpired())                                                   \
            QTest::qWait(50);                                                                                \
        QCOMPARE(look, expected);                                                                            \
    } while (false)
