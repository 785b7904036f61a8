// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/window_plan_controller.h"

#include <QWidget>

namespace chartroom {

class PlanChart;
class StateLabel;
class TextLabel;
class Theme;

/// How the nodes would go: in one sentence, as a chart, with what follows and what it rests on. Where there
/// is no plan a sentence says why.
class PlanPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit PlanPanel(const Theme *theme, QWidget *parent = nullptr);

    /// A child of this panel, which its owner shows and hides.
    void addBelowChart(QWidget *widget);
    /// `hint` stands where there is no plan.
    void showPlan(const std::optional<PlannedWindow> &planned, const QString &hint);

private:
    StateLabel *m_state;
    TextLabel *m_headline;
    PlanChart *m_chart;
    TextLabel *m_lines;
    TextLabel *m_assumptions;
};

} // namespace chartroom
