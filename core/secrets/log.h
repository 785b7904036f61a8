// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace chartroom {

/// $XDG_STATE_HOME/chartroom, ~/.local/state/chartroom when that is unset or no absolute path.
[[nodiscard]] QString stateFolder();

/// Opens the log, chartroom.log in `folder`: mode 0600, folder 0700, at most three files of 1 MiB. Until
/// then, and when it cannot be opened, lines go nowhere. From now on what Qt warns of goes to the log too:
/// on the terminal a stream that a server reset says nothing to anybody. Error: File.
[[nodiscard]] Result<void> startLog(const QString &folder = stateFolder());

/// One line, control characters made visible and what looks like a secret masked (rule S22). That is the last
/// net, not the first: pass no value, no token, no header.
void logLine(const QString &text);
/// The sentence of an error; its detail can quote a server and stays out.
void logLine(const Error &error);

} // namespace chartroom
