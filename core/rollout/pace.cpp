// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace.h"

#include "core/rollout/forecast.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/pace_queue.h"
#include "core/rollout/rollout_window.h"
#include "core/rollout/safe_stop.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using std::chrono::milliseconds;

struct PaceText
{
    Q_DECLARE_TR_FUNCTIONS(Pace)
};

/// So often slots come free and are taken again.
int turnsOf(const ForecastInput &forecast)
{
    const int width = std::max(1, forecast.slotLimit.value_or(std::max(1, forecast.queued)));
    return (forecast.queued + width - 1) / width;
}

/// What the nodes did, sorted out for one pace.
class PaceReading
{
public:
    explicit PaceReading(const PaceInput &input);
    [[nodiscard]] Pace pace();

private:
    void count(const PaceNode &node);
    void readRuns(const PaceNode &node);
    void readSteps(const NodeHistory &history);
    [[nodiscard]] milliseconds untilNow(const QDateTime &start) const;
    void noteRest(const NodeHistory &history);
    void findEnd();
    void countSlots();
    [[nodiscard]] QList<milliseconds> changeovers() const;
    [[nodiscard]] std::optional<ForecastRange> byRate();
    [[nodiscard]] std::optional<ForecastRange> bySlots();
    [[nodiscard]] std::optional<ForecastRange> rangeOf(const PaceQueue &queue) const;
    [[nodiscard]] QString obstacle() const;
    void foretell();

    const PaceInput &m_input;
    RolloutWindow m_window;
    Pace m_pace;
    QMap<QString, PaceQueue> m_queues;
    bool m_hasMaintenance = false;
    bool m_hasHistory = false;      ///< of any node
    bool m_hasRequests = false;     ///< to a maintenance operator, and not yet fulfilled
    QList<milliseconds> m_finished; ///< of this window
    QList<milliseconds> m_earlier;  ///< of the ones before
    QList<QDateTime> m_ends;        ///< in this window
    QDateTime m_restKnown;          ///< the last node came to rest then
    QDateTime m_restUnknown;        ///< that one may have been later, but not after this
    QMap<RolloutStep, QList<milliseconds>> m_steps;
};

PaceReading::PaceReading(const PaceInput &input)
    : m_input(input)
{
    QList<NodeHistory> histories;
    for (const PaceNode &node : input.nodes) {
        if (node.verdict != Verdict::Skipped)
            histories.append(node.history);
    }
    m_window = lastWindow(histories, input.now);
    m_pace.component = input.component;
    for (const PaceNode &node : input.nodes) {
        m_hasHistory = m_hasHistory || !node.history.isEmpty();
        count(node);
        readRuns(node);
        readSteps(node.history);
    }
    for (auto queue = m_queues.begin(); queue != m_queues.end(); ++queue) {
        queue->policy = input.policies.value(queue.key());
        std::sort(queue->takes.begin(), queue->takes.end());
        std::sort(queue->ends.begin(), queue->ends.end());
        m_ends += queue->ends;
    }
    std::sort(m_ends.begin(), m_ends.end());
}

milliseconds PaceReading::untilNow(const QDateTime &start) const
{
    return milliseconds(std::max<qint64>(0, start.msecsTo(m_input.now)));
}

void PaceReading::count(const PaceNode &node)
{
    if (node.verdict == Verdict::NotPart)
        return;
    if (node.verdict == Verdict::Skipped) {
        ++m_pace.skipped;
        return;
    }
    ++m_pace.nodes;
    PaceQueue &queue = m_queues[node.queue];
    ++queue.nodes;
    // All nodes ask a maintenance operator at once; those that it has not begun with wait.
    const bool holdsSlot = isUnderWay(node.step) && node.verdict != Verdict::Waiting;
    m_hasRequests = m_hasRequests || node.step == RolloutStep::Maintenance;
    if (isResting(node.step) && node.verdict == Verdict::NotKnown) {
        ++m_pace.notKnown;
    } else if (isResting(node.step) && !node.isBehind && !isTrouble(node.verdict)) {
        ++m_pace.done;
        noteRest(node.history);
    } else if (isTrouble(node.verdict)) {
        ++m_pace.held;
        queue.heldSlots += holdsSlot && !node.takesNoSlot ? 1 : 0;
        m_pace.eta.without << node.node;
    } else if (!holdsSlot) {
        ++m_pace.waiting;
        ++queue.waiting;
    } else {
        ++m_pace.moving;
        queue.movingSlots += node.takesNoSlot ? 0 : 1;
        queue.reloading += !node.isBlocked && node.step >= RolloutStep::DriverRestart ? 1 : 0;
        const QList<NodeRun> runs = node.history.runs();
        const bool isKnown = !runs.isEmpty() && runs.last().taken.isValid();
        (node.isBlocked ? queue.blocked : queue.underWay)
            << (isKnown ? untilNow(runs.last().taken) : milliseconds(0));
        if (node.isBlocked)
            m_pace.eta.without << node.node;
    }
}

void PaceReading::readRuns(const PaceNode &node)
{
    PaceQueue &queue = m_queues[node.queue];
    for (const NodeRun &run : node.history.runs()) {
        const bool isOfWindow =
            m_window.start.isValid() && run.taken.isValid() && run.taken >= m_window.start;
        if (isOfWindow) {
            m_hasMaintenance = m_hasMaintenance || run.hasMaintenance;
            queue.takes << run.taken;
        }
        if (!run.isFinished || !run.isEndKnown)
            continue;
        if (m_window.start.isValid() && run.end >= m_window.start)
            queue.ends << run.end;
        if (run.isTakenKnown && !run.hasFailed && !run.hasMaintenance)
            (isOfWindow ? m_finished : m_earlier) << milliseconds(run.taken.msecsTo(run.end));
    }
}

void PaceReading::readSteps(const NodeHistory &history)
{
    const QList<StepInterval> &intervals = history.intervals();
    for (qsizetype i = 0; i + 1 < intervals.size(); ++i) {
        const StepInterval &interval = intervals[i];
        const bool isWhole = interval.isStartKnown && interval.isEndKnown;
        const RolloutStep next = intervals[i + 1].step;
        const bool isTold = !isResting(interval.step) && interval.step != RolloutStep::Failed &&
                            next != RolloutStep::Failed && next != RolloutStep::Queued;
        if (isWhole && isTold && m_window.start.isValid() && interval.end >= m_window.start)
            m_steps[interval.step] << milliseconds(interval.start.msecsTo(interval.end));
    }
}

void PaceReading::noteRest(const NodeHistory &history)
{
    if (history.isEmpty() || history.intervals().last().step != RolloutStep::Done)
        return;
    const StepInterval &rest = history.intervals().last();
    QDateTime &latest = rest.isStartKnown ? m_restKnown : m_restUnknown;
    latest = latest.isValid() ? std::max(latest, rest.start) : rest.start;
}

void PaceReading::findEnd()
{
    if (m_pace.isOpen)
        return;
    if (m_window.start.isValid()) {
        m_pace.end = m_ends.isEmpty() ? m_window.end : m_ends.last();
        m_pace.isEndKnown = true;
    } else {
        m_pace.isEndKnown = m_restKnown.isValid() && !(m_restUnknown > m_restKnown);
        m_pace.end = m_pace.isEndKnown ? m_restKnown : m_restUnknown;
    }
}

QList<milliseconds> PaceReading::changeovers() const
{
    QList<milliseconds> waits;
    for (const PaceQueue &queue : m_queues)
        waits += queue.changeovers();
    return waits;
}

std::optional<ForecastRange> PaceReading::byRate()
{
    QList<milliseconds> gaps;
    for (qsizetype i = 1; i < m_ends.size(); ++i)
        gaps << milliseconds(m_ends[i - 1].msecsTo(m_ends[i]));
    m_pace.eta.samples = int(m_ends.size());
    int remaining = 0;
    for (const PaceQueue &queue : m_queues)
        remaining += queue.waiting + int(queue.underWay.size());
    return forecastByRate(gaps, m_ends.isEmpty() ? milliseconds(0) : untilNow(m_ends.last()), remaining);
}

std::optional<ForecastRange> PaceReading::rangeOf(const PaceQueue &queue) const
{
    ForecastInput forecast = queue.forecast();
    forecast.finished = m_finished.isEmpty() ? m_earlier : m_finished;
    forecast.ofThisRollout = int(m_finished.size());
    if (!m_pace.eta.isRough)
        return forecastBySlots(forecast);
    // What comes before the driver is quick, and tells nothing of what it takes.
    auto range = queue.reloading * 2 >= queue.underWay.size() ? roughForecast(forecast) : std::nullopt;
    if (range && range->latest && goesByBeat(m_pace))
        *range->latest += turnsOf(forecast) * controllerBeat;
    return range;
}

/// All are through when the queue that takes longest is.
std::optional<ForecastRange> PaceReading::bySlots()
{
    m_pace.eta.samples = int(m_finished.isEmpty() ? m_earlier.size() : m_finished.size());
    m_pace.eta.isRough = m_pace.eta.samples == 0;
    std::optional<ForecastRange> all;
    for (const PaceQueue &queue : m_queues) {
        if (!queue.goesOn())
            continue;
        const auto range = rangeOf(queue);
        if (!range)
            return std::nullopt;
        if (!all) {
            all = range;
            continue;
        }
        all->earliest = std::max(all->earliest, range->earliest);
        all->latest = all->latest && range->latest ? std::optional(std::max(*all->latest, *range->latest))
                                                   : std::nullopt;
    }
    return all;
}

/// Why there is nothing to tell, before anything is computed.
QString PaceReading::obstacle() const
{
    if (m_pace.waiting + m_pace.moving == 0)
        return m_pace.held > 0 ? PaceText::tr("No node goes on by itself.")
                               : PaceText::tr("No node is under way or waits.");
    for (auto queue = m_queues.cbegin(); queue != m_queues.cend(); ++queue) {
        if (const QString why = queue->obstacle(); !why.isEmpty())
            return m_queues.size() == 1
                       ? why
                       : PaceText::tr("%1: %2", "nodes of which nothing new starts: why")
                             .arg(queue.key().isEmpty() ? PaceText::tr("The other nodes") : queue.key(), why);
    }
    return {};
}

void PaceReading::foretell()
{
    Eta &eta = m_pace.eta;
    eta.without.sort();
    eta.reason = obstacle();
    if (!eta.reason.isEmpty())
        return;
    const bool isCounted = std::all_of(m_queues.cbegin(), m_queues.cend(), [](const PaceQueue &queue) {
        return !queue.goesOn() || queue.isCounted();
    });
    const bool isByRate = m_hasMaintenance || !isCounted;
    const auto range = isByRate ? byRate() : bySlots();
    if (!range) {
        eta.isRough = false;
        if (eta.samples > 0)
            eta.reason = PaceText::tr("Too few nodes have finished: it is too early to tell.");
        else if (m_hasHistory || m_pace.done == 0)
            eta.reason = PaceText::tr("No node has finished yet: it is too early to tell.");
        else
            eta.reason = PaceText::tr("How long a node takes is not known here.");
        return;
    }
    eta.earliest = m_input.now.addMSecs(range->earliest.count());
    if (range->latest)
        eta.latest = m_input.now.addMSecs(range->latest->count());
    if (!range->latest)
        eta.reason = PaceText::tr("It has no end while blocked nodes keep every slot.");
    else if (eta.isRough)
        eta.reason =
            goesByBeat(m_pace)
                ? PaceText::tr("No node has finished yet: a rough guess from how long the first are at it, "
                               "with up to %1 min a turn for the operator's next look.")
                      .arg(controllerBeat.count())
                : PaceText::tr("No node has finished yet: a rough guess from how long the first are at it.");
    else if (!isByRate && m_finished.isEmpty())
        eta.reason = PaceText::tr("No node has finished yet; the range rests on an earlier rollout.");
    else
        eta.reason = PaceText::tr("The range rests on the nodes that are through.");
}

void PaceReading::countSlots()
{
    int limit = 0;
    bool isLimited = m_pace.nodes > 0;
    for (const PaceQueue &queue : m_queues) {
        m_pace.slotsInUse += queue.movingSlots + queue.heldSlots;
        isLimited = isLimited && (queue.nodes == 0 || queue.policy.limit);
        limit += queue.nodes == 0 ? 0 : queue.policy.limit.value_or(0);
    }
    if (isLimited)
        m_pace.slotLimit = limit;
}

Pace PaceReading::pace()
{
    m_pace.isOpen = m_pace.moving + m_pace.waiting > 0;
    m_pace.start = m_window.start;
    findEnd();
    countSlots();
    const QDateTime until = m_pace.end.isValid() ? m_pace.end : m_input.now;
    if (!m_ends.isEmpty() && m_window.start < until)
        m_pace.nodesPerHour = double(m_ends.size()) * 3'600'000 / double(m_window.start.msecsTo(until));
    m_pace.node = timeTaken(m_finished);
    m_pace.changeover = timeTaken(changeovers());
    for (auto step = m_steps.cbegin(); step != m_steps.cend(); ++step)
        m_pace.steps.insert(step.key(), timeTaken(*step));
    foretell();
    const bool isOff = std::all_of(m_queues.cbegin(), m_queues.cend(), [](const PaceQueue &queue) {
        return queue.nodes == 0 || queue.policy.isOff;
    });
    m_pace.safeStop = safeStop(m_pace, {isOff, m_hasRequests});
    return m_pace;
}

} // namespace

TimeTaken timeTaken(QList<milliseconds> times)
{
    if (times.isEmpty())
        return {};
    std::sort(times.begin(), times.end());
    const auto quantile = [&](double part) {
        const double at = part * double(times.size() - 1);
        const qsizetype below = qsizetype(at);
        const milliseconds above = times[std::min(below + 1, times.size() - 1)];
        return times[below] +
               milliseconds(qint64((at - double(below)) * double((above - times[below]).count())));
    };
    return {int(times.size()), quantile(0.5), quantile(0.25), quantile(0.75)};
}

bool goesByBeat(const Pace &pace)
{
    const bool isNvidia = pace.component == u"gpu" || pace.component == u"ib";
    return isNvidia && pace.waiting > 0 && pace.eta.isRough;
}

Pace paceOf(const PaceInput &input)
{
    return PaceReading(input).pace();
}

} // namespace chartroom
