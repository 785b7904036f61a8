// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"
#include "app/printing.h"

namespace chartroom {

/// Runs a verb with an application that knows no display; the program's exit status.
[[nodiscard]] int runHeadless(int &argc, char **argv, const Invocation &invocation,
                              const Printing &printing = {});

} // namespace chartroom
