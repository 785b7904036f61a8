// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/matrix_history_controller.h"
#include "ui/ui_context.h"

#include <QDialog>

class QListWidget;

namespace chartroom {

class ChoiceButton;
class DiffView;
class TextLabel;

/// Who changed a version matrix when, and what differs between any two of its commits. Closes without a
/// trace.
class MatrixHistoryDialog final : public QDialog
{
    Q_OBJECT
public:
    MatrixHistoryDialog(const UiContext &context, const MatrixGitPlace &place, QWidget *parent);

private:
    void buildLayout();
    void refresh();
    void fill();
    void compare();

    UiContext m_context;
    MatrixHistoryController *m_controller;
    QListWidget *m_revisions;
    ChoiceButton *m_other;
    TextLabel *m_message;
    DiffView *m_diff;
    bool m_isFilling = false;
};

} // namespace chartroom
