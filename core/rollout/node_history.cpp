// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_history.h"

#include "core/base/moments.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Between the operator's clock, in whole seconds, and ours there may be so much: what was told to have come
/// a little after it was seen is the same change.
constexpr auto toldSlack = 1s;

/// Labels of a node in one run; few nodes see a second.
constexpr qsizetype mostOften = 8;

bool isEarlier(const ToldLabel &a, const ToldLabel &b)
{
    // Steps of one second come in the library's order.
    return std::tuple(a.at, readStep(a.label)) < std::tuple(b.at, readStep(b.label));
}

/// The operator's library takes a node forward only (NVIDIA/k8s-operator-libs pkg/upgrade/
/// upgrade_state.go ApplyState).
bool goesBack(RolloutStep from, RolloutStep to)
{
    const auto isOfTheWay = [](RolloutStep step) {
        return step >= RolloutStep::Cordon && step <= RolloutStep::Uncordon;
    };
    return isOfTheWay(from) && isOfTheWay(to) && to < from;
}

/// The library takes every node with one of these (k8s-operator-libs pkg/upgrade/upgrade_inplace.go,
/// upgrade_requestor.go ProcessUpgradeRequiredNodes): where Events tell of a later step first, those before
/// it are gone.
bool isFirstOfWay(RolloutStep step)
{
    return step == RolloutStep::Cordon || step == RolloutStep::Maintenance;
}

/// Nothing of that run came before.
bool isWholeFrom(const StepInterval &first)
{
    return first.isStartKnown && (first.step == RolloutStep::Queued || isFirstOfWay(first.step));
}

/// client-go lets a source tell so much of one object at once, and one Event more in each such time
/// (kubernetes/client-go tools/record/events_cache.go defaultSpamBurst, defaultSpamQPS).
constexpr int mostEvents = 25;
constexpr milliseconds oneMoreEvent = 5min;

/// Since when an Event may stand for others.
QDateTime startOf(const ToldLabel &one)
{
    return one.lostFrom.isValid() ? one.lostFrom : one.at;
}

} // namespace

bool beginsAnew(const StepInterval &before, const StepInterval &next)
{
    return !next.isNext && goesBack(before.step, next.step);
}

void NodeHistory::see(const QString &label, RolloutStep step, const QDateTime &at, bool isExact)
{
    if (m_intervals.isEmpty()) {
        m_intervals.reserve(mostOften);
        m_intervals.append({label, step, at, isExact, {}, false, false});
        return;
    }
    StepInterval &open = m_intervals.last();
    if (open.label == label && open.step == step) // AMD's and SR-IOV's labels say less than a step
        return;
    const QDateTime moment = std::max(at, open.start); // a clock that was set back
    open.end = moment;
    open.isEndKnown = isExact;
    m_intervals.append({label, step, moment, isExact, {}, false, isExact});
    if (m_intervals.size() > longest)
        m_intervals.remove(0, m_intervals.size() - longest);
}

bool NodeHistory::tell(QList<ToldLabel> told)
{
    const Losses losses = lossesOf(told);
    const auto labels = std::stable_partition(told.begin(), told.end(),
                                              [](const ToldLabel &one) { return one.label.isEmpty(); });
    const QList<ToldLabel> marks(told.begin(), labels);
    told.erase(told.begin(), labels);
    std::sort(told.begin(), told.end(), isEarlier);
    bool isNew = false;
    for (qsizetype i = 0; i < m_intervals.size(); ++i) {
        if (m_intervals[i].isStartKnown)
            continue;
        const qsizetype before = m_intervals.size();
        i = fill(i, told, losses);
        isNew = isNew || m_intervals[i].isStartKnown || m_intervals.size() != before;
    }
    if (m_intervals.size() > longest)
        m_intervals.remove(0, m_intervals.size() - longest);
    for (const ToldLabel &one : marks)
        if (one.isFoundCordoned || one.isRequested)
            isNew = hear(one) || isNew;
    return isNew;
}

/// The times in which labels may have come that no Event tells of.
NodeHistory::Losses NodeHistory::lossesOf(QList<ToldLabel> told)
{
    std::sort(told.begin(), told.end(),
              [](const ToldLabel &a, const ToldLabel &b) { return startOf(a) < startOf(b); });
    Losses losses;
    QDateTime cut;
    qint64 count = 0;
    for (const ToldLabel &one : std::as_const(told)) {
        if (one.lostFrom.isValid())
            losses.append({one.lostFrom, one.at});
        count += one.count;
        const qint64 more = timeBetween(startOf(told.first()), startOf(one)) / oneMoreEvent;
        if (!cut.isValid() && count >= mostEvents + more)
            cut = startOf(one);
    }
    if (cut.isValid())
        losses.append({cut, {}});
    return losses;
}

/// What was found or asked for in an earlier run says nothing of the present one.
bool NodeHistory::hear(const ToldLabel &mark)
{
    const QList<NodeRun> known = runs();
    const QDateTime begin = known.isEmpty()                 ? QDateTime()
                            : known.last().queued.isValid() ? known.last().queued
                                                            : known.last().taken;
    const bool isOfLastRun = !begin.isValid() || mark.at >= laterBy(begin, -toldSlack);
    const bool isOpen = !m_intervals.isEmpty() && !isResting(m_intervals.last().step);
    bool &isKnown = mark.isRequested ? m_wasRequested : m_wasFoundCordoned;
    if (isKnown || !isOfLastRun || !(mark.isRequested ? isOpen : m_isCordoned))
        return false;
    isKnown = true;
    return true;
}

void NodeHistory::noteRequest(bool isRequested)
{
    const bool isOpen = !m_intervals.isEmpty() && !isResting(m_intervals.last().step);
    m_wasRequested = isRequested || (m_wasRequested && isOpen);
}

/// Puts what was told of the time before an interval whose start is not known; returns where it is then.
qsizetype NodeHistory::fill(qsizetype index, const QList<ToldLabel> &told, const Losses &losses)
{
    const auto isLost = [&losses](const QDateTime &after, const QDateTime &before) {
        return std::any_of(losses.cbegin(), losses.cend(), [&](const auto &loss) {
            return loss.first < before && (!loss.second.isValid() || loss.second > after);
        });
    };
    const QDateTime seen = m_intervals[index].start;
    const QDateTime from = index > 0 ? laterBy(m_intervals[index - 1].start, 1ms) : QDateTime();
    QList<StepInterval> between;
    for (const ToldLabel &one : told) {
        if ((from.isValid() && one.at < from) || one.at > laterBy(seen, toldSlack))
            continue;
        if (one.at > seen && one.label != m_intervals[index].label)
            continue;
        bool isNext = !between.isEmpty();
        const bool isAfterLoss = isNext && isLost(between.last().start, one.at);
        if (isNext && between.last().label == one.label) {
            if (!isResting(readStep(one.label))) // else it came to rest then, whatever followed
                between.removeLast();
            isNext = false; // what lay between was not told
        }
        const RolloutStep step = readStep(one.label);
        isNext = isNext && !isAfterLoss && !goesBack(between.last().step, step);
        between.append({one.label, step, std::min(one.at, seen), true, {}, false, isNext, true, isAfterLoss});
    }
    if (between.isEmpty())
        return index;
    StepInterval &interval = m_intervals[index];
    const bool isCut = isLost(between.last().start, seen);
    const bool fits = between.last().label == interval.label && !isCut;
    interval.isAfterLoss = isCut || (fits && between.last().isAfterLoss);
    if (fits) {
        interval.start = between.last().start;
        interval.isStartKnown = true;
        interval.isNext = between.last().isNext; // else labels may have gone by since the last look
        interval.isTold = true;
        between.removeLast();
    }
    for (qsizetype i = 0; i < between.size(); ++i) {
        const bool isLast = i + 1 == between.size();
        const StepInterval &next = isLast ? interval : between[i + 1];
        between[i].end = next.start;
        between[i].isEndKnown = isLast ? fits && next.isNext : next.isNext;
    }
    if (index > 0) {
        m_intervals[index - 1].end = between.isEmpty() ? interval.start : between.first().start;
        m_intervals[index - 1].isEndKnown = fits || !between.isEmpty();
    }
    for (const StepInterval &one : std::as_const(between))
        m_intervals.insert(index++, one);
    return index;
}

const StepInterval *NodeHistory::at(const QDateTime &time) const
{
    const auto after =
        std::upper_bound(m_intervals.cbegin(), m_intervals.cend(), time,
                         [](const QDateTime &moment, const StepInterval &one) { return moment < one.start; });
    return after == m_intervals.cbegin() ? nullptr : &*std::prev(after);
}

QDateTime NodeHistory::since() const
{
    return !m_intervals.isEmpty() && m_intervals.last().isStartKnown ? m_intervals.last().start : QDateTime();
}

QDateTime NodeHistory::seenSince() const
{
    return m_intervals.isEmpty() ? QDateTime() : m_intervals.last().start;
}

std::optional<RolloutStep> NodeHistory::before() const
{
    if (!m_intervals.isEmpty() && m_intervals.last().step == RolloutStep::Failed &&
        !m_intervals.last().isNext)
        return std::nullopt;
    for (qsizetype i = m_intervals.size() - 2; i >= 0; --i) {
        if (m_intervals[i].step != RolloutStep::Failed)
            return m_intervals[i].step;
    }
    return std::nullopt;
}

QDateTime NodeHistory::beforeSince() const
{
    const qsizetype before = m_intervals.size() - 2;
    return before >= 0 && m_intervals[before].isStartKnown ? m_intervals[before].start : QDateTime();
}

/// What followed the last failure of the present run, or of the last one; null without one, while it lasts,
/// and where nobody saw what came next. A run begins where a node at rest is queued or taken.
const StepInterval *NodeHistory::afterFailure() const
{
    for (qsizetype i = m_intervals.size() - 1; i > 0; --i) {
        const RolloutStep step = m_intervals[i].step;
        const RolloutStep before = m_intervals[i - 1].step;
        if (step == RolloutStep::Failed)
            return nullptr;
        if (before == RolloutStep::Failed)
            return m_intervals[i].isNext ? &m_intervals[i] : nullptr;
        if (!isResting(step) && isResting(before))
            return nullptr;
    }
    return nullptr;
}

/// Of what followed a failure. From there to done at once it takes only a node that it found cordoned; no
/// Event tells that the switch autoUpgrade took the label away in between.
bool NodeHistory::isByOperator(const StepInterval &next) const
{
    return next.step == RolloutStep::Uncordon ||
           (next.step == RolloutStep::Done && (!next.isTold || m_wasFoundCordoned));
}

QDateTime NodeHistory::healedAt() const
{
    const StepInterval *next = afterFailure();
    return next && isByOperator(*next) ? next->start : QDateTime();
}

std::optional<StepInterval> NodeHistory::relabelled() const
{
    const StepInterval *next = afterFailure();
    // Where the switch is off the operator takes the label away.
    const bool isNone = !next || isByOperator(*next) || next->step == RolloutStep::Idle;
    return isNone ? std::nullopt : std::optional(*next);
}

std::optional<StepInterval> NodeHistory::brokenOff() const
{
    const StepInterval *broken = nullptr;
    for (qsizetype i = 1; i < m_intervals.size(); ++i) {
        const StepInterval &left = m_intervals[i - 1];
        const StepInterval &next = m_intervals[i];
        // No Event tells that a label was taken away: it may have been between this step and done.
        const bool isSeen = next.isNext && !next.isTold; // a label set by hand begins no other run
        const bool isEnd = next.step == RolloutStep::Idle ||
                           (next.step == RolloutStep::Queued && !isSeen && !next.isAfterLoss) ||
                           (next.step == RolloutStep::Done && next.isNext && !m_wasFoundCordoned);
        if (next.step == RolloutStep::Uncordon)
            broken = nullptr;
        else if (isEnd && (isUnderWay(left.step) || left.step == RolloutStep::Unknown) &&
                 left.step != RolloutStep::Uncordon)
            broken = &left;
    }
    return broken ? std::optional(*broken) : std::nullopt;
}

CordonPlace NodeHistory::placeOfCordon(const QDateTime &time) const
{
    using Kind = CordonPlace::Kind;
    if (!time.isValid() || m_intervals.isEmpty())
        return {};
    // Both times are whole seconds, by clocks that are compared in whole seconds.
    const QDateTime from = laterBy(time, -1s);
    const QDateTime to = laterBy(time, 2s);
    const auto isTaking = [&](const StepInterval &one) {
        return isFirstOfWay(one.step) && one.start <= to && (!one.end.isValid() || one.end >= from);
    };
    const auto taking = std::find_if(m_intervals.crbegin(), m_intervals.crend(), isTaking);
    if (taking == m_intervals.crend()) {
        // Where no Event tells of the step that cordons, it may have come before a later one of that second.
        if (const StepInterval *soon = at(to); soon && isUnderWay(soon->step))
            return {};
        const StepInterval *then = at(time);
        if (!then)
            return isWholeFrom(m_intervals.first()) ? CordonPlace{Kind::BeforeRun} : CordonPlace();
        return isResting(then->step) || then->step == RolloutStep::Queued
                   ? placeAtRest(then - m_intervals.constData())
                   : CordonPlace();
    }
    CordonPlace place{Kind::InRun, taking->step};
    for (auto next = taking.base(); next != m_intervals.cend(); ++next) {
        if (isResting(next->step) || next->step == RolloutStep::Queued || isFirstOfWay(next->step)) {
            place.kind = Kind::LeftByRun;
            break;
        }
        if (next->step != RolloutStep::Failed && next->step != RolloutStep::Unknown)
            place.last = next->step;
    }
    return place;
}

CordonPlace NodeHistory::placeAtRest(qsizetype rest) const
{
    using Kind = CordonPlace::Kind;
    if (std::any_of(m_intervals.cbegin() + rest + 1, m_intervals.cend(),
                    [](const StepInterval &next) { return next.isAfterLoss; }))
        return {}; // a run that no Event tells of may have done it
    if (m_intervals[rest].step == RolloutStep::Queued)
        return {Kind::BeforeRun};
    for (qsizetype i = rest + 1; i < m_intervals.size(); ++i) {
        const StepInterval &next = m_intervals[i];
        if (!isResting(next.step)) // else it may have been taken before what is told of that run
            return isWholeFrom(next) || (next.isNext && !next.isTold) ? CordonPlace{Kind::BeforeRun}
                                                                      : CordonPlace();
    }
    return {Kind::AfterRun};
}

bool NodeHistory::mayHaveLapsed(const StepInterval &interval, const StepInterval &next) const
{
    const bool isByOperator = interval.step == RolloutStep::Uncordon || m_wasFoundCordoned;
    return !isResting(interval.step) && next.isTold && next.isNext &&
           (next.step == RolloutStep::Queued || (next.step == RolloutStep::Done && !isByOperator));
}

QList<NodeRun> NodeHistory::runs() const
{
    QList<NodeRun> runs;
    bool isOpen = false;
    bool isFailed = false;
    const StepInterval *before = nullptr;
    for (const StepInterval &interval : m_intervals) {
        const StepInterval *previous = std::exchange(before, &interval);
        if (interval.step == RolloutStep::Unknown) // it neither begins a run nor ends one
            continue;
        const bool wasFailed = std::exchange(isFailed, interval.step == RolloutStep::Failed);
        if (isResting(interval.step)) {
            if (isOpen) {
                runs.last().failedUntil = wasFailed ? interval.start : runs.last().failedUntil;
                runs.last().end = interval.start;
                runs.last().isEndKnown = interval.isStartKnown;
                runs.last().isFinished = interval.step == RolloutStep::Done;
                runs.last().isWhole =
                    runs.last().isWhole && !interval.isAfterLoss && !mayHaveLapsed(*previous, interval);
            }
            isOpen = false;
            continue;
        }
        // A node that is queued once more has failed, or the version changed under way: another run.
        const bool isAgain = isOpen && interval.step == RolloutStep::Queued && runs.last().taken.isValid();
        const bool isAnew = isOpen && beginsAnew(*previous, interval);
        if (isAgain || isAnew) {
            runs.last().end = interval.start;
            runs.last().isEndKnown = isAgain && interval.isStartKnown;
        }
        if (!isOpen || isAgain || isAnew)
            runs.append(NodeRun());
        const bool isFirst = !std::exchange(isOpen, true) || isAgain || isAnew;
        NodeRun &run = runs.last();
        run.failedUntil = wasFailed && !isFailed ? interval.start : run.failedUntil;
        run.isWhole = run.isWhole && (isFirst || !interval.isAfterLoss);
        if (interval.step == RolloutStep::Queued) {
            run.queued = interval.start;
            continue;
        }
        if (!run.taken.isValid()) {
            run.taken = interval.start;
            run.isTakenKnown = interval.isStartKnown && (!interval.isTold || isFirstOfWay(interval.step));
        }
        run.hasFailed = run.hasFailed || interval.step == RolloutStep::Failed;
        run.hasMaintenance = run.hasMaintenance || interval.step == RolloutStep::Maintenance;
    }
    return runs;
}

QList<NodeRun> NodeHistory::cleanRuns() const
{
    QList<NodeRun> clean;
    bool isRetry = false; // it finds done what the run before did
    for (const NodeRun &run : runs()) {
        if (run.isWhole && run.isFinished && run.isEndKnown && run.isTakenKnown && !run.hasFailed &&
            !run.hasMaintenance && !isRetry)
            clean << run;
        isRetry = run.isEndKnown && !run.isFinished;
    }
    return clean;
}

bool NodeHistory::isEndKnown(qsizetype index) const
{
    if (!m_intervals[index].isEndKnown || index + 1 >= m_intervals.size())
        return false;
    const StepInterval &next = m_intervals[index + 1];
    return !next.isAfterLoss && !mayHaveLapsed(m_intervals[index], next);
}

QMap<RolloutStep, milliseconds> NodeHistory::elapsed(const QDateTime &now) const
{
    qsizetype first = m_intervals.size();
    while (first > 0 &&
           (first == m_intervals.size() || (!isResting(m_intervals[first - 1].step) &&
                                            !beginsAnew(m_intervals[first - 1], m_intervals[first]))))
        --first;
    QMap<RolloutStep, milliseconds> elapsed;
    for (qsizetype i = first; i < m_intervals.size(); ++i) {
        const StepInterval &interval = m_intervals[i];
        const bool isCut = i + 1 < m_intervals.size() && !isEndKnown(i);
        if (isResting(interval.step) || !interval.isStartKnown || isCut)
            continue;
        const QDateTime end = interval.end.isValid() ? interval.end : now;
        elapsed[interval.step] += ageOf(interval.start, end);
    }
    return elapsed;
}

} // namespace chartroom
