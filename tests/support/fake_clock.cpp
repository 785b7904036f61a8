// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_clock.h"

namespace chartroom::test {

FakeClock::FakeClock(QDateTime start)
    : m_start(std::move(start))
{}

void FakeClock::advance(std::chrono::milliseconds by)
{
    m_elapsed += by;
}

QDateTime FakeClock::now() const
{
    return m_start.addMSecs(m_elapsed.count());
}

std::chrono::milliseconds FakeClock::elapsed() const
{
    return m_elapsed;
}

} // namespace chartroom::test
