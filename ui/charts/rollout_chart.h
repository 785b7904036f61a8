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
    TextLabel *m_hint;
    QChart *m_chart = nullptr; ///< with all that follows built for the first course to draw
    QChartView *m_view = nullptr;
    QDateTimeAxis *m_time = nullptr;
    QValueAxis *m_nodes = nullptr;
    QValueAxis *m_gpuAxis = nullptr;
    QList<Band> m_bands; ///< done, driver, emptying, failed, from below
    QLineSeries *m_gpuLine = nullptr;
    QLineSeries *m_now = nullptr;
    QLineSeries *m_earliest = nullptr;
    QLineSeries *m_latest = nullptr;
    QLineSeries *m_windowStart = nullptr;
    QLineSeries *m_windowEnd = nullptr;
    QLineSeries *m_floor = nullptr;
};

} // namespace chartroom
