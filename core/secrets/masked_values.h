// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/value_change.h"
#include "core/secrets/value_path.h"

namespace chartroom {

/// The values as they may be shown, printed or recorded (rule S11): text under keys that name a password,
/// token, secret, key or credential, data of a kind Secret, the value of an environment variable so named,
/// the user part of a URL, PEM blocks, tokens known by their prefix, long random-looking text and base64 of
/// any of these become "••••". Keys, shape, booleans, nulls and empty text stay. Errs on the side of hiding.
[[nodiscard]] Value maskedValues(const Value &values);

/// The change with both sides masked as they would be at its path, and names in the path too. A change stays
/// one when both sides look the same then.
[[nodiscard]] ValueChange maskedChange(const ValueChange &change);
/// The same for a change in an object of kind Secret: all of its data is hidden.
[[nodiscard]] ValueChange maskedSecretChange(const ValueChange &change);
/// The path with the names of list elements as they may be shown.
[[nodiscard]] ValuePath maskedPath(const ValuePath &path);
/// The same as text; what is no path is masked as free text.
[[nodiscard]] QString maskedPath(const QString &path);

} // namespace chartroom
