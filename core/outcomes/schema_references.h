// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

namespace chartroom {

/// Whether following $ref, allOf and their like comes back to where it was without going down in the values.
/// References are JSON pointers into this schema (#/definitions/x); one that leads nowhere counts as well.
[[nodiscard]] bool hasEndlessReference(const Value &schema);

} // namespace chartroom
