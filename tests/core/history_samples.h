// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_history.h"

#include <utility>

/// What is seen and told of a node's labels, in seconds of one rollout.
namespace chartroom::test::history_samples {

inline const QDateTime start(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);

[[nodiscard]] inline QDateTime at(int seconds)
{
    return start.addSecs(seconds);
}

[[nodiscard]] inline NodeHistory seen(const QList<std::pair<const char *, int>> &labels,
                                      bool isFirstExact = false)
{
    NodeHistory history;
    bool isExact = isFirstExact;
    for (const auto &[label, seconds] : labels) {
        const QString text = QString::fromLatin1(label);
        history.see(text, readStep(text), at(seconds), std::exchange(isExact, true));
    }
    return history;
}

[[nodiscard]] inline QList<std::chrono::milliseconds> timesOf(const NodeHistory &history)
{
    QList<std::chrono::milliseconds> times;
    for (const NodeRun &run : history.cleanRuns())
        times << timeBetween(run.taken, run.end);
    return times;
}

[[nodiscard]] inline ToldLabel told(const char *label, int seconds)
{
    return {QString::fromLatin1(label), at(seconds)};
}

/// An Event that stands for so many.
[[nodiscard]] inline ToldLabel folded(const char *label, int first, int last, int count)
{
    ToldLabel one = told(label, last);
    one.lostFrom = at(first);
    one.count = count;
    return one;
}

} // namespace chartroom::test::history_samples
