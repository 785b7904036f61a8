// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// Whether one JSON number is a multiple of another, in decimals as they are written: 0.3 is one of 0.1. True
/// also where that cannot be said here (more than 18 digits, a divisor of 0), so that nothing is refused for
/// it.
[[nodiscard]] bool isMultiple(const QString &number, const QString &divisor);

} // namespace chartroom
