// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/change_controller.h"

#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/responsibility/coordination.h"

#include <algorithm>
#include <utility>

namespace chartroom {

ChangeController::ChangeController(const QString &context, const ReleaseKey &key, Page first, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_key(key)
    , m_first(first)
    , m_page(first)
{}

void ChangeController::setSources(ReleaseSource *releases, UpgradeSource *upgrades)
{
    if (m_releases)
        m_releases->disconnect(this);
    m_releases = releases;
    m_upgrades = upgrades;
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, &ChangeController::followRelease);
    Q_EMIT changed();
}

const Release *ChangeController::release() const
{
    return m_releases ? m_releases->find(m_key) : nullptr;
}

std::optional<std::pair<int, ReleaseStatus>> ChangeController::newestRevision() const
{
    const Release *known = release();
    return known ? std::optional(std::pair(known->newest().revision, known->newest().status)) : std::nullopt;
}

bool ChangeController::isOvertaken() const
{
    if (isRunning() || hasEnded() || m_preflightState == PreflightState::Missing)
        return false;
    const auto newest = newestRevision();
    return newest && m_judgedOn && newest != m_judgedOn;
}

void ChangeController::followRelease()
{
    if (m_page > Page::Version && m_page < Page::Run && isOvertaken())
        overtake();
}

bool ChangeController::isReachable(Page page) const
{
    const QList<Page> all = pages();
    if (!all.contains(page))
        return false;
    if (isRunning() || hasEnded())
        return page == Page::Run || (page == Page::Result && hasEnded());
    if (page >= Page::Run)
        return false;
    for (const Page before : all) {
        if (before == page)
            return true;
        if (!holdback(before).isEmpty())
            return false;
    }
    return false;
}

QString ChangeController::currentHoldback() const
{
    if (isRunning() || hasEnded())
        return {};
    const QList<Page> all = pages();
    for (const Page one : all) {
        if (const QString why = holdback(one); !why.isEmpty() || one == m_page)
            return why;
    }
    return {};
}

VisualState ChangeController::stateOf(Page page) const
{
    if (page == Page::Run) {
        if (isRunning())
            return VisualState::Moving;
        return hasEnded() ? VisualState::Done : VisualState::Waiting;
    }
    if (page == Page::Result)
        return hasEnded() ? m_nodesEnd.value_or(resultState(m_run->result())) : VisualState::Waiting;
    if (isRunning() || hasEnded())
        return hasDoubt(page) ? VisualState::Attention : VisualState::Done;
    if (page > m_page || !isReachable(page))
        return VisualState::Waiting;
    if (page == m_page)
        return VisualState::Moving;
    return holdback(page).isEmpty() && !hasDoubt(page) ? VisualState::Done : VisualState::Attention;
}

void ChangeController::setNodesEnd(std::optional<VisualState> state)
{
    if (std::exchange(m_nodesEnd, state) != state)
        Q_EMIT changed();
}

QString ChangeController::leftOut(Page) const
{
    return {};
}

QString ChangeController::stopText() const
{
    if (isRunning())
        return tr("Chartroom completes the steps in progress first, and closes after that.");
    if (hasEnded())
        return tr("This operation has ended. Everything is in the journal.");
    return isKept() ? tr("Nothing has been changed. Your plan is saved for this release.")
                    : tr("Nothing has been changed.");
}

void ChangeController::goTo(Page page)
{
    if (page != m_page && isReachable(page))
        show(page);
}

void ChangeController::show(Page page)
{
    m_page = page;
    enter(page);
    if (page == Page::Review)
        prepareRun();
    Q_EMIT pageChanged();
    Q_EMIT changed();
}

void ChangeController::next()
{
    const QList<Page> all = pages();
    const qsizetype here = all.indexOf(m_page);
    if (m_page == Page::Review)
        start();
    else if (here >= 0 && here + 1 < all.size())
        goTo(all[here + 1]);
}

bool ChangeController::canGoBack() const
{
    const qsizetype here = pages().indexOf(m_page);
    return here > 0 && isReachable(pages().at(here - 1));
}

void ChangeController::back()
{
    if (canGoBack())
        goTo(pages().at(pages().indexOf(m_page) - 1));
}

void ChangeController::prepareRun()
{
    if (m_run || isRunning() || hasEnded())
        return;
    const Result<ReleaseOperation *> made = makeOperation();
    m_runProblem = made ? QString() : made.error().message;
    if (!made)
        return;
    m_run = std::make_unique<OperationRun>(std::unique_ptr<ReleaseOperation>(*made));
    connect(m_run.get(), &OperationRun::changed, this, &ChangeController::changed);
    connect(m_run.get(), &OperationRun::ended, this, &ChangeController::runEnded);
}

void ChangeController::dropRun()
{
    if (!isRunning() && !hasEnded())
        m_confirmation.clear();
    remakeRun();
}

void ChangeController::remakeRun()
{
    if (isRunning() || hasEnded())
        return;
    m_run.reset();
    if (m_page == Page::Review)
        prepareRun();
}

Ownership ChangeController::ownership() const
{
    return m_releases ? m_releases->ownership(m_key) : Ownership();
}

QString ChangeController::confirmationWish() const
{
    return visibleText(confirmationPhrase(ownership(), m_key.name, m_context));
}

void ChangeController::setConfirmation(const QString &text)
{
    if (text == m_confirmation)
        return;
    m_confirmation = text;
    m_confirmedOn = foundText();
    Q_EMIT changed();
}

QString ChangeController::confirmationHoldback() const
{
    if (!m_releases)
        return tr("The cluster is not connected.");
    const QString wish = confirmationWish();
    if (m_run && m_run->keepingText().isEmpty())
        return tr("Waiting for your keyring; it may ask you to unlock it.");
    if (wish.isEmpty() || m_confirmation.trimmed() == wish)
        return {};
    return tr("Type %1 to confirm this release and this cluster.").arg(wish);
}

void ChangeController::start()
{
    if (m_page != Page::Review || !m_run || m_run->phase() != OperationRun::Phase::Ready ||
        !holdback(Page::Review).isEmpty())
        return;
    if (isOld())
        return rerunPreflight(); // the run waits for a person who has seen what it finds
    m_page = Page::Run;
    m_startedAt = m_releases ? m_releases->now() : QDateTime();
    Q_EMIT runStarted();
    m_run->start();
    Q_EMIT pageChanged();
    Q_EMIT changed();
}

void ChangeController::planAgain()
{
    if (isRunning())
        return;
    m_run.reset();
    m_nodesEnd.reset();
    m_confirmation.clear();
    show(m_first);
}

Result<PauseOperation *> ChangeController::makePause(bool, QObject *)
{
    return failure(Error::Code::Unreachable, tr("The cluster is not connected."));
}

QString pageTitle(ChangeController::Page page)
{
    using Page = ChangeController::Page;
    switch (page) {
    case Page::Version:
        return ChangeController::tr("Version and values");
    case Page::Nodes:
        return ChangeController::tr("Nodes and window");
    case Page::Preflight:
        return ChangeController::tr("Preflight");
    case Page::Coordination:
        return ChangeController::tr("Coordination");
    case Page::Review:
        return ChangeController::tr("Review");
    case Page::Run:
        return ChangeController::tr("Run");
    case Page::Result:
        break;
    }
    return ChangeController::tr("Result");
}

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds longestTrust = 5min; // of what the preflight found

} // namespace

bool ChangeController::needsCoordination() const
{
    return chartroom::needsCoordination(ownership());
}

void ChangeController::cancelPreflight()
{
    if (m_watcher) {
        m_watcher->disconnect(this);
        m_watcher->cancel();
        m_watcher->deleteLater();
        m_watcher = nullptr;
    }
    m_preflightStep.reset();
    m_reach.reset();
    m_preflightState = PreflightState::Missing;
}

QString ChangeController::decisionText() const
{
    if (!m_reach)
        return tr("The effect on nodes and values is unknown until the preflight checks have completed.");
    const QStringList sentences{changeText(), reachText(*m_reach), shiftText(m_report.values)};
    return sentences.join(u' ').trimmed();
}

void ChangeController::readPreflight(const QFuture<Result<PreflightReport>> &future)
{
    cancelPreflight();
    m_judgedOn = newestRevision();
    m_preflightState = PreflightState::Reading;
    auto *watcher = new QFutureWatcher<Result<PreflightReport>>(this);
    m_watcher = watcher;
    connect(watcher, &QFutureWatcherBase::progressValueChanged, this, [this](int step) {
        m_preflightStep = PreflightOperation::Step(step);
        Q_EMIT changed();
    });
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        m_watcher = nullptr;
        watcher->deleteLater();
        m_preflightStep.reset();
        const Result<PreflightReport> report =
            watcher->isCanceled() || watcher->future().resultCount() == 0
                ? failure(Error::Code::Cancelled, tr("The preflight was interrupted. Run it again."))
                : watcher->result();
        m_preflightState = report ? PreflightState::Ready : PreflightState::Failed;
        if (report) {
            m_report = *report;
            m_judgedAt = m_releases ? m_releases->now() : QDateTime();
            m_reach = changeReach(m_report, policyChanges());
            takeReport();
            const QString found = foundText();
            if (!m_confirmedOn.isEmpty() && m_confirmedOn != found)
                m_confirmation.clear();
            m_confirmedOn = found;
        } else {
            m_preflightError = report.error();
        }
        Q_EMIT changed();
    });
    watcher->setFuture(future);
    Q_EMIT changed();
}

bool ChangeController::isOld() const
{
    return m_preflightState == PreflightState::Ready && m_releases &&
           (isOvertaken() ||
            !(m_judgedAt.isValid() && timeBetween(m_judgedAt, m_releases->now()) <= longestTrust));
}

bool ChangeController::hasDoubt(Page page) const
{
    return page == Page::Preflight &&
           std::any_of(m_report.findings.cbegin(), m_report.findings.cend(), [](const PreflightFinding &one) {
               return one.severity != Severity::Ok && one.severity != Severity::Note;
           });
}

QString ChangeController::foundText() const
{
    if (m_preflightState != PreflightState::Ready)
        return {};
    QStringList lines{decisionText()};
    for (const PreflightFinding &one : m_report.findings)
        lines << QString::number(int(one.severity)) + u' ' + one.sentence;
    return lines.join(u'\n');
}

QStringList ChangeController::openFindings(const QMap<QString, QString> &reasons) const
{
    return findingsWithoutReason(m_report.findings, reasons);
}

QString ChangeController::openText(const QStringList &open)
{
    return open.isEmpty()
               ? QString()
               : tr("%n severe finding(s) need a reason for overriding.", nullptr, int(open.size()));
}

QString ChangeController::preflightHoldback(const QMap<QString, QString> &reasons) const
{
    if (m_preflightState == PreflightState::Failed)
        return m_preflightError.message;
    if (m_preflightState != PreflightState::Ready) // edited on a later page: the review waits for it
        return page() > Page::Preflight ? QString() : tr("The preflight checks are still running.");
    QStringList open = openFindings(reasons);
    if (needsCoordination())
        open.removeAll(QStringLiteral("ownership")); // answered on a page that follows
    return openText(open);
}

QString preflightStepText(PreflightOperation::Step step)
{
    using Step = PreflightOperation::Step;
    switch (step) {
    case Step::Tools:
        return ChangeController::tr("Reading helm's version");
    case Step::Release:
        return ChangeController::tr("Reading the release");
    case Step::Target:
        return ChangeController::tr("Reading the target revision");
    case Step::Chart:
        return ChangeController::tr("Reading the chart");
    case Step::Values:
        return ChangeController::tr("Computing the values");
    case Step::DryRun:
        return ChangeController::tr("helm dry run");
    case Step::Objects:
        return ChangeController::tr("Reading the objects that it would change");
    case Step::Rights:
        return ChangeController::tr("Checking permissions");
    case Step::Rehearsal:
        return ChangeController::tr("API server dry run");
    case Step::Nodes:
        return ChangeController::tr("Checking the nodes");
    case Step::Judge:
        break;
    }
    return ChangeController::tr("Evaluating results");
}

} // namespace chartroom
