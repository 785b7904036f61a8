// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outcomes/outcomes.h"

namespace chartroom {

/// What a revision's record says of its chart and values. NotFound when the chart's own values are not
/// stored, as in a recording; Damaged. Parses JSON: for the pool.
[[nodiscard]] Result<InstalledValues> installedValues(const ReleaseRecord &record);

} // namespace chartroom
