// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/notifications.h"

namespace chartroom {

/// The desktop's own (freedesktop.org Desktop Notifications Specification 1.2), over the session bus. Does
/// nothing where there is no bus to tell.
class DesktopNotifications final : public Notifications
{
public:
    void tell(const QString &title, const QString &text) override;
};

} // namespace chartroom
