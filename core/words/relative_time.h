// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace chartroom {

/// "just now", "2 min ago", "6 d ago"; "" where one of them is not known. Within a minute of the future
/// counts as now (clocks differ); further ahead it is the date.
[[nodiscard]] QString agoText(const QDateTime &then, const QDateTime &now);

/// "today 02:13", "12 Sep", "12 Sep 2025", in local time.
[[nodiscard]] QString dayText(const QDateTime &then, const QDateTime &now);

/// "02:13", or "12 Sep 02:13" where more than half a day lies between them; local time. `form` is that of the
/// clock.
[[nodiscard]] QString clockText(const QDateTime &then, const QDateTime &now,
                                const QString &form = QStringLiteral("HH:mm"));

/// "02:13:05", local time, of what was observed today: people compare it with kubectl.
[[nodiscard]] QString secondText(const QDateTime &time);

/// Local and UTC, for a tooltip: "2026-11-21 04:13:05 CET (03:13:05 UTC)".
[[nodiscard]] QString absoluteTimeText(const QDateTime &time);

} // namespace chartroom
