// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_options.h"

namespace chartroom {

/// Options of the verbs that change a release, and of `plan`, which writes what they run.
[[nodiscard]] QList<CommandOption> operationOptions();

} // namespace chartroom
