// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_notes.h"
#include "core/ticket/sections.h"
#include "core/words/rollout_lane.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

/// What holds the node, without what is another on each node: names, counts and times.
QString sameCause(const NodeTrack &track)
{
    static const QRegularExpression changing(
        QStringLiteral("\\d{4}-\\d\\d-\\d\\dT[0-9:]+Z|restarted \\d+ time(s?)"));
    static const QString budget = QStringLiteral(" (PodDisruptionBudget"); // and those of several
    const TrackNote *note = cause(track);
    if (!note)
        return rolloutLane(track).words;
    QString text = note->text;
    if (isOfBudget(*note) && text.contains(budget))
        text.truncate(text.indexOf(budget));
    if (const QString set = track.driverPod.section(u'-', 0, -2); !set.isEmpty()) {
        // Also its other pods: the old driver pod that is in the way has its own name on each node.
        const QRegularExpression pods(
            QStringLiteral("(%1|%2)-[a-z0-9]{5}\\b")
                .arg(QRegularExpression::escape(set), QRegularExpression::escape(set.section(u'/', -1))));
        text.replace(pods, QStringLiteral("*"));
    }
    for (const QString &name : {track.driverPod, track.driverPod.section(u'/', -1), track.node})
        if (!name.isEmpty())
            text.replace(name, QStringLiteral("*"));
    return noteWord(note->kind) + u' ' + text.replace(changing, QStringLiteral("*"));
}

} // namespace

QList<CauseGroup> causeGroups(const TicketContext &desk)
{
    QList<CauseGroup> groups;
    QStringList keys;
    const QList<const NodeTrack *> tracks = tracksToTell(desk);
    for (const NodeTrack *track : tracks) {
        if (!needsHand(*track))
            continue;
        const QString titles = titlesWithSameCause(tracks, *track);
        const bool isLost = track->verdict == Verdict::Lost;
        const QString key =
            QStringList{titles, isLost ? QStringLiteral("lost") : QString(), sameCause(*track)}.join(u'\n');
        const qsizetype place = keys.indexOf(key);
        if (place < 0) {
            keys.append(key);
            groups.append({track, titles, {track->node}, track->isDriverReady});
            continue;
        }
        CauseGroup &group = groups[place];
        group.areDriversReady = group.areDriversReady && track->isDriverReady;
        if (!group.nodes.contains(track->node))
            group.nodes.append(track->node);
    }
    return groups;
}

} // namespace chartroom
