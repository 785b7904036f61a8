// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_series.h"

#include "core/base/moments.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Which of a point's numbers a node in that step counts for; null for none.
int SeriesPoint::*placeOf(RolloutStep step)
{
    switch (step) {
    case RolloutStep::Done:
        return &SeriesPoint::done;
    case RolloutStep::Failed:
        return &SeriesPoint::failed;
    case RolloutStep::Cordon:
    case RolloutStep::WaitForJobs:
    case RolloutStep::Evict:
    case RolloutStep::Drain:
    case RolloutStep::Maintenance:
        return &SeriesPoint::emptying;
    case RolloutStep::DriverRestart:
    case RolloutStep::Validate:
    case RolloutStep::Uncordon:
        return &SeriesPoint::driver;
    case RolloutStep::Idle:
    case RolloutStep::Queued:
    case RolloutStep::Unknown:
        break;
    }
    return nullptr;
}

struct Change
{
    QDateTime time;
    int SeriesPoint::*from = nullptr;
    int SeriesPoint::*to = nullptr;
};

/// The node was at rest or queued before that first label of it.
bool tellsWhatWasBefore(const StepInterval &first)
{
    return first.isStartKnown &&
           (isResting(first.step) ? !first.isTold
                                  : first.step == RolloutStep::Queued || first.step == RolloutStep::Cordon ||
                                        first.step == RolloutStep::Maintenance);
}

/// Of a node that is done: how it came there no label of the time since `start` tells.
void addAtRest(const NodeCourse &node, const StepInterval &first, const QDateTime &start,
               QList<Change> &changes)
{
    const bool isPodKnown = node.made.isValid() && node.ready.isValid();
    const QDateTime seen = std::max(first.start, start);
    const bool isRemade =
        isPodKnown && node.made > seen; // with the label done, which told of the driver before
    const bool isToldByPod = isPodKnown && (isRemade || !first.isStartKnown);
    const QDateTime done = isRemade ? node.ready : isToldByPod ? std::min(seen, node.ready) : seen;
    int SeriesPoint::*place = nullptr;
    const auto add = [&](const QDateTime &time, int SeriesPoint::*next) {
        changes.append({std::max(time, start), place, next});
        place = next;
    };
    if (seen > start)
        add(start, &SeriesPoint::unknown);
    if (isRemade)
        add(seen, nullptr);
    if (isPodKnown && node.made < done)
        add(node.made, &SeriesPoint::driver);
    add(done, &SeriesPoint::done);
}

void addChanges(const NodeCourse &node, const QDateTime &start, QList<Change> &changes)
{
    int SeriesPoint::*place = nullptr;
    bool hasMoved = false;
    const QList<StepInterval> &intervals = node.past.intervals();
    const auto isPast = [&start](const StepInterval &one) { return one.end.isValid() && one.end <= start; };
    const auto first = std::find_if_not(intervals.cbegin(), intervals.cend(), isPast);
    const auto rests = [](const StepInterval &one) { return isResting(one.step); };
    if (node.isDone && first != intervals.cend() && std::all_of(first, intervals.cend(), rests)) {
        addAtRest(node, *first, start, changes);
        return;
    }
    if (!intervals.isEmpty() && intervals.first().start > start && !tellsWhatWasBefore(intervals.first())) {
        place = &SeriesPoint::unknown;
        changes.append({start, nullptr, place});
    }
    for (qsizetype i = 0; i < intervals.size(); ++i) {
        const StepInterval &interval = intervals[i];
        if (isPast(interval))
            continue;
        hasMoved |= !isResting(interval.step);
        const bool isUnseen = i + 1 < intervals.size() && (beginsAnew(interval, intervals[i + 1]) ||
                                                           (interval.isTold && !node.past.isEndKnown(i)));
        int SeriesPoint::*next = hasMoved ? placeOf(interval.step) : nullptr;
        if (isUnseen) // when the node left that step
            next = &SeriesPoint::unknown;
        if (node.isTroubled && i + 1 == intervals.size())
            next = &SeriesPoint::failed;
        if (next == place)
            continue;
        changes.append({std::max(interval.start, start), place, next});
        place = next;
    }
}

} // namespace

QList<SeriesPoint> rolloutSeries(const QList<NodeCourse> &nodes, const QDateTime &start, const QDateTime &now,
                                 qsizetype longest)
{
    QList<Change> changes;
    for (const NodeCourse &node : nodes)
        addChanges(node, start, changes);
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change &a, const Change &b) { return a.time < b.time; });
    const milliseconds stretch =
        std::max<milliseconds>(1ms, timeBetween(start, now) / std::max<qsizetype>(1, longest - 2));
    SeriesPoint point{start};
    QList<SeriesPoint> points{point};
    for (const Change &change : std::as_const(changes)) {
        if (change.time > now)
            break;
        if (change.from)
            --(point.*change.from);
        if (change.to)
            ++(point.*change.to);
        point.time = change.time;
        const bool isSameStretch =
            timeBetween(start, points.last().time) / stretch == timeBetween(start, change.time) / stretch;
        if (isSameStretch)
            points.last() = point;
        else
            points.append(point);
    }
    if (points.last().time < now) {
        point.time = now;
        points.append(point);
    }
    return points;
}

QList<GpuSample> gpuSeries(const QList<QList<GpuSample>> &nodes, const QDateTime &now)
{
    QList<GpuSample> changes; // by how many
    for (const QList<GpuSample> &node : nodes) {
        int before = 0;
        for (const GpuSample &sample : node) {
            if (sample.time <= now)
                changes.append({sample.time, sample.gpus - std::exchange(before, sample.gpus)});
        }
    }
    std::sort(changes.begin(), changes.end(),
              [](const GpuSample &a, const GpuSample &b) { return a.time < b.time; });
    QList<GpuSample> series;
    for (const GpuSample &change : std::as_const(changes)) {
        const int gpus = (series.isEmpty() ? 0 : series.last().gpus) + change.gpus;
        if (!series.isEmpty() && series.last().time == change.time)
            series.last().gpus = gpus;
        else
            series.append({change.time, gpus});
    }
    return series;
}

QList<GpuSample> thinned(const QList<GpuSample> &samples, qsizetype stretches)
{
    if (samples.size() <= 2 * stretches)
        return samples;
    const QDateTime start = samples.first().time;
    const milliseconds stretch =
        std::max<milliseconds>(1ms, timeBetween(start, samples.last().time) / stretches);
    const auto stretchOf = [&](const GpuSample &sample) { return timeBetween(start, sample.time) / stretch; };
    QList<GpuSample> thin;
    for (qsizetype first = 0; first < samples.size();) {
        qsizetype lowest = first;
        qsizetype end = first;
        for (; end < samples.size() && stretchOf(samples[end]) == stretchOf(samples[first]); ++end)
            lowest = samples[end].gpus < samples[lowest].gpus ? end : lowest;
        if (lowest != end - 1)
            thin.append(samples[lowest]);
        thin.append(samples[end - 1]);
        first = end;
    }
    return thin;
}

} // namespace chartroom
