// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/background.h"

#include <QCoreApplication>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace chartroom {

QThreadPool *backgroundPool()
{
    static QThreadPool *pool = [] {
        static QThreadPool made;
        made.setMaxThreadCount(1);
        // A pool that is destroyed runs what is queued, and what that refers to would be gone.
        qAddPostRoutine([] { made.clear(); });
        return &made;
    }();
    return pool;
}

void giveWay()
{
#ifdef Q_OS_LINUX            // where a thread has a niceness of its own, and QThread's priorities do nothing
    constexpr int most = 19; // a hundredth of what another thread gets
    setpriority(PRIO_PROCESS, 0, most);
#else
    QThread::currentThread()->setPriority(QThread::LowPriority);
#endif
}

} // namespace chartroom
