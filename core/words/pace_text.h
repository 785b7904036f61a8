// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace.h"

namespace chartroom {

/// What is left of a rollout, as the board says it. Text is safe to show (rule S15).
struct TimeLeft
{
    QString fact; ///< "12–20 min"
    QString more; ///< "until 03:52–04:01, 14 nodes an hour", or why there is no range

    friend bool operator==(const TimeLeft &, const TimeLeft &) = default;
};

/// Never a point: a range, one side of it, or that nothing can be told. Times of day are local.
[[nodiscard]] TimeLeft timeLeft(const std::optional<Pace> &pace, const QDateTime &now);

/// "12–20 min", "40–80 s", "1 h 10 min – 3 h 00 min".
[[nodiscard]] QString rangeText(std::chrono::milliseconds from, std::chrono::milliseconds to);

} // namespace chartroom
