// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QTimeZone>

namespace chartroom {

/// Moments as a ticket says them: in the zone of its people and in UTC, whatever zone this machine is in.
class TicketTimes
{
public:
    /// An unknown zone leaves UTC alone.
    explicit TicketTimes(const QByteArray &zone);

    /// Of what was observed, which people compare with kubectl: "2026-11-21 23:00:13 Europe/Berlin (22:00:13
    /// UTC)"; "" for an invalid time.
    [[nodiscard]] QString moment(const QDateTime &time) const;
    /// The same to the minute, for what is agreed or expected.
    [[nodiscard]] QString minute(const QDateTime &time) const;
    /// "2026-11-21 23:00 until 2026-11-22 03:00 Europe/Berlin (2026-11-21 22:00 until 2026-11-22 02:00 UTC)".
    [[nodiscard]] QString range(const QDateTime &from, const QDateTime &to) const;
    /// "Sat 23:00 (22:00)" for a column that clockTitle() is above, of days that are named elsewhere.
    [[nodiscard]] QString clock(const QDateTime &time) const;
    /// "Time in Europe/Berlin (UTC)".
    [[nodiscard]] QString clockTitle() const;
    /// "2026-11-21 22:00:13", UTC, for a column that says so; "" for an invalid time.
    [[nodiscard]] static QString inUtc(const QDateTime &time);
    /// The same, without the date where it is that of `now`.
    [[nodiscard]] static QString briefUtc(const QDateTime &time, const QDateTime &now);

private:
    [[nodiscard]] QString said(const QDateTime &time, const QString &clock) const;

    QTimeZone m_zone; ///< invalid: UTC alone
};

} // namespace chartroom
