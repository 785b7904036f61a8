// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/loop_slice.h"

#include <QAbstractEventDispatcher>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

/// Slices that were begun on this thread.
struct Turn
{
    QPointer<QAbstractEventDispatcher> loop;
    int begun = 0;     ///< in the present turn of the loop
    int lastBegun = 0; ///< in the last one that had any
};

thread_local Turn turn;

/// Each kind of dispatcher sends one of the two signals, or both, once a turn.
void followLoop()
{
    QAbstractEventDispatcher *loop = QAbstractEventDispatcher::instance();
    if (turn.loop == loop)
        return;
    turn = {loop, 0, 0};
    const auto begin = [] {
        if (turn.begun > 0)
            turn.lastBegun = std::exchange(turn.begun, 0);
    };
    QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, loop, begin);
    QObject::connect(loop, &QAbstractEventDispatcher::awake, loop, begin);
}

} // namespace

LoopSlice::LoopSlice(std::chrono::milliseconds most)
{
    followLoop();
    const Clock::duration share = Clock::duration(turnTime) / std::max(++turn.begun, turn.lastBegun);
    m_end = Clock::now() + std::min<Clock::duration>(most, share);
}

} // namespace chartroom
