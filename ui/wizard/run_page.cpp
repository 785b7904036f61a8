// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/run_page.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/rollout_source.h"
#include "ui/panels/pause_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPlainTextEdit>
#include <QPushButton>

#include <utility>

namespace chartroom {

namespace {

constexpr int runShape = 16;
constexpr int mostLines = 5000;

QString stepWord(VisualState state)
{
    switch (state) {
    case VisualState::Done:
        return RunPage::tr("done", "step");
    case VisualState::Moving:
        return RunPage::tr("running", "step");
    case VisualState::Failed:
        return RunPage::tr("failed", "step");
    case VisualState::Skipped:
        return RunPage::tr("not done", "step");
    case VisualState::Waiting:
        return RunPage::tr("waiting", "step");
    default:
        break;
    }
    return RunPage::tr("unknown", "step");
}

} // namespace

RunPage::RunPage(const UiContext &context, ChangeController *controller, QWidget *parent)
    : WizardPage(ChangeController::Page::Run, parent)
    , m_context(context)
    , m_controller(controller)
    , m_steps(new QWidget(this))
    , m_output(new QPlainTextEdit(this))
    , m_cancel(new QPushButton(tr("&Cancel"), this))
    , m_cancelText(new TextLabel({}, this))
{
    setProperty("look", QByteArrayLiteral("surface"));
    setAttribute(Qt::WA_StyledBackground);
    m_steps->setObjectName(QStringLiteral("runSteps"));
    m_output->setObjectName(QStringLiteral("runOutput"));
    m_output->setReadOnly(true);
    m_output->setMaximumBlockCount(mostLines);
    m_output->setProperty("look", QByteArrayLiteral("well"));
    m_output->setFont(context.theme->identifierFont());
    m_output->setAccessibleName(tr("Output of helm"));
    m_output->setPlaceholderText(tr("The output of helm appears here."));
    m_output->setTabChangesFocus(true);
    m_cancel->setObjectName(QStringLiteral("cancelRun"));
    m_cancel->setToolTip(tr("Stops before helm runs; later it says what continues without you"));
    m_cancelText->setObjectName(QStringLiteral("cancelText"));
    m_cancelText->setWordWrap(true);
    m_cancelText->setLook("attention");
    auto *foot = new QHBoxLayout;
    foot->setSpacing(12);
    foot->addWidget(m_cancel);
    foot->addWidget(m_cancelText, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(m_steps);
    layout->addWidget(m_output, 1);
    layout->addLayout(foot);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_run)
            m_run->cancel();
    });
}

void RunPage::follow(OperationRun *run)
{
    if (run == m_run)
        return;
    m_run = run;
    m_haveNodesMoved = false; // what moved before was another run's doing
    m_output->clear();
    if (!run)
        return;
    connect(run, &OperationRun::outputReceived, m_output, [this](const QStringList &lines) {
        for (const QString &line : lines)
            m_output->appendPlainText(line);
    });
    for (const QString &line : run->output())
        m_output->appendPlainText(line);
    if (m_rows.size() == run->rows().size())
        return;
    clearRows();
    auto *grid = new QGridLayout(m_steps);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(2, 1);
    for (const OperationRun::Row &row : run->rows())
        m_rows.append(addRow(stepTitle(row.step)));
}

/// A plan that was changed since the run before may have other steps.
void RunPage::clearRows()
{
    qDeleteAll(m_steps->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    delete m_steps->layout();
    m_rows.clear();
    m_nodesRow.reset();
    delete std::exchange(m_nodes, nullptr);
    m_haveNodesMoved = false;
}

RunPage::Row RunPage::addRow(const QString &title)
{
    auto *grid = static_cast<QGridLayout *>(m_steps->layout());
    const int line = grid->count() == 0 ? 0 : grid->rowCount();
    const Row shown{new StateLabel(m_context.theme, runShape, m_steps), new TextLabel(title, m_steps),
                    new TextLabel({}, m_steps)};
    shown.text->setLook("muted");
    shown.text->setElideMode(Qt::ElideRight);
    grid->addWidget(shown.state, line, 0);
    grid->addWidget(shown.title, line, 1);
    grid->addWidget(shown.text, line, 2);
    return shown;
}

/// The second clock: what Helm calls deployed is not on the nodes yet.
void RunPage::followNodes()
{
    using Step = ReleaseOperation::Step;
    const auto isRead = [](const OperationRun::Row &row) {
        return row.step == Step::ReadBack && row.state == VisualState::Done;
    };
    RolloutSource *source = m_context.fleet->rollout(m_controller->context());
    if (m_nodes || !source || m_controller->rolloutSwitch().isEmpty() ||
        std::none_of(m_run->rows().cbegin(), m_run->rows().cend(), isRead))
        return;
    m_nodesRow = addRow(tr("Nodes"));
    m_nodesRow->text->setObjectName(QStringLiteral("runNodes"));
    m_nodes = new RolloutModel(source, this);
    if (const auto &its = m_controller->report().rollout) // the other driver's nodes are not this upgrade's
        m_nodes->setComponent(its->component);
    connect(m_nodes, &RolloutModel::rowsChanged, this, &RunPage::showNodes);
    connect(source, &RolloutSource::stateChanged, this, &RunPage::showNodes);
    source->start();
    showNodes();
}

void RunPage::showNodes()
{
    if (!m_nodes)
        return;
    const RolloutSummary nodes = rolloutSummary(*m_nodes);
    m_haveNodesMoved = m_haveNodesMoved || nodes.moving() > 0;
    const RolloutSource *source = m_nodes->source();
    const bool isComplete = source && source->isComplete();
    if (isComplete && !m_nodes->isCurrent() && !m_nodes->rows().isEmpty())
        return; // what stands there holds until the rows have found their places, which may change nothing
    VisualState state = VisualState::Waiting;
    QString text = tr("loading…");
    if (isComplete && m_nodes->isCurrent()) {
        QStringList parts{rolloutTitle(nodes),
                          tr("%1 of %2 complete", "nodes").arg(nodes.done()).arg(nodes.total)};
        parts.append(restText(nodes));
        parts.removeAll(QString());
        text = parts.join(QStringLiteral(" · "));
        if (nodes.trouble() > 0)
            state = VisualState::Failed;
        else if (nodes.isUnderWay())
            state = VisualState::Moving;
        else if (m_haveNodesMoved || m_controller->hasEnded())
            state = nodes.isAllDone()   ? VisualState::Done
                    : nodes.doubted > 0 ? VisualState::Attention
                                        : VisualState::Unknown;
        else
            text = tr("The operator has not started any yet.");
    }
    m_nodesRow->state->setState(state, stepWord(state));
    m_nodesRow->text->setText(text);
    m_nodesRow->text->setLook(state == VisualState::Failed ? "failed" : "muted");
}

void RunPage::refresh()
{
    follow(m_controller->run());
    if (!m_run)
        return;
    offerPause();
    followNodes();
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        const OperationRun::Row &row = m_run->rows()[i];
        m_rows[i].state->setState(row.state, stepWord(row.state));
        m_rows[i].text->setText(visibleText(row.text));
        m_rows[i].text->setLook(row.state == VisualState::Failed ? "failed" : "muted");
    }
    m_cancel->setEnabled(m_controller->isRunning() && m_run->cancelText().isEmpty());
    m_cancel->setVisible(!m_controller->hasEnded());
    m_cancelText->setText(m_run->cancelText());
}

/// From the first step on: nodes may move as soon as helm has written.
void RunPage::offerPause()
{
    if (m_pause || m_controller->rolloutSwitch().isEmpty())
        return;
    m_pause = new PausePanel(
        m_context.theme, m_controller->rolloutSwitch(),
        [this](bool pauses) { return m_controller->makePause(pauses, this); }, true,
        [this] {
            const auto &its = m_controller->report().rollout;
            return its ? leftCordonedText(m_context.fleet->rollout(m_controller->context()), its->component,
                                          m_controller->rolloutSwitch())
                       : QString();
        },
        this);
    static_cast<QVBoxLayout *>(layout())->addWidget(m_pause);
}

void RunPage::focusContent()
{
    m_output->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
