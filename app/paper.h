// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printing.h"

namespace chartroom {

/// Fonts for verbs, whether there is a display or not.
[[nodiscard]] Printing paperPrinting();

} // namespace chartroom
