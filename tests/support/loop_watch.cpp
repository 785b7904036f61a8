// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/loop_watch.h"

#include "tests/support/thread_time.h"

#include <algorithm>

namespace chartroom::test {

using namespace std::chrono_literals;

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
    m_workedAtTick = threadTime();
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
    const auto now = threadTime();
    m_longestGap = std::max(m_longestGap, gap);
    m_longestWork = std::max(m_longestWork, now - m_workedAtTick);
    m_workedAtTick = now;
    m_sinceTick.start();
}

} // namespace chartroom::test
