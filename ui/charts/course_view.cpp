// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/course_view.h"

#include "core/base/moments.h"
#include "core/screens/rollout/rollout_series.h"
#include "ui/theme/theme.h"

#include <QAreaSeries>
#include <QChart>
#include <QDateTimeAxis>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QValueAxis>

#include <algorithm>
#include <chrono>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

double placeOf(const QDateTime &time)
{
    return double(time.toMSecsSinceEpoch());
}

/// More points than this are a few pixels apart: from one to the next a slope is as true as a step, and costs
/// half.
constexpr qsizetype mostSteps = chartStretches / 2;

void append(QList<QPointF> &line, double x, double y)
{
    const qsizetype size = line.size();
    if (size > 1 && line[size - 1].y() == y && line[size - 2].y() == y)
        line.last().setX(x);
    else
        line.append({x, y});
}

/// Between two points nothing changes: a step, not a slope.
void appendStep(QList<QPointF> &line, double x, double y)
{
    if (!line.isEmpty())
        append(line, x, line.last().y());
    append(line, x, y);
}

QString formatFor(std::chrono::milliseconds length)
{
    if (length < 10min)
        return QStringLiteral("HH:mm:ss");
    return length > 20h ? QStringLiteral("ddd HH:mm") : QStringLiteral("HH:mm");
}

QString numberFormat()
{
    return QStringLiteral("%d");
}

/// For a format Qt Charts measures the labels anew; for a range it may keep the room that they had, and cut
/// those with more digits.
void setEnd(QValueAxis *axis, int most)
{
    if (axis->max() == most)
        return;
    axis->setRange(0, most);
    axis->setLabelFormat(numberFormat());
}

} // namespace

CourseView::CourseView(const Theme *theme, const QList<Band> &bands, QWidget *parent)
    : QChartView(new QChart, parent)
    , m_theme(theme)
    , m_time(new QDateTimeAxis(chart()))
    , m_nodes(new QValueAxis(chart()))
    , m_gpus(new QValueAxis(chart()))
{
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    chart()->setBackgroundVisible(false);
    chart()->setMargins({2, 0, 2, 0});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->setAlignment(Qt::AlignTop);
    addAxes();
    addBands(bands);
    m_gpuLine = add({Role::Text, 1.5}, tr("GPUs available"), m_gpus);
    m_floor = add({Role::Attention, 1, Qt::DashDotLine}, tr("capacity floor"), m_gpus);
    connect(theme, &Theme::changed, this, &CourseView::colour);
    colour();
}

void CourseView::addAxes()
{
    chart()->addAxis(m_time, Qt::AlignBottom);
    chart()->addAxis(m_nodes, Qt::AlignLeft);
    chart()->addAxis(m_gpus, Qt::AlignRight);
    m_time->setTickCount(5);
    for (QValueAxis *axis : {m_nodes, m_gpus}) {
        axis->setLabelFormat(numberFormat());
        axis->setTickCount(2);
    }
    m_gpus->setGridLineVisible(false);
    m_time->setGridLineVisible(false);
}

void CourseView::addBands(const QList<Band> &bands)
{
    QLineSeries *lower = nullptr;
    for (const Band &band : bands) {
        auto *upper = new QLineSeries(chart());
        auto *area = new QAreaSeries(upper, lower);
        area->setName(band.name);
        area->setPen(Qt::NoPen); // a band without nodes leaves no line
        chart()->addSeries(area);
        area->attachAxis(m_time);
        area->attachAxis(m_nodes);
        m_bands.append({band, upper, area});
        lower = upper;
    }
}

QLineSeries *CourseView::addLine(const Stroke &stroke, const QString &name)
{
    QLineSeries *line = add(stroke, name, m_nodes);
    colour();
    return line;
}

QLineSeries *CourseView::add(const Stroke &stroke, const QString &name, QValueAxis *axis)
{
    auto *line = new QLineSeries(chart());
    line->setName(name);
    chart()->addSeries(line);
    line->attachAxis(m_time);
    line->attachAxis(axis);
    const auto markers = chart()->legend()->markers(line);
    for (QLegendMarker *marker : markers)
        marker->setShape(QLegend::MarkerShapeFromSeries); // a piece of the line, not a square
    m_lines.append({stroke, line});
    replace(line, {});
    return line;
}

void CourseView::replace(QLineSeries *line, const QList<QPointF> &points)
{
    line->replace(points);
    showInLegend(line, !points.isEmpty() && !line->name().isEmpty());
}

void CourseView::showInLegend(QAbstractSeries *series, bool isShown)
{
    const auto markers = chart()->legend()->markers(series);
    for (QLegendMarker *marker : markers)
        marker->setVisible(isShown);
    chart()->legend()->layout()->invalidate(); // hiding a marker alone leaves its place empty
}

void CourseView::colour()
{
    setBackgroundBrush(m_theme->color(Role::Surface));
    for (const Shown &band : std::as_const(m_bands)) {
        QColor fill = m_theme->color(band.look.role);
        fill.setAlphaF(band.look.strength);
        band.area->setBrush(QBrush(fill, band.look.pattern));
    }
    for (const Line &line : std::as_const(m_lines))
        line.series->setPen(QPen(m_theme->color(line.stroke.role), line.stroke.width, line.stroke.style));
    const QFont font = m_theme->secondaryFont();
    const auto axes = chart()->axes();
    for (QAbstractAxis *axis : axes) {
        axis->setLabelsColor(m_theme->color(Role::Muted));
        axis->setLabelsFont(font);
        axis->setLinePen(QPen(m_theme->color(Role::Line), 1));
        axis->setGridLinePen(QPen(m_theme->color(Role::Line), 1));
    }
    chart()->legend()->setFont(font);
    chart()->legend()->setLabelColor(m_theme->color(Role::Muted));
}

/// Qt Charts strokes each line anew for each axis that gets another range, which costs a frame with what is
/// about to be replaced.
void CourseView::clear()
{
    for (const Shown &band : std::as_const(m_bands))
        band.upper->replace(QList<QPointF>());
    for (const Line &line : std::as_const(m_lines))
        line.series->replace(QList<QPointF>());
}

void CourseView::setSpan(const QDateTime &start, const QDateTime &end)
{
    clear();
    m_start = start;
    m_end = end;
    const std::chrono::milliseconds length = timeBetween(start, end);
    m_time->setRange(start.toLocalTime(), laterBy(end, length / 40 + 1s).toLocalTime());
    m_time->setFormat(formatFor(length));
}

void CourseView::setMost(int nodes, int gpus)
{
    setEnd(m_nodes, std::max(1, nodes));
    setEnd(m_gpus, std::max(1, gpus));
    m_gpus->setVisible(gpus > 0);
}

void CourseView::setBands(const QList<BandPoint> &points)
{
    QList<QList<QPointF>> lines(m_bands.size());
    for (const BandPoint &point : points) {
        int sum = 0;
        for (qsizetype i = 0; i < lines.size(); ++i) {
            sum += point.nodes[i];
            if (points.size() > mostSteps)
                append(lines[i], placeOf(point.time), sum);
            else
                appendStep(lines[i], placeOf(point.time), sum);
        }
    }
    for (qsizetype i = 0; i < lines.size(); ++i) {
        m_bands[i].upper->replace(lines[i]);
        showInLegend(m_bands[i].area,
                     std::any_of(points.cbegin(), points.cend(),
                                 [i](const BandPoint &point) { return point.nodes[i] > 0; }));
    }
}

void CourseView::setGpus(const QList<GpuSample> &gpus)
{
    QList<QPointF> line;
    for (const GpuSample &sample : gpus)
        appendStep(line, placeOf(sample.time), sample.gpus);
    replace(m_gpuLine, line);
}

void CourseView::setFloor(int gpus)
{
    const double floor = gpus;
    replace(m_floor,
            gpus > 0 ? QList<QPointF>{{placeOf(m_start), floor}, {placeOf(m_end), floor}} : QList<QPointF>());
}

void CourseView::setLine(QLineSeries *line, const QList<LinePoint> &points)
{
    QList<QPointF> places;
    for (const LinePoint &point : points)
        places.append({placeOf(point.time), point.nodes});
    replace(line, places);
}

void CourseView::setMark(QLineSeries *line, const QDateTime &time)
{
    const bool isInside = time.isValid() && time >= m_start && time <= m_end;
    setLine(line, isInside ? QList<LinePoint>{{time, 0}, {time, m_nodes->max()}} : QList<LinePoint>());
}

} // namespace chartroom
