// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/window_plan_page.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/words/rollout_lane.h"
#include "ui/context/navigator.h"
#include "ui/panels/plan_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/plan_comparison.h"
#include "ui/widgets/policy_fields.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/window_fields.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr int choicesWidth = 292;
constexpr auto again = 5s; ///< pods, budgets and policies change without a word here
constexpr auto soon = 500ms;

} // namespace

WindowPlanPage::WindowPlanPage(const UiContext &context, QWidget *parent)
    : Page(context, {tr("Window plan"), "plan", "plan", "Ctrl+5"}, parent)
    , m_component(new ChoiceButton(context.theme, tr("Component"), m_header))
    , m_copy(new QPushButton(tr("Copy as Markdown"), m_header))
    , m_toTicket(new QPushButton(tr("Create ticket"), m_header))
    , m_stack(new QStackedWidget(this))
    , m_body(new QWidget(m_stack))
    , m_message(new MessageView(context.theme, m_stack))
{
    buildHeader();
    buildBody();
    m_stack->addWidget(m_body);
    m_stack->addWidget(m_message);
    m_column->addWidget(m_stack, 1);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &WindowPlanPage::look);
    connect(&m_reading, &PlanReader::changed, this, &WindowPlanPage::takeFacts);
    for (const WindowPlanController *planner : {&m_own, &m_one, &m_fifth})
        connect(planner, &WindowPlanController::changed, this, &WindowPlanPage::showPlan);
}

void WindowPlanPage::buildHeader()
{
    m_component->setObjectName(QStringLiteral("planComponent"));
    m_copy->setObjectName(QStringLiteral("copyPlan"));
    m_toTicket->setObjectName(QStringLiteral("planToTicket"));
    for (QWidget *control : std::initializer_list<QWidget *>{m_component, m_copy, m_toTicket}) {
        control->hide();
        m_header->addControl(control);
    }
    connect(m_component, &ChoiceButton::chosen, this, [this](const QVariant &component) {
        choice().component = component.toString();
        m_reading.clear(); // the other driver's plan says nothing of this one's
        look();
    });
    const auto copy = [this] { whenFresh(&WindowPlanPage::copyMarkdown); };
    connect(m_copy, &QPushButton::clicked, this, copy);
    connect(addCommand("copyPlan", tr("Copy the &window plan as Markdown"), QStringLiteral("copy")),
            &QAction::triggered, this, copy);
    connect(m_toTicket, &QPushButton::clicked, this, [this] { whenFresh(&WindowPlanPage::openTicket); });
}

/// A column of the page that scrolls by itself.
QScrollArea *WindowPlanPage::addColumn(const QString &name, QBoxLayout *body)
{
    auto *area = new QScrollArea(m_body);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setAccessibleName(name);
    auto *content = new QWidget(area);
    content->setProperty("look", QByteArrayLiteral("surface"));
    content->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    area->setWidget(content);
    body->addWidget(area);
    return area;
}

void WindowPlanPage::buildBody()
{
    auto *body = new QHBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    QScrollArea *choices = addColumn(tr("Selection"), body);
    m_context.theme->fixWidth(choices, choicesWidth);
    choices->setFocusPolicy(Qt::NoFocus); // its fields take the keyboard
    m_policy = new PolicyFields(m_context.theme, choices->widget());
    m_window = new WindowFields(m_context.theme, choices->widget());
    for (QFormLayout *form : {m_policy->form(), m_window->form()}) {
        form->setRowWrapPolicy(QFormLayout::WrapAllRows);
        form->setVerticalSpacing(6);
        for (QLabel *label : form->parentWidget()->findChildren<QLabel *>())
            label->setTextFormat(Qt::PlainText);
    }
    choices->widget()->layout()->addWidget(m_policy);
    choices->widget()->layout()->addWidget(m_window);
    qobject_cast<QBoxLayout *>(choices->widget()->layout())->addStretch(1);
    auto *rule = new QFrame(m_body);
    rule->setProperty("look", QByteArrayLiteral("rule"));
    body->addWidget(rule);
    QScrollArea *course = addColumn(tr("Rollout settings"), body);
    m_panel = new PlanPanel(m_context.theme, course->widget());
    m_comparison = new PlanComparison(m_context.theme, m_panel);
    m_panel->addBelowChart(m_comparison);
    course->widget()->layout()->addWidget(m_panel);
    qobject_cast<QBoxLayout *>(course->widget()->layout())->addStretch(1);
    connect(m_policy, &PolicyFields::edited, this, &WindowPlanPage::takeChoice);
    connect(m_window, &WindowFields::edited, this, &WindowPlanPage::takeChoice);
}

WindowPlanPage::Choice &WindowPlanPage::choice()
{
    const auto known = m_choices.find(m_cluster);
    if (known != m_choices.end())
        return known->second;
    Choice fresh;
    (void)takeAgreed(fresh);
    return m_choices.emplace(m_cluster, fresh).first->second;
}

/// The one window that was agreed on for the cluster's rollout, which the page Rollout shows and sets too.
/// Whether it is another one than before; until it is, what a person began to set here stays.
bool WindowPlanPage::takeAgreed(Choice &its) const
{
    const WindowPlan agreed = keptWindow(m_context.settings, m_cluster);
    if (std::exchange(its.agreed, agreed) == agreed)
        return false;
    const QTimeZone here = QTimeZone::systemTimeZone();
    its.window = agreed.isSet() ? std::optional(UpgradeWindow{agreed.start.toTimeZone(here),
                                                              agreed.end.toTimeZone(here), here.id()})
                                : std::nullopt;
    its.gpuFloor = agreed.gpuFloor;
    return true;
}

/// One that cannot be, as while it is typed, is no window that was agreed on.
void WindowPlanPage::keepAgreed(Choice &its)
{
    if (its.window && !windowPlanIssue({}, its.window).isEmpty())
        return;
    const WindowPlan set = its.window
                               ? WindowPlan{its.window->start.toUTC(), its.window->end.toUTC(), its.gpuFloor}
                               : WindowPlan();
    if (set == its.agreed)
        return;
    keepWindow(m_context.settings, m_cluster, set);
    its.agreed = keptWindow(m_context.settings, m_cluster); // whole seconds
}

void WindowPlanPage::setCluster(const QString &name)
{
    Page::setCluster(name);
    fill();
    refresh();
}

void WindowPlanPage::fill()
{
    const Choice &its = choice();
    const QDateTime now = m_source ? m_source->now() : QDateTime();
    m_policy->setChanges(its.policy);
    m_window->setWindow(its.window, now.isValid() ? now : m_context.clock->now());
    m_window->setGpuFloor(its.gpuFloor);
}

void WindowPlanPage::attach()
{
    RolloutSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->rollout(m_cluster);
    if (m_source && source == m_source)
        return;
    if (m_source)
        m_source->disconnect(this);
    m_source = isVisible() ? source : nullptr; // what nobody looks at costs the cluster nothing
    m_reading.clear();
    if (!m_source)
        return;
    source->start();
    connect(source, &RolloutSource::stateChanged, this, &WindowPlanPage::look);
    connect(source, &RolloutSource::tracksChanged, this, [this] {
        if (m_again.remainingTimeAsDuration() > soon)
            m_again.start(soon);
    });
    fill();
    look();
}

/// A plan is one from now on: it follows the clock while nothing else changes.
void WindowPlanPage::look()
{
    m_again.start(again);
    if (takeAgreed(choice()))
        fill();
    if (m_source && m_source->isComplete() && isVisible())
        m_reading.read(m_source, choice().component, choice().policy, recordings());
    if (m_reading.facts())
        plan();
    refresh();
}

/// Where this cluster has shown no node going through, an open recording may have.
PlanReader::Recordings WindowPlanPage::recordings() const
{
    const std::optional<RolloutFacts> &known = m_reading.facts();
    if (!known || (!known->seen.times.isEmpty() && known->timesFrom.isEmpty()))
        return {};
    PlanReader::Recordings found;
    for (const QString &name : m_context.fleet->names()) {
        RolloutSource *source = m_context.fleet->rollout(name);
        if (!source || name == m_cluster || !m_context.fleet->entry(name).isRecording)
            continue;
        source->start();
        found.append({name, source});
    }
    return found;
}

void WindowPlanPage::takeFacts()
{
    const std::optional<RolloutFacts> &facts = m_reading.facts();
    if (facts) {
        m_policy->setAsItIs(facts->policy, int(facts->nodes.size()));
        QList<ChoiceButton::Choice> choices;
        for (const QString &component : m_reading.components())
            choices.append({tr("Component: %1").arg(componentTitle(component)), component, false});
        m_component->setChoices(choices);
        m_component->setCurrent(facts->component);
        if (facts->seen.times.isEmpty() && m_again.remainingTimeAsDuration() > soon)
            m_again.start(soon); // a recording may help
    }
    plan();
    refresh();
}

void WindowPlanPage::takeChoice()
{
    Choice &its = choice();
    const bool isOtherEmptying = its.policy.drain != m_policy->changes().drain;
    its.policy = m_policy->changes();
    its.window = m_window->window();
    its.gpuFloor = m_window->gpuFloor();
    keepAgreed(its);
    if (isOtherEmptying)
        look(); // it meets other pods
    plan();
}

void WindowPlanPage::plan()
{
    const std::optional<RolloutFacts> &facts = m_reading.facts();
    const Choice &its = choice();
    m_why = facts ? windowPlanGap(*facts) : QString();
    if (m_why.isEmpty())
        m_why = windowPlanIssue(its.policy, its.window);
    if (!facts || !m_source || !m_why.isEmpty()) {
        for (WindowPlanController *planner : {&m_own, &m_one, &m_fifth})
            planner->clear();
    } else {
        const QDateTime now = m_source->now();
        const auto wish = [&](const PolicyChanges &policy) {
            return WindowPlanInput{*facts, policy, its.window, its.gpuFloor};
        };
        m_own.plan(wish(its.policy), now);
        m_one.plan(wish(oneAtATime(its.policy)), now);
        m_fifth.plan(wish(aFifthAtATime(its.policy, *facts)), now);
    }
    showPlan();
}

QList<ComparedPlan> WindowPlanPage::compared() const
{
    QList<ComparedPlan> plans;
    if (!m_own.planned())
        return plans;
    if (m_one.planned())
        plans << comparedPlan(QStringLiteral("1"), *m_one.planned());
    if (m_fifth.planned())
        plans << comparedPlan(tr("20% (%1)").arg(m_fifth.planned()->plan.atOnce), *m_fifth.planned());
    const int atOnce = m_own.planned()->plan.atOnce;
    const int most = m_own.planned()->maxParallel;
    const QString own = most == 0 || most == atOnce
                            ? tr("your setting (%1)").arg(atOnce)
                            : tr("your setting (%1, %2 at a time)").arg(most).arg(atOnce);
    return plans << comparedPlan(own, *m_own.planned());
}

void WindowPlanPage::showPlan()
{
    m_panel->showPlan(planned(), m_why.isEmpty() ? tr("Reading the nodes.") : m_why);
    const bool areCurrent = m_own.isCurrent() && m_one.isCurrent() && m_fifth.isCurrent();
    if (areCurrent || !planned()) // plans of different facts are not compared
        m_comparison->showPlans(compared());
    m_comparison->setVisible(planned().has_value());
    m_copy->setEnabled(planned().has_value());
    m_toTicket->setEnabled(planned().has_value());
    if (!planned())
        m_waiting = nullptr;
    else if (m_waiting && areCurrent)
        (this->*std::exchange(m_waiting, nullptr))();
}

/// As soon as the plan is one from now on; nothing where nothing can be planned.
void WindowPlanPage::whenFresh(void (WindowPlanPage::*act)())
{
    m_waiting = act;
    plan();
}

void WindowPlanPage::refresh()
{
    attach();
    const int rows = m_reading.facts() && !m_reading.components().isEmpty() ? 1 : 0;
    PageMessage message;
    if (m_cluster.isEmpty()) {
        message = noClustersMessage(*m_context.fleet);
    } else {
        RolloutReading reading = readingOf(m_source);
        reading.isComplete = reading.isComplete && m_reading.facts();
        message = rolloutMessage(m_context.fleet->entry(m_cluster), reading, rows, rows, {});
    }
    const bool isPlan = message.kind == PageMessage::Kind::None;
    const bool hadFocus = m_stack->isAncestorOf(window()->focusWidget());
    const bool isSwap = isPlan != (m_stack->currentWidget() == m_body);
    if (!isPlan)
        m_message->setMessage(message, m_actions.offeredFor(message.kind));
    m_stack->setCurrentWidget(isPlan ? m_body : m_message);
    m_policy->setVisible(!m_reading.facts() || m_reading.facts()->policy);
    m_component->setVisible(isPlan && m_reading.components().size() > 1);
    m_copy->setVisible(isPlan);
    m_toTicket->setVisible(isPlan);
    if (hadFocus && isSwap)
        focusContent();
}

void WindowPlanPage::openTicket()
{
    TicketRequest wish;
    wish.phase = TicketPhase::Before;
    wish.plan = planned();
    wish.window = choice().window;
    m_context.navigator->openTicket(wish);
}

void WindowPlanPage::copyMarkdown()
{
    const QString title =
        tr("Window plan of %1: %2").arg(m_cluster, componentTitle(m_reading.facts()->component));
    QApplication::clipboard()->setText(windowPlanMarkdown(visibleText(title), *planned(), compared()));
}

void WindowPlanPage::focusContent()
{
    if (m_stack->currentWidget() == m_message)
        m_message->setFocus(Qt::OtherFocusReason);
    else
        (m_policy->isHidden() ? static_cast<QWidget *>(m_window) : m_policy)->setFocus(Qt::OtherFocusReason);
}

void WindowPlanPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_again.stop();
}

void WindowPlanPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    look();
}

} // namespace chartroom
