// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/secrets/value_change.h"

namespace chartroom {

/// `before` with the changes of a diffValues(before, after) made: gives `after`, elements of lists in its
/// order. The changes may come in any order. Invalid when they do not fit: a path that leads nowhere, a
/// place that is taken, a value that is not the one expected (so masked changes fit nothing).
[[nodiscard]] Result<Value> applyChanges(const Value &before, const QList<ValueChange> &changes);

} // namespace chartroom
