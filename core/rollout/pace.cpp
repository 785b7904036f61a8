// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace.h"

#include "core/rollout/forecast.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/rollout_window.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

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
    [[nodiscard]] QList<milliseconds> changeovers() const;
    [[nodiscard]] std::optional<ForecastRange> byRate();
    [[nodiscard]] std::optional<ForecastRange> bySlots();
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] QString safeStop() const;
    void foretell();

    const PaceInput &m_input;
    RolloutWindow m_window;
    Pace m_pace;
    int m_heldSlots = 0;
    int m_reloading = 0; ///< under way, at the driver or beyond
    bool m_hasMaintenance = false;
    bool m_hasRequests = false;     ///< to a maintenance operator, and not yet fulfilled
    QList<milliseconds> m_finished; ///< of this window
    QList<milliseconds> m_earlier;  ///< of the ones before
    QList<milliseconds> m_underWay;
    QList<milliseconds> m_blocked;
    QList<QDateTime> m_takes; ///< in this window
    QList<QDateTime> m_ends;
    QDateTime m_restKnown;   ///< the last node came to rest then
    QDateTime m_restUnknown; ///< that one may have been later, but not after this
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
        count(node);
        readRuns(node);
        readSteps(node.history);
    }
    std::sort(m_takes.begin(), m_takes.end());
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
    // All nodes ask a maintenance operator at once; those that it has not begun with wait.
    const bool holdsSlot = isUnderWay(node.step) && node.verdict != Verdict::Waiting;
    m_hasRequests = m_hasRequests || node.step == RolloutStep::Maintenance;
    if (isResting(node.step) && !node.isBehind && node.verdict != Verdict::Stuck) {
        ++m_pace.done;
        noteRest(node.history);
    } else if (isTrouble(node.verdict)) {
        ++m_pace.held;
        m_heldSlots += holdsSlot ? 1 : 0;
        m_pace.eta.without << node.node;
    } else if (!holdsSlot) {
        ++m_pace.waiting;
    } else {
        ++m_pace.moving;
        m_reloading += !node.isBlocked && node.step >= RolloutStep::DriverRestart ? 1 : 0;
        const QList<NodeRun> runs = node.history.runs();
        const bool isKnown = !runs.isEmpty() && runs.last().taken.isValid();
        (node.isBlocked ? m_blocked : m_underWay)
            << (isKnown ? untilNow(runs.last().taken) : milliseconds(0));
        if (node.isBlocked)
            m_pace.eta.without << node.node;
    }
}

void PaceReading::readRuns(const PaceNode &node)
{
    for (const NodeRun &run : node.history.runs()) {
        const bool isOfWindow =
            m_window.start.isValid() && run.taken.isValid() && run.taken >= m_window.start;
        if (isOfWindow) {
            m_hasMaintenance = m_hasMaintenance || run.hasMaintenance;
            m_takes << run.taken;
        }
        if (!run.isFinished || !run.isEndKnown)
            continue;
        if (m_window.start.isValid() && run.end >= m_window.start)
            m_ends << run.end;
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
        const bool isTold = !isResting(interval.step) && interval.step != RolloutStep::Failed &&
                            intervals[i + 1].step != RolloutStep::Failed;
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

/// How long a slot that came free waited for its next node: the first nodes taken filled the slots, each
/// later one followed an end.
QList<milliseconds> PaceReading::changeovers() const
{
    QList<milliseconds> waits;
    if (m_ends.isEmpty())
        return waits;
    const auto next = std::upper_bound(m_takes.cbegin(), m_takes.cend(), m_ends.first());
    for (qsizetype i = 0; i < m_ends.size() && i < m_takes.cend() - next; ++i)
        waits << milliseconds(std::max<qint64>(0, m_ends[i].msecsTo(*(next + i))));
    return waits;
}

std::optional<ForecastRange> PaceReading::byRate()
{
    QList<milliseconds> gaps;
    for (qsizetype i = 1; i < m_ends.size(); ++i)
        gaps << milliseconds(m_ends[i - 1].msecsTo(m_ends[i]));
    m_pace.eta.samples = int(m_ends.size());
    return forecastByRate(gaps, m_ends.isEmpty() ? milliseconds(0) : untilNow(m_ends.last()),
                          m_pace.waiting + int(m_underWay.size()));
}

std::optional<ForecastRange> PaceReading::bySlots()
{
    ForecastInput forecast;
    forecast.finished = m_finished.isEmpty() ? m_earlier : m_finished;
    forecast.ofThisRollout = int(m_finished.size());
    forecast.underWay = m_underWay;
    forecast.blocked = m_blocked;
    forecast.queued = m_pace.waiting;
    if (m_input.policy.limit)
        forecast.slotLimit = *m_input.policy.limit - m_heldSlots;
    forecast.changeovers = changeovers();
    m_pace.eta.samples = int(forecast.finished.size());
    if (!forecast.finished.isEmpty())
        return forecastBySlots(forecast);
    m_pace.eta.isRough = true;
    // What comes before the driver is quick, and tells nothing of what it takes.
    auto range = m_reloading * 2 >= m_underWay.size() ? roughForecast(forecast) : std::nullopt;
    if (range && range->latest && goesByBeat(m_pace))
        *range->latest += turnsOf(forecast) * controllerBeat;
    return range;
}

/// Why there is nothing to tell, before anything is computed.
QString PaceReading::obstacle() const
{
    if (m_pace.waiting + m_pace.moving == 0)
        return m_pace.held > 0 ? PaceText::tr("No node goes on by itself.")
                               : PaceText::tr("No node is under way or waits.");
    if (m_pace.waiting == 0)
        return {};
    if (!m_input.policy.standstill.isEmpty())
        return m_input.policy.standstill;
    if (m_input.policy.limit && *m_input.policy.limit <= m_heldSlots)
        return PaceText::tr(
            "Every slot is held by a node that failed, is stuck or lost: no other node starts.");
    return {};
}

/// With autoUpgrade off both operators of NVIDIA take their state labels from all nodes and touch none any
/// more (NVIDIA/gpu-operator and Mellanox/network-operator controllers/upgrade_controller.go,
/// removeNodeUpgradeStateLabels) and nothing else: nobody uncordons what they cordoned.
QString PaceReading::safeStop() const
{
    const QString &component = m_input.component;
    const bool isNvidia = component == u"gpu" || component == u"ib";
    if (!m_pace.isOpen || (!isNvidia && !component.contains(u'/')))
        return {};
    QStringList sentences;
    if (!isNvidia)
        return PaceText::tr(
                   "Set updateStrategy.type of %1 to OnDelete: no further pod is replaced, and those "
                   "already replaced come up with the new template.")
            .arg(component);
    sentences << PaceText::tr("Set autoUpgrade to false in the upgradePolicy of the %1.")
                     .arg(component == u"gpu" ? QStringLiteral("ClusterPolicy or NVIDIADriver")
                                              : QStringLiteral("NicClusterPolicy"));
    if (m_pace.waiting > 0)
        sentences << PaceText::tr("%n waiting node(s) then keep the old driver.", nullptr, m_pace.waiting);
    if (m_pace.moving > 0)
        sentences << PaceText::tr("%n node(s) under way stay cordoned until somebody uncordons them, or "
                                  "autoUpgrade is on again; where the driver pod was replaced already, the "
                                  "new driver comes up all the same.",
                                  nullptr, m_pace.moving);
    if (m_hasRequests)
        sentences << PaceText::tr(
            "The NodeMaintenances that were made stay: delete those of nodes that are not "
            "to be emptied, as the maintenance operator goes on with them.");
    return sentences.join(u' ');
}

void PaceReading::foretell()
{
    Eta &eta = m_pace.eta;
    eta.without.sort();
    eta.reason = obstacle();
    if (!eta.reason.isEmpty())
        return;
    const bool isCounted = m_input.policy.limit || m_input.policy.isUnlimited;
    const bool isByRate = m_hasMaintenance || !isCounted;
    const auto range = isByRate ? byRate() : bySlots();
    if (!range) {
        eta.isRough = false;
        eta.reason = eta.samples == 0 ? PaceText::tr("No node has finished yet: it is too early to tell.")
                                      : PaceText::tr("Too few nodes have finished: it is too early to tell.");
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

Pace PaceReading::pace()
{
    m_pace.isOpen = m_pace.moving + m_pace.waiting > 0;
    m_pace.start = m_window.start;
    findEnd();
    m_pace.slotLimit = m_input.policy.limit;
    m_pace.slotsInUse = m_pace.moving + m_heldSlots;
    const QDateTime until = m_pace.end.isValid() ? m_pace.end : m_input.now;
    if (!m_ends.isEmpty() && m_window.start < until)
        m_pace.nodesPerHour = double(m_ends.size()) * 3'600'000 / double(m_window.start.msecsTo(until));
    m_pace.node = timeTaken(m_finished);
    m_pace.changeover = timeTaken(changeovers());
    for (auto step = m_steps.cbegin(); step != m_steps.cend(); ++step)
        m_pace.steps.insert(step.key(), timeTaken(*step));
    foretell();
    m_pace.safeStop = safeStop();
    return m_pace;
}

/// Blockers that nobody knows the end of; a queue, jobs and a validator that is yet to come are none.
bool isHold(const TrackNote &note)
{
    static const std::array kinds{
        QStringView(u"disruptionBudget"), QStringView(u"unmanagedPod"), QStringView(u"emptyDir"),
        QStringView(u"slowToEnd"),        QStringView(u"safeLoad"),     QStringView(u"imagePull"),
        QStringView(u"driverPod"),        QStringView(u"nodeLost"),     QStringView(u"toolkit"),
        QStringView(u"devicePlugin"),
    };
    return std::any_of(kinds.begin(), kinds.end(), [&](QStringView kind) { return note.kind == kind; });
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

PaceNode paceNode(const NodeTrack &track, const NodeHistory &history)
{
    PaceNode node{track.node, history, track.step, track.verdict, false, false};
    node.isBehind = (isResting(track.step) && track.verdict == Verdict::Waiting) ||
                    std::any_of(track.contradictions.cbegin(), track.contradictions.cend(),
                                [](const TrackNote &note) { return note.kind == u"doneWithOldDriver"; });
    node.isBlocked = track.verdict == Verdict::Slow ||
                     (track.verdict == Verdict::Moving &&
                      std::any_of(track.blockers.cbegin(), track.blockers.cend(), isHold));
    return node;
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
