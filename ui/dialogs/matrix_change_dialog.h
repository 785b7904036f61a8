// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/versions/matrix_change_controller.h"
#include "ui/context/ui_context.h"

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;

namespace chartroom {

class ChoiceButton;
class DiffView;
class InspectorSection;
class TextLabel;

/// A promotion or a rollback before it is made: what speaks against it, what changes in the document and what
/// the commit will say; then what came of it. Cannot be closed while it is being written.
class MatrixChangeDialog final : public QDialog
{
    Q_OBJECT
public:
    MatrixChangeDialog(const UiContext &context, const MatrixChangeController::Parts &parts,
                       MatrixRequest::Kind kind, QWidget *parent);

    void reject() override;

Q_SIGNALS:
    /// The matrix is another now.
    void written();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildLayout();
    [[nodiscard]] QWidget *buildReasons();
    [[nodiscard]] QLayout *buildFoot();
    void refresh();
    void refreshGates();
    void refreshWords();
    void refreshButtons();

    UiContext m_context;
    MatrixChangeController *m_controller;
    TextLabel *m_subject;
    QScrollArea *m_reasons;
    InspectorSection *m_gates;
    InspectorSection *m_commit;
    QWidget *m_back; ///< of a rollback: to where
    ChoiceButton *m_revision;
    QWidget *m_tagLine;
    QLineEdit *m_tag;
    QPlainTextEdit *m_message;
    DiffView *m_diff;
    TextLabel *m_notes;
    TextLabel *m_problem;
    TextLabel *m_hint;
    QPushButton *m_again;
    QPushButton *m_takeOver;
    QPushButton *m_cancel;
    QPushButton *m_write;
    QList<UpgradePathGate> m_shownGates;
    std::shared_ptr<const TextDiff> m_shownDiff;
};

} // namespace chartroom
