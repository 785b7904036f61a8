// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// Free text with "••••" in place of what is assigned to a name like password or token: after a colon or an
/// equals sign, quoted, in quotes that are themselves quoted, or over several lines of YAML; as the value of
/// a pair of name and value; behind an option of a command line. Takes time by the length of the text.
/// `count` gets how many were hidden now.
[[nodiscard]] QString withoutAssigned(const QString &text, int *count);

} // namespace chartroom
