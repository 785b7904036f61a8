// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outcomes/outcomes.h"

namespace chartroom {

/// Which strategy, argued from what the fates count; the vendor's advice beside it when it is another
/// (Crusoe's "How CMK Add-on Upgrades Work": --reuse-values).
[[nodiscard]] Advice adviceOn(const std::array<Outcome, 3> &outcomes);

} // namespace chartroom
