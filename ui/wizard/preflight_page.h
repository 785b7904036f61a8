// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/change_controller.h"
#include "ui/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QAction;
class QPushButton;
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

    void refresh() override;
    void focusContent() override;

private:
    void rebuild();
    void showMessage();

    UiContext m_context;
    ChangeController *m_controller;
    QStackedWidget *m_stack;
    MessageView *m_message;
    QAction *m_rerun;
    TextLabel *m_counts;
    QPushButton *m_again;
    QWidget *m_list;
    QVBoxLayout *m_column;
    QList<Finding> m_shown;
    QDateTime m_shownAt;
    bool m_wantsFocus = false;
};

} // namespace chartroom
