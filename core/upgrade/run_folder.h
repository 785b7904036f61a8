// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace chartroom {

/// Where an operation keeps in clear what helm needs while it runs: the values file, what helm prints, and
/// the values whose secrets are masked in that. In $XDG_RUNTIME_DIR, which is in memory and goes with the
/// session, where that is a folder of this user's alone; else in the operation's own folder. It is there from
/// the step Stage until helm has ended, and after a crash until the next start.
[[nodiscard]] QString runFolder(const QString &operationFolder);

/// Whether it is there, in either place.
[[nodiscard]] bool hasRunFolder(const QString &operationFolder);

/// Removes it in both places: the variable may have been another then. Error: File, naming what is left.
[[nodiscard]] Result<void> removeRunFolder(const QString &operationFolder);

} // namespace chartroom
