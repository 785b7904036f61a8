// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>
#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

/// One thread for work that nobody waits for, be it ever so long: it gives way to every other thread of the
/// machine.
[[nodiscard]] QThreadPool *backgroundPool();
/// Makes the calling thread such a one. It stays so.
void giveWay();

/// Like QtConcurrent::run, where nobody waits for it.
template<typename Work>
[[nodiscard]] auto runInBackground(Work work)
{
    return QtConcurrent::run(backgroundPool(), [work = std::move(work)]() mutable {
        giveWay();
        return work();
    });
}

} // namespace chartroom
