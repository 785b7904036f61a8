// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/window_moments.h"

#include "core/words/words_tr.h"

namespace chartroom {

WindowMoments::WindowMoments(const std::optional<UpgradeWindow> &window)
    : m_zone(window ? QTimeZone(window->zone) : QTimeZone::systemTimeZone())
{
    if (!m_zone.isValid())
        m_zone = QTimeZone::utc();
}

QString WindowMoments::clock(const QDateTime &time) const
{
    return time.toTimeZone(m_zone).toString(QStringLiteral("ddd HH:mm"));
}

QString WindowMoments::text(const QDateTime &time) const
{
    const QDateTime there = time.toTimeZone(m_zone);
    const QString face = clock(time);
    if (there.offsetFromUtc() == 0)
        return face + QStringLiteral(" UTC");
    return WordsTr::tr("%1 %2 (%3 UTC)")
        .arg(face, QString::fromLatin1(m_zone.id()), time.toUTC().toString(QStringLiteral("HH:mm")));
}

} // namespace chartroom
