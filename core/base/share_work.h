// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

namespace chartroom {

/// Calls one(0) to one(count - 1), here and on threads of the pool that have nothing to do at the moment, and
/// returns when all calls have. None is left to a thread that is busy: the wait at the end is for calls that
/// are under way, of which a thread takes a few of many at a time, as neighbours share their memory. A wait
/// that grows long is for a thread that other work keeps from its core, and leaves it this one. `one` is
/// called on several threads at a time.
template<typename One>
void shareWork(int count, const One &one)
{
    struct State
    {
        std::atomic<int> next{0};
        std::atomic<int> helping{0};
    };
    const auto state = std::make_shared<State>(); // a helper may come when all is over
    constexpr int turns = 64;
    const auto work = [state, count, atOnce = std::max(1, count / turns), call = &one] {
        for (int from = state->next.fetch_add(atOnce); from < count; from = state->next.fetch_add(atOnce))
            for (int i = from; i < std::min(from + atOnce, count); ++i)
                (*call)(i);
    };
    const auto help = [state, work] {
        ++state->helping; // before a number is drawn: whoever draws a good one is waited for
        work();
        --state->helping;
        state->helping.notify_one();
    };
    // The window's thread is only so much faster than each, and wants a core for itself.
    static const int mostHelpers = std::min(3, QThread::idealThreadCount() - 1);
    for (int i = 0; i < mostHelpers && i + 1 < count; ++i) {
        if (!QThreadPool::globalInstance()->tryStart(help))
            break;
    }
    work();
    constexpr int patience = 256; // some tenths of a millisecond: to sleep and be woken takes as long
    for (int looks = 0; looks < patience && state->helping > 0; ++looks)
        std::this_thread::yield();
    for (int helping = state->helping; helping > 0; helping = state->helping)
        state->helping.wait(helping);
}

} // namespace chartroom
