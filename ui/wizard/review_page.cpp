// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/review_page.h"

#include "core/base/clock.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "core/upgrade/bake.h"
#include "core/words/relative_time.h"
#include "core/words/window_plan.h"
#include "ui/panels/inspector_section.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/well_height.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr int commandsHeight = 108;
constexpr int reasonHeight = 56;

} // namespace

ReviewPage::ReviewPage(const UiContext &context, UpgradeController *controller, QWidget *parent)
    : ReviewPage(context, static_cast<ChangeController *>(controller), parent)
{
    m_upgrade = controller;
}

ReviewPage::ReviewPage(const UiContext &context, RollbackController *controller, QWidget *parent)
    : ReviewPage(context, static_cast<ChangeController *>(controller), parent)
{
    m_rollback = controller;
    m_save->hide();
    buildReason(controller);
}

ReviewPage::ReviewPage(const UiContext &context, ChangeController *controller, QWidget *parent)
    : WizardPage(ChangeController::Page::Review, parent)
    , m_context(context)
    , m_controller(controller)
{
    QVBoxLayout *column = makeColumn();
    m_plan = new InspectorSection(tr("Summary of the change"), context.theme, columnBody());
    m_plan->setObjectName(QStringLiteral("reviewPlan"));
    m_reasonBox = new QWidget(columnBody());
    m_reasonBox->hide();
    auto *title = new TextLabel(tr("The command, exactly as it will run"), columnBody());
    title->setFont(context.theme->headingFont());
    title->setLook("muted");
    m_commands = new QPlainTextEdit(columnBody());
    m_commands->setObjectName(QStringLiteral("reviewCommands"));
    m_commands->setAccessibleName(tr("The command, exactly as it will run"));
    m_commands->setReadOnly(true);
    m_commands->setProperty("look", QByteArrayLiteral("well"));
    m_commands->setFont(context.theme->identifierFont());
    m_commands->setTabChangesFocus(true);
    keepLines(m_commands, context.theme, 5, commandsHeight);
    m_copy = new QPushButton(tr("&Copy the command"), columnBody());
    m_copy->setObjectName(QStringLiteral("copyCommands"));
    m_save = new QPushButton(tr("&Save the plan…"), columnBody());
    m_save->setObjectName(QStringLiteral("savePlan"));
    m_writes = new InspectorSection(tr("Also written"), context.theme, columnBody());
    m_keeping = new TextLabel({}, columnBody()); // known last: below what is clicked
    m_keeping->setObjectName(QStringLiteral("reviewKeeping"));
    m_keeping->setWordWrap(true);
    m_keeping->hide();
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    buttons->addStretch(1);
    column->setSpacing(10);
    column->addWidget(m_plan);
    column->addWidget(m_reasonBox);
    column->addSpacing(6);
    column->addWidget(title);
    column->addWidget(m_commands);
    column->addLayout(buttons);
    column->addSpacing(6);
    column->addWidget(m_writes);
    column->addSpacing(6);
    buildConfirmation();
    column->addWidget(m_confirmationBox);
    column->addWidget(m_keeping);
    column->addStretch(1);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_commands->toPlainText()); });
    connect(m_save, &QPushButton::clicked, this, &ReviewPage::saveRequested);
}

void ReviewPage::buildReason(RollbackController *controller)
{
    auto *title = new TextLabel(tr("Reason for the rollback"), m_reasonBox);
    title->setFont(m_context.theme->headingFont());
    title->setLook("muted");
    m_reason = new QPlainTextEdit(controller->order().reason, m_reasonBox);
    m_reason->setObjectName(QStringLiteral("rollbackReason"));
    m_reason->setAccessibleName(tr("Reason for the rollback"));
    m_reason->setPlaceholderText(tr("This is written to journal and ticket."));
    m_reason->setProperty("look", QByteArrayLiteral("well"));
    m_reason->setTabChangesFocus(true);
    keepLines(m_reason, m_context.theme, 2, reasonHeight);
    auto *column = new QVBoxLayout(m_reasonBox);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(title);
    column->addWidget(m_reason);
    m_referenceBox = new QWidget(m_reasonBox);
    auto *referenceTitle = new TextLabel(tr("Support's ticket, or why there is none"), m_referenceBox);
    referenceTitle->setFont(m_context.theme->headingFont());
    referenceTitle->setLook("muted");
    auto *reference = new QLineEdit(controller->order().supportReference, m_referenceBox);
    reference->setObjectName(QStringLiteral("rollbackReference"));
    reference->setAccessibleName(referenceTitle->text());
    reference->setPlaceholderText(tr("the number of the ticket"));
    auto *referenceColumn = new QVBoxLayout(m_referenceBox);
    referenceColumn->setContentsMargins(0, 0, 0, 0);
    referenceColumn->setSpacing(6);
    referenceColumn->addWidget(referenceTitle);
    referenceColumn->addWidget(reference);
    column->addWidget(m_referenceBox);
    m_reasonBox->show();
    QWidget *before = m_reason;
    for (QWidget *next : {static_cast<QWidget *>(reference), static_cast<QWidget *>(m_commands),
                          static_cast<QWidget *>(m_copy), static_cast<QWidget *>(m_confirmation)})
        setTabOrder(std::exchange(before, next), next);
    connect(reference, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_rollback->setSupportReference(text.trimmed()); });
    connect(m_reason, &QPlainTextEdit::textChanged, this,
            [this] { m_rollback->setReason(m_reason->toPlainText()); });
}

void ReviewPage::buildConfirmation()
{
    m_confirmationBox = new QWidget(columnBody());
    auto *title = new TextLabel(tr("Confirm this release and this cluster"), m_confirmationBox);
    title->setFont(m_context.theme->headingFont());
    title->setLook("muted");
    m_confirmation = new QLineEdit(m_confirmationBox);
    m_confirmation->setObjectName(QStringLiteral("confirmChange"));
    m_confirmation->setAccessibleName(title->text());
    m_confirmation->setFont(m_context.theme->identifierFont());
    auto *column = new QVBoxLayout(m_confirmationBox);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(title);
    column->addWidget(m_confirmation);
    connect(m_confirmation, &QLineEdit::textChanged, m_controller, &ChangeController::setConfirmation);
}

void ReviewPage::refreshConfirmation()
{
    const QString wish = m_controller->confirmationWish();
    m_confirmationBox->setVisible(!wish.isEmpty());
    m_confirmation->setPlaceholderText(tr("Type %1").arg(wish));
    if (m_confirmation->text() != m_controller->confirmation())
        m_confirmation->setText(m_controller->confirmation()); // planned again
    if (m_referenceBox)
        m_referenceBox->setVisible(m_rollback->needsCoordination());
}

QStringList ReviewPage::planLines() const
{
    if (m_rollback) {
        const RollbackRequest &order = m_rollback->order();
        QStringList lines{tr("%1 in %2 on %3 goes from revision %4 back to revision %5.")
                              .arg(visibleText(order.release.name), visibleText(order.release.namespaceName),
                                   visibleText(m_controller->context()))
                              .arg(order.plannedOn)
                              .arg(order.toRevision)};
        if (m_controller->preflightState() == ChangeController::PreflightState::Ready)
            lines << chartStepText(m_controller->report().fromChart, m_controller->report().toChart);
        return lines + windowLines() + reachLines() + m_rollback->notes() + inSpiteLines();
    }
    const UpgradeDraft &draft = m_upgrade->draft();
    QStringList lines{
        tr("%1 in %2 on %3 goes from revision %4, chart %5, to chart %6.")
            .arg(visibleText(draft.release.name), visibleText(draft.release.namespaceName),
                 visibleText(draft.context))
            .arg(draft.plannedOn)
            .arg(visibleText(m_upgrade->outcomes()->installed()), visibleText(draft.chart.version)),
        tr("The archive is pinned: sha256 %1.").arg(draft.chart.digest),
        tr("Values: %1.").arg(strategyText(draft.strategy))};
    lines << reachLines();
    if (const OperationRun *run = m_controller->run(); run && !run->hold().isEmpty())
        lines << visibleText(holdText(run->hold()));
    if (draft.bake.count() > 0)
        lines << tr("It bakes for %1.").arg(bakeText(draft.bake));
    if (draft.window)
        lines << tr("Window: %1 until %2.")
                     .arg(absoluteTimeText(draft.window->start), absoluteTimeText(draft.window->end));
    if (!draft.supportReference.isEmpty())
        lines << tr("Support's ticket: %1.").arg(visibleText(draft.supportReference));
    if (!draft.consent.isEmpty())
        lines << tr("Approved: %1").arg(visibleText(maskedText(draft.consent), true));
    return lines + inSpiteLines();
}

/// Of a rollback, which has no window of its own: that of the cluster, where it ended within a day.
QStringList ReviewPage::windowLines() const
{
    const WindowPlan plan =
        m_context.settings
            ? WindowPlan::fromText(
                  m_context.settings->value(WindowPlan::settingsKey(m_controller->context())).toString())
            : WindowPlan();
    const QDateTime now = m_context.clock->now();
    const QString ended = windowEndedText(plan, now);
    return ended.isEmpty() || timeBetween(plan.end, now) > std::chrono::hours(24) ? QStringList()
                                                                                  : QStringList{ended + u'.'};
}

bool ReviewPage::isReading() const
{
    return m_controller->preflightState() == ChangeController::PreflightState::Reading;
}

bool ReviewPage::keepsLines() const
{
    return isReading() && !m_reachLines.isEmpty() && (!m_upgrade || m_upgrade->draft() == m_reachOf);
}

/// To whom it happens, and the values one by one.
QStringList ReviewPage::reachLines() const
{
    constexpr qsizetype mostValues = 100;
    // Nothing runs while the facts are read again: until then what was read last keeps the page's height.
    if (keepsLines())
        return m_reachLines;
    if (m_controller->preflightState() != ChangeController::PreflightState::Ready)
        return {m_controller->decisionText()};
    QStringList lines;
    if (const auto &reach = m_controller->reach()) {
        lines << reachText(*reach);
        if (reach->kind == ChangeReach::Nodes::Some)
            lines << tr("Nodes: %1").arg(visibleText(reach->nodes.join(QStringLiteral(", "))));
    }
    const std::optional<ValueShift> &shift = m_controller->report().values;
    if (!shift || shift->isEmpty())
        return lines << shiftText(shift);
    QStringList values;
    for (const QString &edit : shift->edits)
        values << tr("%1 (your edit)").arg(edit);
    values += shift->others.first(std::min(mostValues, shift->others.size()));
    if (const auto more = shift->others.size() - mostValues; more > 0)
        values << andMore(more);
    const QString heading =
        shift->since > 0 ? tr("Values, compared with revision %1, the last deployed one:").arg(shift->since)
                         : tr("Values:");
    if (shift->areDefaultsUnknown)
        values << tr("Whether chart defaults change is unknown.");
    return lines << heading + u'\n' + values.join(u'\n');
}

QStringList ReviewPage::inSpiteLines() const
{
    QStringList lines;
    for (const PreflightFinding &one : m_controller->report().findings)
        if (const QString reason = m_controller->reason(one.id); !reason.isEmpty())
            lines << tr("“%1” Overridden: %2").arg(one.sentence, visibleText(maskedText(reason), true));
    return lines;
}

void ReviewPage::refresh()
{
    refreshConfirmation();
    if (m_controller->preflightState() == ChangeController::PreflightState::Ready) {
        m_reachLines = reachLines();
        m_reachOf = m_upgrade ? m_upgrade->draft() : UpgradeDraft();
    }
    m_plan->setTitle(keepsLines() ? tr("Summary of the change (being checked again)")
                                  : tr("Summary of the change"));
    if (const QStringList lines = planLines(); lines != m_shown) {
        m_shown = lines;
        m_plan->clear();
        for (const QString &line : lines)
            m_plan->addText(line);
    }
    const OperationRun *run = m_controller->run();
    QStringList lines = run ? run->commands() : QStringList();
    if (const QString staged = run ? stagedText(run->stagedFiles()) : QString(); !staged.isEmpty())
        lines.prepend(staged);
    const QString commands = visibleText(lines.join(u'\n'), true);
    m_copy->setEnabled(run);
    if (run) {
        m_keeping->setText(breakable(visibleText(run->keepingText())));
        m_keeping->setVisible(!m_keeping->text().isEmpty());
    }
    const QString folder = run ? run->folder() : QString();
    if (commands == m_commands->toPlainText() && folder == m_folder)
        return;
    m_folder = folder;
    m_commands->setPlainText(commands);
    if (!run)
        return; // it is made again: what stands below keeps its height
    m_writes->clear();
    m_writes->addText(tr("A Lease beside the release, chartroom-%1, while the operation runs, so that a "
                         "second engineer sees it.")
                          .arg(visibleText(m_controller->key().name)));
    m_writes->addText(tr("On this machine a journal and everything for a manual rollback, in %1.")
                          .arg(visibleText(folder)));
}

void ReviewPage::focusContent()
{
    if (m_reason)
        m_reason->setFocus(Qt::OtherFocusReason);
    else
        m_copy->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
