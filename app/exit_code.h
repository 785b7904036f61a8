// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace chartroom {

/// What the program's end says to a script, the same for every verb. A failure to do the work is never the
/// status of something found.
enum ExitCode {
    Done = 0,       ///< done or clean: nothing differs, nothing was found
    Found = 1,      ///< differs, findings, failed nodes, or findings that block what was asked for
    WrongUsage = 2, ///< an argument, or the text in a file that it names, cannot be used
    NoAccess = 3,   ///< cannot connect, also for want of a kubeconfig, or not allowed
    NotDone = 4,    ///< the work could not be done, such as a file that cannot be read, or is no recording
    Interrupted = 130,
};

/// How an error ends a verb; never Found.
[[nodiscard]] ExitCode exitCode(const Error &error);

} // namespace chartroom
