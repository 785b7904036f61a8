// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/gpu_sample.h"
#include "ui/theme/palette.h"

#include <QChartView>
#include <QVarLengthArray>

class QAreaSeries;
class QDateTimeAxis;
class QLineSeries;
class QValueAxis;

namespace chartroom {

class Theme;

/// How a line is drawn.
struct Stroke
{
    Role role;
    double width = 1;
    Qt::PenStyle style = Qt::SolidLine;
};
inline constexpr Stroke windowStroke{Role::Attention, 1.5};
inline constexpr Stroke expectedEndStroke{Role::Done, 1, Qt::DashLine};

/// Nodes over time, one band on another, and the GPUs available as a line against their floor: what the chart
/// of a plan and that of a rollout have in common. In the legend are the bands that some node is in and,
/// while they are drawn, the lines with a name.
class CourseView final : public QChartView
{
    Q_OBJECT
public:
    struct Band
    {
        QString name;
        Role role;
        Qt::BrushStyle pattern = Qt::SolidPattern; ///< without colour the bands still differ
        float strength = 0.38F;
    };
    struct BandPoint
    {
        QDateTime time;
        QVarLengthArray<int, 5> nodes; ///< one number for each band
    };
    struct LinePoint
    {
        QDateTime time;
        double nodes;
    };

    /// The bands from below.
    CourseView(const Theme *theme, const QList<Band> &bands, QWidget *parent);

    [[nodiscard]] QLineSeries *addLine(const Stroke &stroke, const QString &name = {});

    /// Comes before what is drawn: nothing is left of what was.
    void setSpan(const QDateTime &start, const QDateTime &end);
    void setMost(int nodes, int gpus);
    void setBands(const QList<BandPoint> &points);
    void setGpus(const QList<GpuSample> &gpus);
    /// 0: none.
    void setFloor(int gpus);
    void setLine(QLineSeries *line, const QList<LinePoint> &points);
    /// From the bottom to the top; nothing for a moment outside of the span.
    void setMark(QLineSeries *line, const QDateTime &time);

private:
    struct Shown
    {
        Band look;
        QLineSeries *upper;
        QAreaSeries *area;
    };
    struct Line
    {
        Stroke stroke;
        QLineSeries *series;
    };
    void clear();
    void addAxes();
    void addBands(const QList<Band> &bands);
    QLineSeries *add(const Stroke &stroke, const QString &name, QValueAxis *axis);
    void replace(QLineSeries *line, const QList<QPointF> &points);
    void showInLegend(QAbstractSeries *series, bool isShown);
    void colour();

    const Theme *m_theme;
    QDateTimeAxis *m_time;
    QValueAxis *m_nodes;
    QValueAxis *m_gpus;
    QList<Shown> m_bands;
    QList<Line> m_lines;
    QLineSeries *m_gpuLine;
    QLineSeries *m_floor;
    QDateTime m_start;
    QDateTime m_end;
};

} // namespace chartroom
