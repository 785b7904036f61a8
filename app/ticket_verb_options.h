// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_options.h"

namespace chartroom {

/// The options of `ticket` alone.
[[nodiscard]] QList<CommandOption> ticketVerbOptions();

} // namespace chartroom
