// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/log.h"

namespace chartroom {

/// What a person chose in the window. It lives with other state, not with what the user wrote; verbs obey it
/// where it concerns them.
[[nodiscard]] inline QString windowSettingsFile()
{
    return stateFolder() + QStringLiteral("/window.ini");
}

} // namespace chartroom
