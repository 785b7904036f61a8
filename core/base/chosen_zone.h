// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

class QSettings;

namespace chartroom {

/// The time zone by IANA that a person chose for the window; "" for the system's, also where what is kept
/// names none that is known.
[[nodiscard]] QByteArray chosenZone(const QSettings &settings);
void setChosenZone(QSettings &settings, const QByteArray &zone);
/// Local time is that of the chosen zone from now on (tzset(3)). For the start, before there are threads.
void useChosenZone(const QSettings &settings);

} // namespace chartroom
