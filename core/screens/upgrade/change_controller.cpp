// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/change_controller.h"

#include "core/base/visible_text.h"
#include "core/responsibility/coordination.h"

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
    m_releases = releases;
    m_upgrades = upgrades;
    Q_EMIT changed();
}

const Release *ChangeController::release() const
{
    return m_releases ? m_releases->find(m_key) : nullptr;
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
        return hasEnded() ? resultState(m_run->result()) : VisualState::Waiting;
    if (isRunning() || hasEnded())
        return hasDoubt(page) ? VisualState::Attention : VisualState::Done;
    if (page > m_page || !isReachable(page))
        return VisualState::Waiting;
    if (page == m_page)
        return VisualState::Moving;
    return holdback(page).isEmpty() && !hasDoubt(page) ? VisualState::Done : VisualState::Attention;
}

QString ChangeController::leftOut(Page) const
{
    return {};
}

QString ChangeController::stopText() const
{
    if (isRunning())
        return tr("Steps that have begun are finished. The window waits for them before it closes.");
    if (hasEnded())
        return tr("Nothing is running any more. All of it is in the journal.");
    return isKept() ? tr("Nothing has been changed. What you planned is kept for this release.")
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
    return tr("Type %1, to say that you mean this release and this cluster.").arg(wish);
}

void ChangeController::start()
{
    if (m_page != Page::Review || !m_run || m_run->phase() != OperationRun::Phase::Ready ||
        !holdback(Page::Review).isEmpty() || looksAgain())
        return;
    m_page = Page::Run;
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

} // namespace chartroom
