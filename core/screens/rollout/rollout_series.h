// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/gpu_sample.h"
#include "core/rollout/node_history.h"

namespace chartroom {

/// How many nodes were where, from one moment on.
struct SeriesPoint
{
    QDateTime time;
    int done = 0;
    int emptying = 0; ///< from the cordon to the last pod gone
    int driver = 0;   ///< from the driver's restart to the uncordon
    int failed = 0;   ///< and those in trouble now, also where their label says done
    int unknown = 0;  ///< nothing proves in which step they were

    friend bool operator==(const SeriesPoint &, const SeriesPoint &) = default;
};

/// A node that takes part.
struct NodeCourse
{
    NodeHistory past;
    bool isTroubled = false; ///< now: isTrouble()
    bool isDone = false;     ///< now, with the driver that is wanted
    QDateTime made{};        ///< DriverTimes::made
    QDateTime ready{};       ///< DriverTimes::ready
};

/// So many stretches of time a chart tells apart on most screens; Qt Charts takes a millisecond for some
/// hundred points.
inline constexpr qsizetype chartStretches = 240;

/// The nodes of one rollout by step over time, from `start` to `now`, the last point at `now`; at most
/// `longest` points, of which the one that counts is the last of its stretch. Waiting nodes are the rest.
/// Done counts only from a node's first step of that window on: before it the old driver was what was done.
/// A node that is done and was seen in no step is so from the first label that is known, or since its driver
/// pod is ready; from that pod's creation until then it has the driver.
/// A node in trouble counts as failed from the begin of its present step on: when in that step it came to a
/// halt is unknown. A node counts as unknown before its first label that is known, unless a rollout begins
/// with that, and in a step that was only told of and whose end is unknown. Pure; some ten milliseconds with
/// thousands of nodes: for the pool.
[[nodiscard]] QList<SeriesPoint> rolloutSeries(const QList<NodeCourse> &nodes, const QDateTime &start,
                                               const QDateTime &now, qsizetype longest = chartStretches);

/// The GPUs of all these nodes together, up to `now`. Pure, for the pool.
[[nodiscard]] QList<GpuSample> gpuSeries(const QList<QList<GpuSample>> &nodes, const QDateTime &now);

/// The same line with two samples a stretch at most, as many stretches as a chart can show: how low it went
/// in it, and where it was at its end.
[[nodiscard]] QList<GpuSample> thinned(const QList<GpuSample> &samples, qsizetype stretches = chartStretches);

} // namespace chartroom
