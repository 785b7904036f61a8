// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plan_chart.h"

#include "core/base/moments.h"
#include "ui/charts/course_view.h"

#include <QBoxLayout>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int chartHeight = 220;
constexpr qsizetype mostPoints = 600; ///< more than a screen tells apart

/// What starts and ends with each slot, thinned; the first and the last stay.
QList<PlanPoint> thinned(const QList<PlanPoint> &course)
{
    if (course.size() <= mostPoints)
        return course;
    QList<PlanPoint> points;
    for (qsizetype i = 0; i < mostPoints; ++i)
        points.append(course[i * (course.size() - 1) / (mostPoints - 1)]);
    return points;
}

} // namespace

PlanChart::PlanChart(const Theme *theme, QWidget *parent)
    : QFrame(parent)
    , m_view(new CourseView(theme,
                            {{tr("nodes done"), Role::Done},
                             {tr("in progress"), Role::Moving, Qt::BDiagPattern},
                             {tr("blocked"), Role::Failed, Qt::DiagCrossPattern, 0.7F}},
                            this))
    , m_windowEnd(m_view->addLine(windowStroke, tr("window's end")))
    , m_earliest(m_view->addLine(expectedEndStroke))
    , m_latest(m_view->addLine(expectedEndStroke, tr("earliest and latest end")))
{
    setObjectName(QStringLiteral("planChart"));
    setProperty("look", QByteArrayLiteral("card"));
    setFixedHeight(chartHeight);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->addWidget(m_view);
}

void PlanChart::setPlan(const PlannedWindow &planned)
{
    const PlanPoint &last = planned.plan.course.last();
    QDateTime end =
        laterBy(planned.start, std::max<std::chrono::milliseconds>(last.at, std::chrono::minutes(1)));
    if (planned.latest.isValid())
        end = std::max(end, planned.latest);
    // A far window would press the nodes into a corner.
    if (planned.window.isSet())
        end = std::max(end, std::min(planned.window.end, laterBy(end, timeBetween(planned.start, end))));
    const int nodes = last.done + last.moving + last.held + planned.plan.left + planned.waiting;
    m_view->setSpan(planned.start, end);
    m_view->setMost(nodes, std::max(planned.gpusTotal, planned.window.gpuFloor));
    drawCourse(planned, end);
    m_view->setFloor(planned.window.gpuFloor);
    m_view->setMark(m_windowEnd, planned.window.end);
    m_view->setMark(m_earliest, planned.earliest);
    m_view->setMark(m_latest, planned.latest);
    setAccessibleName(
        tr("Planned nodes over time: %1 of %2 done at the end, %3 of %4 GPUs available at minimum")
            .arg(last.done)
            .arg(nodes)
            .arg(gpuMinimumText(planned.gpus))
            .arg(planned.gpusTotal));
}

void PlanChart::drawCourse(const PlannedWindow &planned, const QDateTime &end)
{
    QList<CourseView::BandPoint> nodes;
    QList<GpuSample> gpus;
    const auto append = [&](const QDateTime &time, const PlanPoint &point) {
        nodes.append({time, {point.done, point.moving, point.held}});
        gpus.append({time, point.gpus});
    };
    const QList<PlanPoint> points = thinned(planned.plan.course);
    for (const PlanPoint &point : points)
        append(laterBy(planned.start, point.at), point);
    append(end, points.last());
    m_view->setBands(nodes);
    m_view->setGpus(gpus);
}

} // namespace chartroom
