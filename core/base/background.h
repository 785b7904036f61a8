// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace chartroom {

/// One thread for work that nobody waits for, be it ever so long: it gives way to every other thread of the
/// machine. What has not begun when the application ends never does.
[[nodiscard]] QThreadPool *backgroundPool();

/// Like QtConcurrent::run, where nobody waits for it. Whoever waits all the same sleeps till its turn came,
/// and does not make it the work of his own thread, as QFuture does with what QtConcurrent has queued.
template<typename Work>
[[nodiscard]] QFuture<std::invoke_result_t<Work &>> runInBackground(Work work)
{
    using Answer = std::invoke_result_t<Work &>;
    const auto promise = std::make_shared<QPromise<Answer>>();
    promise->start();
    backgroundPool()->start([promise, work = std::move(work)]() mutable {
        if constexpr (std::is_void_v<Answer>)
            work();
        else
            promise->addResult(work());
        promise->finish();
    });
    return promise->future();
}

} // namespace chartroom
