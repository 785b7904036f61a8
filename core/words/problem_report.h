// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/log.h"

namespace chartroom {

/// What the report of a problem says of the program and the machine: versions, the system and the end of the
/// log in `folder`. What looks like a secret is hidden, addresses have aliases, and the home folder is "~".
/// `display` is what the window is shown by: "wayland", "xcb".
[[nodiscard]] QString problemReport(const QString &display, const QString &folder = stateFolder());

} // namespace chartroom
