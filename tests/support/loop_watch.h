// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace chartroom::test {

/// Measures how long the event loop of its thread is held, by a timer that should fire every millisecond. The
/// gap is what a user would feel; the work is the part of it that this thread spent computing, without what
/// the machine gave to others.
class LoopWatch : public QObject
{
public:
    explicit LoopWatch(QObject *parent = nullptr);

    void start();
    void stop();

    [[nodiscard]] std::chrono::microseconds longestGap() const { return m_longestGap; }
    [[nodiscard]] std::chrono::microseconds longestWork() const { return m_longestWork; }

private:
    void tick();

    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    std::chrono::microseconds m_workedAtTick{0};
    std::chrono::microseconds m_longestGap{0};
    std::chrono::microseconds m_longestWork{0};
};

} // namespace chartroom::test
