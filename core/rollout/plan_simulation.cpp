// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/plan_simulation.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
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
        m_unavailable = input.awayElsewhere;
        for (const PlannedNode &node : input.nodes) {
            m_point.gpus += node.gpus;
            m_unavailable += node.isAway() ? 1 : 0;
            m_point.held += node.isLeftAlone ? 1 : 0;
        }
    }

    void go()
    {
        m_course.append(m_point);
        std::vector<qsizetype> order(size_t(m_input.nodes.size()));
        std::iota(order.begin(), order.end(), 0);
        std::erase_if(order, [this](qsizetype i) { return m_input.nodes[i].isLeftAlone; });
        const auto firstFree = std::stable_partition(order.begin(), order.end(), [this](qsizetype i) {
            return m_input.nodes[i].isCordoned || m_input.nodes[i].keepsSlot();
        });
        for (auto it = order.begin(); it != firstFree; ++it)
            take(*it);
        auto next = firstFree;
        while (true) {
            for (; next != order.end() && hasSlot(); ++next)
                take(*next);
            append();
            if (m_events.empty())
                break;
            m_point.at = milliseconds(m_events.top().at);
            while (!m_events.empty() && milliseconds(m_events.top().at) == m_point.at) {
                const Event event = m_events.top();
                m_events.pop();
                event.isSlot ? release(event.node) : finish(event.node);
            }
        }
        m_left = int(order.end() - next);
    }

    [[nodiscard]] const QList<PlanPoint> &course() const { return m_course; }
    [[nodiscard]] const QList<NodeTurn> &turns() const { return m_turns; }
    [[nodiscard]] int left() const { return m_left; }
    /// Nothing when a node never gets a slot, or none goes at all.
    [[nodiscard]] std::optional<milliseconds> end() const
    {
        return m_left > 0 || m_point.done == 0 ? std::nullopt : std::optional(m_end);
    }

private:
    /// A node is through, or the slot that it had is free for the next one.
    struct Event
    {
        qint64 at;
        bool isSlot;
        qsizetype node;

        friend bool operator>(const Event &a, const Event &b)
        {
            return std::tie(a.at, a.isSlot, a.node) > std::tie(b.at, b.isSlot, b.node);
        }
    };

    [[nodiscard]] bool hasSlot() const
    {
        return (m_input.maxParallel == 0 || m_slotsInUse < m_input.maxParallel) &&
               (!m_input.maxUnavailable || m_unavailable < *m_input.maxUnavailable);
    }

    void take(qsizetype index)
    {
        const PlannedNode &node = m_input.nodes[index];
        m_turns.append({index, m_point.at});
        ++m_slotsInUse;
        if (!node.hold.isEmpty())
            ++m_point.held;
        if (node.keepsSlot())
            return; // nothing of it changes
        if (!node.isAway())
            ++m_unavailable;
        m_point.gpus -= node.gpus;
        if (!node.hold.isEmpty()) {
            if (m_input.failsAfter)
                m_events.push({(m_point.at + *m_input.failsAfter).count(), true, index});
            return;
        }
        ++m_point.moving;
        m_events.push({(m_point.at + timeOf(m_times, m_taken++)).count(), false, index});
    }

    void finish(qsizetype index)
    {
        m_point.gpus += m_input.nodes[index].gpus;
        --m_point.moving;
        ++m_point.done;
        m_end = m_point.at;
        m_events.push({(m_point.at + m_input.times.changeover).count(), true, index});
    }

    void release(qsizetype index)
    {
        --m_slotsInUse;
        if (!m_input.nodes[index].isAway() && m_input.nodes[index].hold.isEmpty())
            --m_unavailable;
    }

    /// Where something is another than before.
    void append()
    {
        PlanPoint same = m_course.last();
        same.at = m_point.at;
        if (m_course.last().at == m_point.at)
            m_course.last() = m_point;
        else if (same != m_point)
            m_course.append(m_point);
    }

    const PlanInput &m_input;
    QList<milliseconds> m_times;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
    QList<PlanPoint> m_course;
    QList<NodeTurn> m_turns;
    PlanPoint m_point;
    milliseconds m_end{0};
    int m_slotsInUse = 0;
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
    for (PlannedNode &node : input.nodes) {
        node.hold.clear();
        node.isLeftAlone = false;
    }
    return input;
}

/// Nodes that hold for good are not counted on, and neither are their slots.
std::optional<milliseconds> latestBySeen(ForecastInput forecast, const RolloutPlan &plan, int kept,
                                         milliseconds jobs)
{
    const int held = int(plan.held.size());
    for (milliseconds &time : forecast.finished)
        time += jobs;
    forecast.queued -= held;
    forecast.slotLimit = plan.atOnce - (held - kept);
    const auto range = forecast.queued > 0 ? forecastBySlots(forecast) : std::nullopt;
    return range ? range->latest : std::nullopt;
}

/// By nodes that were seen: the forecast of a rollout that is under way, with all nodes in its queue.
void foretellBySeen(const PlanInput &input, RolloutPlan &plan)
{
    constexpr milliseconds none(0);
    ForecastInput forecast;
    forecast.finished = input.times.seen;
    forecast.queued = int(input.nodes.size());
    forecast.slotLimit = slotsOf(freed(input));
    if (input.times.changeover > none)
        forecast.changeovers = {input.times.changeover};
    plan.range = forecastBySlots(forecast);
    if (!plan.range)
        return;
    const int kept = input.slotsKept() + input.leftAlone();
    plan.latestWithoutJobs =
        plan.held.isEmpty() ? plan.range->latest : latestBySeen(forecast, plan, kept, none);
    plan.range->latest = plan.latestWithoutJobs;
    if (input.times.jobs != none)
        plan.range->latest =
            input.times.jobs ? latestBySeen(forecast, plan, kept, *input.times.jobs) : std::nullopt;
}

/// By what is assumed: every node at its quickest, and every node at its slowest with the operator looking as
/// late as it may.
void foretellByAssumption(const PlanInput &input, RolloutPlan &plan)
{
    const auto earliest = endWith(freed(input), input.times.least);
    if (!earliest)
        return;
    plan.range = ForecastRange{*earliest, std::nullopt};
    PlanInput slowest = input;
    slowest.times.changeover = std::max(input.times.changeover, input.times.beat);
    plan.latestWithoutJobs = endWith(slowest, input.times.most);
    if (input.times.jobs)
        plan.range->latest = endWith(slowest, input.times.most + *input.times.jobs);
}

/// The expected end lies within the range whatever was drawn for its sides.
void fit(RolloutPlan &plan)
{
    if (!plan.expected || !plan.range)
        return;
    plan.range->earliest = std::min(plan.range->earliest, *plan.expected);
    for (std::optional<milliseconds> *latest : {&plan.range->latest, &plan.latestWithoutJobs})
        if (*latest)
            *latest = std::max(**latest, *plan.expected);
}

} // namespace

int PlanInput::away() const
{
    return awayElsewhere + int(std::count_if(nodes.cbegin(), nodes.cend(),
                                             [](const PlannedNode &node) { return node.isAway(); }));
}

int PlanInput::slotsKept() const
{
    return int(std::count_if(nodes.cbegin(), nodes.cend(),
                             [](const PlannedNode &node) { return node.keepsSlot(); }));
}

int PlanInput::leftAlone() const
{
    return int(std::count_if(nodes.cbegin(), nodes.cend(),
                             [](const PlannedNode &node) { return node.isLeftAlone; }));
}

int slotsOf(const PlanInput &input)
{
    const int kept = input.slotsKept();
    const int nodes = int(input.nodes.size()) - kept - input.leftAlone();
    int count = input.maxParallel > 0 ? std::min(std::max(0, input.maxParallel - kept), nodes) : nodes;
    if (input.maxUnavailable)
        count = std::min(count, std::max(0, *input.maxUnavailable - input.away()));
    return count;
}

int gpusWithAway(const PlanInput &input, int nodes)
{
    int available = input.gpusElsewhere;
    QList<int> gpus;
    for (const PlannedNode &node : input.nodes) {
        available += node.gpus;
        if (node.isStarted())
            gpus.append(node.gpus);
    }
    std::sort(gpus.begin(), gpus.end(), std::greater<>());
    const qsizetype away = std::min<qsizetype>(nodes, gpus.size());
    return available - std::accumulate(gpus.cbegin(), gpus.cbegin() + away, 0);
}

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
    if (input.nodes.isEmpty())
        return plan;
    const bool isSeen = !input.times.seen.isEmpty();
    Walk walk(input, isSeen ? input.times.seen : QList{input.times.expected});
    walk.go();
    plan.course = walk.course();
    plan.turns = walk.turns();
    plan.left = walk.left();
    plan.expected = walk.end();
    isSeen ? foretellBySeen(input, plan) : foretellByAssumption(input, plan);
    fit(plan);
    return plan;
}

} // namespace chartroom
