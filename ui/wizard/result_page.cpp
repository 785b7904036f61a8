// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/result_page.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/addons/standing.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/screens/upgrade/rollback_controller.h"
#include "core/session/rollout_source.h"
#include "core/upgrade/bake.h"
#include "core/words/activity_log.h"
#include "ui/panels/inspector_section.h"
#include "ui/panels/unhold_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QPushButton>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int resultShape = 24;
constexpr qsizetype mostNames = 12;
using End = OperationResult::End;

/// By the evidence some node is not done.
bool isOneOpen(const NodeClocks &clocks)
{
    return clocks.basis == NodeClocks::Basis::Evidence &&
           std::any_of(clocks.components.cbegin(), clocks.components.cend(),
                       [](const NodeClock &clock) { return !clock.isAllDone(); });
}

/// By the evidence no node goes on by itself, nor may.
bool isOver(const NodeClocks &clocks)
{
    const auto goesOn = [](const NodeClock &clock) {
        return clock.count(Verdict::Moving) + clock.count(Verdict::Slow) + clock.count(Verdict::Waiting) +
                   clock.count(Verdict::NotKnown) >
               0;
    };
    return clocks.basis == NodeClocks::Basis::Evidence && !clocks.components.isEmpty() &&
           clocks.unread.isEmpty() &&
           std::none_of(clocks.components.cbegin(), clocks.components.cend(), goesOn);
}

} // namespace

ResultPage::ResultPage(const UiContext &context, ChangeController *controller,
                       std::function<bool()> touchesNodes, QWidget *parent)
    : WizardPage(ChangeController::Page::Result, parent)
    , m_context(context)
    , m_controller(controller)
    , m_touchesNodes(std::move(touchesNodes))
{
    QVBoxLayout *column = makeColumn();
    m_state = new StateLabel(context.theme, resultShape, columnBody());
    m_title = new TextLabel({}, columnBody());
    m_title->setObjectName(QStringLiteral("resultTitle"));
    m_title->setFont(context.theme->titleFont());
    m_text = new TextLabel({}, columnBody());
    m_text->setObjectName(QStringLiteral("resultText"));
    m_text->setWordWrap(true);
    m_text->setCopyable();
    m_problems = new InspectorSection(tr("Not as planned"), context.theme, columnBody());
    m_facts = new InspectorSection(tr("Facts"), context.theme, columnBody());
    m_facts->setObjectName(QStringLiteral("resultFacts"));
    m_nodes = new InspectorSection(tr("Nodes now"), context.theme, columnBody());
    m_nodes->setObjectName(QStringLiteral("resultNodes"));
    m_unhold = new UnholdPanel(context, columnBody());
    m_next = new InspectorSection(tr("Next steps"), context.theme, columnBody());
    auto *head = new QHBoxLayout;
    head->setSpacing(10);
    head->addWidget(m_state);
    head->addWidget(m_title, 1);
    auto *buttons = new FlowLayout(8); // a way out is never cut off
    m_rollout = addButton(tr("Watch the &nodes"), "watchNodes");
    m_rollout->setProperty("look", QByteArrayLiteral("primary"));
    m_release = addButton(tr("Show the re&lease"), "showRelease");
    m_rollback = addButton(tr("Roll back…"), "rollBackResult");
    m_again = addButton(tr("&Plan again"), "planAgain");
    for (QPushButton *button : {m_rollout, m_release, m_rollback, m_again})
        buttons->addWidget(button);
    column->addLayout(head);
    column->addWidget(m_text);
    column->addWidget(m_problems);
    column->addWidget(m_facts);
    column->addWidget(m_nodes);
    column->addWidget(m_unhold);
    column->addWidget(m_next);
    column->addLayout(buttons);
    column->addStretch(1);
    connect(controller, &ChangeController::runEnded, this,
            &ResultPage::refresh); // also while another is shown
    connect(m_rollout, &QPushButton::clicked, this, &ResultPage::rolloutRequested);
    connect(m_release, &QPushButton::clicked, this, &ResultPage::releaseRequested);
    connect(m_again, &QPushButton::clicked, this, &ResultPage::againRequested);
    connect(m_rollback, &QPushButton::clicked, this, [this] { Q_EMIT rollbackRequested(rollbackTarget()); });
}

QPushButton *ResultPage::addButton(const QString &text, const char *name)
{
    auto *button = new QPushButton(text, columnBody());
    button->setObjectName(QLatin1String(name));
    return button;
}

const Release *ResultPage::release() const
{
    const ReleaseSource *releases = m_context.fleet->releases(m_controller->context());
    return releases ? releases->find(m_controller->key()) : nullptr;
}

/// The newest revision where others made it after the run's; null else.
const RevisionEntry *ResultPage::laterRevision() const
{
    const OperationResult &result = m_controller->run()->result();
    const Release *known = release();
    const bool hasOwn = result.revision > 0 && result.end != End::NotStarted && result.end != End::Cancelled;
    return hasOwn && known && known->newest().revision > result.revision ? &known->newest() : nullptr;
}

/// See ReleaseSituation::wayBack, but not what the newest was made of, where that is the only one deployed; 0
/// when Helm keeps none.
int ResultPage::rollbackTarget() const
{
    const Release *known = release();
    if (!known)
        return 0;
    const ReleaseSituation situation =
        situationOf(*known, m_context.fleet->releases(m_controller->context())->serverNow());
    if (situation.hasSeveralDeployed())
        return situation.wayBack;
    QList<int> targets = situation.rollbackTargets;
    const auto *rollback = qobject_cast<const RollbackController *>(m_controller);
    if (rollback && m_controller->run()->result().end == End::Done)
        targets.removeAll(rollback->order().toRevision);
    return targets.value(0);
}

/// Of the operation whose nodes can be let go from here: the run's own, or an earlier one of this machine; ""
/// where nobody is held back.
QString ResultPage::heldFolder() const
{
    const OperationRun &run = *m_controller->run();
    const End end = run.result().end;
    if (!run.hold().isEmpty() && end != End::NotStarted && end != End::Cancelled)
        return run.folder();
    for (const QString &operation : holdersOf(run.result().held)) {
        const QFileInfo folder(QFileInfo(run.folder()).path() + u'/' + operation);
        if (folder.isDir())
            return folder.filePath();
    }
    return {};
}

void ResultPage::refresh()
{
    if (!m_controller->hasEnded())
        return;
    const OperationRun &run = *m_controller->run();
    const OperationResult &result = run.result();
    m_text->setText(visibleText(result.text, true));
    m_problems->clear();
    m_problems->setVisible(!result.problems.isEmpty());
    for (const QString &problem : result.problems)
        m_problems->addText(visibleText(problem));
    m_facts->clear();
    m_facts->setVisible(!result.facts.isEmpty());
    for (const QString &fact : result.facts)
        m_facts->addText(visibleText(fact));
    const bool hasWritten = result.end != End::NotStarted && result.end != End::Cancelled;
    const bool rolls = result.end == End::Done && (m_touchesNodes() || result.nodesToGo > 0);
    const RolloutSource *rollout = m_context.fleet->rollout(m_controller->context());
    if (rollout)
        connect(rollout, &RolloutSource::clocksChanged, this, &ResultPage::refresh, Qt::UniqueConnection);
    const ReleaseSource *releases = m_context.fleet->releases(m_controller->context());
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, &ResultPage::refresh, Qt::UniqueConnection);
    const RevisionEntry *later = laterRevision();
    // The nodes follow the newest revision: what they do since is not of this run.
    const NodeClocks clocks = rollout && rolls && !later
                                  ? clocksByRelease(releases, rollout->clocks()).value(m_controller->key())
                                  : NodeClocks();
    showNodes(clocks);
    const int target = hasWritten && !later ? rollbackTarget() : 0;
    m_unhold->offer(heldFolder());
    m_next->clear();
    const QString off = m_controller->preflightState() == ChangeController::PreflightState::Ready
                            ? m_controller->report().impact.off
                            : QString();
    // At first they may still be seen as they were before the release was changed.
    if (isOneOpen(clocks))
        m_openRun = run.id();
    const bool isConcluded = result.nodesToGo > 0 && off.isEmpty() && run.hold().isEmpty() &&
                             m_openRun == run.id() && isOver(clocks);
    const bool hasFailed = rolls && result.nodesToGo > 0 && m_openRun == run.id() &&
                           nodesStanding(clocks).state == VisualState::Failed; // as Activity has it
    showEnd(clocks, isConcluded || hasFailed, later);
    if (later)
        m_next->addText(tr("Another operation created revision %1 after this one. It is the newest now, and "
                           "its status is %2: the nodes follow it, not revision %3.")
                            .arg(QString::number(later->revision), visibleText(later->statusText),
                                 QString::number(result.revision)));
    else if (rolls && !off.isEmpty())
        m_next->addText(tr("The release is complete. %1").arg(visibleText(off)));
    else if (rolls && !run.hold().isEmpty())
        m_next->addText(tr("The release is complete. %1 gets its driver now; the others keep theirs until "
                           "you release them. Watch it on the Rollout page.")
                            .arg(visibleText(run.hold().canary)));
    else if (isConcluded && areAllDone(clocks))
        m_next->addText(tr("The release is complete, and so are its nodes."));
    else if (isConcluded)
        m_next->addText(tr("The release is complete, but not all of its nodes are, and none makes progress "
                           "any more. The Rollout page shows why."));
    else if (rolls)
        m_next->addText(tr("The release is complete, but the nodes may not be: their drivers follow. Watch "
                           "them on the Rollout page."));
    else if (result.end == End::Done)
        m_next->addText(tr("No driver rollout follows on the nodes."));
    const Release *known = release();
    bool isBusy = false; // by somebody else: no way back over that is offered
    if (known) {
        const QList<int> over = result.leftPending ? QList<int>{result.revision} : QList<int>();
        const ReleaseSituation situation = situationOf(*known, releases->serverNow(), over);
        const bool isTold =
            later || result.end != End::Done || situation.below || situation.hasSeveralDeployed();
        isBusy = isTold && situation.isBusy();
        for (const NextMove &move : isTold ? movesFrom(situation, *known) : QList<NextMove>())
            m_next->addText(visibleText(move.text));
    }
    m_next->addMuted(tr("Journal and capture: %1").arg(visibleText(run.folder())));
    m_rollout->setVisible(rolls);
    m_rollback->setVisible(target > 0 && !isBusy);
    m_rollback->setText(tr("Roll back to revision %1…").arg(target));
}

/// What the operation said, until its nodes say more or a `later` revision ends what it waited for; they tell
/// (`isTold`) where none goes on any more, or one has failed.
void ResultPage::showEnd(const NodeClocks &clocks, bool isTold, const RevisionEntry *later)
{
    OperationResult result = m_controller->run()->result();
    const bool isPlain =
        isTold && result.end == End::Done && result.problems.isEmpty() && !clocks.components.isEmpty();
    if (isPlain) {
        result.isVerifying = false;
        if (!areAllDone(clocks))
            result.problems = nodesStanding(clocks).grounds;
        m_text->setText(
            visibleText(nodesEndText(result.revision, clocksText(clocks), m_context.clock->now()), true));
    }
    noteEnd(clocks, result, isPlain);
    if (later && m_noted.startsWith(m_controller->run()->id()))
        result = m_told;
    QString title = m_controller->endTitle(result);
    std::optional<VisualState> end = isPlain ? std::optional(resultState(result)) : std::nullopt;
    if (later && resultState(result) == VisualState::Moving) {
        end = VisualState::Unknown;
        title = tr("Deployed, not verified");
    }
    if (later)
        title = tr("%1; revision %2 is newer").arg(title).arg(later->revision);
    m_state->setState(end.value_or(resultState(result)), title);
    m_title->setText(title);
    m_controller->setNodesEnd(end);
}

/// The page Activity and the tickets read in the journal what is said here: as soon as that changes, and the
/// counts of the end. A retry of failed nodes changes it too.
void ResultPage::noteEnd(const NodeClocks &clocks, const OperationResult &result, bool isTold)
{
    const OperationRun &run = *m_controller->run();
    if (clocks.components.isEmpty() || (!isTold && !m_noted.startsWith(run.id())))
        return;
    const QString counts = clocksText(clocks);
    const QString said = run.id() + QString::number(int(resultState(result))) +
                         (isTold && isOver(clocks) ? counts : QString());
    if (said == m_noted)
        return;
    if (noteNodes(run.folder(), counts, areAllDone(clocks), result.problems, m_context.clock->now())) {
        m_noted = said;
        m_told = result;
    }
}

void ResultPage::showNodes(const NodeClocks &clocks)
{
    m_nodes->clear();
    for (const NodeClock &clock : clocks.components) {
        m_nodes->addText(clockText(clock, clocks.basis));
        if (const QStringList names = troubledNodes(clock.component); !names.isEmpty())
            m_nodes->addText(tr("Failed, stuck or lost: %1").arg(visibleText(shortList(names, mostNames))));
    }
    m_nodes->setVisible(!clocks.components.isEmpty());
}

QStringList ResultPage::troubledNodes(const QString &component) const
{
    const RolloutSource *rollout = m_context.fleet->rollout(m_controller->context());
    QStringList names;
    const QList<TrackKey> keys = rollout->keys();
    for (const TrackKey &key : keys)
        if (const NodeTrack *track = key.component == component ? rollout->find(key) : nullptr;
            track && isTrouble(track->verdict))
            names << key.node;
    names.sort();
    return names;
}

void ResultPage::focusContent()
{
    (m_rollout->isHidden() ? m_release : m_rollout)->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
