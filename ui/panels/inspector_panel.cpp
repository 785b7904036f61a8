// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_panel.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/helm/known_changes.h"
#include "core/secrets/masked_values.h"
#include "core/words/relative_time.h"
#include "core/words/situation_text.h"
#include "ui/panels/finding_rows.h"
#include "ui/panels/inspector_rows.h"
#include "ui/panels/inspector_section.h"
#include "ui/panels/panels_tr.h"
#include "ui/theme/owner_chip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyle>
#include <QTimer>

#include <algorithm>

namespace chartroom {

namespace {

constexpr auto restBeforeHistory = std::chrono::milliseconds(250);
constexpr int shownRevisions = 10;
constexpr int shownChanges = 12;
constexpr std::chrono::seconds problemAging{1};

QString troubleText(const OperatorStatus::Trouble &trouble)
{
    return trouble.since.isValid() ? PanelsTr::tr("%1 (since %2)", "words of the operator, time")
                                         .arg(trouble.words, absoluteTimeText(trouble.since))
                                   : trouble.words;
}

} // namespace

InspectorPanel::InspectorPanel(const UiContext &context, QWidget *parent)
    : InspectorShell(context.theme, tr("Select a release to see its owner and why."), tr("About the release"),
                     parent)
    , m_context(context)
    , m_refreshSoon(new QTimer(this))
    , m_rest(new QTimer(this))
{
    setObjectName(QStringLiteral("inspector"));
    title()->setObjectName(QStringLiteral("inspectorTitle"));
    offerDescription();
    buildHead();
    const Theme *theme = context.theme;
    for (auto [section, title] : std::initializer_list<std::pair<InspectorSection **, QString>>{
             {&m_nodes, tr("Nodes")},
             {&m_found, tr("Found")},
             {&m_hooks, tr("Hooks")},
             {&m_resources, tr("Custom resources in the cluster")},
             {&m_why, tr("Why")},
             {&m_interrupts, tr("Impact of an upgrade")},
             {&m_changes, tr("Differs from the reference")},
             {&m_history, tr("History")},
             {&m_pods, tr("Pods")},
             {&m_evidence, tr("Evidence")}}) {
        *section = new InspectorSection(title, theme, content());
        addToColumn(*section);
    }
    m_nodes->setObjectName(QStringLiteral("inspectorNodes"));
    m_nodes->hide();
    m_found->hide();
    m_hooks->setObjectName(QStringLiteral("inspectorHooks"));
    m_hooks->hide();
    m_resources->setObjectName(QStringLiteral("inspectorResources"));
    m_resources->hide();
    buildDecisions();
    buildNotes();
    const auto *values =
        addToFoot(tr("Values"), "inspectorValues", tr("Read and compare its values (Enter)"));
    connect(values, &QPushButton::clicked, this, &InspectorPanel::valuesRequested);
    m_refreshSoon->setSingleShot(true);
    m_refreshSoon->setInterval(0); // once for a delta and the choice that it moves
    connect(m_refreshSoon, &QTimer::timeout, this, &InspectorPanel::refresh);
    m_upgrade = addToFoot(tr("Upgrade…"), "inspectorUpgrade", tr("Plan its upgrade, step by step (Ctrl+U)"));
    m_upgrade->setProperty("look", QByteArrayLiteral("primary"));
    m_upgrade->hide();
    connect(m_upgrade, &QPushButton::clicked, this, &InspectorPanel::upgradeRequested);
    m_wayOn = addToFoot(tr("Roll back…"), "inspectorWayOn", {});
    m_wayOn->setProperty("look", QByteArrayLiteral("primary"));
    m_wayOn->hide();
    connect(m_wayOn, &QPushButton::clicked, this, [this] { Q_EMIT rollbackRequested(m_wayOnTo); });
    m_rest->setSingleShot(true);
    m_rest->setInterval(restBeforeHistory);
    connect(m_rest, &QTimer::timeout, this, &InspectorPanel::loadHistory);
    auto *aging = new QTimer(this);
    connect(aging, &QTimer::timeout, this, [this] {
        if (const Release *release = m_source ? m_source->find(m_key) : nullptr; release && isVisible())
            showProblem(*release);
    });
    aging->start(problemAging);
    connect(theme, &Theme::changed, this, &InspectorPanel::setFonts);
    setFonts();
}

void InspectorPanel::buildHead()
{
    m_chip = new OwnerChip(m_context.theme, content());
    m_scope = new TextLabel({}, content());
    m_scope->setLook("muted");
    m_scope->setContentsMargins(0, 1, 0, 1); // beside the chip on its line of text, or below it
    m_namespace = new TextLabel({}, content());
    m_namespace->setLook("muted");
    m_namespace->setElideMode(Qt::ElideMiddle);
    m_problem = new TextLabel({}, content());
    m_problem->setObjectName(QStringLiteral("inspectorProblem"));
    m_problem->setLook("failed");
    m_problem->setWordWrap(true);
    m_refusal = new TextLabel({}, content());
    m_refusal->setObjectName(QStringLiteral("inspectorRefusal"));
    m_refusal->setWordWrap(true);
    m_refusal->hide();
    auto *ownerLine = new FlowLayout(6);
    ownerLine->addWidget(m_chip);
    ownerLine->addWidget(m_scope);
    head()->addLayout(ownerLine);
    head()->addWidget(m_namespace);
    head()->addWidget(m_problem);
    head()->addWidget(m_refusal);
}

void InspectorPanel::buildDecisions()
{
    const auto add = [this](const char *name, const QString &text, const QString &toolTip,
                            Decision::Verdict verdict) {
        auto *button = new QPushButton(text, content());
        button->setObjectName(QLatin1String(name));
        button->setProperty("look", QByteArrayLiteral("link"));
        button->setToolTip(toolTip);
        button->hide();
        connect(button, &QPushButton::clicked, this, [this, verdict] { Q_EMIT decisionRequested(verdict); });
        column()->insertWidget(column()->indexOf(m_interrupts), button, 0, Qt::AlignLeft);
        return button;
    };
    m_declare = add("inspectorDeclare", tr("Declare customer-owned…"),
                    tr("It diverges from what Crusoe provides: your decision, with a reason"),
                    Decision::Verdict::Diverged);
    m_withdraw = add("inspectorWithdraw", tr("Withdraw the decision…"),
                     tr("The owner is determined by the rules again"), Decision::Verdict::Withdrawn);
    if (m_context.decisions)
        connect(m_context.decisions, &Decisions::changed, m_refreshSoon, qOverload<>(&QTimer::start));
}

void InspectorPanel::buildNotes()
{
    m_notesButton = new QPushButton(tr("Notes"), content());
    m_notesButton->setProperty("look", QByteArrayLiteral("link"));
    m_notesButton->setCheckable(true);
    m_notes = new QPlainTextEdit(content());
    m_notes->setReadOnly(true);
    m_notes->setProperty("look", QByteArrayLiteral("well"));
    m_notes->setAccessibleName(tr("Notes of the chart"));
    m_notes->setTabChangesFocus(true);
    m_notes->setMinimumHeight(160);
    m_notes->hide();
    connect(m_notesButton, &QPushButton::toggled, m_notes, &QWidget::setVisible);
    addToColumn(m_notesButton, Qt::AlignLeft);
    addToColumn(m_notes);
}

void InspectorPanel::setFonts()
{
    m_namespace->setFont(m_context.theme->identifierFont());
    m_notes->setFont(m_context.theme->identifierFont());
}

void InspectorPanel::show(ReleaseSource *source, const ReleaseKey &key)
{
    m_refreshSoon->start();
    if (source == m_source && key == m_key)
        return;
    if (m_source && m_source != source)
        m_source->disconnect(this);
    if (source && m_source != source) {
        connect(source, &ReleaseSource::releasesChanged, this, [this](const ReleaseDelta &delta) {
            if (delta.changed.contains(m_key) || delta.removed.contains(m_key) || delta.added.contains(m_key))
                m_refreshSoon->start();
        });
        connect(source, &ReleaseSource::podsChanged, this, &InspectorPanel::refreshPods);
    }
    m_source = source;
    m_key = key;
    m_versions.clear();
    m_shownPods.reset();
    m_notesButton->setChecked(false);
}

void InspectorPanel::showFindings(const QList<Finding> &findings)
{
    if (findings == m_findings)
        return;
    m_findings = findings;
    m_found->clear();
    m_found->setVisible(!findings.isEmpty());
    for (const Finding &one : findings)
        m_found->addWidget(findingRow(one, *m_context.theme, [this, one] { Q_EMIT findingRequested(one); }));
    showHooks();
}

/// Each finding about the release's record has all of them.
void InspectorPanel::showHooks()
{
    const auto withHooks = std::find_if(m_findings.cbegin(), m_findings.cend(),
                                        [](const Finding &one) { return !one.hooks.isEmpty(); });
    m_hooks->clear();
    m_hooks->setVisible(withHooks != m_findings.cend());
    if (withHooks == m_findings.cend())
        return;
    for (const HookRun &run : withHooks->hooks)
        m_hooks->addWidget(hookRow(run, *m_context.theme));
}

void InspectorPanel::showOperators(const QList<OperatorStatus> &operators)
{
    if (operators == m_operators)
        return;
    m_operators = operators;
    m_resources->clear();
    m_resources->setVisible(!operators.isEmpty());
    for (const OperatorStatus &one : operators) {
        for (const KindCount &count : one.kinds)
            m_resources->addText(breakable(countText(count)));
        for (const OperatorStatus::Trouble &trouble : one.troubles)
            m_resources->addWidget(evidenceRow({troubleText(trouble), trouble.object}, *m_context.theme));
        if (one.others > 0)
            m_resources->addMore(one.others);
    }
}

void InspectorPanel::showClocks(const std::optional<NodeClocks> &clocks)
{
    if (clocks == m_clocks)
        return;
    m_clocks = clocks;
    m_nodes->clear();
    const bool isKnownToRoll = clocks && !clocks->components.isEmpty();
    m_nodes->setVisible(isKnownToRoll || (clocks && (clocks->basis != NodeClocks::Basis::Evidence ||
                                                     !clocks->unread.isEmpty())));
    if (!clocks)
        return;
    if (!isKnownToRoll)
        m_nodes->addWidget(standingRow(nodesStanding(*clocks), *m_context.theme));
    for (const NodeClock &clock : clocks->components)
        m_nodes->addWidget(standingRow(nodesStanding({clocks->basis, {}, {clock}}), *m_context.theme));
    if (isKnownToRoll && !clocks->unread.isEmpty())
        m_nodes->addWidget(
            standingRow(nodesStanding({clocks->basis, {}, {}, clocks->unread}), *m_context.theme));
    auto *show = new QPushButton(tr("Show the rollout"), m_nodes);
    show->setObjectName(QStringLiteral("showRollout"));
    show->setProperty("look", QByteArrayLiteral("link"));
    connect(show, &QPushButton::clicked, this, &InspectorPanel::rolloutRequested);
    m_nodes->addWidget(show);
}

void InspectorPanel::showCutOff(const QString &text, const QList<NextMove> &moves, bool isOwnRun)
{
    m_cutOffMoves = moves;
    m_isOwnRun = isOwnRun;
    if (text == m_cutOff) // which names the moves
        return;
    m_cutOff = text;
    m_refreshSoon->start();
}

void InspectorPanel::setChangeable(bool changeable)
{
    if (m_isChangeable == changeable)
        return;
    m_isChangeable = changeable;
    m_upgrade->setVisible(changeable);
    m_wayOn->hide(); // until the release is judged again
    m_refreshSoon->start();
}

void InspectorPanel::setDecidable(const QString &cluster)
{
    m_deciding = m_context.decisions ? cluster : QString();
    m_refreshSoon->start();
}

void InspectorPanel::offerDecisions()
{
    const Release *release = m_source ? m_source->find(m_key) : nullptr;
    const bool isPending = release && !release->record && release->recordProblem.isEmpty();
    DecisionOffer offer;
    if (release && !isPending && !m_deciding.isEmpty())
        offer = m_context.decisions->offer(m_deciding, m_key, m_source->ownership(m_key));
    m_declare->setVisible(offer.declare);
    m_withdraw->setVisible(offer.withdraw);
    if (std::exchange(m_offer, offer) != offer)
        Q_EMIT decisionsOffered(offer);
}

void InspectorPanel::refresh()
{
    offerDecisions();
    m_isOld = !isVisible(); // a recording that is wound would fill it for nobody
    if (m_isOld)
        return;
    const Release *release = m_source ? m_source->find(m_key) : nullptr;
    if (!release) {
        setFilled(false);
        m_rest->stop();
        return;
    }
    refill([this, release] { fill(*release); });
    m_rest->start();
}

void InspectorPanel::fill(const Release &release)
{
    title()->setText(visibleText(m_key.name));
    m_namespace->setText(visibleText(m_key.namespaceName));
    showProblem(release);
    if (release.record)
        m_versions.insert(release.record->revision, visibleText(release.record->chartVersion));
    showOwnership(release);
    showChanges(release);
    showHistory(release);
    showNotes(release);
    refreshPods();
}

/// It tells an age, so it is told again as time goes by.
void InspectorPanel::showProblem(const Release &release)
{
    const ReleaseSituation situation =
        situationOf(release, m_source->serverNow(), knownRemnants(m_findings, release));
    QStringList problems{!m_cutOff.isEmpty() ? m_cutOff : situationText(release, situation),
                         visibleText(maskedText(release.recordProblem))};
    problems.removeAll(QString());
    m_problem->setText(breakable(problems.join(u'\n')));
    m_problem->setVisible(!problems.isEmpty());
    m_problem->setLook(m_isOwnRun ? "" : "failed");
    showWayOn(release, situation);
}

/// Where helm would refuse an upgrade, the way on that the page Activity names is what the panel offers
/// first. An upgrade can still be planned: its preflight says what has to come before. While this program is
/// at work on the release that is what is shown.
void InspectorPanel::showWayOn(const Release &release, const ReleaseSituation &situation)
{
    const bool isRefused = !situation.takesUpgrade() && !m_isOwnRun;
    m_upgrade->setText(m_isOwnRun ? tr("Show the operation") : tr("Upgrade…"));
    m_upgrade->setToolTip(m_isOwnRun ? tr("The operation of this Chartroom on the release, step by step")
                                     : tr("Plan its upgrade, step by step (Ctrl+U)"));
    const QList<NextMove> moves = !m_cutOff.isEmpty() ? m_cutOffMoves : movesFrom(situation, release);
    const auto way = std::find_if(moves.cbegin(), moves.cend(),
                                  [](const NextMove &move) { return move.kind == NextMove::Kind::Rollback; });
    const bool isOffered = m_isChangeable && isRefused && way != moves.cend();
    m_wayOnTo = isOffered ? way->toRevision : 0;
    m_wayOn->setToolTip(isOffered ? visibleText(way->text) : QString());
    m_wayOn->setVisible(isOffered);
    const RevisionEntry &newest = release.newest();
    m_refusal->setText(breakable(tr("helm refuses an upgrade while revision %1 is %2.")
                                     .arg(newest.revision)
                                     .arg(visibleText(newest.statusText))));
    m_refusal->setVisible(m_isChangeable && isRefused);
    const QByteArray look = isRefused ? QByteArray() : QByteArrayLiteral("primary");
    if (m_upgrade->property("look").toByteArray() == look)
        return;
    m_upgrade->setProperty("look", look);
    if (!m_upgrade->testAttribute(Qt::WA_WState_Polished))
        return; // it is polished when it is shown
    m_upgrade->style()->unpolish(m_upgrade);
    m_upgrade->style()->polish(m_upgrade);
}

void InspectorPanel::showOwnership(const Release &release)
{
    const bool pending = !release.record && release.recordProblem.isEmpty();
    const Ownership ownership = m_source->ownership(m_key);
    m_chip->setVisible(!pending);
    m_chip->setOwner(ownership.owner);
    m_scope->setText(pending ? tr("reading the record…") : scopeText(ownership));
    m_why->clear();
    m_why->setVisible(!pending);
    m_interrupts->clear();
    m_interrupts->setVisible(!pending);
    // With a summary the single sentences come last: they are for checking, not for reading first.
    m_evidence->clear();
    m_evidence->setVisible(!pending && !ownership.summary.isEmpty() && !ownership.evidence.isEmpty());
    if (!ownership.summary.isEmpty())
        m_why->addText(visibleText(ownership.summary, true));
    for (qsizetype i = 0; i < ownership.evidence.size(); ++i) {
        Evidence evidence = ownership.evidence[i];
        // Where several sentences stand on one source it is named once, under the last.
        if (i + 1 < ownership.evidence.size() && ownership.evidence[i + 1].source == evidence.source)
            evidence.source.clear();
        (ownership.summary.isEmpty() ? m_why : m_evidence)
            ->addWidget(evidenceRow(evidence, *m_context.theme));
    }
    if (ownership.summary.isEmpty() && ownership.evidence.isEmpty())
        m_why->addMuted(tr("No evidence of its owner was found."));
    m_interrupts->addText(interruptionText(ownership));
}

void InspectorPanel::showChanges(const Release &release)
{
    m_changes->clear();
    m_changes->setVisible(release.divergence.has_value());
    if (!release.divergence)
        return;
    const Divergence &divergence = *release.divergence;
    if (!divergence.known()) {
        m_changes->addMuted(visibleText(maskedText(divergence.unknownWhy)));
        return;
    }
    // "revision 1" does not end with a line for its number.
    const QString reference = breakable(visibleText(divergence.reference)).replace(u' ', QChar::Nbsp);
    m_changes->addMuted(
        divergence.changes.isEmpty()
            ? (divergence.isNone() ? tr("Nothing; compared with %1.").arg(reference)
                                   : tr("No known difference, compared with %1; masked values: %2.")
                                         .arg(reference, visibleText(unknownPathsText(divergence.unknown))))
            : tr("%n path(s), compared with %1.", nullptr, int(divergence.changes.size())).arg(reference));
    if (const QString text = comparedText(release); !text.isEmpty())
        m_changes->addMuted(visibleText(text));
    for (const ValueChange &change :
         divergence.changes.first(std::min<qsizetype>(shownChanges, divergence.changes.size())))
        m_changes->addWidget(changeRow(maskedChange(change), *m_context.theme));
    m_changes->addMore(divergence.changes.size() - shownChanges);
}

void InspectorPanel::showHistory(const Release &release)
{
    m_history->clear();
    m_revisions =
        historyGrid(release.revisions.first(std::min<qsizetype>(shownRevisions, release.revisions.size())),
                    m_versions, m_source->now(), *m_context.theme,
                    m_isChangeable ? [this](int revision) { Q_EMIT rollbackRequested(revision); }
                                   : std::function<void(int)>());
    m_history->addWidget(m_revisions);
    if (release.neverUpgraded())
        m_history->addMuted(tr("Never upgraded since it was installed."));
}

void InspectorPanel::showNotes(const Release &release)
{
    const QString notes = release.record ? maskedText(visibleText(release.record->notes, true)) : QString();
    m_notesButton->setVisible(!notes.isEmpty());
    if (notes.isEmpty())
        m_notesButton->setChecked(false);
    if (m_notes->toPlainText() != notes)
        m_notes->setPlainText(notes);
}

void InspectorPanel::showEvent(QShowEvent *event)
{
    InspectorShell::showEvent(event);
    if (m_isOld)
        refresh();
    else
        refreshPods();
}

/// They change many times a second in a cluster of thousands: while nobody looks they are not counted.
void InspectorPanel::refreshPods()
{
    if (!isVisible() || !m_source || !m_source->find(m_key))
        return;
    const Result<ReleasePods> pods = m_source->pods(m_key);
    if (pods && m_shownPods == *pods)
        return;
    m_pods->clear();
    if (!pods) {
        m_shownPods.reset();
        m_pods->addMuted(visibleText(pods.error().message));
        return;
    }
    m_shownPods = *pods;
    QString counts = pods->all == 0 && pods->completed == 0
                         ? tr("None belong to it.")
                         : tr("%1 of %2 ready").arg(pods->ready).arg(pods->all);
    if (pods->completed > 0)
        counts = tr("%1, %2 completed", "pods").arg(counts).arg(pods->completed);
    m_pods->addText(counts);
    for (const ReleasePod &pod : pods->troubled)
        m_pods->addWidget(podRow(pod, *m_context.theme));
    m_pods->addMore(pods->others - pods->troubled.size());
}

void InspectorPanel::loadHistory()
{
    const Release *release = m_source ? m_source->find(m_key) : nullptr;
    if (!release)
        return;
    for (const RevisionEntry &entry :
         release->revisions.first(std::min<qsizetype>(shownRevisions, release->revisions.size()))) {
        const int revision = entry.revision;
        if (m_versions.contains(revision))
            continue;
        m_versions.insert(revision, QString());
        onFinished(m_source->record(m_key, revision), this,
                   [this, key = m_key, revision](const Result<ReleaseRecord> &record) {
                       if (key != m_key)
                           return;
                       m_versions[revision] = record ? visibleText(record->chartVersion) : tr("unreadable");
                       if (m_revisions)
                           showVersion(*m_revisions, revision, m_versions[revision]);
                   });
    }
}

} // namespace chartroom
