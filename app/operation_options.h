// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_options.h"

namespace chartroom {

/// The verbs that run helm, or plan to.
[[nodiscard]] QList<VerbName> helmVerbs();

/// Options of the verbs that change a release, and of `plan`, which writes what they run.
[[nodiscard]] QList<CommandOption> operationOptions();

} // namespace chartroom
