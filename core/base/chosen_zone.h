// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

class QSettings;

namespace chartroom {

/// The time zones by IANA that can be chosen: those that $TZ names too. "UTC+03:00", which Qt knows as well,
/// is left out: by POSIX it is three hours behind UTC (tzset(3)).
[[nodiscard]] QList<QByteArray> zonesToChoose();
/// The time zone by IANA that a person chose for the window; "" for the system's, also where what is kept
/// names none that can be chosen.
[[nodiscard]] QByteArray chosenZone(const QSettings &settings);
void setChosenZone(QSettings &settings, const QByteArray &zone);
/// Local time is that of the chosen zone from now on (tzset(3)). For the start, before there are threads.
void useChosenZone(const QSettings &settings);

} // namespace chartroom
