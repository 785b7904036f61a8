// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_window.h"

#include <algorithm>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds longestPause = 1h;
constexpr milliseconds longestStep = 6h;

struct Span
{
    QDateTime start;
    QDateTime end;
};

bool isQueuedThroughout(const std::vector<Span> &queues, const QDateTime &from, const QDateTime &to)
{
    return std::any_of(queues.begin(), queues.end(),
                       [&](const Span &queue) { return queue.start <= from && queue.end >= to; });
}

} // namespace

RolloutWindow lastWindow(const QList<NodeHistory> &nodes, const QDateTime &now)
{
    std::vector<Span> busy;
    std::vector<Span> queues;
    for (const NodeHistory &node : nodes) {
        for (const StepInterval &interval : node.intervals()) {
            const QDateTime end = interval.end.isValid() ? interval.end : now;
            if (interval.step == RolloutStep::Queued)
                queues.push_back({interval.start, end});
            else if (isUnderWay(interval.step) && interval.step != RolloutStep::Failed)
                busy.push_back({interval.start, std::min(end, interval.start.addMSecs(longestStep.count()))});
        }
    }
    std::sort(busy.begin(), busy.end(), [](const Span &a, const Span &b) { return a.start < b.start; });
    RolloutWindow window;
    for (const Span &span : busy) {
        const bool isSame =
            window.start.isValid() &&
            (span.start <= window.end || (window.end.msecsTo(span.start) <= longestPause.count() &&
                                          isQueuedThroughout(queues, window.end, span.start)));
        if (!isSame)
            window = {span.start, span.end};
        window.end = std::max(window.end, span.end);
    }
    // Nodes that all were queued after its end wait for another one, which nobody has begun yet.
    const auto isWaiting = [&now](const Span &queue) { return queue.end >= now; };
    const bool isOver = window.end < now && std::any_of(queues.begin(), queues.end(), isWaiting) &&
                        std::none_of(queues.begin(), queues.end(), [&](const Span &queue) {
                            return isWaiting(queue) && queue.start <= window.end;
                        });
    return isOver ? RolloutWindow() : window;
}

} // namespace chartroom
