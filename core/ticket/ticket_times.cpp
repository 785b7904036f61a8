// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_times.h"

#include "core/ticket/ticket_tr.h"

namespace chartroom {

namespace {

QString face(const QDateTime &time)
{
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

/// Invalid where UTC alone tells it all. An empty name would be this machine's own zone to Qt.
QTimeZone besideUtc(const QByteArray &zone)
{
    static const QList<QByteArray> utc = {"", "UTC", "Etc/UTC", "Etc/UCT", "UCT", "Zulu", "Universal"};
    return utc.contains(zone) ? QTimeZone() : QTimeZone(zone);
}

} // namespace

TicketTimes::TicketTimes(const QByteArray &zone)
    : m_zone(besideUtc(zone))
{}

QString TicketTimes::moment(const QDateTime &time) const
{
    return said(time, QStringLiteral("HH:mm:ss"));
}

QString TicketTimes::minute(const QDateTime &time) const
{
    return said(time, QStringLiteral("HH:mm"));
}

QString TicketTimes::said(const QDateTime &time, const QString &clock) const
{
    if (!time.isValid())
        return {};
    const QString withDay = QStringLiteral("yyyy-MM-dd ") + clock;
    const QDateTime utc = time.toUTC();
    if (!m_zone.isValid())
        return utc.toString(withDay) + QStringLiteral(" UTC");
    const QDateTime there = time.toTimeZone(m_zone);
    return QStringLiteral("%1 %2 (%3 UTC)")
        .arg(there.toString(withDay), QString::fromLatin1(m_zone.id()),
             utc.toString(there.date() == utc.date() ? clock : withDay));
}

QString TicketTimes::range(const QDateTime &from, const QDateTime &to) const
{
    const QString utc = TicketTr::tr("%1 until %2 UTC").arg(face(from.toUTC()), face(to.toUTC()));
    if (!m_zone.isValid())
        return utc;
    return TicketTr::tr("%1 until %2 %3 (%4)")
        .arg(face(from.toTimeZone(m_zone)), face(to.toTimeZone(m_zone)), QString::fromLatin1(m_zone.id()),
             utc);
}

QString TicketTimes::clock(const QDateTime &time) const
{
    const QString ofDay = QStringLiteral("ddd HH:mm");
    const QDateTime utc = time.toUTC();
    if (!m_zone.isValid())
        return utc.toString(ofDay);
    const QDateTime there = time.toTimeZone(m_zone);
    const bool isSameDay = there.date() == utc.date();
    return QStringLiteral("%1 (%2)").arg(there.toString(ofDay),
                                         utc.toString(isSameDay ? QStringLiteral("HH:mm") : ofDay));
}

QString TicketTimes::clockTitle() const
{
    return m_zone.isValid() ? TicketTr::tr("Time in %1 (UTC)").arg(QString::fromLatin1(m_zone.id()))
                            : TicketTr::tr("Time (UTC)");
}

QString TicketTimes::inUtc(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : QString();
}

QString TicketTimes::briefUtc(const QDateTime &time, const QDateTime &now)
{
    const bool isToday = time.isValid() && time.toUTC().date() == now.toUTC().date();
    return isToday ? time.toUTC().toString(QStringLiteral("HH:mm:ss")) : inUtc(time);
}

} // namespace chartroom
