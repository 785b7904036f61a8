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
    int begun = 0;            ///< in the present turn of the loop
    int lastBegun = 0;        ///< in the last one that had any
    bool isLeft = false;      ///< the present turn, to what came before the slices
    bool wasLastLeft = false; ///< the last one that had any
    std::chrono::steady_clock::time_point began;
};

thread_local Turn turn;

/// Each kind of dispatcher sends one of the two signals, or both, once a turn.
void followLoop()
{
    QAbstractEventDispatcher *loop = QAbstractEventDispatcher::instance();
    if (turn.loop == loop)
        return;
    turn = {};
    turn.loop = loop;
    turn.began = std::chrono::steady_clock::now();
    const auto begin = [] {
        if (turn.begun == 0)
            return;
        turn.lastBegun = std::exchange(turn.begun, 0);
        turn.wasLastLeft = std::exchange(turn.isLeft, false);
    };
    QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, loop, begin);
    QObject::connect(loop, &QAbstractEventDispatcher::awake, loop, [begin] {
        begin();
        turn.began = std::chrono::steady_clock::now();
    });
}

} // namespace

LoopSlice::LoopSlice(std::chrono::milliseconds most)
{
    followLoop();
    const Clock::time_point now = Clock::now();
    if (turn.begun == 0) // a wait for events counts as well: then a turn is left that is not needed
        turn.isLeft = !turn.wasLastLeft && now - turn.began >= turnTime;
    const Clock::duration share = Clock::duration(turnTime) / std::max(++turn.begun, turn.lastBegun);
    m_end = turn.isLeft ? now : now + std::min<Clock::duration>(most, share);
}

bool LoopSlice::isTurnTaken()
{
    followLoop();
    ++turn.begun;
    turn.isLeft = turn.isLeft || (!turn.wasLastLeft && Clock::now() - turn.began >= turnTime);
    return turn.isLeft;
}

} // namespace chartroom
