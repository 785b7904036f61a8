// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

namespace chartroom {

/// How many schemas at most apply to one value, following $ref, allOf and their like without going down in
/// the values; infinite when that comes back to where it was. References are JSON pointers into this schema
/// (#/definitions/x); one that leads nowhere counts as infinite.
[[nodiscard]] double schemasForOneValue(const Value &schema);

} // namespace chartroom
