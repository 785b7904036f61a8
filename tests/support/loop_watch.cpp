// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/loop_watch.h"

#include <algorithm>
#include <ctime>

namespace chartroom::test {

namespace {

using namespace std::chrono_literals;

/// Processor time of this thread so far.
std::chrono::microseconds worked()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::seconds(time.tv_sec) +
                                                                 std::chrono::nanoseconds(time.tv_nsec));
}

} // namespace

LoopWatch::LoopWatch(QObject *parent)
    : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(1ms);
    connect(&m_timer, &QTimer::timeout, this, &LoopWatch::tick);
}

void LoopWatch::start()
{
    m_longestGap = m_longestWork = 0us;
    m_workedAtTick = worked();
    m_sinceTick.start();
    m_timer.start();
}

void LoopWatch::stop()
{
    tick();
    m_timer.stop();
}

void LoopWatch::tick()
{
    const auto gap = std::chrono::microseconds(m_sinceTick.nsecsElapsed() / 1000);
    const auto now = worked();
    m_longestGap = std::max(m_longestGap, gap);
    m_longestWork = std::max(m_longestWork, now - m_workedAtTick);
    m_workedAtTick = now;
    m_sinceTick.start();
}

} // namespace chartroom::test
