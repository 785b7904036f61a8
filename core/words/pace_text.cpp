// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/pace_text.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/rollout/operator_limits.h"
#include "core/words/relative_time.h"
#include "core/words/words_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

milliseconds until(const QDateTime &now, const QDateTime &time)
{
    return ageOf(now, time);
}

QString speedText(const Pace &pace)
{
    QStringList parts;
    if (pace.nodesPerHour)
        parts << WordsTr::tr("%1 nodes an hour")
                     .arg(*pace.nodesPerHour, 0, 'f', *pace.nodesPerHour < 10 ? 1 : 0);
    if (pace.slotLimit)
        parts << WordsTr::tr("%1 of %2 slots in use").arg(pace.slotsInUse).arg(*pace.slotLimit);
    return parts.join(QStringLiteral(", "));
}

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    QString all;
    for (const QString &part : std::as_const(parts))
        all += (all.isEmpty()        ? QString()
                : all.endsWith(u'.') ? QStringLiteral(" ")
                                     : QStringLiteral(", ")) +
               part;
    return all;
}

/// "" while a side is not known at all; where it is a bound, so is the text.
QString tookText(const Pace &pace)
{
    const QDateTime end = pace.isEndKnown ? pace.end : pace.endAfter;
    if (!pace.start.isValid() || !end.isValid())
        return {};
    const QString time = takenText(until(pace.start, end));
    return pace.isStartKnown && pace.isEndKnown ? WordsTr::tr("took %1").arg(time)
                                                : WordsTr::tr("took at least %1").arg(time);
}

QString byLabelText(const Pace &pace)
{
    return WordsTr::tr("%n node(s) complete by label only", nullptr, pace.notKnown);
}

QString doubtText(const Pace &pace)
{
    return WordsTr::tr("%1 contradicted", "nodes that are done").arg(pace.doubted);
}

QString verifyingText(const Pace &pace)
{
    return WordsTr::tr("%1 verifying", "nodes that are done").arg(pace.verifying);
}

/// What goes by itself is through.
TimeLeft blocked(const Pace &pace, const QString &since)
{
    const QString rest = pace.notKnown > 0    ? byLabelText(pace)
                         : pace.doubted > 0   ? doubtText(pace)
                         : pace.verifying > 0 ? verifyingText(pace)
                         : pace.done > 0      ? WordsTr::tr("the others are complete")
                                              : QString();
    const int left = pace.blocked + pace.held;
    return {pace.slow > 0 ? WordsTr::tr("%n node(s) blocked or slow", nullptr, left)
                          : WordsTr::tr("%n node(s) blocked", nullptr, left),
            joined({rest, since})};
}

/// No node is under way or waits.
TimeLeft rested(const Pace &pace, const QDateTime &now)
{
    const auto moment = [&](const QDateTime &time) {
        const bool isToday = time.toLocalTime().date() == now.toLocalTime().date();
        return isToday ? clockText(time, time) : dayText(time, now);
    };
    if (pace.held > 0)
        return blocked(pace, pace.isEndKnown ? WordsTr::tr("since %1").arg(moment(pace.end)) : QString());
    if (pace.notKnown > 0)
        return {WordsTr::tr("unknown", "whether the rollout is complete"), byLabelText(pace)};
    if (pace.doubted > 0)
        return {WordsTr::tr("unknown", "whether the rollout is complete"), doubtText(pace)};
    if (pace.verifying > 0)
        return {WordsTr::tr("unknown", "whether the rollout is complete"), verifyingText(pace)};
    if (!pace.end.isValid() && !pace.endAfter.isValid())
        return {WordsTr::tr("nothing in progress"), QString()};
    QString since = WordsTr::tr("since %1").arg(moment(pace.end));
    if (!pace.isEndKnown && pace.endAfter.isValid())
        since = WordsTr::tr("since %1 or later, by the driver pods").arg(moment(pace.endAfter));
    else if (!pace.isEndKnown)
        since = WordsTr::tr("since before %1, when it was first seen").arg(moment(pace.end));
    return {WordsTr::tr("complete"), joined({since, tookText(pace)})};
}

} // namespace

QString rangeText(milliseconds from, milliseconds to)
{
    using namespace std::chrono;
    if (from < 1s && to < 100s)
        return WordsTr::tr("up to %1 s", "seconds").arg(duration_cast<seconds>(to).count());
    if (to < 100s)
        return WordsTr::tr("%1–%2 s", "seconds")
            .arg(duration_cast<seconds>(from).count())
            .arg(duration_cast<seconds>(to).count());
    if (to < 100min) {
        const auto least = duration_cast<minutes>(from).count();
        const auto most = duration_cast<minutes>(to + 59s).count();
        if (least == 0)
            return WordsTr::tr("up to %1 min", "minutes").arg(most);
        return least == most ? WordsTr::tr("%1 min", "minutes").arg(most)
                             : WordsTr::tr("%1–%2 min", "minutes").arg(least).arg(most);
    }
    return WordsTr::tr("%1 – %2", "from, to").arg(elapsedText(from), elapsedText(to));
}

TimeLeft timeLeft(const std::optional<Pace> &pace, const QDateTime &now)
{
    if (!pace)
        return {WordsTr::tr("unknown so far"), WordsTr::tr("the pace is based on completed nodes")};
    if (!pace->isOpen)
        return rested(*pace, now);
    if (isOnlyBlocked(*pace))
        return blocked(*pace, {});
    const Eta &eta = pace->eta;
    if (!eta.earliest.isValid())
        return {WordsTr::tr("unknown so far"), joined({visibleText(eta.reason), speedText(*pace)})};
    const QString held = eta.without.isEmpty()
                             ? QString()
                             : WordsTr::tr("excluding %n blocked node(s)", nullptr, int(eta.without.size()));
    if (!eta.latest.isValid())
        return {WordsTr::tr("over %1", "at least").arg(durationText(until(now, eta.earliest))),
                joined({visibleText(eta.reason), held})};
    const QString range = rangeText(until(now, eta.earliest), until(now, eta.latest));
    const QString first = clockText(eta.earliest, now);
    const QString last = clockText(eta.latest, now);
    return {
        eta.isRough ? WordsTr::tr("roughly %1").arg(range) : range,
        joined({first == last ? WordsTr::tr("finish about %1").arg(last)
                              : WordsTr::tr("finish %1–%2").arg(first, last),
                held, speedText(*pace),
                goesByBeat(*pace) ? WordsTr::tr("plus up to %1 per turn until the operator's next reconcile")
                                        .arg(durationText(controllerBeat))
                                  : QString()})};
}

} // namespace chartroom
