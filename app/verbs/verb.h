// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/exit_code.h"
#include "app/invocation.h"

#include <QObject>

namespace chartroom {

/// One headless verb at work: prints to the console and says once how it ended.
class Verb : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void start() = 0;
    /// The user interrupted: finish what must be finished, then end with Interrupted.
    virtual void interrupt() { Q_EMIT finished(Interrupted); }

Q_SIGNALS:
    void finished(int exitCode);
};

} // namespace chartroom
