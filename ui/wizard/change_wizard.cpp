// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/change_wizard.h"

#include "core/base/visible_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"
#include "ui/wizard/wizard_steps.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>

namespace chartroom {

namespace {

constexpr int stepsWidth = 200; // beside it there is room for a scroll bar
constexpr int sidePadding = 8;
using Page = ChangeController::Page;

} // namespace

ChangeWizard::ChangeWizard(const UiContext &context, ChangeController *controller, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_controller(controller)
    , m_side(new QScrollArea(this))
{
    buildSide();
    auto *rule = new QFrame(this);
    rule->setProperty("look", QByteArrayLiteral("rule"));
    m_stack = new QStackedWidget(this);
    auto *upper = new QHBoxLayout;
    upper->setSpacing(0);
    upper->addWidget(m_side);
    upper->addWidget(rule);
    upper->addWidget(m_stack, 1);
    auto *foot = new QWidget(this);
    buildFoot(foot);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(upper, 1);
    layout->addWidget(foot);
    connect(controller, &ChangeController::changed, this, &ChangeWizard::refresh);
    connect(controller, &ChangeController::pageChanged, this, [this] {
        refresh();
        showStep();
        if (WizardPage *page = shown())
            page->openAtTop();
        if (isVisible())
            focusContent();
    });
}

void ChangeWizard::buildSide()
{
    auto *side = new QWidget(m_side);
    side->setProperty("look", QByteArrayLiteral("panel"));
    side->setAttribute(Qt::WA_StyledBackground);
    m_title = new TextLabel(m_controller->title(), side);
    m_title->setFont(m_context.theme->headingFont());
    m_title->setLook("muted");
    m_title->setWordWrap(true);
    QSizePolicy titlePolicy = m_title->sizePolicy();
    titlePolicy.setHorizontalPolicy(QSizePolicy::Ignored);
    m_title->setSizePolicy(titlePolicy);
    m_title->setContentsMargins(8, 0, 0, 0);
    m_title->setObjectName(QStringLiteral("wizardTitle"));
    m_steps = new WizardSteps(m_context.theme, m_controller, side);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(sidePadding, 16, sidePadding, 16);
    column->setSpacing(12);
    // More where a step's words need it; the title wraps. A minimum width would let it shrink to that.
    column->addStrut(stepsWidth - 2 * sidePadding);
    column->addWidget(m_title);
    column->addWidget(m_steps, 1);
    m_side->setObjectName(QStringLiteral("wizardSide"));
    m_side->setWidgetResizable(true);
    m_side->setFrameShape(QFrame::NoFrame);
    m_side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_side->setFocusPolicy(Qt::NoFocus); // its buttons take the keyboard
    m_side->setWidget(side);
    side->installEventFilter(this);
    m_side->viewport()->installEventFilter(this);
}

/// No step's name is cut off at its side, with or without a scroll bar; where it scrolls, the current step is
/// in view.
bool ChangeWizard::eventFilter(QObject *watched, QEvent *event)
{
    const QWidget *side = m_side->widget();
    if (watched == side && event->type() == QEvent::LayoutRequest) {
        constexpr int frame = 2;
        m_side->setFixedWidth(side->minimumSizeHint().width() + frame +
                              m_side->verticalScrollBar()->sizeHint().width());
    }
    if (watched == m_side->viewport() && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &ChangeWizard::showStep, Qt::QueuedConnection); // once it is laid out
    return QWidget::eventFilter(watched, event);
}

void ChangeWizard::showStep()
{
    if (QWidget *step = m_steps->current())
        m_side->ensureWidgetVisible(step, 0, sidePadding);
}

void ChangeWizard::buildFoot(QWidget *foot)
{
    foot->setProperty("look", QByteArrayLiteral("statusbar"));
    foot->setAttribute(Qt::WA_StyledBackground);
    m_stop = new TextLabel({}, foot);
    m_stop->setObjectName(QStringLiteral("wizardStop"));
    m_stop->setLook("muted");
    m_stop->setFont(m_context.theme->secondaryFont());
    m_stop->setWordWrap(true);
    m_stop->setToolTip(tr("What happens if you stop here"));
    m_holdback = new TextLabel({}, foot);
    m_holdback->setObjectName(QStringLiteral("wizardHoldback"));
    m_holdback->setLook("attention");
    m_holdback->setWordWrap(true);
    m_holdback->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_back = new QPushButton(tr("&Back"), foot);
    m_back->setObjectName(QStringLiteral("wizardBack"));
    m_next = new QPushButton(foot);
    m_next->setObjectName(QStringLiteral("wizardNext"));
    m_next->setProperty("look", QByteArrayLiteral("primary"));
    m_decision = new TextLabel({}, foot);
    m_decision->setObjectName(QStringLiteral("wizardDecision"));
    m_decision->setWordWrap(true);
    m_decision->setCopyable();
    auto *column = new QVBoxLayout(foot);
    column->setContentsMargins(16, 10, 16, 10);
    column->setSpacing(8);
    column->addWidget(m_decision);
    auto *line = new QHBoxLayout;
    line->setSpacing(12);
    column->addLayout(line);
    line->addWidget(m_stop, 3);
    line->addWidget(m_holdback, 3);
    line->addWidget(m_back);
    line->addWidget(m_next);
    connect(m_back, &QPushButton::clicked, m_controller, &ChangeController::back);
    connect(m_next, &QPushButton::clicked, m_controller, &ChangeController::next);
}

void ChangeWizard::addPage(WizardPage *page)
{
    m_stack->addWidget(page);
}

WizardPage *ChangeWizard::shown() const
{
    return qobject_cast<WizardPage *>(m_stack->currentWidget());
}

void ChangeWizard::focusContent()
{
    if (WizardPage *page = shown())
        page->focusContent();
}

bool ChangeWizard::goBack()
{
    if (!m_controller->canGoBack())
        return false;
    m_controller->back();
    return true;
}

void ChangeWizard::refresh()
{
    m_steps->refresh();
    for (int i = 0; i < m_stack->count(); ++i) {
        auto *page = qobject_cast<WizardPage *>(m_stack->widget(i));
        if (page->page() == m_controller->page()) {
            page->refresh();
            m_stack->setCurrentWidget(page);
        }
    }
    refreshFoot();
}

void ChangeWizard::refreshFoot()
{
    const Page page = m_controller->page();
    const QList<Page> pages = m_controller->pages();
    const qsizetype here = pages.indexOf(page);
    const QString why = m_controller->currentHoldback();
    m_stop->setText(m_controller->stopText());
    m_decision->setVisible(page == Page::Review);
    if (page == Page::Review)
        m_decision->setText(m_controller->decisionText());
    m_holdback->setText(visibleText(why));
    m_holdback->setVisible(!why.isEmpty());
    m_back->setEnabled(m_controller->canGoBack());
    m_back->setVisible(page < Page::Run);
    const bool isLast = page == Page::Result;
    m_next->setVisible(!isLast);
    if (isLast || here < 0)
        return;
    if (page == Page::Review)
        m_next->setText(m_controller->runText());
    else if (page == Page::Run)
        m_next->setText(tr("Show the &result"));
    else
        m_next->setText(tr("&Next: %1").arg(pageTitle(pages.value(here + 1))));
    m_next->setEnabled(page == Page::Run ? m_controller->hasEnded() : why.isEmpty());
    // What writes has no key of its own: a person goes to the button.
    m_next->setShortcut(page == Page::Review ? QKeySequence() : QKeySequence(QStringLiteral("Ctrl+Return")));
}

} // namespace chartroom
