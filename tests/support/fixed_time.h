// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <chrono>

namespace chartroom::test {

/// The moment at which a test of what is long, or late, takes place.
inline const QDateTime now({2026, 11, 21}, {4, 0}, Qt::UTC);

[[nodiscard]] inline QDateTime ago(std::chrono::seconds span)
{
    return now.addSecs(-span.count());
}

} // namespace chartroom::test
