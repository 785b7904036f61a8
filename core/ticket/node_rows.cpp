// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/sections.h"
#include "core/words/rollout_lane.h"

#include <algorithm>

namespace chartroom {

namespace {

/// Its versions are left out where they are those of nearly all nodes, which are said beside the counts; not
/// where several policies lead a driver each.
QString driverText(const NodeTrack &track, const QList<ComponentCount> &counts)
{
    const QString title = componentTitle(track.component);
    const ComponentCount *usual = nullptr;
    for (const ComponentCount &count : counts)
        if (count.component == track.component && (!usual || count.total > usual->total))
            usual = &count;
    const bool isUsual = usual && track.queue.isEmpty() && track.driverTo == usual->to &&
                         (track.driverFrom.isEmpty() || track.driverFrom == usual->from ||
                          isSameDriver(track.driverFrom, usual->to));
    if (isUsual || (track.driverFrom.isEmpty() && track.driverTo.isEmpty()))
        return title;
    if (track.driverTo.isEmpty() || isSameDriver(track.driverFrom, track.driverTo))
        return QStringLiteral("%1 %2").arg(title, track.driverFrom);
    return track.driverFrom.isEmpty()
               ? QStringLiteral("%1 %2").arg(title, track.driverTo)
               : QStringLiteral("%1 %2 → %3").arg(title, track.driverFrom, track.driverTo);
}

void addNew(QString &list, const QString &text)
{
    if (list.isEmpty())
        list = text;
    else if (!list.split(QStringLiteral(", ")).contains(text))
        list += QStringLiteral(", ") + text;
}

} // namespace

QList<NodeRow> nodeRows(const TicketContext &desk, const QList<const NodeTrack *> &tracks,
                        const std::function<QString(const NodeTrack &)> &says)
{
    const QList<ComponentCount> counts = componentCounts(desk.facts.tracks);
    QList<NodeRow> rows;
    for (const NodeTrack *track : tracks) {
        const NodeRow row{track, driverText(*track, counts), rolloutLane(*track).words,
                          TicketTimes::briefUtc(track->since, desk.facts.now), says(*track)};
        const auto same = std::find_if(rows.begin(), rows.end(), [&row](const NodeRow &other) {
            return other.track->node == row.track->node && other.words == row.words &&
                   other.known == row.known;
        });
        if (same == rows.end()) {
            rows.append(row);
        } else {
            addNew(same->drivers, row.drivers);
            addNew(same->since, row.since);
        }
    }
    return rows;
}

QString titlesWithSameCause(const QList<const NodeTrack *> &tracks, const NodeTrack &track)
{
    QStringList titles;
    for (const NodeTrack *other : tracks)
        if (other->node == track.node && needsHand(*other) && cause(*other) && cause(track) &&
            cause(*other)->text == cause(track)->text)
            titles.append(componentTitle(other->component));
    titles.removeDuplicates();
    return titles.isEmpty() ? componentTitle(track.component) : titles.join(QStringLiteral(", "));
}

} // namespace chartroom
