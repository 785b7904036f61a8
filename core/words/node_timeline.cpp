// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/node_timeline.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/rollout/rollout_window.h"
#include "core/words/relative_time.h"
#include "core/words/rollout_lane.h"
#include "core/words/words_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

VisualState stateOf(const StepInterval &interval)
{
    switch (interval.step) {
    case RolloutStep::Done:
        return VisualState::Done;
    case RolloutStep::Failed:
        return VisualState::Failed;
    case RolloutStep::Idle:
        return VisualState::Skipped;
    case RolloutStep::Queued:
        return VisualState::Waiting;
    default:
        return interval.end.isValid() ? VisualState::Done : VisualState::Moving;
    }
}

} // namespace

QList<TimelineEntry> nodeTimeline(const NodeHistory &history, const QDateTime &now)
{
    QList<TimelineEntry> entries;
    const QList<StepInterval> &intervals = history.intervals();
    // Back to the last time of rest that something follows, seen or not.
    qsizetype first = intervals.size() - 1;
    while (first > 0 && !isResting(intervals[first - 1].step) &&
           !beginsAnew(intervals[first - 1], intervals[first]))
        --first;
    for (qsizetype i = intervals.size() - 1; i >= std::max<qsizetype>(first, 0); --i) {
        const StepInterval &interval = intervals[i];
        TimelineEntry entry;
        entry.words = stepWords(interval.step, interval.label);
        const QString time = clockText(interval.start, now, QStringLiteral("HH:mm:ss"));
        entry.start = interval.isStartKnown ? time : WordsTr::tr("before %1").arg(time);
        entry.state = stateOf(interval);
        const bool hasEnd = history.isEndKnown(i) || (!interval.end.isValid() && !isResting(interval.step));
        if (interval.isStartKnown && hasEnd)
            entry.elapsed =
                elapsedText(timeBetween(interval.start, interval.end.isValid() ? interval.end : now));
        entries.append(entry);
    }
    return entries;
}

std::optional<std::chrono::milliseconds> timeThrough(const NodeHistory &history, const DriverTimes &times)
{
    const QList<NodeRun> runs = history.runs();
    if (runs.isEmpty() || !runs.last().isFinished || !runs.last().isTakenKnown || !runs.last().isEndKnown ||
        !isToTarget(runs.last(), times))
        return std::nullopt;
    return timeBetween(runs.last().taken, runs.last().end);
}

} // namespace chartroom
