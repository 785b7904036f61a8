// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/window_plan_text.h"

#include <QFrame>

class QAreaSeries;
class QChart;
class QChartView;
class QDateTimeAxis;
class QLineSeries;
class QValueAxis;

namespace chartroom {

class Theme;

/// A planned rollout: nodes done, under way and held over time, one band on another, the GPUs available as a
/// line against their floor, the window's bounds, and between which moments the end lies.
class PlanChart final : public QFrame
{
    Q_OBJECT
public:
    explicit PlanChart(const Theme *theme, QWidget *parent = nullptr);

    void setPlan(const PlannedWindow &planned);

private:
    struct Band
    {
        QLineSeries *upper;
        QAreaSeries *area;
    };
    void buildChart();
    void colour();
    void drawCourse(const PlannedWindow &planned, const QDateTime &end);
    void drawBounds(const PlannedWindow &planned, const QDateTime &end);

    const Theme *m_theme;
    QChart *m_chart;
    QChartView *m_view;
    QDateTimeAxis *m_time;
    QValueAxis *m_nodes;
    QValueAxis *m_gpuAxis;
    QList<Band> m_bands; ///< done, under way, held, from below
    QLineSeries *m_gpuLine;
    QLineSeries *m_floor;
    QLineSeries *m_windowEnd;
    QLineSeries *m_earliest;
    QLineSeries *m_latest;
};

} // namespace chartroom
