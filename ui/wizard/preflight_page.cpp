// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/preflight_page.h"

#include "core/words/relative_time.h"
#include "ui/theme/theme.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/text_label.h"
#include "ui/wizard/preflight_finding_card.h"

#include <QAction>
#include <QBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>

namespace chartroom {

namespace {

constexpr int mostGpus = 1'000'000;
constexpr int floorWidth = 220;
constexpr std::array worstFirst{Severity::Severe, Severity::Unknown, Severity::Warning, Severity::Note,
                                Severity::Ok};

} // namespace

PreflightPage::PreflightPage(const UiContext &context, ChangeController *controller, QWidget *parent)
    : WizardPage(ChangeController::Page::Preflight, parent)
    , m_context(context)
    , m_controller(controller)
    , m_stack(new QStackedWidget(this))
    , m_message(new MessageView(context.theme, m_stack))
    , m_rerun(new QAction(tr("Check again"), this))
{
    auto *page = new QWidget(m_stack);
    auto *bar = new QWidget(page);
    bar->setProperty("look", QByteArrayLiteral("topbar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setMinimumHeight(44); // more where the text needs it
    m_counts = new TextLabel({}, bar);
    m_counts->setObjectName(QStringLiteral("preflightCounts"));
    m_counts->setElideMode(Qt::ElideRight);
    m_again = new QPushButton(tr("Check &again"), bar);
    m_again->setObjectName(QStringLiteral("preflightAgain"));
    auto *top = new QHBoxLayout(bar);
    top->setContentsMargins(20, 0, 16, 0);
    top->addWidget(m_counts, 1);
    top->addWidget(m_again);
    auto *scroll = new QScrollArea(page);
    scroll->setObjectName(QStringLiteral("preflightFindings"));
    scroll->setAccessibleName(tr("Findings"));
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list = new QWidget(scroll);
    m_list->setProperty("look", QByteArrayLiteral("surface"));
    m_list->setAttribute(Qt::WA_StyledBackground);
    m_column = new QVBoxLayout(m_list);
    m_column->setContentsMargins(20, 14, 20, 14);
    m_column->setSpacing(12);
    scroll->setWidget(m_list);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(scroll, 1);
    m_stack->addWidget(page);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_again, &QPushButton::clicked, controller, &ChangeController::rerunPreflight);
    connect(m_rerun, &QAction::triggered, controller, &ChangeController::rerunPreflight);
}

PreflightPage::PreflightPage(const UiContext &context, RollbackController *controller, QWidget *parent)
    : PreflightPage(context, static_cast<ChangeController *>(controller), parent)
{
    m_rollback = controller;
    buildFloor(controller);
}

/// Above what is found, so that it stays, and keeps the keyboard, while the preflight looks again.
void PreflightPage::buildFloor(RollbackController *controller)
{
    auto *row = new QWidget(this);
    row->setProperty("look", QByteArrayLiteral("surface"));
    row->setAttribute(Qt::WA_StyledBackground);
    auto *label = new TextLabel(tr("Capacity floor (minimum GPUs available)"), row);
    m_floor = new QSpinBox(row);
    m_floor->setObjectName(QStringLiteral("gpuFloor"));
    m_floor->setAccessibleName(label->text());
    m_floor->setRange(0, mostGpus);
    m_floor->setSpecialValueText(tr("no capacity floor", "GPUs"));
    m_context.theme->fixWidth(m_floor, floorWidth);
    m_floor->setValue(controller->order().gpuFloor.value_or(0));
    label->setBuddy(m_floor);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(20, 10, 16, 10);
    line->setSpacing(16);
    line->addWidget(label);
    line->addWidget(m_floor);
    line->addStretch(1);
    static_cast<QVBoxLayout *>(layout())->insertWidget(0, row);
    setTabOrder(m_floor, m_again);
    connect(m_floor, &QSpinBox::valueChanged, this,
            [this](int floor) { m_rollback->setGpuFloor(floor > 0 ? std::optional(floor) : std::nullopt); });
}

void PreflightPage::refresh()
{
    if (m_floor && m_floor->value() != m_rollback->order().gpuFloor.value_or(0))
        m_floor->setValue(m_rollback->order().gpuFloor.value_or(0));
    const bool isReady = m_controller->preflightState() == ChangeController::PreflightState::Ready;
    if (isReady)
        rebuild();
    else
        showMessage();
    m_stack->setCurrentIndex(isReady ? 0 : 1);
    if (isReady && m_wantsFocus && isVisible())
        focusContent();
}

void PreflightPage::showMessage()
{
    PageMessage message;
    message.kind = PageMessage::Kind::Connecting;
    message.state = VisualState::Moving;
    message.title = tr("Running preflight checks…");
    message.text = tr("Nothing is changed by this.");
    QList<QAction *> offered;
    if (const auto step = m_controller->preflightStep()) {
        message.text = tr("%1. Nothing is changed by this.").arg(preflightStepText(*step));
    } else if (m_controller->preflightState() == ChangeController::PreflightState::Failed) {
        message.kind = PageMessage::Kind::Failed;
        message.state = VisualState::Failed;
        message.title = tr("The preflight checks did not complete");
        message.text = m_controller->preflightError().message;
        message.details = m_controller->preflightError().detail;
        offered.append(m_rerun);
    } else if (m_controller->preflightState() == ChangeController::PreflightState::Missing) {
        message.kind = PageMessage::Kind::Off;
        message.state = VisualState::Waiting;
        message.title = tr("The plan has changed since the last check");
        offered.append(m_rerun);
    }
    m_message->setMessage(message, offered);
}

void PreflightPage::rebuild()
{
    const PreflightReport &report = m_controller->report();
    if (m_shown == report.findings && m_shownAt == report.at)
        return;
    m_shown = report.findings;
    m_shownAt = report.at;
    while (QLayoutItem *item = m_column->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    QStringList counts;
    for (const Severity severity : worstFirst) {
        int count = 0;
        for (const PreflightFinding &one : report.findings) {
            if (one.severity != severity)
                continue;
            if (count++ == 0) {
                auto *heading = new TextLabel(severityWord(severity), m_list);
                heading->setFont(m_context.theme->headingFont());
                heading->setLook("muted");
                m_column->addWidget(heading);
                heading->show(); // at once: the layout would do it an event later, and a hidden one takes no
                                 // focus
            }
            const bool asks = severity == Severity::Severe &&
                              !(one.id == u"ownership" && m_controller->needsCoordination());
            auto *card = new PreflightFindingCard(
                one, asks ? std::optional(m_controller->reason(one.id)) : std::nullopt, m_context.theme,
                m_list);
            connect(card, &PreflightFindingCard::reasonChanged, m_controller, &ChangeController::setReason);
            m_column->addWidget(card);
            card->show();
        }
        if (count > 0)
            counts.append(QStringLiteral("%1 %2").arg(severityWord(severity)).arg(count));
    }
    m_column->addStretch(1);
    m_counts->setText(
        tr("%1   ·   checked %2").arg(counts.join(QStringLiteral(" · ")), absoluteTimeText(report.at)));
}

void PreflightPage::focusContent()
{
    m_wantsFocus = m_stack->currentIndex() != 0;
    if (m_wantsFocus) {
        m_message->setFocus(Qt::OtherFocusReason);
        return;
    }
    const auto reasons = m_list->findChildren<QPlainTextEdit *>();
    for (QPlainTextEdit *reason : reasons) {
        if (!reason->isHidden() && reason->toPlainText().isEmpty()) {
            reason->setFocus(Qt::OtherFocusReason);
            return;
        }
    }
    m_again->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
