// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/page_message.h"
#include "core/screens/values/values_controller.h"

namespace chartroom {

/// What stands where a reading's result would be: nothing (Kind::None) once it is ready. `title` says what
/// could not be read: "The values cannot be read".
[[nodiscard]] PageMessage readMessage(ReadPhase phase, const Error &error, const QString &title);

/// What stands where values would be that hold nothing. `hasDefaults`: those of the chart can be shown, as
/// they cannot in a recording.
[[nodiscard]] PageMessage nothingSetMessage(Side::Kind kind, bool hasDefaults);

} // namespace chartroom
