// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"

namespace chartroom {

/// The help of a verb, or of the program for Window, folded to `columns` and to 100 at most, to 80 where it
/// is 0. Newline at the end.
[[nodiscard]] QString helpText(VerbName verb, qsizetype columns = 0);

/// What to do where no window can open; fits on one screen.
[[nodiscard]] QString noDisplayText();

} // namespace chartroom
