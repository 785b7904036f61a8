// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/window_plan.h"

#include <QFrame>
#include <QPointer>

class QAreaSeries;
class QChart;
class QChartView;
class QDateTimeAxis;
class QLineSeries;
class QValueAxis;

namespace chartroom {

class RolloutCourse;
class TextLabel;
class Theme;

/// The nodes of a rollout by step over time, one band on another, the GPUs at hand as a line, the present,
/// and where the end is expected.
class RolloutChart final : public QFrame
{
    Q_OBJECT
public:
    explicit RolloutChart(const Theme *theme, QWidget *parent = nullptr);

    /// Borrowed; null, and a course without points: there is nothing to draw, and a sentence says so.
    void setCourse(RolloutCourse *course);
    /// Its bounds, and the GPUs that have to stay, as lines; nothing where none is set.
    void setPlan(const WindowPlan &plan);

private:
    struct Band
    {
        QLineSeries *upper;
        QAreaSeries *area;
    };
    void buildChart();
    void colour();
    void draw();
    void drawBands();
    void drawLines(const Eta &eta);
    void drawPlan(const QDateTime &start, const QDateTime &end);
    void describe();

    const Theme *m_theme;
    QPointer<RolloutCourse> m_course;
    WindowPlan m_plan;
    QChart *m_chart;
    QChartView *m_view;
    TextLabel *m_hint;
    QDateTimeAxis *m_time;
    QValueAxis *m_nodes;
    QValueAxis *m_gpuAxis;
    QList<Band> m_bands; ///< done, driver, emptying, failed, from below
    QLineSeries *m_gpuLine;
    QLineSeries *m_now;
    QLineSeries *m_earliest;
    QLineSeries *m_latest;
    QLineSeries *m_windowStart;
    QLineSeries *m_windowEnd;
    QLineSeries *m_floor;
};

} // namespace chartroom
