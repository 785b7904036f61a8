// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"

namespace chartroom {

/// Opens the window on the user's kubeconfig, on a recording where one is named, and on the bundled one where
/// there is no context at all. Returns the program's exit status when the window is closed.
[[nodiscard]] int runWindow(const Invocation &invocation, int argc, char **argv);

} // namespace chartroom
