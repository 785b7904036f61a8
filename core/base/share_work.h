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
/// returns when all calls have. None is left to a thread that is busy: the wait at the end is for a call
/// that is under way, so it is never longer than one call. `one` is called on several threads at a time.
template<typename One>
void shareWork(int count, const One &one)
{
    struct State
    {
        std::atomic<int> next{0};
        std::atomic<int> helping{0};
    };
    const auto state = std::make_shared<State>(); // a helper may come when all is over
    const auto help = [state, count, call = &one] {
        ++state->helping; // before a number is drawn: whoever draws a good one is waited for
        for (int i = state->next++; i < count; i = state->next++)
            (*call)(i);
        --state->helping;
    };
    // The window's thread is only so much faster than each, and wants a core for itself.
    static const int mostHelpers = std::min(3, QThread::idealThreadCount() - 1);
    for (int i = 0; i < mostHelpers && i + 1 < count; ++i) {
        if (!QThreadPool::globalInstance()->tryStart(help))
            break;
    }
    for (int i = state->next++; i < count; i = state->next++)
        one(i);
    while (state->helping > 0)
        std::this_thread::yield();
}

} // namespace chartroom
