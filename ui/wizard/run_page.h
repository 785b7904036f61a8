// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QPlainTextEdit;
class QPushButton;

namespace chartroom {

class PausePanel;
class RolloutModel;
class StateLabel;
class TextLabel;

/// The operation while it runs: its steps, the nodes that follow it, and what helm prints.
class RunPage final : public WizardPage
{
    Q_OBJECT
public:
    RunPage(const UiContext &context, ChangeController *controller, QWidget *parent = nullptr);

    void refresh() override;
    void focusContent() override;

private:
    struct Row
    {
        StateLabel *state;
        TextLabel *title;
        TextLabel *text;
    };
    Row addRow(const QString &title);
    void clearRows();
    void follow(OperationRun *run);
    void followNodes();
    void showNodes();
    void offerPause();

    UiContext m_context;
    ChangeController *m_controller;
    QWidget *m_steps;
    QList<Row> m_rows;
    QPointer<OperationRun> m_run;
    RolloutModel *m_nodes = nullptr; ///< where drivers are reloaded, once helm has written
    std::optional<Row> m_nodesRow;
    bool m_haveNodesMoved = false;
    QPlainTextEdit *m_output;
    QPushButton *m_cancel;
    TextLabel *m_cancelText;
    PausePanel *m_pause = nullptr; ///< where the rollout that follows has a switch
};

} // namespace chartroom
