// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace chartroom {

/// How well the letters of `pattern` occur in order in `text`, case aside: higher is better, -1 is not at
/// all, 0 is an empty pattern. Starts of words and runs count more.
[[nodiscard]] int fuzzyScore(QStringView pattern, QStringView text);

} // namespace chartroom
