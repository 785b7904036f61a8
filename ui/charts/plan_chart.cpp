// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plan_chart.h"

#include "ui/charts/chart_parts.h"
#include "ui/theme/theme.h"

#include <QAreaSeries>
#include <QBoxLayout>
#include <QChart>
#include <QChartView>
#include <QDateTimeAxis>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QValueAxis>

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

constexpr int chartHeight = 220;
constexpr qsizetype mostPoints = 600; ///< more than a screen tells apart
constexpr std::array bandMembers{&PlanPoint::done, &PlanPoint::moving, &PlanPoint::held};

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
    , m_theme(theme)
    , m_chart(new QChart)
    , m_view(new QChartView(m_chart, this))
    , m_time(new QDateTimeAxis(m_chart))
    , m_nodes(new QValueAxis(m_chart))
    , m_gpuAxis(new QValueAxis(m_chart))
    , m_gpuLine(new QLineSeries(m_chart))
    , m_floor(new QLineSeries(m_chart))
    , m_windowEnd(new QLineSeries(m_chart))
    , m_earliest(new QLineSeries(m_chart))
    , m_latest(new QLineSeries(m_chart))
{
    setObjectName(QStringLiteral("planChart"));
    setProperty("look", QByteArrayLiteral("card"));
    setFixedHeight(chartHeight);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHint(QPainter::Antialiasing);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->addWidget(m_view);
    buildChart();
    connect(theme, &Theme::changed, this, &PlanChart::colour);
    colour();
}

void PlanChart::buildChart()
{
    m_chart->setBackgroundVisible(false);
    m_chart->setMargins({2, 0, 2, 0});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->legend()->setAlignment(Qt::AlignTop);
    m_chart->addAxis(m_time, Qt::AlignBottom);
    m_chart->addAxis(m_nodes, Qt::AlignLeft);
    m_chart->addAxis(m_gpuAxis, Qt::AlignRight);
    m_time->setTickCount(5);
    for (QValueAxis *axis : {m_nodes, m_gpuAxis}) {
        axis->setLabelFormat(QStringLiteral("%d"));
        axis->setTickCount(2);
    }
    m_gpuAxis->setGridLineVisible(false);
    m_time->setGridLineVisible(false);
    const QStringList names{tr("nodes done"), tr("under way"), tr("held")};
    QLineSeries *lower = nullptr;
    for (const QString &name : names) {
        auto *upper = new QLineSeries(m_chart);
        auto *area = new QAreaSeries(upper, lower);
        area->setName(name);
        m_chart->addSeries(area);
        area->attachAxis(m_time);
        area->attachAxis(m_nodes);
        m_bands.append({upper, area});
        lower = upper;
    }
    for (QLineSeries *line : {m_gpuLine, m_floor, m_windowEnd, m_earliest, m_latest}) {
        m_chart->addSeries(line);
        line->attachAxis(m_time);
        line->attachAxis(line == m_gpuLine || line == m_floor ? m_gpuAxis : m_nodes);
    }
    m_gpuLine->setName(tr("GPUs available"));
    m_floor->setName(tr("GPU floor"));
    m_windowEnd->setName(tr("window's end"));
    m_latest->setName(tr("earliest and latest end"));
    showInLegend(m_chart, m_earliest, false);
    markByLine(m_chart, {m_gpuLine, m_floor, m_windowEnd, m_latest});
}

void PlanChart::colour()
{
    m_view->setBackgroundBrush(m_theme->color(Role::Surface));
    const std::array roles{Role::Done, Role::Moving, Role::Failed};
    for (size_t i = 0; i < roles.size(); ++i) {
        QColor fill = m_theme->color(roles[i]);
        fill.setAlphaF(i == 2 ? 0.7F : 0.38F);
        m_bands[qsizetype(i)].area->setPen(Qt::NoPen);
        // Without colour the bands still differ.
        m_bands[qsizetype(i)].area->setBrush(QBrush(fill, i == 1   ? Qt::BDiagPattern
                                                          : i == 2 ? Qt::DiagCrossPattern
                                                                   : Qt::SolidPattern));
    }
    m_gpuLine->setPen(QPen(m_theme->color(Role::Text), 1.5));
    m_floor->setPen(QPen(m_theme->color(Role::Attention), 1, Qt::DashDotLine));
    m_windowEnd->setPen(QPen(m_theme->color(Role::Attention), 1.5));
    for (QLineSeries *line : {m_earliest, m_latest})
        line->setPen(QPen(m_theme->color(Role::Done), 1, Qt::DashLine));
    colourChart(m_chart, *m_theme);
}

void PlanChart::setPlan(const PlannedWindow &planned)
{
    const PlanPoint &last = planned.plan.course.last();
    QDateTime end = planned.start.addMSecs(std::max<qint64>(last.at.count(), 60'000));
    if (planned.latest.isValid())
        end = std::max(end, planned.latest);
    // A far window would press the nodes into a corner.
    if (planned.window.isSet())
        end = std::max(end, std::min(planned.window.end, end.addMSecs(planned.start.msecsTo(end))));
    const qint64 length = planned.start.msecsTo(end);
    m_time->setRange(planned.start.toLocalTime(), end.addMSecs(length / 40 + 1000).toLocalTime());
    m_time->setFormat(length > 20LL * 3600 * 1000 ? QStringLiteral("ddd HH:mm") : QStringLiteral("HH:mm"));
    const int nodes = last.done + last.moving + last.held + planned.plan.left;
    m_nodes->setRange(0, std::max(1, nodes));
    m_gpuAxis->setRange(0, std::max({1, planned.plan.gpusNow, planned.window.gpuFloor}));
    drawCourse(planned, end);
    drawBounds(planned, end);
    setAccessibleName(
        tr("Planned nodes over time: %1 of %2 done at the end, at least %3 of %4 GPUs available")
            .arg(last.done)
            .arg(nodes)
            .arg(planned.plan.gpusAtWorst)
            .arg(planned.plan.gpusNow));
}

void PlanChart::drawCourse(const PlannedWindow &planned, const QDateTime &end)
{
    std::array<QList<QPointF>, bandMembers.size()> bands;
    QList<QPointF> gpus;
    const QList<PlanPoint> points = thinned(planned.plan.course);
    for (const PlanPoint &point : points) {
        const double x = placeOf(planned.start.addMSecs(point.at.count()));
        int sum = 0;
        for (size_t i = 0; i < bandMembers.size(); ++i) {
            sum += point.*bandMembers[i];
            appendStep(bands[i], x, sum);
        }
        appendStep(gpus, x, point.gpus);
    }
    const double right = placeOf(end);
    for (size_t i = 0; i < bands.size(); ++i) {
        bands[i].append({right, bands[i].last().y()});
        m_bands[qsizetype(i)].upper->replace(bands[i]);
    }
    gpus.append({right, gpus.last().y()});
    m_gpuLine->replace(gpus);
}

void PlanChart::drawBounds(const PlannedWindow &planned, const QDateTime &end)
{
    const auto bound = [&](QLineSeries *line, const QDateTime &time) {
        const bool isInside = time.isValid() && time <= end;
        line->replace(isInside ? QList<QPointF>{{placeOf(time), 0}, {placeOf(time), m_nodes->max()}}
                               : QList<QPointF>());
        return isInside;
    };
    bound(m_earliest, planned.earliest);
    showInLegend(m_chart, m_latest, bound(m_latest, planned.latest));
    showInLegend(m_chart, m_windowEnd, bound(m_windowEnd, planned.window.end));
    const double floor = planned.window.gpuFloor;
    m_floor->replace(floor > 0 ? QList<QPointF>{{placeOf(planned.start), floor}, {placeOf(end), floor}}
                               : QList<QPointF>());
    showInLegend(m_chart, m_floor, floor > 0);
}

} // namespace chartroom
