// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/background.h"

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace chartroom {

QThreadPool *backgroundPool()
{
    static QThreadPool *pool = [] {
        static QThreadPool made;
        made.setMaxThreadCount(1);
        return &made;
    }();
    return pool;
}

void giveWay()
{
#ifdef Q_OS_LINUX // where a thread has a niceness of its own, and QThread's priorities do nothing
    constexpr int nice = 10;
    setpriority(PRIO_PROCESS, 0, nice);
#else
    QThread::currentThread()->setPriority(QThread::LowPriority);
#endif
}

} // namespace chartroom
