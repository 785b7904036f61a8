// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/secrets/value_path.h"

#include <QString>

#include <optional>

namespace chartroom {

/// What stands at the path; nothing when it ends early. A step by name finds the list element of that name.
[[nodiscard]] std::optional<Value> valueAt(const Value &root, const ValuePath &path);

/// The setting as an argument of `helm upgrade`, quoted for a POSIX shell: --set a.b=1, --set-string where
/// --set would read text as another type, --set-json for lists, maps, fractions and text of several lines
/// (helm/helm pkg/strvals/parser.go@v3.22.0). Nothing for the root, and for a path by name, which Helm cannot
/// write.
[[nodiscard]] std::optional<QString> setForm(const ValuePath &path, const Value &value);

} // namespace chartroom
