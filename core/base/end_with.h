// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>

namespace chartroom {

/// Ends the operation when nobody wants its future any more.
template<typename T>
void endWith(const QFuture<T> &future, QObject *operation)
{
    auto *watcher = new QFutureWatcher<T>(operation);
    QObject::connect(watcher, &QFutureWatcherBase::canceled, operation, &QObject::deleteLater);
    watcher->setFuture(future);
}

} // namespace chartroom
