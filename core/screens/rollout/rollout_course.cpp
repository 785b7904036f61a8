// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_course.h"

#include "core/base/loop_slice.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/share_work.h"
#include "core/screens/rollout/rollout_model.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto sumInterval = 100ms;
constexpr int mostDelays = 4; ///< of a sum, while rows are under way to another moment
constexpr auto drawInterval = 2s;
constexpr auto lookInterval = 50ms; // after drawing
/// A change each five seconds for a day and a half.
constexpr qsizetype mostSamples = 25'000;
/// What changed last would have no width at the very end.
constexpr auto leastTail = 2s;
constexpr int tailPart = 20;

/// Of a rollout that is over: a little past the last change.
QDateTime endOfCourse(const QList<NodeCourse> &nodes, const Pace &pace, const QDateTime &now)
{
    QDateTime last = pace.end;
    for (const NodeCourse &node : nodes)
        if (!node.past.intervals().isEmpty() && node.past.intervals().last().isStartKnown)
            last = std::max(last, node.past.intervals().last().start);
    const std::chrono::milliseconds tail =
        std::max<std::chrono::milliseconds>(leastTail, timeBetween(pace.start, last) / tailPart);
    return std::min(now, laterBy(last, tail));
}

void startOnce(QTimer &timer)
{
    if (!timer.isActive())
        timer.start();
}

} // namespace

RolloutCourse::RolloutCourse(RolloutModel *model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    m_sumSoon.setSingleShot(true);
    m_sumSoon.setInterval(sumInterval);
    m_drawSoon.setSingleShot(true);
    m_drawSoon.setInterval(drawInterval);
    connect(&m_sumSoon, &QTimer::timeout, this, [this] {
        if (m_model && !m_model->isAtRest() && ++m_delays <= mostDelays)
            m_sumSoon.start();
        else
            startOnce(m_sumNow);
    });
    m_sumNow.setSingleShot(true);
    m_sumNow.setInterval(0ms);
    connect(&m_sumNow, &QTimer::timeout, this, [this] {
        if (LoopSlice::isTurnTaken())
            m_sumNow.start();
        else
            sum();
    });
    m_lookSoon.setSingleShot(true);
    m_lookSoon.setInterval(lookInterval);
    m_drawNow.setSingleShot(true);
    m_drawNow.setInterval(0ms);
    connect(&m_drawSoon, &QTimer::timeout, this, [this] { // both in turns of their own
        startOnce(m_drawNow);
        startOnce(m_lookSoon);
    });
    connect(&m_drawNow, &QTimer::timeout, this, &RolloutCourse::draw);
    connect(&m_lookSoon, &QTimer::timeout, this, &RolloutCourse::lookAhead);
    m_lookFurther.setSingleShot(true);
    connect(&m_lookFurther, &QTimer::timeout, this, &RolloutCourse::lookFurther);
    connect(model, &RolloutModel::rowsChanged, this, [this] {
        const bool isFirst = !m_isCounted && m_model && m_model->isCurrent(); // somebody waits for it
        startOnce(isFirst ? m_sumNow : m_sumSoon);
    });
    connect(model, &RolloutModel::changesEnd, this, [this] {
        if (m_sumSoon.isActive()) // not in the turn in which thousands of rows have found their places
            m_sumSoon.start();
    });
    if (const RolloutSource *source = model->source()) {
        connect(source, &RolloutSource::pacesChanged, this, [this] {
            m_hasNewPace = true;
            startOnce(m_sumSoon);
            startOnce(m_drawSoon);
        });
        connect(source, &RolloutSource::stateChanged, this, [this] {
            if (!m_isCounted)
                startOnce(m_sumSoon);
        });
    }
    sum();
    draw();
}

void RolloutCourse::sum()
{
    if (!m_model || !m_model->source())
        return;
    m_delays = 0;
    const bool hadWaiting = m_summary.count(Verdict::Waiting) > 0;
    m_summary = rolloutSummary(*m_model);
    m_isCounted =
        m_isCounted || (m_model->rowCount() > 0 && m_model->isCurrent() && m_model->source()->isComplete());
    m_pace = m_model->source()->pace(m_summary.component);
    sample();
    // On the way from moment to moment the rows come first, and the pace may come last.
    const bool hasSought = isOfAnotherTime();
    if (hasSought)
        m_sinceSeek.start();
    const bool hasNewPace = std::exchange(m_hasNewPace, false);
    const bool isNewThere = hasNewPace && m_sinceSeek.isValid() &&
                            !m_sinceSeek.hasExpired(std::chrono::milliseconds(drawInterval).count());
    startOnce(m_model->isAtRest() && (hasSought || isNewThere) ? m_drawNow : m_drawSoon);
    if (const bool hasWaiting = m_summary.count(Verdict::Waiting) > 0; hadWaiting && !hasWaiting)
        lookAhead();
    else if (!hadWaiting && hasWaiting)
        startOnce(m_lookSoon); // in a turn of its own
    Q_EMIT changed();
}

/// A recording was wound, or nothing has happened for long: what is drawn would be read as of now.
bool RolloutCourse::isOfAnotherTime() const
{
    const QDateTime now = m_model->source()->now();
    if (m_points.isEmpty() || m_drawnTo > now || (m_pace && m_pace->start != m_drawnFrom))
        return true;
    const bool wasJustDrawn = !m_sinceDrawn.hasExpired(std::chrono::milliseconds(drawInterval).count());
    return m_drawnTo.addDuration(drawInterval) < now && !wasJustDrawn; // it may be played fast
}

void RolloutCourse::sample()
{
    const QDateTime now = m_model->source()->now();
    while (!m_gpus.isEmpty() && m_gpus.last().time > now) // a recording was wound back
        m_gpus.removeLast();
    if (!m_model->isCurrent() || (!m_gpus.isEmpty() && m_gpus.last().gpus == m_summary.gpus))
        return;
    m_gpus.append({now, m_summary.gpus});
    if (m_gpus.size() > mostSamples)
        m_gpus.removeFirst();
}

void RolloutCourse::lookAhead()
{
    m_lookFurther.stop();
    if (!m_model || !m_model->source())
        return;
    m_ahead.clear();
    m_tenantsAhead = {};
    for (const RolloutRow &row : m_model->rows())
        if (row.lead().verdict == Verdict::Waiting && !isPlainDaemonSet(row.lead().component))
            m_ahead.append(row.node);
    lookFurther();
}

/// Thousands of nodes have tens of thousands of pods: some at a time.
void RolloutCourse::lookFurther()
{
    if (!m_model || !m_model->source())
        return;
    constexpr qsizetype atOnce = 32;
    const LoopSlice slice(2ms);
    while (!m_ahead.isEmpty() && !slice.isOver()) {
        const QStringList next = m_ahead.last(std::min(atOnce, m_ahead.size()));
        m_ahead.resize(m_ahead.size() - next.size());
        for (const NodeTenant &tenant : m_model->source()->tenants({next.cbegin(), next.cend()}))
            m_tenantsAhead.add(tenant);
    }
    if (!m_ahead.isEmpty())
        return m_lookFurther.start(0ms);
    QList<NodeTenant> tenants = std::exchange(m_tenantsAhead, {}).sorted();
    if (std::exchange(m_nextTenants, std::move(tenants)) != m_nextTenants)
        Q_EMIT changed();
}

void RolloutCourse::draw()
{
    const RolloutSource *source = m_model ? m_model->source() : nullptr;
    if (!source)
        return;
    // Before the first rollout of a recording, and of one that nobody saw end, there is nothing to draw.
    const bool isLeft = m_pace && m_pace->held > 0 && !m_pace->end.isValid();
    if (!m_pace || !m_pace->start.isValid() || !(m_pace->isOpen || m_pace->isEndKnown || isLeft)) {
        if (!std::exchange(m_points, {}).isEmpty())
            Q_EMIT drawn();
        return;
    }
    if (m_isDrawing) {
        m_isDrawDue = true;
        return;
    }
    const QList<RolloutRow> &rows = m_model->rows();
    std::vector<std::optional<NodeCourse>> courses(size_t(rows.size())); // of nodes that take part
    shareWork(int(rows.size()), [&](int i) {
        const TrackKey key{rows[i].node, m_summary.component};
        const NodeTrack *track = source->find(key);
        if (track && track->verdict != Verdict::NotPart && track->verdict != Verdict::Skipped)
            courses[size_t(i)] =
                NodeCourse{source->history(key), isTrouble(track->verdict), track->verdict == Verdict::Done,
                           track->times.made, track->times.ready};
    });
    QList<NodeCourse> nodes;
    for (std::optional<NodeCourse> &course : courses)
        if (course)
            nodes.append(std::move(*course));
    m_nodes = int(nodes.size());
    const bool isOver = !m_pace->isOpen && m_pace->end.isValid();
    m_isDrawing = true;
    const QDateTime now = source->now();
    const QDateTime end = isOver ? endOfCourse(nodes, *m_pace, now) : now;
    m_drawnFrom = m_pace->start;
    m_drawnTo = now;
    m_sinceDrawn.start();
    const auto drawing = QtConcurrent::run([=, start = m_pace->start, gpus = source->gpuCourses()] {
        return std::pair(rolloutSeries(nodes, start, end), gpuSeries(gpus, now));
    });
    onFinished(drawing, this, [this](const std::pair<QList<SeriesPoint>, QList<GpuSample>> &made) {
        m_isDrawing = false;
        m_points = made.first;
        takeRecorded(made.second);
        Q_EMIT drawn();
        if (std::exchange(m_isDrawDue, false))
            startOnce(m_drawNow);
    });
}

/// What was written down replaces what was seen, up to its end.
void RolloutCourse::takeRecorded(QList<GpuSample> gpus)
{
    if (gpus.isEmpty())
        return;
    for (const GpuSample &seen : std::as_const(m_gpus)) {
        if (seen.time > gpus.last().time && seen.gpus != gpus.last().gpus)
            gpus.append(seen);
    }
    m_gpus = std::move(gpus);
}

} // namespace chartroom
