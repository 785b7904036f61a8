// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

namespace chartroom {

/// The values as they may be shown, printed or recorded (rule S11): text under keys that name a password,
/// token, secret, key or credential, data of a kind Secret, the value of an environment variable so named,
/// the user part of a URL, PEM blocks, tokens known by their prefix and long random-looking text become
/// "••••". Keys, shape, booleans, nulls and empty text stay. Errs on the side of hiding.
[[nodiscard]] Value maskedValues(const Value &values);

/// The change with both sides masked as they would be at its path.
[[nodiscard]] ValueChange maskedChange(const ValueChange &change);

/// Free text (a manifest, notes, a log line) with what looks like a secret in it replaced.
[[nodiscard]] QString maskedText(const QString &text);

} // namespace chartroom
