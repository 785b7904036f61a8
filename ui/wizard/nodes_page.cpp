// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/nodes_page.h"

#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "ui/panels/inspector_section.h"
#include "ui/panels/plan_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/policy_fields.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/window_fields.h"
#include "ui/wizard/canary_fields.h"

#include <QFormLayout>
#include <QSpinBox>

namespace chartroom {

namespace {

constexpr int nodeFieldWidth = 220;
constexpr int labelWidth = 270;

/// How many nodes are taken at a time, by the plan.
QString slotsText(const std::optional<PlannedWindow> &planned)
{
    return planned ? NodesPage::tr("Nodes at a time: %1.").arg(planned->atOnce)
                   : NodesPage::tr("How many nodes at a time is unknown.");
}

QString impactText(const NodeImpact &impact, const std::optional<PlannedWindow> &planned,
                   const std::optional<DriverPolicy> &policy)
{
    using Kind = NodeImpact::Kind;
    const bool takesSlots = impact.off.isEmpty() && impact.mayTouchDrivers() && impact.kind != Kind::Unknown;
    const QString effect = nodeEffectText(impact, policy);
    return takesSlots ? effect + u' ' + slotsText(planned) : effect;
}

} // namespace

NodesPage::NodesPage(const UiContext &context, UpgradeController *controller, QWidget *parent)
    : WizardPage(ChangeController::Page::Nodes, parent)
    , m_context(context)
    , m_controller(controller)
{
    QVBoxLayout *column = makeColumn();
    m_impact = new InspectorSection(tr("Effect on nodes"), context.theme, columnBody());
    m_impact->setObjectName(QStringLiteral("nodeImpact"));
    const auto heading = [&](const QString &text) {
        auto *title = new TextLabel(text, columnBody());
        title->setFont(context.theme->headingFont());
        title->setLook("muted");
        return title;
    };
    m_walkTitle = heading(tr("Upgrade policy of the operator"));
    m_policy = new PolicyFields(context.theme, columnBody());
    m_noPolicy = new TextLabel(tr("The operator's own resource contains the upgrade policy; only the chart "
                                  "gpu-operator takes it as values."),
                               columnBody());
    m_noPolicy->setLook("muted");
    m_noPolicy->setWordWrap(true);
    m_first = new CanaryFields(context.theme, controller, columnBody());
    m_window = new WindowFields(context.theme, columnBody());
    buildTimeout();
    m_planTitle = heading(tr("Rollout settings"));
    m_panel = new PlanPanel(context.theme, columnBody());
    connect(&m_planner, &WindowPlanController::changed, this, &NodesPage::showPlan);
    connect(m_policy, &PolicyFields::edited, this, &NodesPage::takePolicy);
    connect(m_window, &WindowFields::edited, this, &NodesPage::takeWindow);
    for (QFormLayout *form : {m_policy->form(), m_first->form(), m_window->form()}) {
        form->setContentsMargins(0, 0, 0, 0);
        form->setHorizontalSpacing(16);
        form->setVerticalSpacing(8);
        form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
        form->setLabelAlignment(Qt::AlignLeft);
        form->setRowWrapPolicy(QFormLayout::WrapLongRows); // a field is not cut off in a narrow window
        for (int row = 0; row < form->rowCount(); ++row)
            if (QLayoutItem *label = form->itemAt(row, QFormLayout::LabelRole); label && label->widget())
                label->widget()->setMinimumWidth(labelWidth);
    }
    column->addWidget(m_impact);
    column->addWidget(m_walkTitle);
    column->addWidget(m_policy);
    column->addWidget(m_noPolicy);
    column->addWidget(m_first);
    column->addWidget(heading(tr("Window")));
    column->addWidget(m_window);
    column->addWidget(m_planTitle);
    column->addWidget(m_panel);
    column->addStretch(1);
    fill();
    refresh();
}

void NodesPage::buildTimeout()
{
    m_timeout = new QSpinBox(m_window);
    m_timeout->setObjectName(QStringLiteral("helmTimeout"));
    m_timeout->setRange(1, 24 * 60);
    m_timeout->setSuffix(tr(" min"));
    m_timeout->setFixedWidth(nodeFieldWidth);
    m_window->form()->addRow(tr("helm waits for hooks at most"), m_timeout);
    connect(m_timeout, &QSpinBox::valueChanged, this, &NodesPage::takeWindow);
}

/// From the draft, which may have come from a file.
void NodesPage::fill()
{
    m_isFilling = true;
    const UpgradeDraft &draft = m_controller->draft();
    m_shownPolicy = draft.policy;
    m_policy->setChanges(draft.policy);
    m_window->setWindow(draft.window, m_context.clock->now());
    m_window->setGpuFloor(m_controller->gpuFloor().value_or(0));
    m_timeout->setValue(int(std::chrono::ceil<std::chrono::minutes>(draft.timeout).count()));
    m_isFilling = false;
}

void NodesPage::takePolicy()
{
    m_shownPolicy = m_policy->changes();
    m_controller->setPolicy(m_shownPolicy);
}

void NodesPage::takeWindow()
{
    if (m_isFilling)
        return;
    const int floor = m_window->gpuFloor(); // before the page is filled anew
    m_controller->setWindow(m_window->window());
    m_controller->setGpuFloor(floor > 0 ? std::optional(floor) : std::nullopt);
    m_controller->setTimeout(std::chrono::minutes(m_timeout->value()));
}

void NodesPage::showImpact()
{
    const std::optional<NodeImpact> &impact = m_controller->impact();
    const RolloutFacts *found = m_controller->rollout();
    const QString text =
        impact ? impactText(*impact, m_planner.planned(),
                            found ? termsWith(*found, m_controller->draft().policy) : std::nullopt)
               : QString();
    const bool isSame =
        m_shownText == text && m_shownImpact.has_value() == impact.has_value() &&
        (!impact || (impact->kind == m_shownImpact->kind && impact->lines == m_shownImpact->lines &&
                     impact->off == m_shownImpact->off));
    if (isSame && m_impact->property("isShown").toBool())
        return;
    m_impact->setProperty("isShown", true);
    m_shownImpact = impact;
    m_shownText = text;
    m_impact->clear();
    if (!impact) {
        m_impact->addMuted(
            tr("Chartroom is checking this; it only reads and makes dry runs, and changes nothing."));
        return;
    }
    m_impact->addText(text);
    if (!impact->mayTouchDrivers())
        m_impact->addMuted(tr("No settings are needed for nodes."));
    for (const QString &line : impact->lines)
        m_impact->addIdentifier(visibleText(maskedText(line)));
}

void NodesPage::refresh()
{
    if (m_controller->draft().window.has_value() != m_window->window().has_value() ||
        m_controller->draft().policy != m_shownPolicy ||
        m_controller->gpuFloor().value_or(0) != m_window->gpuFloor())
        fill();
    const RolloutFacts *found = m_controller->rollout();
    m_policy->setAsItIs(found && found->changes.isEmpty() ? found->policy : std::nullopt,
                        found ? int(found->nodes.size()) : 0);
    const bool takesPolicy = m_controller->draft().chart.name == u"gpu-operator";
    const bool reaches = !m_controller->impact() || m_controller->impact()->mayTouchDrivers();
    m_walkTitle->setVisible(reaches);
    m_policy->setVisible(reaches && takesPolicy);
    m_noPolicy->setVisible(reaches && !takesPolicy);
    m_first->refresh();
    m_first->setVisible(reaches || !m_controller->draft().canary.isEmpty());
    m_planTitle->setVisible(reaches);
    m_panel->setVisible(reaches);
    plan();
}

/// Anew where the draft, or what the preflight found, is another.
void NodesPage::plan()
{
    const RolloutFacts *found = m_controller->rollout();
    const UpgradeDraft &draft = m_controller->draft();
    if (!found || !m_controller->impact()->off.isEmpty() || !termsWith(*found, draft.policy) ||
        found->nodes.isEmpty() || !m_controller->holdback(page()).isEmpty()) {
        m_planner.clear();
    } else {
        RolloutFacts facts = *found;
        facts.canary = draft.canary;
        facts.bake = draft.bake;
        m_planner.plan({facts, draft.policy, draft.window, m_controller->gpuFloor().value_or(0)},
                       m_context.clock->now());
    }
    showPlan();
}

void NodesPage::showPlan()
{
    showImpact();
    QString hint = tr("Chartroom is checking which nodes are affected.");
    if (const QString issue = m_controller->holdback(page()); !issue.isEmpty())
        hint = issue;
    else if (m_controller->preflightState() == UpgradeController::PreflightState::Failed)
        hint = m_controller->preflightError().message;
    else if (const auto &impact = m_controller->impact())
        if (const QString gap = windowPlanGap(*impact, m_controller->rollout()); !gap.isEmpty())
            hint = gap;
    m_panel->showPlan(m_planner.planned(), hint);
}

void NodesPage::focusContent()
{
    (m_policy->isHidden() ? static_cast<QWidget *>(m_window) : m_policy)->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
