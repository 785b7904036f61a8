// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>

#include <type_traits>
#include <utility>

namespace chartroom {

/// Runs `handler` with the future's result on the guard's thread, once, unless the guard is gone or the
/// future was cancelled. The watcher belongs to the guard, so a handler never outlives what it captured by
/// way of it. (QFuture::then with a context is not used: on Qt 6.4 it aborts when the context dies first.)
template<typename T, typename Handler>
void onFinished(const QFuture<T> &future, QObject *guard, Handler handler)
{
    auto *watcher = new QFutureWatcher<T>(guard);
    QObject::connect(watcher, &QFutureWatcherBase::finished, guard,
                     [watcher, handler = std::move(handler)]() mutable {
                         watcher->deleteLater();
                         if (watcher->isCanceled() || watcher->future().resultCount() == 0)
                             return;
                         if constexpr (std::is_invocable_v<Handler, T &&>)
                             handler(watcher->future().takeResult());
                         else
                             handler(watcher->result());
                     });
    watcher->setFuture(future);
}

/// A future that already holds its value.
template<typename T>
[[nodiscard]] QFuture<T> readyFuture(T value)
{
    QPromise<T> promise;
    promise.start();
    promise.addResult(std::move(value));
    promise.finish();
    return promise.future();
}

} // namespace chartroom
