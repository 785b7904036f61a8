// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/upgrade_controller.h"
#include "core/screens/upgrade/window_plan_controller.h"
#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QSpinBox;

namespace chartroom {

class CanaryFields;
class InspectorSection;
class PlanPanel;
class PolicyFields;
class TextLabel;
class WindowFields;

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
    void buildTimeout();
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
    PolicyFields *m_policy;
    TextLabel *m_noPolicy;
    CanaryFields *m_first;
    WindowFields *m_window;
    QSpinBox *m_timeout;
    TextLabel *m_planTitle;
    PlanPanel *m_panel;
    WindowPlanController m_planner;
    PolicyChanges m_shownPolicy; ///< the draft's, as far as this page knows
    std::optional<NodeImpact> m_shownImpact;
    QString m_shownText; ///< of the impact
    bool m_isFilling = false;
};

} // namespace chartroom
