// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/upgrade_controller.h"

#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/helm/release_situation.h"
#include "core/helm/set_syntax.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/draft_file.h"
#include "core/upgrade/preflight_checks.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

const QString ownershipId = QStringLiteral("ownership");

/// The draft as far as the preflight judges it.
UpgradeDraft judgedPart(UpgradeDraft draft)
{
    draft.reasons.clear();
    draft.consent.clear();
    draft.bake = {};
    return draft;
}

/// What was chosen for one change and holds for no other: unlike the strategy and the edits it does not stand
/// on the first page.
struct Choices
{
    static bool areIn(const UpgradeDraft &draft) { return !(Choices(draft) == Choices(UpgradeDraft())); }
    explicit Choices(const UpgradeDraft &draft)
        : policy(draft.policy)
        , canary(draft.canary)
        , bake(draft.bake)
        , window(draft.window)
        , gpuFloor(draft.gpuFloor)
        , supportReference(draft.supportReference)
        , consent(draft.consent)
        , reasons(draft.reasons)
    {}
    void putInto(UpgradeDraft &draft) const
    {
        draft.policy = policy;
        draft.canary = canary;
        draft.bake = bake;
        draft.window = window;
        draft.gpuFloor = gpuFloor;
        draft.supportReference = supportReference;
        draft.consent = consent;
        draft.reasons = reasons;
    }
    friend bool operator==(const Choices &, const Choices &) = default;

    PolicyChanges policy;
    QString canary;
    std::chrono::seconds bake;
    std::optional<UpgradeWindow> window;
    std::optional<int> gpuFloor;
    QString supportReference;
    QString consent;
    QMap<QString, QString> reasons;
};

} // namespace

UpgradeController::UpgradeController(const QString &context, const ReleaseKey &key,
                                     OutcomesController::Evaluate evaluate, QObject *parent)
    : ChangeController(context, key, Page::Version, parent)
    , m_outcomes(new OutcomesController(std::move(evaluate), this))
{
    m_draft.context = context;
    m_draft.release = key;
    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    connect(&m_soon, &QTimer::timeout, this, &UpgradeController::rerunPreflight);
    m_windowBegins.setSingleShot(true);
    connect(&m_windowBegins, &QTimer::timeout, this, &UpgradeController::changed);
    connect(m_outcomes, &OutcomesController::changed, this, &UpgradeController::takeOutcomes);
}

void UpgradeController::setSources(ReleaseSource *releases, UpgradeSource *upgrades, ChartSources *charts)
{
    if (upgrades != this->upgrades())
        dropPreflight();
    // What a person chose stands in the plan only once its chart is read.
    const QString chosen = m_outcomes->target().isEmpty() ? m_draft.chart.version : m_outcomes->target();
    m_outcomes->setSource(m_draft.context, releases, charts);
    if (m_outcomes->key() != key())
        m_outcomes->setRelease(key());
    if (!chosen.isEmpty())
        m_outcomes->setTarget(chosen);
    setSources(releases, upgrades);
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, [this] {
            const QString told = std::exchange(m_toldPending, pendingNotice());
            if (told != m_toldPending)
                Q_EMIT changed();
        });
    m_toldPending = pendingNotice();
    if (page() == Page::Version && isComplete() && preflightState() == PreflightState::Missing)
        m_soon.start();
}

QString UpgradeController::title() const
{
    return tr("Upgrade %1").arg(visibleText(key().name));
}

QList<ChangeController::Page> UpgradeController::pages() const
{
    QList<Page> all{Page::Version};
    const bool isSetThere = !m_draft.canary.isEmpty() || m_draft.window;
    if (!m_impact || m_impact->mayTouchDrivers() || isSetThere || page() == Page::Nodes)
        all.append(Page::Nodes);
    all.append(Page::Preflight);
    if (needsCoordination())
        all.append(Page::Coordination);
    return all << Page::Review << Page::Run << Page::Result;
}

bool UpgradeController::isComplete() const
{
    return m_strategy && validate(m_draft).isEmpty();
}

/// See KeptDrafts.
QString UpgradeController::pendingNotice() const
{
    const Release *known = isRunning() || hasEnded() ? nullptr : release();
    return known ? visibleText(pendingText(*known, releases()->now(), releases()->serverNow())) : QString();
}

bool UpgradeController::isKept() const
{
    return isComplete() && writeDraft(m_draft).has_value();
}

QString UpgradeController::issueIn(const QStringList &fields) const
{
    for (const FieldIssue &issue : validate(m_draft))
        if (std::any_of(fields.begin(), fields.end(),
                        [&issue](const QString &field) { return issue.field.startsWith(field); }))
            return issue.text;
    return {};
}

QString UpgradeController::holdback(Page page) const
{
    switch (page) {
    case Page::Version:
        if (!upgrades())
            return tr("The cluster is not connected.");
        if (m_outcomes->phase() != ReadPhase::Ready && !m_isOpened) {
            const Release *known = release();
            return this->page() == Page::Version || !known
                       ? tr("The results of the values strategies are not computed yet.")
                       : tr("The release has changed since this was planned: revision %1 is %2. Go back to "
                            "Version and values, where it is read again.")
                             .arg(known->newest().revision)
                             .arg(known->newest().statusText);
        }
        if (!m_settingsProblem.isEmpty())
            return m_settingsProblem;
        if (!m_strategy)
            return tr("Choose a values strategy.");
        if (m_outcomes->phase() == ReadPhase::Ready && m_outcomes->shown().refused[size_t(*m_strategy)])
            return tr("Helm would reject these values. Choose another strategy.");
        return issueIn({QStringLiteral("release."), QStringLiteral("chart."), QStringLiteral("values.")});
    case Page::Nodes:
        if (const QString issue =
                issueIn({QStringLiteral("policy"), QStringLiteral("window."), QStringLiteral("gpuFloor"),
                         QStringLiteral("canary"), QStringLiteral("bake"), QStringLiteral("timeoutSeconds")});
            !issue.isEmpty())
            return issue;
        return canaryIssue();
    case Page::Preflight:
        if (const QString why = preflightHoldback(m_draft.reasons); !why.isEmpty())
            return why;
        return preflightState() == PreflightState::Ready ? issueIn({QStringLiteral("reasons.")}) : QString();
    case Page::Coordination:
        if (const QString issue =
                issueIn({QStringLiteral("coordination."), QStringLiteral("reasons.") + ownershipId});
            !issue.isEmpty())
            return issue;
        if (m_draft.supportReference.trimmed().isEmpty() &&
            openFindings(m_draft.reasons).contains(ownershipId))
            return tr("Enter Support's ticket, or why you upgrade without one.");
        return {};
    case Page::Review:
        if (preflightState() != PreflightState::Ready || isStale())
            return preflightState() == PreflightState::Failed ? preflightError().message
                                                              : tr("The preflight checks are still running.");
        if (const QString why = openText(openFindings(m_draft.reasons)); !why.isEmpty())
            return why;
        if (untilWindow() > 0ms)
            return tr("The window starts at %1. Wait for it, or change it.")
                .arg(m_draft.window->start.toString(Qt::ISODate));
        return runProblem().isEmpty() ? confirmationHoldback() : runProblem();
    case Page::Run:
    case Page::Result:
        break;
    }
    return {};
}

VisualState UpgradeController::stateOf(Page page) const
{
    const VisualState state = ChangeController::stateOf(page);
    return state == VisualState::Done && page == Page::Coordination && m_draft.supportReference.isEmpty()
               ? VisualState::Attention
               : state;
}

void UpgradeController::takeOutcomes()
{
    if (m_outcomes->phase() == ReadPhase::Ready && !isRunning() && !hasEnded() &&
        !(m_isOpened && m_draft.chart.version == m_outcomes->target())) {
        m_isOpened = false;
        const ChartOrigin &source = m_outcomes->versions()->source;
        const ChartTarget target{source.chart, source.repository, source.url, m_outcomes->target(),
                                 m_outcomes->digest()};
        const bool isOtherBase = m_draft.plannedOn > 0 && m_draft.plannedOn != m_outcomes->revision();
        if (target != m_draft.chart || isOtherBase || m_draft.plannedOn == 0) {
            const bool isOtherTarget =
                !m_draft.chart.version.isEmpty() &&
                (m_draft.chart.version != target.version ||
                 (!m_draft.chart.digest.isEmpty() && m_draft.chart.digest != target.digest));
            if (isOtherBase || isOtherTarget)
                leave(isOtherBase);
            m_draft.chart = target;
            m_draft.plannedOn = m_outcomes->revision();
            m_impact.reset();
            edited();
            return;
        }
    }
    Q_EMIT changed();
}

void UpgradeController::aim(const QString &version)
{
    if (isRunning() || hasEnded() || (version == m_draft.chart.version && version == m_outcomes->target()))
        return;
    m_isOpened = false;
    if (!m_draft.chart.version.isEmpty() && version != m_draft.chart.version)
        leave(false);
    m_draft.chart = {};
    m_draft.chart.version = version;
    m_impact.reset();
    m_outcomes->setTarget(version);
    edited();
}

void UpgradeController::setStrategy(Strategy strategy)
{
    if (m_strategy == strategy)
        return;
    m_strategy = strategy;
    m_draft.strategy = strategy;
    m_impact.reset();
    edited();
}

void UpgradeController::setSettings(const QString &line)
{
    const Result<Value> edits = withSetArgument(Value(Value::Map()), line.trimmed());
    m_settings = line;
    m_settingsProblem = edits ? QString() : edits.error().message;
    if (!edits || *edits == m_draft.edits) {
        Q_EMIT changed();
        return;
    }
    takeEdits(*edits);
    edited();
}

void UpgradeController::takeEdits(const Value &edits)
{
    m_draft.edits = edits;
    m_impact.reset();
    m_outcomes->setEdits(m_draft.values());
}

void UpgradeController::setPolicy(const PolicyChanges &policy)
{
    if (policy == m_draft.policy)
        return;
    m_draft.policy = policy;
    m_outcomes->setEdits(m_draft.values()); // they are values of the chart, too
    edited();
}

void UpgradeController::setWindow(const std::optional<UpgradeWindow> &window)
{
    if (window == m_draft.window)
        return;
    m_draft.window = window;
    edited();
}

void UpgradeController::setGpuFloor(std::optional<int> floor)
{
    if (floor == m_draft.gpuFloor)
        return;
    m_draft.gpuFloor = floor;
    edited();
}

void UpgradeController::setTimeout(std::chrono::seconds timeout)
{
    if (timeout == m_draft.timeout)
        return;
    m_draft.timeout = timeout;
    edited();
}

void UpgradeController::setSupport(const QString &reference, const QString &consent)
{
    if (reference == m_draft.supportReference && consent == m_draft.consent)
        return;
    m_draft.supportReference = reference;
    m_draft.consent = consent;
    edited();
}

void UpgradeController::setReason(const QString &finding, const QString &reason)
{
    if (reason == m_draft.reasons.value(finding))
        return;
    if (reason.trimmed().isEmpty())
        m_draft.reasons.remove(finding);
    else
        m_draft.reasons.insert(finding, reason);
    edited();
}

Result<void> UpgradeController::open(const UpgradeDraft &draft)
{
    if (draft.context != context() || draft.release != key())
        return failure(Error::Code::Invalid,
                       tr("This plan is for %1/%2 on %3. Open it there.")
                           .arg(draft.release.namespaceName, draft.release.name, draft.context));
    if (isRunning() || hasEnded())
        return failure(Error::Code::Invalid,
                       tr("This upgrade has already been run. Create a new plan first."));
    m_draft = draft;
    m_strategy = draft.strategy;
    m_isOpened = true;
    m_offered.reset();
    showSettings(draft.edits);
    m_impact.reset();
    m_outcomes->setTarget(draft.chart.version);
    m_outcomes->setEdits(draft.values());
    edited();
    return {};
}

void UpgradeController::showSettings(const Value &edits)
{
    const bool isShowable = maskedValues(edits) == edits;
    m_settings = isShowable ? setArgumentOf(edits) : std::nullopt;
    m_settingsProblem.clear();
}

void UpgradeController::restore(const UpgradeDraft &draft)
{
    if (open(draft))
        m_isOpened = false;
}

/// What is planned from here on is another change. Of another target the first page shows all that stays; of
/// another revision nothing does.
void UpgradeController::leave(bool isOtherBase)
{
    const bool hasValues = m_strategy || m_draft.edits != Value(Value::Map());
    if (Choices::areIn(m_draft) || (isOtherBase && hasValues)) {
        m_offered = m_draft;
        m_offeredStrategy = m_strategy;
    }
    Choices((UpgradeDraft())).putInto(m_draft);
    if (isOtherBase) {
        m_strategy.reset();
        m_settings = QString();
        m_settingsProblem.clear();
        m_draft.edits = Value(Value::Map());
        if (page() != Page::Version)
            goTo(Page::Version);
    }
    m_outcomes->setEdits(m_draft.values());
}

void UpgradeController::offer(const UpgradeDraft &draft)
{
    m_offered = draft;
    m_offeredStrategy = draft.strategy;
    Q_EMIT changed();
}

void UpgradeController::takeOffered()
{
    if (!m_offered || isRunning() || hasEnded())
        return;
    const UpgradeDraft taken = *std::exchange(m_offered, std::nullopt);
    if (taken.chart.version != m_draft.chart.version) {
        m_draft.chart = {};
        m_draft.chart.version = taken.chart.version;
        m_impact.reset();
        m_outcomes->setTarget(taken.chart.version);
    }
    m_isOpened = false;
    Choices choices(taken);
    choices.reasons.clear();
    choices.putInto(m_draft);
    m_draft.timeout = taken.timeout;
    if (m_offeredStrategy) {
        m_strategy = m_offeredStrategy;
        m_draft.strategy = *m_strategy;
    }
    showSettings(taken.edits);
    takeEdits(taken.edits);
    edited();
}

void UpgradeController::dismissOffered()
{
    m_offered.reset();
    Q_EMIT changed();
}

bool UpgradeController::isOutdated() const
{
    return m_isOpened && m_outcomes->phase() == ReadPhase::Ready &&
           (m_draft.plannedOn != m_outcomes->revision() || m_draft.chart.digest != m_outcomes->digest());
}

void UpgradeController::replan()
{
    m_isOpened = false;
    m_draft.plannedOn = m_outcomes->revision(); // asked for: all but the reasons, of findings then, holds
    m_draft.chart.digest = m_outcomes->digest();
    m_draft.reasons.clear();
    takeOutcomes();
    edited();
}

bool UpgradeController::isStale() const
{
    return judgedPart(m_judged) != judgedPart(m_draft);
}

void UpgradeController::edited()
{
    dropRun();
    if (isStale()) {
        dropPreflight();
        if (page() <= Page::Nodes && isComplete())
            m_soon.start();
    }
    Q_EMIT changed();
}

void UpgradeController::dropPreflight()
{
    m_soon.stop();
    cancelPreflight();
}

void UpgradeController::rerunPreflight()
{
    dropPreflight();
    if (!upgrades() || !isComplete() || isRunning() || hasEnded()) {
        Q_EMIT changed();
        return;
    }
    m_judged = m_draft;
    readPreflight(upgrades()->preflight(m_draft));
}

bool UpgradeController::hasMovedOn() const
{
    if (isRunning() || hasEnded())
        return false;
    const Release *known = release();
    const bool isOtherBase =
        known && m_draft.plannedOn > 0 && !m_isOpened && upgradeBase(known->revisions) != m_draft.plannedOn;
    return isOtherBase || m_wasOvertaken || isOvertaken();
}

void UpgradeController::overtake()
{
    m_wasOvertaken = true;
    m_draft.reasons.clear();
    dropRun();
    rerunPreflight();
}

QString UpgradeController::changeText() const
{
    const QString chart = visibleText(m_draft.chart.name);
    const QString from = visibleText(m_outcomes->installed());
    const QString to = visibleText(m_draft.chart.version);
    if (from.isEmpty())
        return tr("Chart %1 goes to %2.").arg(chart, to);
    return from == to ? tr("Chart %1 stays at %2.").arg(chart, to)
                      : tr("Chart %1 goes from %2 to %3.").arg(chart, from, to);
}

void UpgradeController::startOver()
{
    dropPreflight();
    m_impact.reset();
    m_draft.reasons.clear();
    planAgain();
}

void UpgradeController::takeReport()
{
    m_impact = report().impact;
    if (!m_draft.canary.isEmpty())
        remakeRun(); // who waits for it may be others now
}

using namespace std::chrono_literals;

QString UpgradeController::rolloutSwitch() const
{
    const RolloutFacts *facts = rollout();
    return facts && facts->policy && !facts->policy->name.isEmpty()
               ? facts->policy->kind + u' ' + facts->policy->name
               : QString();
}

QString UpgradeController::leftOut(Page page) const
{
    return page == Page::Nodes && !pages().contains(page) ? tr("Nodes: no driver") : QString();
}

Result<PauseOperation *> UpgradeController::makePause(bool pauses, QObject *owner)
{
    if (!upgrades() || rolloutSwitch().isEmpty())
        return ChangeController::makePause(pauses, owner);
    const DriverPolicy &policy = *rollout()->policy;
    return upgrades()->pause(
        {policy.kind, policy.name, pauses, title(), key(), isRunning() ? run()->id() : QString()}, owner);
}

/// As far as the preflight found out.
std::chrono::milliseconds UpgradeController::untilWindow() const
{
    return m_draft.window && releases() ? timeBetween(releases()->now(), m_draft.window->start)
                                        : std::chrono::milliseconds(0);
}

void UpgradeController::enter(Page page)
{
    if (page == Page::Version) {
        m_wasOvertaken = false;
        takeOutcomes(); // what was run before may have made another revision
    }
    if (page > Page::Version && page < Page::Run &&
        (preflightState() == PreflightState::Missing || isStale() || isOvertaken() ||
         (page == Page::Review && isOld())))
        rerunPreflight();
    if (page == Page::Review && untilWindow() > 0ms)
        m_windowBegins.start(std::min<std::chrono::milliseconds>(untilWindow(), 24h * 7));
}

QString UpgradeController::canaryIssue() const
{
    if (m_draft.canary.isEmpty() || !m_impact)
        return {};
    const RolloutFacts *facts = rollout();
    if (const QString why = holdRefusal(*m_impact, facts); !why.isEmpty())
        return why;
    const bool isThere = std::any_of(facts->nodes.cbegin(), facts->nodes.cend(),
                                     [this](const PlannedNode &node) { return node.name == m_draft.canary; });
    return isThere ? QString() : tr("%1 is not a node of this upgrade.").arg(visibleText(m_draft.canary));
}

void UpgradeController::setCanary(const QString &node)
{
    if (node == m_draft.canary)
        return;
    m_draft.canary = node;
    edited();
}

void UpgradeController::setBake(std::chrono::seconds length)
{
    if (length == m_draft.bake)
        return;
    m_draft.bake = length;
    edited();
}

Result<ReleaseOperation *> UpgradeController::makeOperation()
{
    if (!upgrades())
        return failure(Error::Code::Unreachable, tr("The cluster is not connected."));
    if (const QList<FieldIssue> issues = validate(m_draft); !issues.isEmpty())
        return failure(Error::Code::Invalid, issues.first().text);
    if (!m_draft.canary.isEmpty() && (preflightState() != PreflightState::Ready || isStale()))
        return failure(Error::Code::Invalid, tr("The preflight checks are still running."));
    const Result<NodeHold> hold = nodeHold(m_draft, report().impact, rollout());
    if (!hold)
        return tl::make_unexpected(hold.error());
    return upgrades()->upgrade(m_draft, *hold, nullptr);
}

} // namespace chartroom
