// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/relative_time.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/utc_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>

namespace chartroom {

namespace {

QString tr(const char *text, const char *disambiguation = nullptr)
{
    return QCoreApplication::translate("RelativeTime", text, disambiguation);
}

} // namespace

QString agoText(const QDateTime &then, const QDateTime &now)
{
    if (!then.isValid() || !now.isValid())
        return {};
    const qint64 ms = timeBetween(then, now).count();
    if (ms < -60'000)
        return dayText(then, now);
    if (ms < 10'000)
        return tr("just now");
    return tr("%1 ago", "age unknown").arg(durationText(std::chrono::milliseconds(ms)));
}

QString dayText(const QDateTime &then, const QDateTime &now)
{
    if (!then.isValid())
        return {};
    const QDateTime local = then.toLocalTime();
    const QDate today = now.toLocalTime().date();
    if (local.date() == today)
        return tr("today %1").arg(local.toString(QStringLiteral("HH:mm")));
    const QLocale locale;
    if (local.date().year() == today.year())
        return locale.toString(local.date(), QStringLiteral("d MMM"));
    return locale.toString(local.date(), QStringLiteral("d MMM yyyy"));
}

QString clockText(const QDateTime &then, const QDateTime &now, const QString &form)
{
    constexpr std::chrono::hours unambiguous(12);
    const QDateTime local = then.toLocalTime();
    const QString time = local.toString(form);
    if (std::chrono::abs(timeBetween(then, now)) <= unambiguous)
        return time;
    return QLocale().toString(local.date(), QStringLiteral("d MMM ")) + time;
}

QString secondText(const QDateTime &time)
{
    return time.toLocalTime().toString(QStringLiteral("HH:mm:ss"));
}

QString absoluteTimeText(const QDateTime &time)
{
    if (!time.isValid())
        return {};
    const QDateTime local = time.toLocalTime();
    if (local.offsetFromUtc() == 0)
        return utcText(time);
    return QStringLiteral("%1 %2 (%3 UTC)")
        .arg(local.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")), local.timeZoneAbbreviation(),
             time.toUTC().toString(QStringLiteral("HH:mm:ss")));
}

} // namespace chartroom
