// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QTest>

#include <chrono>

namespace chartroom::test {

/// Built as people get it: optimized and without sanitizers. Other builds are some times slower, and what
/// they spend says nothing.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
inline constexpr bool isBuiltForSpeed = true;
#else
inline constexpr bool isBuiltForSpeed = false;
#endif

/// How much longer the same computing may take where other tests use the same cores and caches. The figures
/// themselves are held by tests/bench, on a machine that does nothing else.
inline constexpr int busyMachine = 4;

/// What one thread computed (LoopWatch::longestWork(), threadTime()) stays within busyMachine times `most`:
/// work that was meant to be done in slices and is done in one go shows. It is never the time on the wall,
/// which belongs to the machine, and it is judged only where isBuiltForSpeed.
#define VERIFY_WORK(work, most)                                                                              \
    QVERIFY2(!chartroom::test::isBuiltForSpeed || (work) < (most)*chartroom::test::busyMachine,              \
             (QByteArray::number(qlonglong(std::chrono::microseconds(work).count())) + " us").constData())

} // namespace chartroom::test
