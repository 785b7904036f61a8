// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/upgrade_controller.h"
#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace chartroom {

class InspectorSection;
class TextLabel;

/// What Support is to be asked before, and what they answered.
class CoordinationPage final : public WizardPage
{
    Q_OBJECT
public:
    CoordinationPage(const UiContext &context, UpgradeController *controller, QWidget *parent = nullptr);

    void refresh() override;
    void focusContent() override;

Q_SIGNALS:
    /// The whole ticket about this plan, to choose its parts.
    void ticketRequested();

private:
    void copy() const;

    UiContext m_context;
    UpgradeController *m_controller;
    TextLabel *m_why;
    QPlainTextEdit *m_text;
    QLineEdit *m_reference;
    QPlainTextEdit *m_consent;
    QWidget *m_reasonBox;
    QPlainTextEdit *m_reason;
};

} // namespace chartroom
