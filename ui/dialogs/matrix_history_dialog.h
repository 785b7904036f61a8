// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/versions/matrix_history_controller.h"
#include "ui/context/ui_context.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace chartroom {

class ChoiceButton;
class DiffView;
class TextLabel;

/// Who changed a version matrix when, what was upgraded under each of its revisions, and what differs between
/// any two commits, tags or branches. Closes without a trace.
class MatrixHistoryDialog final : public QDialog
{
    Q_OBJECT
public:
    MatrixHistoryDialog(const UiContext &context, const MatrixGitPlace &place, const QString &cluster,
                        QWidget *parent);

Q_SIGNALS:
    /// What runs is to be held against FILE@REVISION.
    void auditRequested(const QString &matrix);

private:
    void buildLayout();
    void refresh();
    void fill();
    void fillChoices();
    void addEvents(int revision);
    void compare();
    void compareChosen();
    [[nodiscard]] int chosenRevision() const;
    [[nodiscard]] QString side() const;
    [[nodiscard]] QString otherSide() const;
    [[nodiscard]] QString message() const;

    UiContext m_context;
    MatrixHistoryController *m_controller;
    QListWidget *m_revisions;
    ChoiceButton *m_other;
    ChoiceButton *m_side;
    TextLabel *m_message;
    QPushButton *m_audit;
    DiffView *m_diff;
    bool m_isFilling = false;
};

} // namespace chartroom
