// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/rollback_controller.h"
#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QAction;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QVBoxLayout;

namespace chartroom {

class MessageView;
class TextLabel;

/// What the preflight found, the worst first. What could not be told stands beside what is wrong, never
/// beside what is fine.
class PreflightPage final : public WizardPage
{
    Q_OBJECT
public:
    PreflightPage(const UiContext &context, ChangeController *controller, QWidget *parent = nullptr);
    /// It is its first page: with the GPUs that must stay in service, which an upgrade asks for before.
    PreflightPage(const UiContext &context, RollbackController *controller, QWidget *parent = nullptr);

    void refresh() override;
    void focusContent() override;

private:
    void buildFloor(RollbackController *controller);
    void rebuild();
    void showMessage();

    UiContext m_context;
    ChangeController *m_controller;
    RollbackController *m_rollback = nullptr;
    QSpinBox *m_floor = nullptr; ///< of a rollback
    QStackedWidget *m_stack;
    MessageView *m_message;
    QAction *m_rerun;
    TextLabel *m_counts;
    QPushButton *m_again;
    QWidget *m_list;
    QVBoxLayout *m_column;
    QList<PreflightFinding> m_shown;
    QDateTime m_shownAt;
    bool m_wantsFocus = false;
};

} // namespace chartroom
