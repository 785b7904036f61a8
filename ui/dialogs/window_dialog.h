// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/window_plan.h"

#include <QDialog>

class QDateTimeEdit;
class QSpinBox;

namespace chartroom {

class TextLabel;
class Theme;

/// The window a person planned for a rollout, in local time, and how the rollout is stopped without harm.
class WindowDialog final : public QDialog
{
    Q_OBJECT
public:
    /// Without a plan it proposes two hours from `now`. An empty `safeStop` is left out.
    WindowDialog(const WindowPlan &plan, const QString &safeStop, const QDateTime &now, const Theme *theme,
                 QWidget *parent);

Q_SIGNALS:
    /// Set, or removed: then the plan is empty.
    void planned(const chartroom::WindowPlan &plan);

private:
    void buildFields(const WindowPlan &plan, const QDateTime &now);
    void set();

    QDateTimeEdit *m_start;
    QDateTimeEdit *m_end;
    QSpinBox *m_floor;
    TextLabel *m_problem;
};

} // namespace chartroom
