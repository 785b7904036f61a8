// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_options.h"

namespace chartroom {

/// The options of `versions diff`, `promote` and `rollback`.
[[nodiscard]] QList<CommandOption> matrixOptions();
/// What is wrong with the command line of `versions`, one sentence; "" for nothing, or another verb.
[[nodiscard]] QString versionsMistake(const Invocation &given);

} // namespace chartroom
