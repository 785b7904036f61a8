// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rollout_chart.h"

#include "core/models/rollout_course.h"
#include "ui/charts/chart_parts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

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

constexpr int leastHeight = 160;
constexpr std::array bandMembers{&SeriesPoint::done, &SeriesPoint::driver, &SeriesPoint::emptying,
                                 &SeriesPoint::failed};

} // namespace

RolloutChart::RolloutChart(const Theme *theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_hint(new TextLabel(tr("Nodes by step over time appear here with the first node that moves."), this))
{
    setObjectName(QStringLiteral("rolloutChart"));
    setProperty("look", QByteArrayLiteral("card"));
    setMinimumHeight(leastHeight);
    m_hint->setLook("muted");
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->addWidget(m_hint);
    connect(theme, &Theme::changed, this, &RolloutChart::colour);
}

/// Not before there is a course: also an empty chart that nobody sees lays itself out.
void RolloutChart::buildChart()
{
    m_chart = new QChart;
    m_view = new QChartView(m_chart, this);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHint(QPainter::Antialiasing);
    layout()->addWidget(m_view);
    m_time = new QDateTimeAxis(m_chart);
    m_nodes = new QValueAxis(m_chart);
    m_gpuAxis = new QValueAxis(m_chart);
    for (QLineSeries **line :
         {&m_gpuLine, &m_now, &m_earliest, &m_latest, &m_windowStart, &m_windowEnd, &m_floor})
        *line = new QLineSeries(m_chart);
    m_chart->setBackgroundVisible(false);
    m_chart->setMargins({2, 0, 2, 0});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->legend()->setAlignment(Qt::AlignTop);
    m_chart->legend()->setMarkerShape(QLegend::MarkerShapeRectangle);
    m_chart->addAxis(m_time, Qt::AlignBottom);
    m_chart->addAxis(m_nodes, Qt::AlignLeft);
    m_chart->addAxis(m_gpuAxis, Qt::AlignRight);
    m_time->setFormat(QStringLiteral("HH:mm"));
    m_time->setTickCount(5);
    for (QValueAxis *axis : {m_nodes, m_gpuAxis}) {
        axis->setLabelFormat(QStringLiteral("%d"));
        axis->setTickCount(2);
    }
    m_gpuAxis->setGridLineVisible(false);
    m_time->setGridLineVisible(false);
    const QStringList names{tr("done"), tr("driver"), tr("emptying"), tr("failed")};
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
    for (QLineSeries *line : {m_gpuLine, m_floor, m_now, m_earliest, m_latest, m_windowStart, m_windowEnd}) {
        m_chart->addSeries(line);
        line->attachAxis(m_time);
        line->attachAxis(line == m_gpuLine || line == m_floor ? m_gpuAxis : m_nodes);
    }
    m_gpuLine->setName(tr("GPUs available"));
    m_floor->setName(tr("GPU floor"));
    m_windowEnd->setName(tr("window"));
    for (QLineSeries *line : {m_now, m_earliest, m_latest, m_windowStart})
        showInLegend(m_chart, line, false);
    markByLine(m_chart, {m_gpuLine, m_floor, m_windowEnd});
}

void RolloutChart::colour()
{
    if (!m_chart)
        return;
    m_view->setBackgroundBrush(m_theme->color(Role::Surface));
    const std::array roles{Role::Done, Role::Moving, Role::Waiting, Role::Failed};
    for (size_t i = 0; i < roles.size(); ++i) {
        QColor fill = m_theme->color(roles[i]);
        m_bands[qsizetype(i)].area->setPen(Qt::NoPen); // a band without nodes leaves no line
        fill.setAlphaF(i == 3 ? 0.7F : 0.38F);
        // Without colour the bands still differ: emptying is hatched, failed is crossed.
        m_bands[qsizetype(i)].area->setBrush(QBrush(fill, i == 2   ? Qt::BDiagPattern
                                                          : i == 3 ? Qt::DiagCrossPattern
                                                                   : Qt::SolidPattern));
    }
    m_gpuLine->setPen(QPen(m_theme->color(Role::Text), 1.5));
    m_now->setPen(QPen(m_theme->color(Role::Muted), 1, Qt::DotLine));
    for (QLineSeries *line : {m_earliest, m_latest})
        line->setPen(QPen(m_theme->color(Role::Done), 1, Qt::DashLine));
    for (QLineSeries *line : {m_windowStart, m_windowEnd})
        line->setPen(QPen(m_theme->color(Role::Attention), 1.5));
    m_floor->setPen(QPen(m_theme->color(Role::Attention), 1, Qt::DashDotLine));
    colourChart(m_chart, *m_theme);
}

void RolloutChart::setCourse(RolloutCourse *course)
{
    if (m_course)
        m_course->disconnect(this);
    m_course = course;
    if (course)
        connect(course, &RolloutCourse::drawn, this, &RolloutChart::draw);
    draw();
}

void RolloutChart::draw()
{
    const bool some = m_course && m_course->points().size() > 1 && m_course->nodes() > 0;
    if (some && !m_chart) {
        buildChart();
        colour();
    }
    if (m_view)
        m_view->setVisible(some);
    m_hint->setVisible(!some);
    if (!some) {
        setAccessibleName(m_hint->text());
        return;
    }
    const QDateTime begin = m_course->points().first().time;
    const QDateTime now = m_course->points().last().time;
    const bool showsStart =
        m_plan.isSet() && m_plan.start < begin && m_plan.start >= begin.addMSecs(now.msecsTo(begin));
    const QDateTime start = showsStart ? m_plan.start : begin;
    const Eta eta = m_course->pace() ? m_course->pace()->eta : Eta();
    QDateTime end =
        std::max(eta.latest.isValid() ? eta.latest : now, eta.earliest.isValid() ? eta.earliest : now);
    if (m_plan.isSet())
        end = std::max(end, m_plan.end);
    // A far end would press what happened into a corner.
    end = std::min(end, now.addMSecs(2 * std::max<qint64>(start.msecsTo(now), 60'000)));
    m_time->setRange(start.toLocalTime(), end.addMSecs(start.msecsTo(end) / 40 + 1000).toLocalTime());
    m_time->setFormat(start.msecsTo(end) < 10 * 60'000 ? QStringLiteral("HH:mm:ss")
                                                       : QStringLiteral("HH:mm"));
    m_nodes->setRange(0, m_course->nodes());
    m_gpuAxis->setRange(0, std::max(1, m_course->summary().gpusTotal));
    m_gpuAxis->setVisible(m_course->summary().gpusTotal > 0);
    drawBands();
    drawLines(eta);
    drawPlan(start, end);
    describe();
}

void RolloutChart::drawBands()
{
    std::array<QList<QPointF>, bandMembers.size()> lines;
    for (const SeriesPoint &point : m_course->points()) {
        int sum = 0;
        for (size_t i = 0; i < bandMembers.size(); ++i) {
            sum += point.*bandMembers[i];
            appendStep(lines[i], placeOf(point.time), sum);
        }
    }
    for (size_t i = 0; i < lines.size(); ++i)
        m_bands[qsizetype(i)].upper->replace(lines[i]);
}

void RolloutChart::drawLines(const Eta &eta)
{
    const SeriesPoint &last = m_course->points().last();
    const QDateTime start = m_course->points().first().time;
    const double now = placeOf(last.time);
    QList<QPointF> gpus;
    for (const GpuSample &sample : m_course->gpus())
        if (sample.time >= start && sample.time <= last.time)
            appendStep(gpus, placeOf(sample.time), sample.gpus);
    if (!gpus.isEmpty())
        gpus.append({now, gpus.last().y()});
    m_gpuLine->replace(gpus);
    showInLegend(m_chart, m_gpuLine, !gpus.isEmpty());
    m_now->replace(QList<QPointF>{{now, 0}, {now, double(m_course->nodes())}});
    const double goal = m_course->nodes() - double(eta.without.size());
    const auto until = [&](QLineSeries *line, const QDateTime &end) {
        line->replace(end.isValid() ? QList<QPointF>{{now, double(last.done)}, {placeOf(end), goal}}
                                    : QList<QPointF>());
    };
    until(m_earliest, eta.earliest);
    until(m_latest, eta.latest);
}

void RolloutChart::setPlan(const WindowPlan &plan)
{
    if (plan == m_plan)
        return;
    m_plan = plan;
    draw();
}

void RolloutChart::drawPlan(const QDateTime &start, const QDateTime &end)
{
    const double top = m_course->nodes();
    const auto bound = [&](QLineSeries *line, const QDateTime &time) {
        const bool isInside = time.isValid() && time >= start && time <= end;
        line->replace(isInside ? QList<QPointF>{{placeOf(time), 0}, {placeOf(time), top}} : QList<QPointF>());
        return isInside;
    };
    bound(m_windowStart, m_plan.start);
    const bool endsInside = bound(m_windowEnd, m_plan.end);
    const bool hasFloor = m_plan.isSet() && m_plan.gpuFloor > 0;
    m_floor->replace(hasFloor ? QList<QPointF>{{placeOf(start), double(m_plan.gpuFloor)},
                                               {placeOf(end), double(m_plan.gpuFloor)}}
                              : QList<QPointF>());
    showInLegend(m_chart, m_windowEnd, endsInside);
    showInLegend(m_chart, m_floor, hasFloor);
}

void RolloutChart::describe()
{
    const SeriesPoint &last = m_course->points().last();
    setAccessibleName(
        tr("Nodes by step since %1: %2 of %3 done, %4 with the driver, %5 being emptied, %6 failed")
            .arg(m_course->points().first().time.toLocalTime().toString(QStringLiteral("HH:mm")),
                 QString::number(last.done), QString::number(m_course->nodes()), QString::number(last.driver),
                 QString::number(last.emptying), QString::number(last.failed)));
}

} // namespace chartroom
