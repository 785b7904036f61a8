// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace chartroom {

/// For an age, in one unit: "0 s", "42 s", "3 min", "2 h", "6 d".
[[nodiscard]] QString durationText(std::chrono::milliseconds duration);

/// For a step in progress, to two units: "42 s", "2 m 05 s", "11 min", "3 h 20 min", "6 d".
[[nodiscard]] QString elapsedText(std::chrono::milliseconds elapsed);

/// For what is over: to the second below an hour, "3 m 57 s", "19 m 04 s", then like elapsedText().
[[nodiscard]] QString takenText(std::chrono::milliseconds taken);

/// For a plan, in minutes, rounded up: "15 min", "2 h 10 min".
[[nodiscard]] QString minutesText(std::chrono::milliseconds duration);

} // namespace chartroom
