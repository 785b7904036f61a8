// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/window_plan.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>

class QLineSeries;

namespace chartroom {

class CourseView;
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
    [[nodiscard]] QString hint() const;
    void build();
    void draw();
    void drawBands();
    void drawLines(const Eta &eta);
    void describe();

    const Theme *m_theme;
    QPointer<RolloutCourse> m_course;
    WindowPlan m_plan;
    TextLabel *m_hint;
    QTimer m_drawFirst;           ///< in a turn after the one that builds
    CourseView *m_view = nullptr; ///< with its lines built for the first course to draw
    QLineSeries *m_now = nullptr;
    QLineSeries *m_earliest = nullptr;
    QLineSeries *m_latest = nullptr;
    QLineSeries *m_windowStart = nullptr;
    QLineSeries *m_windowEnd = nullptr;
};

} // namespace chartroom
