// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/background.h"

#include <QCoreApplication>

namespace chartroom {

QThreadPool *backgroundPool()
{
    static QThreadPool *pool = [] {
        static QThreadPool made;
        made.setMaxThreadCount(1);
        // Linux takes a core that has only such a thread for an idle one (sched(7)). One of low priority
        // keeps its core, while two threads that are waited for share the other.
        made.setThreadPriority(QThread::IdlePriority);
        // A pool that is destroyed runs what is queued, and what that refers to would be gone.
        qAddPostRoutine([] { made.clear(); });
        return &made;
    }();
    return pool;
}

} // namespace chartroom
