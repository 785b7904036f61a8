// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/rollback_controller.h"
#include "core/screens/upgrade/upgrade_controller.h"
#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace chartroom {

class InspectorSection;
class TextLabel;

/// The last look before anything is written: the change in words, and every command exactly as it will run.
class ReviewPage final : public WizardPage
{
    Q_OBJECT
public:
    ReviewPage(const UiContext &context, UpgradeController *controller, QWidget *parent = nullptr);
    ReviewPage(const UiContext &context, RollbackController *controller, QWidget *parent = nullptr);

    void refresh() override;
    void focusContent() override;

Q_SIGNALS:
    /// As a plan file that a colleague can read; only of an upgrade.
    void saveRequested();

private:
    ReviewPage(const UiContext &context, ChangeController *controller, QWidget *parent);
    void buildReason(RollbackController *controller);
    void buildConfirmation();
    void refreshConfirmation();
    [[nodiscard]] QStringList planLines() const;
    [[nodiscard]] bool isReading() const;
    /// The lines are of before, and of this very plan, while it is judged again.
    [[nodiscard]] bool keepsLines() const;
    [[nodiscard]] QStringList reachLines() const;
    /// The findings that it is done in spite of, and why.
    [[nodiscard]] QStringList inSpiteLines() const;
    [[nodiscard]] QStringList windowLines() const;

    UiContext m_context;
    ChangeController *m_controller;
    UpgradeController *m_upgrade = nullptr;   ///< one of the two
    RollbackController *m_rollback = nullptr; ///< one of the two
    InspectorSection *m_plan;
    InspectorSection *m_writes;
    TextLabel *m_keeping; ///< how the capture is kept
    QWidget *m_reasonBox;
    QPlainTextEdit *m_commands;
    QPlainTextEdit *m_reason = nullptr;
    QWidget *m_referenceBox = nullptr; ///< of a rollback
    QWidget *m_confirmationBox;
    QLineEdit *m_confirmation;
    QPushButton *m_copy;
    QPushButton *m_save;
    QStringList m_shown;
    QStringList m_reachLines; ///< as they were read last
    QString m_folder;         ///< of the run that m_writes tells of
    UpgradeDraft m_reachOf;   ///< the plan that they are of; of a rollback there is one alone
};

} // namespace chartroom
