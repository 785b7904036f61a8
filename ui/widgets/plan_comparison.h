// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/window_plan_report.h"

#include <QFrame>

class QGridLayout;

namespace chartroom {

class StateLabel;
class TextLabel;
class Theme;

/// Policies side by side, in few numbers: one a row.
class PlanComparison final : public QFrame
{
    Q_OBJECT
public:
    PlanComparison(const Theme *theme, QWidget *parent);

    void showPlans(const QList<ComparedPlan> &plans);

private:
    struct Row
    {
        StateLabel *state;
        QList<TextLabel *> cells;
    };
    void addRow();

    const Theme *m_theme;
    QGridLayout *m_grid;
    QList<Row> m_rows;
    QList<ComparedPlan> m_shown;
};

} // namespace chartroom
