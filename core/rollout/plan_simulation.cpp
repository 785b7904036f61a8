// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/plan_simulation.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

using std::chrono::milliseconds;

/// The time of the nth node: all that were seen in turn, quick and slow ones mixed the same way every time.
milliseconds timeOf(const QList<milliseconds> &sorted, qsizetype nth)
{
    constexpr double golden = 0.6180339887498949;
    double whole = 0;
    const double part = std::modf(double(nth + 1) * golden, &whole);
    return sorted[std::min(qsizetype(part * double(sorted.size())), sorted.size() - 1)];
}

/// Goes through the nodes once, with one time for each.
class Walk
{
public:
    Walk(const PlanInput &input, QList<milliseconds> times)
        : m_input(input)
        , m_times(std::move(times))
    {
        std::sort(m_times.begin(), m_times.end());
        m_point.gpus = input.gpusElsewhere;
        for (const PlannedNode &node : input.nodes) {
            m_point.gpus += node.gpus;
            m_unavailable += node.isAway() ? 1 : 0;
        }
    }

    void go()
    {
        m_course.append(m_point);
        std::vector<qsizetype> order(size_t(m_input.nodes.size()));
        std::iota(order.begin(), order.end(), 0);
        const auto firstFree = std::stable_partition(
            order.begin(), order.end(), [this](qsizetype i) { return m_input.nodes[i].isCordoned; });
        for (auto it = order.begin(); it != firstFree; ++it)
            take(*it);
        auto next = firstFree;
        while (true) {
            for (; next != order.end() && hasSlot(); ++next)
                take(*next);
            append();
            if (m_ends.empty())
                break;
            m_point.at = milliseconds(m_ends.top().first);
            while (!m_ends.empty() && milliseconds(m_ends.top().first) == m_point.at)
                release();
        }
        m_left = int(order.end() - next);
    }

    [[nodiscard]] const QList<PlanPoint> &course() const { return m_course; }
    [[nodiscard]] int left() const { return m_left; }
    /// Nothing when a node never gets a slot, or none goes at all.
    [[nodiscard]] std::optional<milliseconds> end() const
    {
        return m_left > 0 || m_point.done == 0 ? std::nullopt : std::optional(m_point.at);
    }

private:
    [[nodiscard]] bool hasSlot() const
    {
        return (m_input.maxParallel == 0 || m_point.moving + m_point.held < m_input.maxParallel) &&
               (!m_input.maxUnavailable || m_unavailable < *m_input.maxUnavailable);
    }

    void take(qsizetype index)
    {
        const PlannedNode &node = m_input.nodes[index];
        if (!node.isAway())
            ++m_unavailable;
        m_point.gpus -= node.gpus;
        if (!node.hold.isEmpty()) {
            ++m_point.held;
            return;
        }
        ++m_point.moving;
        m_ends.emplace((m_point.at + timeOf(m_times, m_taken++)).count(), index);
    }

    void release()
    {
        const PlannedNode &node = m_input.nodes[m_ends.top().second];
        m_ends.pop();
        if (!node.isAway())
            --m_unavailable;
        m_point.gpus += node.gpus;
        --m_point.moving;
        ++m_point.done;
    }

    void append()
    {
        if (m_course.last().at == m_point.at)
            m_course.last() = m_point;
        else
            m_course.append(m_point);
    }

    using End = std::pair<qint64, qsizetype>;

    const PlanInput &m_input;
    QList<milliseconds> m_times;
    std::priority_queue<End, std::vector<End>, std::greater<>> m_ends;
    QList<PlanPoint> m_course;
    PlanPoint m_point;
    int m_unavailable = 0;
    qsizetype m_taken = 0;
    int m_left = 0;
};

std::optional<milliseconds> endWith(const PlanInput &input, milliseconds time)
{
    Walk walk(input, {time});
    walk.go();
    return walk.end();
}

/// Nobody holds anything back.
PlanInput freed(PlanInput input)
{
    for (PlannedNode &node : input.nodes)
        node.hold.clear();
    return input;
}

/// By nodes that were seen: the forecast of a rollout that is under way, with all nodes in its queue.
std::optional<ForecastRange> rangeBySeen(const PlanInput &input, const RolloutPlan &plan)
{
    ForecastInput forecast;
    forecast.finished = input.times.seen;
    forecast.queued = int(input.nodes.size());
    forecast.slotLimit = plan.atOnce;
    std::optional<ForecastRange> range = forecastBySlots(forecast);
    if (!range || (plan.held.isEmpty() && input.times.jobs == milliseconds(0)))
        return range;
    range->latest.reset();
    if (!input.times.jobs)
        return range;
    for (milliseconds &time : forecast.finished)
        time += *input.times.jobs;
    forecast.queued -= int(plan.held.size());
    *forecast.slotLimit -= int(plan.held.size());
    const auto slower = forecast.queued > 0 ? forecastBySlots(forecast) : std::nullopt;
    if (slower)
        range->latest = slower->latest;
    return range;
}

/// By what is assumed: every node at its quickest, and every node at its slowest.
std::optional<ForecastRange> rangeByAssumption(const PlanInput &input)
{
    const auto earliest = endWith(freed(input), input.times.least);
    if (!earliest)
        return std::nullopt;
    ForecastRange range{*earliest, std::nullopt};
    if (input.times.jobs)
        range.latest = endWith(input, input.times.most + *input.times.jobs);
    return range;
}

/// The expected end lies within the range whatever was drawn for its sides.
void fit(ForecastRange &range, const std::optional<milliseconds> &expected)
{
    if (!expected)
        return;
    range.earliest = std::min(range.earliest, *expected);
    if (range.latest)
        range.latest = std::max(*range.latest, *expected);
}

int slotsOf(const PlanInput &input)
{
    const int nodes = int(input.nodes.size());
    const int away = int(std::count_if(input.nodes.cbegin(), input.nodes.cend(),
                                       [](const PlannedNode &node) { return node.isAway(); }));
    int count = input.maxParallel > 0 ? std::min(input.maxParallel, nodes) : nodes;
    if (input.maxUnavailable)
        count = std::min(count, std::max(0, *input.maxUnavailable - away));
    return count;
}

int worstGpus(const PlanInput &input, int now, int atOnce)
{
    QList<int> gpus;
    for (const PlannedNode &node : input.nodes)
        gpus.append(node.gpus);
    std::sort(gpus.begin(), gpus.end(), std::greater<>());
    const qsizetype away = std::min<qsizetype>(atOnce, gpus.size());
    return now - std::accumulate(gpus.cbegin(), gpus.cbegin() + away, 0);
}

} // namespace

RolloutPlan planRollout(const PlanInput &input)
{
    RolloutPlan plan;
    plan.atOnce = slotsOf(input);
    plan.gpusNow = input.gpusElsewhere;
    for (const PlannedNode &node : input.nodes) {
        plan.gpusNow += node.gpus;
        if (!node.hold.isEmpty())
            plan.held.append(node.name);
    }
    plan.gpusAtWorst = worstGpus(input, plan.gpusNow, plan.atOnce);
    if (input.nodes.isEmpty())
        return plan;
    const bool isSeen = !input.times.seen.isEmpty();
    Walk walk(input, isSeen ? input.times.seen : QList{input.times.expected});
    walk.go();
    plan.course = walk.course();
    plan.left = walk.left();
    plan.expected = walk.end();
    plan.range = isSeen ? rangeBySeen(input, plan) : rangeByAssumption(input);
    if (plan.range)
        fit(*plan.range, plan.expected);
    return plan;
}

} // namespace chartroom
