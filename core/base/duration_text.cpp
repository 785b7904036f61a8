// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration_text.h"

#include "core/base/base_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

QString secondsText(qint64 seconds)
{
    return BaseTr::tr("%1 m %2 s", "minutes, seconds")
        .arg(seconds / 60)
        .arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

} // namespace

QString durationText(std::chrono::milliseconds duration)
{
    const auto seconds = std::max<qint64>(0, std::chrono::floor<std::chrono::seconds>(duration).count());
    if (seconds < 100)
        return BaseTr::tr("%1 s", "seconds").arg(seconds);
    if (seconds < 100 * 60)
        return BaseTr::tr("%1 min", "minutes").arg(seconds / 60);
    if (seconds < 48 * 3600)
        return BaseTr::tr("%1 h", "hours").arg(seconds / 3600);
    return BaseTr::tr("%1 d", "days").arg(seconds / 86400);
}

QString elapsedText(std::chrono::milliseconds elapsed)
{
    using namespace std::chrono_literals;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(elapsed).count();
    if (seconds < 60 || elapsed >= 48h)
        return durationText(elapsed);
    if (elapsed < 10min)
        return secondsText(seconds);
    if (elapsed < 2h)
        return BaseTr::tr("%1 min", "minutes").arg(seconds / 60);
    return BaseTr::tr("%1 h %2 min", "hours, minutes")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'));
}

QString takenText(std::chrono::milliseconds taken)
{
    using namespace std::chrono_literals;
    return taken >= 1min && taken < 1h ? secondsText(std::chrono::floor<std::chrono::seconds>(taken).count())
                                       : elapsedText(taken);
}

QString minutesText(std::chrono::milliseconds duration)
{
    const auto count = std::chrono::ceil<std::chrono::minutes>(duration).count();
    return count < 90 ? BaseTr::tr("%1 min", "minutes").arg(count)
                      : BaseTr::tr("%1 h %2 min", "hours, minutes").arg(count / 60).arg(count % 60);
}

} // namespace chartroom
