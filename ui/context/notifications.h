// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// Tells somebody who looks at another window. Plain text; never waits.
class Notifications
{
public:
    virtual ~Notifications() = default;
    virtual void tell(const QString &title, const QString &text) = 0;
};

} // namespace chartroom
