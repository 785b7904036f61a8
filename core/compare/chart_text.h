// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/chart_lookup.h"
#include "core/compare/side.h"

namespace chartroom {

/// What a chart's archive brings beside its values: README, changes or CRDs, as `side` asks. An empty text
/// where it has none. A pure function for the pool.
[[nodiscard]] SideText chartText(const Side &side, const FoundChart &found);

} // namespace chartroom
