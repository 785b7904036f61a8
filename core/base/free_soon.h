// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <memory>
#include <utility>

namespace chartroom {

/// Frees objects that were replaced by the thousand on the pool, a little later: whoever waits for those that
/// replaced them wants every core. The few of a short list are freed at once. Needs an event loop.
template<typename Garbage>
void freeSoon(Garbage garbage)
{
    if constexpr (requires { garbage.size(); }) {
        constexpr int few = 32;
        if (garbage.size() <= few)
            return;
    }
    constexpr std::chrono::milliseconds rest{300};
    QTimer::singleShot(rest, QCoreApplication::instance(),
                       [kept = std::make_shared<Garbage>(std::move(garbage))]() mutable {
                           QThreadPool::globalInstance()->start([kept = std::move(kept)] {});
                       });
}

} // namespace chartroom
