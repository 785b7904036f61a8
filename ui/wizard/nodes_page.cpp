// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/nodes_page.h"

#include "core/base/masked_text.h"
#include "core/base/visible_text.h"
#include "ui/panels/inspector_section.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/text_label.h"
#include "ui/wizard/plan_panel.h"

#include <QCheckBox>
#include <QDateTimeEdit>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QTimeZone>

namespace chartroom {

namespace {

constexpr int asItIs = -1;
constexpr int mostNodes = 100'000;
constexpr int mostGpus = 1'000'000;
constexpr int fieldWidth = 220;
constexpr int labelWidth = 270;
constexpr qint64 proposedSeconds = 2 * 3600;

QString impactText(const NodeImpact &impact)
{
    switch (impact.kind) {
    case NodeImpact::Kind::None:
        return NodesPage::tr("It changes nothing that runs on nodes.");
    case NodeImpact::Kind::PodsOnly:
        return NodesPage::tr("Pods are replaced; no driver is touched and no node is emptied.");
    case NodeImpact::Kind::DriverRestart:
        return NodesPage::tr("The driver's pods come anew with the same driver, node by node.");
    case NodeImpact::Kind::DriverReload:
        return NodesPage::tr("Node by node is cordoned and emptied, the driver is unloaded and loaded, and "
                             "GPU work on it ends.");
    case NodeImpact::Kind::NicDriver:
        return NodesPage::tr("The network cards' driver is reloaded node by node. Where Ethernet uses the "
                             "same cards, a node may go offline.");
    case NodeImpact::Kind::Unknown:
        break;
    }
    return NodesPage::tr("Nobody can tell what it does to nodes: %1").arg(visibleText(impact.why));
}

QByteArray zoneHere()
{
    const QByteArray here = QTimeZone::systemTimeZoneId();
    return QTimeZone::isTimeZoneIdAvailable(here) ? here : QByteArrayLiteral("UTC");
}

QDateTime wholeMinute(const QDateTime &time)
{
    return time.addSecs(-time.time().second()).addMSecs(-time.time().msec());
}

} // namespace

NodesPage::NodesPage(const UiContext &context, UpgradeController *controller, QWidget *parent)
    : WizardPage(ChangeController::Page::Nodes, parent)
    , m_context(context)
    , m_controller(controller)
{
    QVBoxLayout *column = makeColumn();
    m_impact = new InspectorSection(tr("What it does to nodes"), context.theme, columnBody());
    m_impact->setObjectName(QStringLiteral("nodeImpact"));
    const auto heading = [&](const QString &text) {
        auto *title = new TextLabel(text, columnBody());
        title->setFont(context.theme->headingFont());
        title->setLook("muted");
        return title;
    };
    m_walkTitle = heading(tr("How the operator walks through them"));
    m_policy = new QWidget(columnBody());
    auto *policyForm = new QFormLayout(m_policy);
    buildPolicy(policyForm);
    m_noPolicy = new TextLabel(tr("The operator's own resource says how it walks through the nodes; of the "
                                  "charts known here only gpu-operator takes that as values."),
                               columnBody());
    m_noPolicy->setLook("muted");
    m_noPolicy->setWordWrap(true);
    auto *window = new QWidget(columnBody());
    auto *windowForm = new QFormLayout(window);
    buildWindow(windowForm);
    m_planTitle = heading(tr("How the nodes would go"));
    m_panel = new PlanPanel(context.theme, columnBody());
    connect(&m_planner, &WindowPlanController::changed, this, &NodesPage::showPlan);
    for (QFormLayout *form : {policyForm, windowForm}) {
        form->setContentsMargins(0, 0, 0, 0);
        form->setHorizontalSpacing(16);
        form->setVerticalSpacing(8);
        form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
        form->setLabelAlignment(Qt::AlignLeft);
        for (int row = 0; row < form->rowCount(); ++row)
            if (QLayoutItem *label = form->itemAt(row, QFormLayout::LabelRole); label && label->widget())
                label->widget()->setMinimumWidth(labelWidth);
    }
    column->addWidget(m_impact);
    column->addWidget(m_walkTitle);
    column->addWidget(m_policy);
    column->addWidget(m_noPolicy);
    column->addWidget(heading(tr("When it may")));
    column->addWidget(window);
    column->addWidget(m_planTitle);
    column->addWidget(m_panel);
    column->addStretch(1);
    fill();
    refresh();
}

void NodesPage::buildPolicy(QFormLayout *form)
{
    m_parallel = new QSpinBox(m_policy);
    m_parallel->setObjectName(QStringLiteral("maxParallelUpgrades"));
    m_parallel->setRange(asItIs, mostNodes);
    m_parallel->setSpecialValueText(tr("as it is"));
    m_parallel->setFixedWidth(fieldWidth);
    m_unlimited = new TextLabel(tr("0 means no limit: every node at once, as far as maxUnavailable lets it."),
                                m_policy);
    m_unlimited->setObjectName(QStringLiteral("unlimited"));
    m_unlimited->setLook("failed");
    m_unlimited->setWordWrap(true);
    m_unavailable = new QLineEdit(m_policy);
    m_unavailable->setObjectName(QStringLiteral("maxUnavailable"));
    m_unavailable->setPlaceholderText(tr("as it is; 2 or 25%"));
    m_unavailable->setFixedWidth(fieldWidth);
    m_drain = new ChoiceButton(m_context.theme, tr("Drain"), m_policy);
    m_drain->setObjectName(QStringLiteral("drain"));
    m_drain->setChoices({{tr("as it is"), QVariant(), false},
                         {tr("empty the node by a drain"), true, false},
                         {tr("no drain: evict only GPU pods"), false, false}});
    m_changesJobs = new QCheckBox(tr("Change what is waited for before a node is emptied"), m_policy);
    m_changesJobs->setObjectName(QStringLiteral("changesJobs"));
    m_jobSelector = new QLineEdit(m_policy);
    m_jobSelector->setObjectName(QStringLiteral("jobSelector"));
    m_jobSelector->setPlaceholderText(tr("none; or app=trainer"));
    m_jobSelector->setFixedWidth(fieldWidth);
    m_jobTimeout = new QSpinBox(m_policy);
    m_jobTimeout->setObjectName(QStringLiteral("jobTimeout"));
    m_jobTimeout->setRange(0, 7 * 24 * 60);
    m_jobTimeout->setSpecialValueText(tr("without a limit"));
    m_jobTimeout->setSuffix(tr(" min"));
    m_jobTimeout->setFixedWidth(fieldWidth);
    form->addRow(tr("Nodes at once (maxParallelUpgrades)"), m_parallel);
    form->addRow(QString(), m_unlimited);
    form->addRow(tr("Nodes that may be away (maxUnavailable)"), m_unavailable);
    form->addRow(tr("Drain"), m_drain);
    form->addRow(m_changesJobs);
    form->addRow(tr("Pods whose end is waited for"), m_jobSelector);
    form->addRow(tr("Waited for up to"), m_jobTimeout);
    connect(m_parallel, &QSpinBox::valueChanged, this, &NodesPage::takePolicy);
    connect(m_unavailable, &QLineEdit::textChanged, this, &NodesPage::takePolicy);
    connect(m_drain, &ChoiceButton::chosen, this, &NodesPage::takePolicy);
    connect(m_changesJobs, &QCheckBox::toggled, this, &NodesPage::takePolicy);
    connect(m_jobSelector, &QLineEdit::textChanged, this, &NodesPage::takePolicy);
    connect(m_jobTimeout, &QSpinBox::valueChanged, this, &NodesPage::takePolicy);
}

void NodesPage::buildWindow(QFormLayout *form)
{
    QWidget *its = form->parentWidget();
    m_hasWindow = new QCheckBox(tr("A window was agreed on"), its);
    m_hasWindow->setObjectName(QStringLiteral("hasWindow"));
    m_start = new QDateTimeEdit(its);
    m_start->setObjectName(QStringLiteral("windowStart"));
    m_end = new QDateTimeEdit(its);
    m_end->setObjectName(QStringLiteral("windowEnd"));
    for (QDateTimeEdit *edit : {m_start, m_end}) {
        edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
        edit->setFixedWidth(fieldWidth);
    }
    m_zone = new QLineEdit(its);
    m_zone->setObjectName(QStringLiteral("windowZone"));
    m_zone->setFixedWidth(fieldWidth);
    m_floor = new QSpinBox(its);
    m_floor->setObjectName(QStringLiteral("gpuFloor"));
    m_floor->setRange(0, mostGpus);
    m_floor->setSpecialValueText(tr("no floor", "GPUs"));
    m_floor->setFixedWidth(fieldWidth);
    m_timeout = new QSpinBox(its);
    m_timeout->setObjectName(QStringLiteral("helmTimeout"));
    m_timeout->setRange(1, 24 * 60);
    m_timeout->setSuffix(tr(" min"));
    m_timeout->setFixedWidth(fieldWidth);
    form->addRow(m_hasWindow);
    form->addRow(tr("From"), m_start);
    form->addRow(tr("Until"), m_end);
    form->addRow(tr("Time zone"), m_zone);
    form->addRow(tr("GPUs that stay available"), m_floor);
    form->addRow(tr("helm waits for hooks up to"), m_timeout);
    connect(m_hasWindow, &QCheckBox::toggled, this, &NodesPage::takeWindow);
    connect(m_start, &QDateTimeEdit::dateTimeChanged, this, &NodesPage::takeWindow);
    connect(m_end, &QDateTimeEdit::dateTimeChanged, this, &NodesPage::takeWindow);
    connect(m_zone, &QLineEdit::textChanged, this, &NodesPage::takeWindow);
    connect(m_floor, &QSpinBox::valueChanged, this, &NodesPage::takeWindow);
    connect(m_timeout, &QSpinBox::valueChanged, this, &NodesPage::takeWindow);
}

/// From the draft, which may have come from a file.
void NodesPage::fill()
{
    m_isFilling = true;
    const UpgradeDraft &draft = m_controller->draft();
    m_shownPolicy = draft.policy;
    m_parallel->setValue(draft.policy.maxParallelUpgrades.value_or(asItIs));
    m_unavailable->setText(draft.policy.maxUnavailable);
    m_drain->setCurrent(draft.policy.drain ? QVariant(*draft.policy.drain) : QVariant());
    m_changesJobs->setChecked(draft.policy.jobSelector || draft.policy.jobTimeout);
    m_jobSelector->setText(draft.policy.jobSelector.value_or(QString()));
    m_jobTimeout->setValue(
        int(std::chrono::ceil<std::chrono::minutes>(draft.policy.jobTimeout.value_or(std::chrono::seconds(0)))
                .count()));
    const QByteArray zone = draft.window ? draft.window->zone : zoneHere();
    const QDateTime now = wholeMinute(m_context.clock->now().toTimeZone(QTimeZone(zone)));
    m_hasWindow->setChecked(draft.window.has_value());
    // The zone is a field of its own; the clock's face is what is edited.
    const auto face = [](const QDateTime &time) { return QDateTime(time.date(), time.time()); };
    m_start->setDateTime(face(draft.window ? draft.window->start : now));
    m_end->setDateTime(face(draft.window ? draft.window->end : now.addSecs(proposedSeconds)));
    m_zone->setText(QString::fromLatin1(zone));
    m_floor->setValue(m_controller->gpuFloor().value_or(0));
    m_timeout->setValue(int(std::chrono::ceil<std::chrono::minutes>(draft.timeout).count()));
    m_isFilling = false;
}

void NodesPage::takePolicy()
{
    if (m_isFilling)
        return;
    PolicyChanges policy = m_controller->draft().policy;
    policy.maxParallelUpgrades.reset();
    if (m_parallel->value() != asItIs)
        policy.maxParallelUpgrades = m_parallel->value();
    policy.maxUnavailable = m_unavailable->text().trimmed();
    policy.drain.reset();
    if (m_drain->current().isValid())
        policy.drain = m_drain->current().toBool();
    policy.jobSelector.reset();
    policy.jobTimeout.reset();
    if (m_changesJobs->isChecked()) {
        policy.jobSelector = m_jobSelector->text().trimmed();
        policy.jobTimeout = std::chrono::minutes(m_jobTimeout->value());
    }
    m_shownPolicy = policy;
    m_controller->setPolicy(policy);
}

void NodesPage::takeWindow()
{
    if (m_isFilling)
        return;
    std::optional<UpgradeWindow> window;
    if (m_hasWindow->isChecked()) {
        const QByteArray zone = m_zone->text().trimmed().toLatin1();
        const QTimeZone its(zone);
        const auto moment = [&its](const QDateTime &face) {
            return its.isValid() ? QDateTime(face.date(), face.time(), its) : face;
        };
        window = UpgradeWindow{moment(m_start->dateTime()), moment(m_end->dateTime()), zone};
    }
    m_controller->setWindow(window);
    m_controller->setGpuFloor(m_floor->value() > 0 ? std::optional(m_floor->value()) : std::nullopt);
    m_controller->setTimeout(std::chrono::minutes(m_timeout->value()));
}

void NodesPage::showImpact()
{
    const std::optional<NodeImpact> &impact = m_controller->impact();
    const bool isSame =
        m_shownImpact.has_value() == impact.has_value() &&
        (!impact || (impact->kind == m_shownImpact->kind && impact->lines == m_shownImpact->lines));
    if (isSame && m_impact->property("isShown").toBool())
        return;
    m_impact->setProperty("isShown", true);
    m_shownImpact = impact;
    m_impact->clear();
    if (!impact) {
        m_impact->addMuted(tr("Chartroom is finding that out; it reads and rehearses, and changes nothing."));
        return;
    }
    m_impact->addText(impactText(*impact));
    if (!impact->mayTouchDrivers())
        m_impact->addMuted(tr("There is nothing to decide about nodes."));
    for (const QString &line : impact->lines)
        m_impact->addIdentifier(visibleText(maskedText(line)));
}

void NodesPage::refresh()
{
    if (m_controller->draft().window.has_value() != m_hasWindow->isChecked() ||
        m_controller->draft().policy != m_shownPolicy)
        fill();
    showImpact();
    const bool takesPolicy = m_controller->draft().chart.name == u"gpu-operator";
    const bool reaches = !m_controller->impact() || m_controller->impact()->mayTouchDrivers();
    m_walkTitle->setVisible(reaches);
    m_policy->setVisible(reaches && takesPolicy);
    m_noPolicy->setVisible(reaches && !takesPolicy);
    m_unlimited->setVisible(m_parallel->value() == 0);
    for (QWidget *field : std::initializer_list<QWidget *>{m_start, m_end, m_zone})
        field->setEnabled(m_hasWindow->isChecked());
    for (QWidget *field : std::initializer_list<QWidget *>{m_jobSelector, m_jobTimeout})
        field->setEnabled(m_changesJobs->isChecked());
    m_planTitle->setVisible(reaches);
    m_panel->setVisible(reaches);
    plan();
}

/// Anew where the draft, or what the preflight found, is another.
void NodesPage::plan()
{
    const RolloutFacts *facts = m_controller->rollout();
    if (!facts || !termsWith(*facts, m_controller->draft().policy) || facts->nodes.isEmpty() ||
        !m_controller->holdback(page()).isEmpty())
        m_planner.clear();
    else
        m_planner.plan({*facts, m_controller->draft().policy, m_controller->draft().window,
                        m_controller->gpuFloor().value_or(0)},
                       m_context.clock->now());
    showPlan();
}

void NodesPage::showPlan()
{
    QString hint = tr("Chartroom is finding out which nodes it reaches.");
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
    (m_policy->isHidden() ? static_cast<QWidget *>(m_hasWindow) : m_parallel)->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
