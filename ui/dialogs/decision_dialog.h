// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/decision.h"
#include "ui/context/ui_context.h"

#include <QDialog>

class QPlainTextEdit;
class QPushButton;

namespace chartroom {

class TextLabel;

/// Asks for the reason of a decision and has it written. Stays open, with what was typed, when it could not
/// be; closes by itself once the rules hold it.
class DecisionDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `decision` says which release and what, the rest is added here. Needs context.decisions.
    DecisionDialog(const UiContext &context, Decision decision, QWidget *parent);

    void reject() override;

private:
    void buildText(QLayout &layout);
    void record();
    void end(const QString &problem);

    UiContext m_context;
    Decision m_decision;
    QPlainTextEdit *m_reason;
    TextLabel *m_problem;
    QPushButton *m_record;
    bool m_isWriting = false;
};

} // namespace chartroom
