// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/background.h"

#include <QThreadPool>

namespace chartroom {

/// Made after what work on the pool refers to, such as the rules: at its end, the program's, no work is left.
class WorkEnd
{
public:
    WorkEnd() = default;
    ~WorkEnd()
    {
        QThreadPool::globalInstance()->waitForDone();
        backgroundPool()->clear();
        backgroundPool()->waitForDone();
    }
    Q_DISABLE_COPY_MOVE(WorkEnd)
};

} // namespace chartroom
