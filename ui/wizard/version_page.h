// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/upgrade_controller.h"
#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QBoxLayout;
class QButtonGroup;
class QLineEdit;
class QPushButton;

namespace chartroom {

class TextLabel;
class Theme;
class ValuesOutcomesPanel;

/// Where to, and what becomes of the values: the versions, the three outcomes, and the choice between them,
/// which nobody makes but the person.
class VersionPage final : public WizardPage
{
    Q_OBJECT
public:
    VersionPage(const UiContext &context, UpgradeController *controller, QWidget *parent = nullptr);

    void refresh() override;
    void focusContent() override;

Q_SIGNALS:
    /// The plan that was offered is not wanted.
    void offerDismissed();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeChoice(const Theme &theme);
    QWidget *makeOffer();
    void fitLines();
    void refreshOffer();

    UiContext m_context;
    UpgradeController *m_controller;
    ValuesOutcomesPanel *m_panel;
    QButtonGroup *m_strategies;
    QLineEdit *m_settings = nullptr;
    QWidget *m_bar;
    QWidget *m_offer;
    TextLabel *m_offerText = nullptr;
    TextLabel *m_pending; ///< that helm may be at work
    QWidget *m_choice;
    QBoxLayout *m_barLine = nullptr; ///< two lines where the page is narrow
    QBoxLayout *m_choiceLine = nullptr;
    TextLabel *m_planned;
    QPushButton *m_replan;
};

} // namespace chartroom
