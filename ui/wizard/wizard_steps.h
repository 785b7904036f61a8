// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/change_controller.h"

#include <QWidget>

class QPushButton;

namespace chartroom {

class StateLabel;
class Theme;

/// The pages of a wizard with their states, as a column; a page that can be gone to is a button.
class WizardSteps final : public QWidget
{
    Q_OBJECT
public:
    WizardSteps(const Theme *theme, ChangeController *controller, QWidget *parent = nullptr);

    void refresh();
    /// The button of the page that is shown.
    [[nodiscard]] QWidget *current() const;

private:
    struct Row
    {
        ChangeController::Page page;
        StateLabel *state;
        QPushButton *button;
    };

    ChangeController *m_controller;
    QList<Row> m_rows;
};

} // namespace chartroom
