// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/window_plan_text.h"

#include <QFrame>

class QLineSeries;

namespace chartroom {

class CourseView;
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
    void drawCourse(const PlannedWindow &planned, const QDateTime &end);

    CourseView *m_view;
    QLineSeries *m_windowEnd;
    QLineSeries *m_earliest;
    QLineSeries *m_latest;
};

} // namespace chartroom
