// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"

#include <optional>

namespace chartroom {

/// `values` with one argument of --set in it, read as Helm does (helm/helm pkg/strvals/parser.go@v4.3.1, the
/// same in v3.22.0): several assignments parted by commas, a.b=1, a[0].b=x, a={x,y}, a\.b=1, a=null. What is
/// neither true, false, null nor a whole number is text. Invalid names the key; no error holds a value.
[[nodiscard]] Result<Value> withSetArgument(const Value &values, const QString &argument);

/// The argument that withSetArgument() reads back as exactly these values; nothing where none does, as with
/// an empty map in them or text that looks like a number.
[[nodiscard]] std::optional<QString> setArgumentOf(const Value &values);

/// What -f files and then --set arguments come to, later ones over earlier ones (pkg/cli/values/options.go).
/// A map goes into a map, anything else takes the place of what was there, null too.
[[nodiscard]] Result<Value> editsFrom(const QList<Value> &files, const QStringList &setArguments);

} // namespace chartroom
