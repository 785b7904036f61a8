// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <algorithm>
#include <chrono>

namespace chartroom {

/// The moment that lies `by` after `time`, before it where that is negative. QDateTime counts in plain
/// numbers, so that minutes pass for seconds; only these functions do (a rule of tests/architecture.sh).
[[nodiscard]] inline QDateTime laterBy(const QDateTime &time, std::chrono::milliseconds by)
{
    return time.addMSecs(by.count());
}

/// Negative where `to` is the earlier one; nothing at all where one of both is invalid.
[[nodiscard]] inline std::chrono::milliseconds timeBetween(const QDateTime &from, const QDateTime &to)
{
    return std::chrono::milliseconds(from.msecsTo(to));
}

/// The same, and not negative: clocks differ, and an age of less than nothing is none.
[[nodiscard]] inline std::chrono::milliseconds ageOf(const QDateTime &from, const QDateTime &now)
{
    return std::max(std::chrono::milliseconds(0), timeBetween(from, now));
}

/// The minute that it lies in, of the same time zone: what a field shows that knows no seconds.
[[nodiscard]] inline QDateTime wholeMinute(const QDateTime &time)
{
    const std::chrono::milliseconds into =
        std::chrono::seconds(time.time().second()) + std::chrono::milliseconds(time.time().msec());
    return laterBy(time, -into);
}

} // namespace chartroom
