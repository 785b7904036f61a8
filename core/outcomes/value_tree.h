// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QStringList>

#include <map>

namespace chartroom {

/// The settings of a tree by their keys: each scalar, list and empty map. A list is one setting, as Helm
/// never merges into one.
using Settings = std::map<QStringList, Value>;
[[nodiscard]] Settings settingsOf(const Value &root);

/// The value at that place, null when the tree does not reach so far; a null value there is not null.
[[nodiscard]] const Value *valueAt(const Value &root, const QStringList &keys);

/// The value on the way to that place that is no map and so ends it, null when there is none.
[[nodiscard]] const Value *endOnTheWay(const Value &root, const QStringList &keys);

/// pathText() of a place in maps.
[[nodiscard]] QString pathTextOf(const QStringList &keys);

} // namespace chartroom
