// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace chartroom {

/// What the program's end says to a script.
enum ExitCode {
    Done = 0,
    Found = 1, ///< differs, findings, failed nodes; or something failed that is neither of the others
    WrongUsage = 2,
    NoAccess = 3, ///< cannot connect, or not allowed
    Interrupted = 130,
};

[[nodiscard]] ExitCode exitCode(const Error &error);

/// For a verb whose 1 says "different": what would be 1 is 2.
[[nodiscard]] ExitCode comparingExitCode(const Error &error);

} // namespace chartroom
