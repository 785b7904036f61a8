// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_window.h"

#include "core/base/moments.h"
#include "core/rollout/operator_limits.h"

#include <QMap>

#include <algorithm>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds longestPause = 1h;
constexpr milliseconds longestStep = 6h;

/// Objects tell their times in whole seconds, cut off, and the server's clock is known as well as that.
constexpr milliseconds slack = 2s;

struct Span
{
    QDateTime start;
    QDateTime end;
    QDateTime taken; ///< when the node was taken; a try after a failure goes on with the one before
};

bool isBusy(RolloutStep step)
{
    return isUnderWay(step) && step != RolloutStep::Failed;
}

QDateTime endOf(const StepInterval &interval, const QDateTime &now)
{
    const QDateTime end = interval.end.isValid() ? interval.end : now;
    return std::min(end, laterBy(interval.start, longestStep));
}

void addSpans(const NodeHistory &node, const QDateTime &now, std::vector<Span> &busy,
              std::vector<Span> &queues)
{
    QDateTime taken;
    bool hasFailed = false;
    for (const StepInterval &interval : node.intervals()) {
        if (isResting(interval.step) || (interval.step == RolloutStep::Queued && !hasFailed))
            taken = {};
        hasFailed = interval.step == RolloutStep::Failed;
        if (interval.step == RolloutStep::Queued) {
            queues.push_back({interval.start, interval.end.isValid() ? interval.end : now, {}});
        } else if (isUnderWay(interval.step)) {
            taken = taken.isValid() ? taken : interval.start;
            if (!hasFailed)
                busy.push_back({interval.start, endOf(interval, now), taken});
        }
    }
}

bool isQueuedThroughout(const std::vector<Span> &queues, const QDateTime &from, const QDateTime &to)
{
    return std::any_of(queues.begin(), queues.end(),
                       [&](const Span &queue) { return queue.start <= from && queue.end >= to; });
}

RolloutWindow windowSinceRest(const QList<WindowNode> &nodes, const QDateTime &now)
{
    std::vector<Span> busy;
    std::vector<Span> queues;
    for (const WindowNode &node : nodes)
        addSpans(node.history, now, busy, queues);
    std::sort(busy.begin(), busy.end(), [](const Span &a, const Span &b) { return a.start < b.start; });
    RolloutWindow window;
    for (const Span &span : busy) {
        const bool isSame =
            window.start.isValid() &&
            (span.start <= window.end || (span.taken >= window.start && span.taken <= window.end) ||
             (timeBetween(window.end, span.start) <= longestPause &&
              isQueuedThroughout(queues, window.end, span.start)));
        if (!isSame)
            window = {span.start, true, span.start, span.end};
        window.end = std::max(window.end, span.end);
    }
    // Nodes that all were queued after its end wait for another one, which nobody has begun yet.
    const auto isWaiting = [&now](const Span &queue) { return queue.end >= now; };
    const bool isOver = window.end < now && std::any_of(queues.begin(), queues.end(), isWaiting) &&
                        std::none_of(queues.begin(), queues.end(), [&](const Span &queue) {
                            return isWaiting(queue) && queue.start <= window.end;
                        });
    if (isOver)
        return {};
    window.isStartKnown = std::any_of(nodes.begin(), nodes.end(), [&window](const WindowNode &node) {
        const StepInterval *first = node.history.at(window.start);
        return first && first->start == window.start && first->isStartKnown;
    });
    return window;
}

/// Since when the present target is wanted; invalid where no template tells.
QDateTime targetOf(const QList<WindowNode> &nodes)
{
    QMap<QDateTime, bool> targets; ///< and whether a node is on its way there
    for (const WindowNode &node : nodes) {
        if (node.times.target.isValid())
            targets[node.times.target] = targets.value(node.times.target) || node.isOpen;
    }
    if (targets.isEmpty())
        return {};
    QDateTime target = targets.lastKey();
    for (auto one = targets.cend(); one != targets.cbegin();) {
        --one;
        if (*one || laterBy(one.key(), controllerBeat) >= target)
            target = one.key();
    }
    return target;
}

/// On the way to what was wanted before. A template's age is told in whole seconds, cut off: a node that was
/// taken before that second and is through within it was through before the template.
bool endedBefore(const NodeRun &run, const QDateTime &target)
{
    return run.end.isValid() && (run.end <= target || (run.taken < target && run.end < laterBy(target, 1s)));
}

/// The earliest moment of what tells that a node was taken.
struct FirstTake
{
    QDateTime known; ///< just then
    QDateTime bound; ///< then or earlier

    void note(const QDateTime &taken, bool isKnown)
    {
        QDateTime &first = isKnown ? known : bound;
        first = first.isValid() ? std::min(first, taken) : taken;
    }
    [[nodiscard]] bool isKnown() const
    {
        return known.isValid() && (!bound.isValid() || known <= laterBy(bound, slack));
    }
};

RolloutWindow windowSinceTarget(const QList<WindowNode> &nodes, const QDateTime &target, const QDateTime &now)
{
    RolloutWindow window;
    FirstTake first;
    for (const WindowNode &node : nodes) {
        if (node.times.target.isValid() && node.times.target < target)
            continue; // of another DaemonSet, and at rest
        const QList<NodeRun> runs = node.history.runs();
        for (qsizetype i = node.times.isTargetOlder ? std::max<qsizetype>(0, runs.size() - 1) : 0;
             i < runs.size(); ++i) {
            const bool isBack = node.times.isTargetOlder && runs[i].end.isValid();
            const bool isEarlier =
                endedBefore(runs[i], target) || (isBack && !isToTarget(runs[i], node.times));
            if (runs[i].taken.isValid() && !isEarlier) // one under way then goes on to the new target
                first.note(std::max(runs[i].taken, target), runs[i].isTakenKnown);
        }
        if (node.times.made.isValid() && laterBy(node.times.made, slack) >= target)
            first.note(node.times.made, false);
        for (const StepInterval &interval : node.history.intervals()) {
            if (isBusy(interval.step) && endOf(interval, now) > target)
                window.end =
                    window.end.isValid() ? std::max(window.end, endOf(interval, now)) : endOf(interval, now);
        }
    }
    window.isStartKnown = first.isKnown();
    window.start = window.isStartKnown ? first.known : first.bound;
    const bool isOlder = std::any_of(nodes.begin(), nodes.end(),
                                     [](const WindowNode &node) { return node.times.isTargetOlder; });
    window.begin = isOlder ? window.start : target;
    if (window.begin.isValid() && window.end < window.begin)
        window.end = {}; // of the rollout that an old template took back
    return window;
}

} // namespace

bool RolloutWindow::holds(const NodeRun &run) const
{
    return start.isValid() && run.taken.isValid() && !endedBefore(run, begin);
}

bool RolloutWindow::holds(const DriverTimes &times) const
{
    return start.isValid() && times.made.isValid() && laterBy(times.made, slack) >= begin;
}

bool isToTarget(const NodeRun &run, const DriverTimes &times)
{
    if (times.target.isValid() && laterBy(run.taken, slack) < times.target)
        return false;
    return !times.isTargetOlder || (times.made.isValid() && laterBy(times.made, slack) >= run.taken &&
                                    times.made <= laterBy(run.end, slack));
}

RolloutWindow rolloutWindow(const QList<WindowNode> &nodes, const QDateTime &now)
{
    const QDateTime target = targetOf(nodes);
    return target.isValid() ? windowSinceTarget(nodes, target, now) : windowSinceRest(nodes, now);
}

} // namespace chartroom
