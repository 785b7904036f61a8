// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/activity_panel.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/activity/activity_model.h"
#include "core/screens/activity/nodes_now.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/upgrade/operation_run.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/upgrade_source.h"
#include "core/words/relative_time.h"
#include "ui/panels/capture_panel.h"
#include "ui/panels/inspector_section.h"
#include "ui/panels/unhold_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMetaEnum>
#include <QPushButton>
#include <QScrollArea>

namespace chartroom {

namespace {

/// The steps of an upgrade or a rollback by their names for people, the others as the journal has them.
QString journalStep(const QString &step)
{
    bool isKnown = false;
    const int value =
        QMetaEnum::fromType<ReleaseOperation::Step>().keyToValue(step.toLatin1().constData(), &isKnown);
    return isKnown ? stepTitle(ReleaseOperation::Step(value)) : step;
}

} // namespace

ActivityPanel::ActivityPanel(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_content(new QWidget(this))
    , m_hint(new TextLabel(tr("Select an operation to see its steps."), this))
{
    setObjectName(QStringLiteral("activityPanel"));
    setProperty("look", QByteArrayLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    m_hint->setLook("muted");
    m_hint->setAlignment(Qt::AlignCenter);
    auto *scroll = new QScrollArea(m_content);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("About the operation"));
    auto *body = new QWidget(scroll);
    body->setProperty("look", QByteArrayLiteral("inspector"));
    body->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(14);
    m_title = new TextLabel({}, body);
    m_title->setObjectName(QStringLiteral("activityTitle"));
    m_title->setFont(context.theme->titleFont());
    m_title->setWordWrap(true);
    m_text = new TextLabel({}, body);
    m_text->setObjectName(QStringLiteral("activityText"));
    m_text->setWordWrap(true);
    m_text->setCopyable();
    column->addWidget(m_title);
    column->addWidget(m_text);
    for (auto [section, title] :
         std::initializer_list<std::pair<InspectorSection **, QString>>{{&m_nodes, tr("Nodes now")},
                                                                        {&m_known, tr("Known facts")},
                                                                        {&m_unknown, tr("Unknown")},
                                                                        {&m_moves, tr("Safe next steps")},
                                                                        {&m_facts, tr("Facts")},
                                                                        {&m_command, tr("Command")},
                                                                        {&m_steps, tr("Steps")}}) {
        *section = new InspectorSection(title, context.theme, body);
        column->addWidget(*section);
    }
    m_unhold = new UnholdPanel(context, body);
    column->insertWidget(column->indexOf(m_moves) + 1, m_unhold);
    m_capture = new CapturePanel(context, body);
    column->insertWidget(column->indexOf(m_facts) + 1, m_capture);
    column->addStretch(1);
    scroll->setWidget(body);
    const auto button = [&](const QString &text, const char *name) {
        auto *made = new QPushButton(text, m_content);
        made->setObjectName(QLatin1String(name));
        return made;
    };
    auto *copyButton = button(tr("&Copy as Markdown"), "copyActivity");
    auto *saveButton = button(tr("&Save…"), "saveActivity");
    m_rollback = button({}, "activityRollback");
    m_close = button(tr("Close the &journal"), "closeJournal");
    m_close->setToolTip(tr("Records in the journal how it ended; nothing in the cluster is changed"));
    m_confirm = button(tr("Con&firm the check"), "confirmCheck");
    m_confirm->setToolTip(
        tr("Records in the journal that you checked what runs. Chartroom does not verify it, and nothing "
           "in the cluster is changed"));
    auto *buttons = new FlowLayout(8); // a way out is never cut off; it comes first
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(16, 8, 16, 12);
    foot->addLayout(buttons);
    for (QPushButton *one : {m_rollback, m_close, m_confirm, copyButton, saveButton})
        buttons->addWidget(one);
    auto *filled = new QVBoxLayout(m_content);
    filled->setContentsMargins(0, 0, 0, 0);
    filled->setSpacing(0);
    filled->addWidget(scroll, 1);
    filled->addLayout(foot);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_hint, 1);
    layout->addWidget(m_content, 1);
    connect(copyButton, &QPushButton::clicked, this, &ActivityPanel::copy);
    connect(saveButton, &QPushButton::clicked, this, &ActivityPanel::save);
    connect(m_close, &QPushButton::clicked, this, &ActivityPanel::close);
    connect(m_confirm, &QPushButton::clicked, this, &ActivityPanel::confirm);
    connect(m_unhold, &UnholdPanel::done, this, &ActivityPanel::closed);
    connect(m_capture, &CapturePanel::removed, this, &ActivityPanel::closed);
    connect(m_capture, &CapturePanel::failed, this, &ActivityPanel::failed);
    connect(m_rollback, &QPushButton::clicked, this, [this] {
        if (!m_recovery)
            return;
        for (const NextMove &move : m_recovery->moves)
            if (move.kind == NextMove::Kind::Rollback)
                Q_EMIT rollbackRequested(m_recovery->order, move.toRevision);
    });
    if (context.openOperations)
        connect(context.openOperations, &OpenOperations::changed, this, &ActivityPanel::followCut);
    connect(context.fleet, &Fleet::entryChanged, this, &ActivityPanel::showNodes);
    show(std::nullopt);
}

void ActivityPanel::show(const std::optional<ActivityEntry> &entry)
{
    ++m_question;
    const bool isSame = entry && m_entry && entry->folder == m_entry->folder;
    if (!isSame)
        m_unhold->offer({});
    // Of a journal that is as it was, what is shown stays until the cluster says otherwise: a button that is
    // hidden meanwhile would lose the keyboard.
    if (!isSame || entry->journal.records != m_entry->journal.records)
        forgetRecovery();
    m_entry = entry;
    m_hint->setVisible(!entry);
    m_content->setVisible(entry.has_value());
    showNodes();
    if (!entry)
        return;
    m_title->setText(activityTitle(*entry));
    m_text->setText(visibleText(entry->problem.isEmpty() ? entry->endText : entry->problem, true));
    m_text->setVisible(!m_text->text().isEmpty());
    for (InspectorSection *section : {m_facts, m_command, m_steps})
        section->setVisible(entry->problem.isEmpty());
    showSteps();
    m_capture->show(*entry);
    if (entry->problem.isEmpty() && isUnsettled(entry->journal))
        ask();
    else if (m_confirm->setVisible(isUnverified(entry->journal)); hasHold(entry->journal))
        askHold({entry->order, {}, {}, {}, {}, {}, {}});
}

void ActivityPanel::forgetRecovery()
{
    m_recovery.reset();
    for (QPushButton *button : {m_rollback, m_close, m_confirm})
        button->hide();
    for (InspectorSection *section : {m_known, m_unknown, m_moves}) {
        section->clear();
        section->hide();
    }
}

void ActivityPanel::showSteps()
{
    const ActivityEntry &entry = *m_entry;
    m_facts->clear();
    m_result = m_facts->addText({});
    showResult();
    for (const QString &problem : entry.problems)
        m_facts->addText(problem);
    if (const QString trouble = troubleText(entry); !trouble.isEmpty())
        m_facts->addText(tr("Seen afterwards: %1").arg(trouble));
    m_facts->addMuted(
        tr("By %1 on %2.").arg(visibleText(entry.order.holder), visibleText(entry.order.context)));
    m_facts->addMuted(tr("Started %1.").arg(absoluteTimeText(entry.order.started)));
    if (const auto bake = bakeIn(entry.journal))
        m_facts->addText(bake->text(m_context.clock->now()));
    if (!entry.capture.isEmpty())
        m_facts->addMuted(tr("To roll back manually: %1").arg(visibleText(entry.capture)));
    m_command->clear();
    for (const QString &command : entry.commands) {
        TextLabel *label = m_command->addText(command);
        label->setFont(m_context.theme->identifierFont());
    }
    m_steps->clear();
    for (const ActivityStep &step : entry.steps) {
        const QString took =
            step.ended.isValid() ? elapsedText(timeBetween(step.begun, step.ended)) : tr("end not recorded");
        m_steps->addText(tr("%1 · %2 · %3").arg(secondText(step.begun), journalStep(step.step), took))
            ->setLook(step.hasFailed ? "failed" : "");
        m_steps->addMuted(visibleText(step.text, true));
    }
}

void ActivityPanel::showResult()
{
    if (m_result)
        m_result->setText(tr("%1: %2").arg(tr("Result"), activityWord(*m_entry)));
}

void ActivityPanel::showNodes()
{
    const auto [text, state] =
        m_entry ? nodesNow(*m_context.fleet, *m_entry, m_context.clock->now()) : NodesNow();
    m_nodes->clear();
    m_nodes->setVisible(!text.isEmpty());
    if (!text.isEmpty())
        m_nodes->addText(text);
    if (!m_entry)
        return;
    m_entry->nodesNow = state;
    showResult();
    if (const RolloutSource *rollout = m_context.fleet->rollout(m_entry->order.context))
        connect(rollout, &RolloutSource::clocksChanged, this, &ActivityPanel::showNodes,
                Qt::UniqueConnection);
    if (const ReleaseSource *releases = m_context.fleet->releases(m_entry->order.context))
        connect(releases, &ReleaseSource::releasesChanged, this, &ActivityPanel::showNodes,
                Qt::UniqueConnection);
}

/// What the cluster says of an operation without an end.
void ActivityPanel::ask()
{
    const OperationTraces traces =
        tracesOf(m_entry->folder, m_entry->order.id); // before the cluster is asked
    onFinished(readRecovery(*m_context.fleet, *m_context.clock, *m_entry, traces, this), this,
               [this, traces, question = m_question](const Recovery &recovery) {
                   if (question == m_question)
                       showOpen(recovery, traces);
               });
}

/// The banner over this page may not say another thing than the page.
void ActivityPanel::followCut()
{
    if (!m_entry || !m_entry->problem.isEmpty() || !isUnsettled(m_entry->journal))
        return;
    if (isElsewhere(*m_context.fleet, m_entry->order))
        return ask();
    for (const CutOperation &one : m_context.openOperations->all())
        if (one.entry.folder == m_entry->folder)
            showOpen(one.recovery, one.traces);
}

void ActivityPanel::showOpen(Recovery recovery, const OperationTraces &traces)
{
    if (!traces.helmOutput.isEmpty())
        recovery.known << tr("helm printed: %1").arg(traces.helmOutput.join(u'\n'));
    const OwnRun *own = m_context.openOperations
                            ? m_context.openOperations->ownRun(recovery.order.context, recovery.order.release)
                            : nullptr;
    showRecovery(own ? withOwnRun(recovery, *own) : recovery);
}

/// Of one that has ended: the nodes that it holds back.
void ActivityPanel::askHold(const Recovery &recovery)
{
    const auto judge = [this, recovery, question = m_question](const Result<QList<HeldNode>> &held) {
        if (question != m_question)
            return;
        Recovery whole = recovery;
        addHold(whole, m_entry->journal, held);
        showRecovery(whole);
    };
    const QString &context = recovery.order.context;
    if (isElsewhere(*m_context.fleet, recovery.order))
        return showRecovery(recovery);
    if (UpgradeSource *upgrades = m_context.fleet->upgrades(context))
        onFinished(upgrades->heldNodes(), this, judge);
    else
        judge(failure(Error::Code::Unreachable, tr("%1 is not connected.").arg(visibleText(context))));
}

void ActivityPanel::showRecovery(const Recovery &recovery)
{
    m_recovery = recovery;
    const auto fill = [](InspectorSection *section, const QStringList &lines) {
        section->clear();
        for (const QString &line : lines)
            section->addText(visibleText(line, true));
        section->setVisible(!lines.isEmpty());
    };
    fill(m_known, recovery.known);
    fill(m_unknown, recovery.unknown);
    QStringList moves;
    int toRevision = 0;
    bool holds = false;
    for (const NextMove &move : recovery.moves) {
        moves.append(move.text);
        if (move.kind == NextMove::Kind::Rollback)
            toRevision = move.toRevision;
        holds = holds || move.kind == NextMove::Kind::Unhold;
    }
    m_unhold->offer(holds ? m_entry->folder : QString());
    fill(m_moves, moves);
    m_rollback->setVisible(toRevision > 0);
    m_rollback->setText(tr("Roll back to revision %1…").arg(toRevision));
    const bool isOpenYet = isOpen(m_entry->journal);
    const bool isCheckDue = isOpenYet ? recovery.end && recovery.isVerifying
                                      : isUnverified(m_entry->journal) &&
                                            (recovery.isVerifying || !recovery.end); // else it was overtaken
    m_confirm->setVisible(isCheckDue);
    m_close->setVisible(recovery.end && (isOpenYet || !isCheckDue));
}

void ActivityPanel::copy() const
{
    if (m_entry)
        QGuiApplication::clipboard()->setText(activityMarkdown(*m_entry));
}

void ActivityPanel::save()
{
    auto *dialog = new QFileDialog(this, tr("Save the operation as Markdown"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    dialog->selectFile(m_entry->order.id + QStringLiteral(".md"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, text = activityMarkdown(*m_entry).toUtf8()](const QString &file) {
                if (const Result<void> written = writePrivateFile(file, text); !written)
                    Q_EMIT failed(written.error());
            });
    dialog->open();
}

void ActivityPanel::close()
{
    if (!m_entry || !m_recovery)
        return;
    tellClosed(closeJournal(m_entry->folder, *m_recovery, *m_context.clock));
}

/// One that is open is closed with it, by what the cluster says of the release.
void ActivityPanel::confirm()
{
    if (!m_entry)
        return;
    Result<void> done;
    if (m_recovery && isOpen(m_entry->journal))
        done = closeJournal(m_entry->folder, *m_recovery, *m_context.clock);
    tellClosed(done ? confirmCheck(m_entry->folder, *m_context.clock) : done);
}

void ActivityPanel::tellClosed(const Result<void> &done)
{
    if (done)
        Q_EMIT closed();
    else
        Q_EMIT failed(done.error());
}

} // namespace chartroom
