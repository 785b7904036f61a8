// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/value_change.h"

namespace chartroom {

/// Every path where `after` differs from `before`, in the order of keys; empty exactly when they are equal,
/// where 0 and -0 are.
/// A part that is new or gone as a whole is one change. The elements of a list are matched by name when all
/// of them are maps with a name of their own (`name`, `id`, `key`, or what the Kubernetes API merges by, such
/// as `mountPath`), and the path says by which: env[name=HTTP_PROXY]. Any other list is matched by place,
/// equal elements first: args[2] counts in the list after, for a removed element in the list before. Several
/// documents are a list of them. A pure function for the pool.
[[nodiscard]] QList<ValueChange> diffValues(const Value &before, const Value &after);

/// The same changes path by path: a map that is new or gone as a whole becomes one change for each scalar,
/// list or empty map in it. What a person counts as changed settings (product truth 5).
[[nodiscard]] QList<ValueChange> changedSettings(const Value &before, const Value &after);

} // namespace chartroom
