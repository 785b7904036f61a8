// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace.h"

#include "core/base/moments.h"
#include "core/base/utc_text.h"
#include "core/rollout/forecast.h"
#include "core/rollout/operator_deployment.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/pace_queue.h"
#include "core/rollout/rollout_tr.h"
#include "core/rollout/rollout_window.h"
#include "core/rollout/safe_stop.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using std::chrono::milliseconds;

/// So often slots come free and are taken again.
int turnsOf(const ForecastInput &forecast)
{
    const int width = std::max(1, forecast.slotLimit.value_or(std::max(1, forecast.queued)));
    return (forecast.queued + width - 1) / width;
}

/// The later one; an invalid one is none.
QDateTime latest(const QDateTime &a, const QDateTime &b)
{
    return a.isValid() ? std::max(a, b) : b;
}

/// Who is left, and whether the others are finished, as far as anything but their label tells.
QString onlyBlockedText(const Pace &pace)
{
    const int left = pace.blocked + pace.held;
    const QString blocked = pace.slow > 0 ? RolloutTr::tr("%n node(s) blocked or slow", nullptr, left)
                                          : RolloutTr::tr("%n node(s) blocked", nullptr, left);
    if (pace.notKnown > 0)
        return RolloutTr::tr("%1; the others are done by label only.", "nodes blocked").arg(blocked);
    if (pace.doubted > 0)
        return RolloutTr::tr("%1; other facts contradict nodes that are done.", "nodes blocked").arg(blocked);
    if (pace.verifying > 0)
        return RolloutTr::tr("%1; nodes that are done are still being verified.", "nodes blocked")
            .arg(blocked);
    return pace.done > 0 ? RolloutTr::tr("%1; the others are complete.", "nodes blocked").arg(blocked)
                         : blocked + u'.';
}

/// The times without any change of a label that ended as the operator came back: it was gone in them, if it
/// was for longer than a restart takes.
QList<Outage> unseenOutages(const PaceInput &input)
{
    if (input.returns.isEmpty())
        return {};
    QList<QDateTime> moves;
    for (const PaceNode &node : input.nodes)
        for (const StepInterval &interval : node.history.intervals())
            if (interval.isStartKnown)
                moves << interval.start;
    std::sort(moves.begin(), moves.end());
    QList<Outage> outages;
    for (qsizetype i = 1; i < moves.size(); ++i) {
        const Outage rest{moves[i - 1], moves[i]};
        if (std::any_of(input.returns.cbegin(), input.returns.cend(), [&rest](const Outage &end) {
                return rest.touches(end.from, end.to) && timeBetween(rest.from, end.to) > longestRestart;
            }))
            outages << rest;
    }
    return outages;
}

/// What the nodes did, sorted out for one pace.
class PaceReading
{
public:
    explicit PaceReading(const PaceInput &input);
    [[nodiscard]] Pace pace();

private:
    void count(const PaceNode &node);
    [[nodiscard]] milliseconds elapsedOf(const PaceNode &node) const;
    [[nodiscard]] bool beganHere(const QDateTime &moment) const;
    void readRuns(const PaceNode &node);
    void readPod(const PaceNode &node);
    void readSteps(const PaceNode &node);
    void readSample(const PaceNode &node);
    [[nodiscard]] bool wasStuck(const NodeHistory &history, const NodeRun &run) const;
    [[nodiscard]] milliseconds untilNow(const QDateTime &start) const;
    void noteUnseen(const NodeHistory &history);
    void noteRest(const NodeHistory &history);
    void noteFailure(const NodeHistory &history);
    void findEnd();
    void findRest();
    void countSlots();
    [[nodiscard]] QList<milliseconds> changeovers() const;
    [[nodiscard]] std::optional<ForecastRange> byRate();
    [[nodiscard]] std::optional<ForecastRange> bySlots();
    [[nodiscard]] std::optional<ForecastRange> rangeOf(const PaceQueue &queue) const;
    [[nodiscard]] QString standstill(const PaceQueue &queue) const;
    [[nodiscard]] QString obstacle() const;
    void foretell();

    const PaceInput &m_input;
    RolloutWindow m_window;
    Pace m_pace;
    QMap<QString, PaceQueue> m_queues;
    bool m_isMidStep = false; ///< a node of those that nobody moves on: no end is reached
    bool m_hasMaintenance = false;
    bool m_hasRequests = false;   ///< to a maintenance operator, and not yet fulfilled
    int m_reloads = 0;            ///< of those that move unblocked: outside of any step
    bool m_areReloads = false;    ///< all of those, and none waits: driver pods are compared with driver pods
    QList<milliseconds> m_loaded; ///< how long those of the others took
    bool m_isByPods = false;      ///< no label tells of a node that came through: the ages of driver pods do
    QDateTime m_lastLabel;        ///< the last node came through then, as far as labels tell
    QDateTime m_lastPod;          ///< the same by driver pods, of the nodes of which no label tells
    QList<milliseconds> m_finished;           ///< how long the nodes took that are through, each once
    QList<QDateTime> m_ends;                  ///< in this rollout
    QMap<QDateTime, QDateTime> m_retriedFrom; ///< of those ends that came after a failure: when that ended
    QList<milliseconds> m_retried;            ///< how long those move that failed before
    QDateTime m_lastFailure;                  ///< of those that failed and stay so
    QDateTime m_restKnown;                    ///< the last node came to rest then
    QDateTime m_restUnknown;                  ///< that one may have been later, but not after this
    QDateTime m_unseenEnd; ///< until then a node may have been under way, after all that is known of it
    QMap<RolloutStep, QList<milliseconds>> m_steps;
    QMap<RolloutStep, QList<milliseconds>> m_earlierSteps;
};

PaceReading::PaceReading(const PaceInput &input)
    : m_input(input)
{
    const QList<Outage> outages = input.outages + unseenOutages(input);
    QList<WindowNode> nodes;
    for (const PaceNode &node : input.nodes) {
        const bool isThrough =
            isResting(node.step) && !node.isBehind && !isReloadingAtRest(node.step, node.verdict);
        if (node.verdict != Verdict::Skipped)
            nodes.append({node.history, node.times, !isThrough});
        if (node.times.loading)
            m_loaded << *node.times.loading;
        if (!m_queues.contains(node.queue))
            m_queues[node.queue].stalls = outages + input.pauses.value(node.queue);
    }
    m_window = rolloutWindow(nodes, input.now);
    m_pace.component = input.component;
    for (const PaceNode &node : input.nodes)
        readSteps(node);
    for (auto step = m_steps.cbegin(); step != m_steps.cend(); ++step)
        m_pace.steps.insert(step.key(), timeTaken(*step));
    for (auto step = m_earlierSteps.cbegin(); step != m_earlierSteps.cend(); ++step)
        m_pace.earlierSteps.insert(step.key(), timeTaken(*step));
    for (const PaceNode &node : input.nodes) {
        readRuns(node);
        readSample(node);
    }
    m_isByPods = !m_lastLabel.isValid();
    for (const PaceNode &node : input.nodes) {
        readPod(node);
        count(node);
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
    return ageOf(start, m_input.now);
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
    queue.isUnanswered = queue.isUnanswered || node.isUnanswered;
    if (node.isCordonedForIt)
        queue.cordoned << node.node;
    // All nodes ask a maintenance operator at once; those that it has not begun with wait.
    const bool isIgnored = node.step == RolloutStep::Unknown; // no operator takes it on
    const bool holdsSlot = (isUnderWay(node.step) || isIgnored) && node.verdict != Verdict::Waiting;
    const bool reloads = isReloadingAtRest(node.step, node.verdict); // without a slot
    m_hasRequests = m_hasRequests || node.step == RolloutStep::Maintenance;
    if (isResting(node.step) && node.verdict == Verdict::NotKnown) {
        ++m_pace.notKnown;
    } else if (isResting(node.step) && !node.isBehind && !reloads && !isTrouble(node.verdict)) {
        ++m_pace.done;
        m_pace.doubted += node.isInDoubt ? 1 : 0;
        m_pace.verifying += node.isVerifying ? 1 : 0;
        m_pace.slotsInUse += node.keepsSlot ? 1 : 0; // for a moment, so not of the queue's forecast
        noteRest(node.history);
    } else if (isTrouble(node.verdict) || isIgnored) {
        ++m_pace.held;
        queue.heldSlots += holdsSlot && !node.takesNoSlot ? 1 : 0;
        m_pace.eta.without << node.node;
        m_isMidStep = m_isMidStep || (isUnderWay(node.step) && node.step != RolloutStep::Failed);
        noteFailure(node.history);
    } else if (!holdsSlot && !reloads) {
        ++m_pace.waiting;
        ++queue.waiting;
        queue.keepOld += node.isDriverCurrent ? 0 : 1;
        queue.isBehindPolicy = queue.isBehindPolicy || node.isBehindPolicy;
    } else {
        ++m_pace.moving;
        queue.movingSlots += node.takesNoSlot || reloads ? 0 : 1;
        m_reloads += reloads && !node.isBlocked ? 1 : 0;
        m_pace.blocked += node.isBlocked ? 1 : 0;
        queue.reloading += !node.isBlocked && (node.step >= RolloutStep::DriverRestart || reloads) ? 1 : 0;
        if (node.isBlocked) {
            m_pace.slow += node.verdict == Verdict::Slow ? 1 : 0;
            ++queue.blocked;
            m_pace.eta.without << node.node;
        } else {
            queue.underWay << elapsedOf(node);
            const QList<NodeRun> runs = node.history.runs();
            if (!runs.isEmpty() && runs.last().failedUntil.isValid())
                m_retried << queue.underWay.last();
        }
    }
}

/// Of a node under way: since it was taken, or as long as anything tells. Pods are compared with pods. After
/// a failure its time starts when that ended.
milliseconds PaceReading::elapsedOf(const PaceNode &node) const
{
    const DriverTimes &times = node.times;
    const QList<NodeRun> runs = node.history.runs();
    const NodeRun run = runs.isEmpty() ? NodeRun() : runs.last();
    const auto from = [&](const QDateTime &since) { return untilNow(latest(run.failedUntil, since)); };
    if (times.loadingSince.isValid())
        return from(times.loadingSince);
    if (m_isByPods && !m_finished.isEmpty())
        return times.made.isValid() ? from(times.made) : milliseconds(0);
    QDateTime since = m_input.now;
    if (run.taken.isValid()) {
        since = run.taken;
        if (run.isTakenKnown)
            return from(since);
    }
    for (const QDateTime &told : {times.cordoned, times.made}) {
        if (told.isValid() && told >= m_window.begin)
            since = std::min(since, told);
    }
    return from(since);
}

/// Not on the way to an earlier target.
bool PaceReading::beganHere(const QDateTime &moment) const
{
    constexpr auto slack = std::chrono::seconds(2); // the template's age is told in whole seconds
    return laterBy(moment, slack) >= m_window.begin;
}

void PaceReading::readRuns(const PaceNode &node)
{
    PaceQueue &queue = m_queues[node.queue];
    bool isThrough = false;  // what somebody does with the node then is no part of the way there
    bool isRetry = false;    // another try finds done what the first one did, which a switch may have stopped
    bool isReleased = false; // it waited for a person who set its label, and for no slot that came free
    for (const NodeRun &run : node.history.runs()) {
        const bool wasReleased = std::exchange(isReleased, run.hasFailed && !run.isFinished);
        if (isThrough || !m_window.holds(run))
            continue;
        m_hasMaintenance = m_hasMaintenance || run.hasMaintenance;
        if (run.isTakenKnown && !wasReleased)
            queue.takes << run.taken;
        isThrough = run.isFinished;
        const bool wasRetry = std::exchange(isRetry, isRetry || run.hasFailed || !run.isFinished);
        if (!run.isFinished || !run.isEndKnown)
            continue;
        queue.ends << run.end;
        if (run.failedUntil.isValid())
            m_retriedFrom.insert(run.end, run.failedUntil);
        m_lastLabel = latest(m_lastLabel, run.end);
        if (run.isWhole && run.isTakenKnown && beganHere(run.taken) && !wasRetry && !run.hasFailed &&
            !run.hasMaintenance && !queue.hasStalled(run.taken, run.end) && !wasStuck(node.history, run))
            m_finished << timeBetween(run.taken, run.end);
    }
}

/// Of a node of which no label tells. What comes before its pod is made is in the time until the next one's
/// is.
void PaceReading::readPod(const PaceNode &node)
{
    const QList<NodeRun> runs = node.history.runs();
    const bool isTold = std::any_of(runs.cbegin(), runs.cend(), [this](const NodeRun &run) {
        return m_window.holds(run) && (run.isTakenKnown || run.isFinished);
    });
    if (isTold || !m_window.holds(node.times))
        return;
    PaceQueue &queue = m_queues[node.queue];
    queue.takes << node.times.made;
    if (node.verdict != Verdict::Done || !node.times.ready.isValid())
        return;
    queue.ends << node.times.ready;
    m_lastPod = latest(m_lastPod, node.times.ready);
    const bool hasFailed =
        std::any_of(runs.cbegin(), runs.cend(), [](const NodeRun &run) { return run.hasFailed; });
    if (m_isByPods && !hasFailed)
        m_finished << ageOf(node.times.made, node.times.ready);
}

void PaceReading::readSteps(const PaceNode &node)
{
    const QList<StepInterval> &intervals = node.history.intervals();
    PaceQueue &queue = m_queues[node.queue];
    for (qsizetype i = 0; i + 1 < intervals.size(); ++i) {
        const StepInterval &interval = intervals[i];
        const bool hasLapsed = node.history.mayHaveLapsed(interval, intervals[i + 1]);
        if (hasLapsed && isUnderWay(interval.step) && interval.step != RolloutStep::Failed)
            queue.resumes << Outage::until(interval.end);
        const bool isWhole = interval.isStartKnown && node.history.isEndKnown(i);
        const RolloutStep next = intervals[i + 1].step;
        const bool isTold = !isResting(interval.step) && interval.step != RolloutStep::Failed &&
                            next != RolloutStep::Failed && next != RolloutStep::Queued;
        if (!isWhole || !isTold || queue.hasStalled(interval.start, interval.end))
            continue;
        const bool isOfThis = m_window.start.isValid() && beganHere(interval.start);
        (isOfThis ? m_steps : m_earlierSteps)[interval.step] << timeBetween(interval.start, interval.end);
    }
}

void PaceReading::readSample(const PaceNode &node)
{
    const PaceQueue &queue = m_queues[node.queue];
    for (const NodeRun &run : node.history.cleanRuns()) {
        if (queue.hasStalled(run.taken, run.end))
            continue;
        if (wasStuck(node.history, run))
            ++m_pace.sample.stuck;
        else
            m_pace.sample.times << timeBetween(run.taken, run.end);
    }
}

/// As the verdict has it of a node that is still in the step.
bool PaceReading::wasStuck(const NodeHistory &history, const NodeRun &run) const
{
    const QList<StepInterval> &steps = history.intervals();
    return std::any_of(steps.cbegin(), steps.cend(), [&](const StepInterval &step) {
        if (step.start < run.taken || !step.end.isValid() || step.end > run.end)
            return false;
        const std::optional<milliseconds> usual = usualTime(m_pace, step.step);
        return usual && timeBetween(step.start, step.end) > farBeyond(*usual);
    });
}

/// Of a node at its end: what told of its earlier steps does not tell when it came there.
void PaceReading::noteUnseen(const NodeHistory &history)
{
    const QList<StepInterval> &intervals = history.intervals();
    if (intervals.size() > 1 && !intervals.last().isStartKnown)
        m_unseenEnd = latest(m_unseenEnd, intervals.last().start);
}

void PaceReading::noteRest(const NodeHistory &history)
{
    if (history.isEmpty() || history.intervals().last().step != RolloutStep::Done)
        return;
    noteUnseen(history);
    const StepInterval &rest = history.intervals().last();
    QDateTime &known = rest.isStartKnown ? m_restKnown : m_restUnknown;
    known = latest(known, rest.start);
}

/// A node that failed for good is where it came to last.
void PaceReading::noteFailure(const NodeHistory &history)
{
    const QList<StepInterval> &intervals = history.intervals();
    if (intervals.isEmpty() || intervals.last().step != RolloutStep::Failed)
        return;
    noteUnseen(history);
    if (intervals.last().isStartKnown)
        m_lastFailure = latest(m_lastFailure, intervals.last().start);
}

void PaceReading::findEnd()
{
    if (m_pace.isOpen || m_isMidStep || m_pace.nodes == 0)
        return;
    findRest();
    if (m_pace.isEndKnown && m_lastFailure.isValid())
        m_pace.end = latest(m_lastFailure, m_pace.end);
    if (m_pace.end.isValid() && m_unseenEnd > m_pace.end) {
        m_pace.end = m_unseenEnd;
        m_pace.isEndKnown = false;
    }
    m_pace.isEndKnown = m_pace.isEndKnown && m_pace.end.isValid();
}

void PaceReading::findRest()
{
    if (m_lastPod.isValid() && !(m_lastPod <= m_lastLabel)) {
        m_pace.endAfter = m_lastPod;
        m_pace.end = m_restUnknown;
    } else if (m_window.start.isValid()) {
        m_pace.end = m_lastLabel.isValid() ? m_lastLabel : m_window.end;
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
        gaps << timeBetween(latest(m_retriedFrom.value(m_ends[i]), m_ends[i - 1]), m_ends[i]);
    m_pace.eta.samples = int(m_ends.size());
    int remaining = 0;
    for (const PaceQueue &queue : m_queues)
        remaining += queue.waiting + int(queue.underWay.size());
    milliseconds sinceLast = m_ends.isEmpty() ? milliseconds(0) : untilNow(m_ends.last());
    if (remaining > 0 && remaining == m_retried.size()) // nothing was in progress while they were failed
        sinceLast = std::min(sinceLast, *std::max_element(m_retried.cbegin(), m_retried.cend()));
    return forecastByRate(gaps, sinceLast, remaining);
}

std::optional<ForecastRange> PaceReading::rangeOf(const PaceQueue &queue) const
{
    ForecastInput forecast = queue.forecast();
    forecast.finished = m_areReloads ? m_loaded : m_finished;
    forecast.ofThisRollout = int(forecast.finished.size());
    // What comes before the driver is quick, and tells nothing of what it takes.
    auto range = !m_pace.eta.isRough                            ? forecastBySlots(forecast)
                 : queue.reloading * 2 >= queue.underWay.size() ? roughForecast(forecast)
                                                                : std::nullopt;
    if (range && range->latest && goesByBeat(m_pace))
        *range->latest += (1 + turnsOf(forecast)) * controllerBeat; // those under way wait for one too
    else if (range && range->latest && m_isByPods && !m_areReloads)
        *range->latest += controllerBeat; // from the last pod that is ready to the operator's look
    return range;
}

/// All are through when the queue that takes longest is.
std::optional<ForecastRange> PaceReading::bySlots()
{
    m_pace.eta.samples = int((m_areReloads ? m_loaded : m_finished).size());
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

/// Nodes wait, and for longer than any operator takes to look again none has been in progress.
QString PaceReading::standstill(const PaceQueue &queue) const
{
    if (const QString why = queue.obstacle(); !why.isEmpty() || queue.waiting == 0)
        return why;
    QDateTime last = m_lastFailure;
    for (const QList<QDateTime> &moments : {queue.takes, queue.ends})
        last = moments.isEmpty() ? last : latest(last, moments.last());
    if (last.isValid() && m_unseenEnd > last)
        last = m_unseenEnd;
    if (!queue.underWay.isEmpty() || queue.blocked > 0 || !last.isValid() ||
        untilNow(last) <= 2 * controllerBeat)
        return {};
    return RolloutTr::tr("No node has been in progress since %1, and no other one starts.")
        .arg(utcText(last));
}

/// Why there is nothing to tell, before anything is computed.
QString PaceReading::obstacle() const
{
    if (m_pace.waiting + m_pace.moving == 0)
        return m_pace.held > 0 ? RolloutTr::tr("No node continues by itself.")
                               : RolloutTr::tr("No node is in progress or queued.");
    if (isOnlyBlocked(m_pace))
        return onlyBlockedText(m_pace);
    for (auto queue = m_queues.cbegin(); queue != m_queues.cend(); ++queue) {
        if (const QString why = standstill(*queue); !why.isEmpty())
            return m_queues.size() == 1
                       ? why
                       : RolloutTr::tr("%1: %2", "nodes of which nothing new starts: why")
                             .arg(queue.key().isEmpty() ? RolloutTr::tr("The other nodes") : queue.key(),
                                  why);
    }
    if (m_pace.isOperatorGone)
        return RolloutTr::tr("The operator is not running: no node completes until it runs again.");
    return {};
}

void PaceReading::foretell()
{
    Eta &eta = m_pace.eta;
    eta.without.sort();
    m_areReloads = m_reloads > 0 && m_pace.waiting == 0 && m_reloads == m_pace.moving - m_pace.blocked &&
                   !m_loaded.isEmpty();
    eta.reason = m_areReloads ? QString() : obstacle(); // a driver loads without the operator
    if (!eta.reason.isEmpty())
        return;
    const bool isCounted = std::all_of(m_queues.cbegin(), m_queues.cend(), [](const PaceQueue &queue) {
        return !queue.goesOn() || queue.isCounted();
    });
    const bool isByRate = !m_areReloads && (m_hasMaintenance || !isCounted);
    const auto range = isByRate ? byRate() : bySlots();
    if (!range) {
        eta.isRough = false;
        if (eta.samples > 0)
            eta.reason = RolloutTr::tr("Too few nodes have completed: too early for an estimate.");
        else if (m_pace.done == 0)
            eta.reason = RolloutTr::tr("No node has completed yet: too early for an estimate.");
        else
            eta.reason = RolloutTr::tr("How long a node takes is unknown here.");
        return;
    }
    if (m_pace.slow > 0 && range->earliest <= milliseconds(0)) { // only they keep it from being over now
        eta.isRough = false;
        eta.reason =
            RolloutTr::tr("When the slow nodes complete is unknown; the others may be complete now.");
        return;
    }
    eta.earliest = laterBy(m_input.now, range->earliest);
    if (range->latest)
        eta.latest = laterBy(m_input.now, *range->latest);
    if (!range->latest)
        eta.reason = RolloutTr::tr("It does not finish while blocked nodes keep every slot.");
    else if (eta.isRough && m_pace.done > 0)
        eta.reason =
            goesByBeat(m_pace)
                ? RolloutTr::tr(
                      "How long the completed nodes took is unknown: a rough estimate based on how long the "
                      "others have been in progress, plus up to %1 min per turn until the operator's next "
                      "reconcile.")
                      .arg(controllerBeat.count())
                : RolloutTr::tr("How long the completed nodes took is unknown: a rough estimate based on how "
                                "long the others have been in progress.");
    else if (eta.isRough)
        eta.reason =
            goesByBeat(m_pace)
                ? RolloutTr::tr(
                      "No node has completed yet: a rough estimate based on how long the first nodes have "
                      "been in progress, plus up to %1 min per turn until the operator's next reconcile.")
                      .arg(controllerBeat.count())
                : RolloutTr::tr("No node has completed yet: a rough estimate based on how long the first "
                                "nodes have been in progress.");
    else if (m_areReloads)
        eta.reason =
            RolloutTr::tr("The range is based on how long the driver pods of the other nodes took to load.");
    else if (m_isByPods && !isByRate && m_pace.component == u"amd")
        eta.reason = RolloutTr::tr("The range is based on the times in the status of the DeviceConfigs.");
    else if (m_isByPods && !isByRate)
        eta.reason = RolloutTr::tr(
            "The times of changes were not recorded: the range is based on the ages of the driver pods.");
    else
        eta.reason = RolloutTr::tr("The range is based on the completed nodes.");
    if (m_pace.slow > 0 && range->latest)
        eta.reason += u' ' + RolloutTr::tr("It leaves the slow nodes out: when they complete is unknown.");
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
    UnavailableNodes away{0, 0, 0};
    bool areCounted = m_pace.nodes > 0;
    for (const PaceQueue &queue : m_queues) {
        if (queue.nodes > 0 && queue.policy.unavailable)
            away.add(*queue.policy.unavailable);
        areCounted = areCounted && (queue.nodes == 0 || queue.policy.unavailable);
    }
    if (areCounted)
        m_pace.unavailable = away;
}

Pace PaceReading::pace()
{
    m_pace.isOpen = m_pace.moving + m_pace.waiting > 0;
    m_pace.isOperatorGone = !m_input.outages.isEmpty() && m_input.outages.last().to >= m_input.now;
    m_pace.start = m_window.start;
    m_pace.isStartKnown = m_window.isStartKnown;
    findEnd();
    countSlots();
    const QDateTime until = m_pace.end.isValid() ? m_pace.end : m_input.now;
    if (m_pace.done + m_pace.notKnown > 0 && !m_ends.isEmpty() && m_window.start < until)
        m_pace.nodesPerHour =
            double(m_ends.size()) /
            std::chrono::duration<double, std::ratio<3600>>(timeBetween(m_window.start, until)).count();
    m_pace.node = timeTaken(m_finished);
    m_pace.changeover = timeTaken(changeovers());
    m_pace.loading = timeTaken(m_loaded);
    foretell();
    const bool isOff = std::all_of(m_queues.cbegin(), m_queues.cend(), [](const PaceQueue &queue) {
        return !queue.goesOn() || queue.policy.isOff;
    });
    m_pace.isOff = m_pace.isOpen && isOff;
    QStringList switches;
    for (const PaceQueue &queue : m_queues) {
        if (!queue.goesOn())
            continue;
        switches << queue.policy.switches;
        m_pace.keepOld += queue.keepOld;
        m_pace.leftCordoned << queue.cordoned;
    }
    m_pace.leftCordoned.sort();
    switches.removeDuplicates();
    m_pace.safeStop = safeStop(m_pace, {isOff, m_hasRequests, switches});
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

bool isEnough(const TimeTaken &time)
{
    constexpr int fewestSamples = 2;
    return time.samples >= fewestSamples;
}

std::optional<milliseconds> usualTime(const Pace &pace, RolloutStep step)
{
    for (const TimeTaken &time : {pace.steps.value(step), pace.earlierSteps.value(step)})
        if (isEnough(time))
            return time.median;
    return std::nullopt;
}

bool goesByBeat(const Pace &pace)
{
    const bool isNvidia = pace.component == u"gpu" || pace.component == u"ib";
    return isNvidia && pace.eta.isRough;
}

bool isOver(const Pace &pace)
{
    return !pace.isOpen && pace.done == pace.nodes &&
           pace.held + pace.notKnown + pace.doubted + pace.verifying == 0;
}

bool isOnlyBlocked(const Pace &pace)
{
    return pace.blocked > 0 && pace.blocked == pace.moving && pace.waiting == 0;
}

Pace paceOf(const PaceInput &input)
{
    return PaceReading(input).pace();
}

} // namespace chartroom
