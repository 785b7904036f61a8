// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/chosen_zone.h"

#include <QSettings>
#include <QTimeZone>

#include <ctime>

namespace chartroom {

namespace {

const QString zoneKey = QStringLiteral("window/timeZone");

bool isOffsetOfQt(const QByteArray &zone)
{
    return zone.startsWith("UTC+") || zone.startsWith("UTC-");
}

} // namespace

QList<QByteArray> zonesToChoose()
{
    QList<QByteArray> zones = QTimeZone::availableTimeZoneIds();
    zones.removeIf(isOffsetOfQt);
    return zones;
}

QByteArray chosenZone(const QSettings &settings)
{
    const QByteArray zone = settings.value(zoneKey).toString().toUtf8();
    const bool isKnown = !zone.isEmpty() && !isOffsetOfQt(zone) && QTimeZone::isTimeZoneIdAvailable(zone);
    return isKnown ? zone : QByteArray();
}

void setChosenZone(QSettings &settings, const QByteArray &zone)
{
    if (zone.isEmpty())
        settings.remove(zoneKey);
    else
        settings.setValue(zoneKey, QString::fromUtf8(zone));
}

void useChosenZone(const QSettings &settings)
{
    const QByteArray zone = chosenZone(settings);
    if (zone.isEmpty())
        return;
    qputenv("TZ", ':' + zone); // the name of a file, never a rule such as EST5EDT
    tzset();
}

} // namespace chartroom
