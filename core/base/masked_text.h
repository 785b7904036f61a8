// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// Free text (a manifest, notes, a log line, a server's sentence) with what looks like a secret in it
/// replaced by "••••": the user part of a URL, what is assigned to a name like password or token, PEM blocks,
/// tokens known by their prefix, long random-looking text and base64 of any of these (rule S11).
[[nodiscard]] QString maskedText(const QString &text);

} // namespace chartroom
