// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace chartroom {

/// Columns of the terminal that `file` is; of COLUMNS where it is none, as watch(1) sets it; else 0. At least
/// 40: on less nothing is readable.
[[nodiscard]] qsizetype terminalWidth(int file);

} // namespace chartroom
