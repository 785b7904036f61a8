// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace chartroom {

class TextLabel;
class WizardSteps;

/// A careful change as a wizard: its steps on the left, one decision a page, what happens if one stops here
/// at the bottom left and the way on at the bottom right. The controller outlives it.
class ChangeWizard final : public QWidget
{
    Q_OBJECT
public:
    ChangeWizard(const UiContext &context, ChangeController *controller, QWidget *parent = nullptr);

    /// Each once, before the wizard is shown.
    void addPage(WizardPage *page);
    [[nodiscard]] QStackedWidget *stack() const { return m_stack; }
    [[nodiscard]] ChangeController *controller() const { return m_controller; }
    void focusContent();
    /// A page back; false on the first.
    bool goBack();
    void refresh();
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildSide();
    void buildFoot(QWidget *foot);
    void showStep();
    void refreshFoot();
    [[nodiscard]] WizardPage *shown() const;

    UiContext m_context;
    ChangeController *m_controller;
    QScrollArea *m_side; ///< scrolls where the window is too low for every step
    WizardSteps *m_steps;
    TextLabel *m_title;
    QStackedWidget *m_stack;
    TextLabel *m_decision; ///< what the button does to people, above it
    TextLabel *m_stop;
    TextLabel *m_holdback;
    QPushButton *m_back;
    QPushButton *m_next;
};

} // namespace chartroom
