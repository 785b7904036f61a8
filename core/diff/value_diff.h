// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

namespace chartroom {

/// Every path where `after` differs from `before`, in the order of keys; empty exactly when they are equal.
/// A part that is new or gone as a whole is one change. Lists are compared by place, except lists of maps
/// that all carry a `name` of their own: those by name, as long as the names that stay keep their order.
/// Paths as pathText() writes them. A pure function for the pool.
[[nodiscard]] QList<ValueChange> diffValues(const Value &before, const Value &after);

/// The same changes path by path: a map that is new or gone as a whole becomes one change for each scalar,
/// list or empty map in it. What a person counts as changed settings (product truth 5).
[[nodiscard]] QList<ValueChange> changedSettings(const Value &before, const Value &after);

} // namespace chartroom
