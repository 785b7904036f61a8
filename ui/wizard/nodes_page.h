// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/upgrade_controller.h"
#include "core/models/window_plan_controller.h"
#include "ui/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QCheckBox;
class QDateTimeEdit;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace chartroom {

class ChoiceButton;
class InspectorSection;
class PlanPanel;
class TextLabel;

/// What the upgrade does to nodes and on which lines that rests, how the operator walks through them, and
/// when it may; and how the nodes would go by that.
class NodesPage final : public WizardPage
{
    Q_OBJECT
public:
    NodesPage(const UiContext &context, UpgradeController *controller, QWidget *parent = nullptr);

    void refresh() override;
    void focusContent() override;

private:
    void buildPolicy(QFormLayout *form);
    void buildWindow(QFormLayout *form);
    void fill();
    void takePolicy();
    void takeWindow();
    void showImpact();
    void plan();
    void showPlan();

    UiContext m_context;
    UpgradeController *m_controller;
    InspectorSection *m_impact;
    TextLabel *m_walkTitle;
    QWidget *m_policy;
    TextLabel *m_noPolicy;
    QSpinBox *m_parallel;
    TextLabel *m_unlimited;
    QLineEdit *m_unavailable;
    ChoiceButton *m_drain;
    QCheckBox *m_changesJobs;
    QLineEdit *m_jobSelector;
    QSpinBox *m_jobTimeout;
    QCheckBox *m_hasWindow;
    QDateTimeEdit *m_start;
    QDateTimeEdit *m_end;
    QLineEdit *m_zone;
    QSpinBox *m_floor;
    QSpinBox *m_timeout;
    TextLabel *m_planTitle;
    PlanPanel *m_panel;
    WindowPlanController m_planner;
    PolicyChanges m_shownPolicy; ///< the draft's, as far as this page knows
    std::optional<NodeImpact> m_shownImpact;
    bool m_isFilling = false;
};

} // namespace chartroom
