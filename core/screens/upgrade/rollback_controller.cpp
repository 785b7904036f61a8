// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/rollback_controller.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"

namespace chartroom {

namespace {

constexpr std::chrono::milliseconds typingPause{400};

} // namespace

RollbackController::RollbackController(const QString &context, const RollbackRequest &order, QObject *parent)
    : ChangeController(context, order.release, Page::Preflight, parent)
    , m_order(order)
{
    m_lookAgain.setSingleShot(true);
    m_lookAgain.setInterval(typingPause);
    connect(&m_lookAgain, &QTimer::timeout, this, &RollbackController::rerunPreflight);
}

QString RollbackController::title() const
{
    return tr("Roll %1 back to revision %2").arg(visibleText(key().name)).arg(m_order.toRevision);
}

QString RollbackController::endTitle(const OperationResult &result) const
{
    using End = OperationResult::End;
    if (result.end == End::Failed)
        return tr("The rollback to revision %1 failed").arg(m_order.toRevision);
    if (result.end != End::Done)
        return resultTitle(result);
    return (!result.problems.isEmpty() ? tr("Rolled back to revision %1, but not as planned")
            : result.isVerifying       ? tr("Rolled back to revision %1, not verified")
                                       : tr("Rolled back to revision %1"))
        .arg(m_order.toRevision);
}

QString RollbackController::holdback(Page page) const
{
    if (page != Page::Preflight && page != Page::Review)
        return {};
    if (!upgrades())
        return tr("The cluster is not connected.");
    const Release *now = hasEnded() ? nullptr : release(); // helm may have removed it as it ran
    if (const QString text = now ? notStoredText(*now, m_order.toRevision) : QString(); !text.isEmpty())
        return text;
    if (page == Page::Preflight)
        return preflightHoldback(m_order.reasons);
    if (preflightState() != PreflightState::Ready)
        return preflightState() == PreflightState::Failed ? preflightError().message
                                                          : tr("The preflight checks are still running.");
    if (const QList<RollbackLack> lacks = rollbackLacks(m_order, ownership()); !lacks.isEmpty())
        return lacks.first().text;
    if (const QString why = openText(openFindings(m_order.allReasons())); !why.isEmpty())
        return why;
    return runProblem().isEmpty() ? confirmationHoldback() : runProblem();
}

void RollbackController::setSources(ReleaseSource *releases, UpgradeSource *upgrades)
{
    const bool isOther = upgrades != this->upgrades();
    if (isOther)
        cancelPreflight();
    ChangeController::setSources(releases, upgrades);
    readHeld();
    if (isOther && m_hasBegun)
        rerunPreflight();
}

void RollbackController::begin()
{
    m_hasBegun = true;
    planAgain();
}

void RollbackController::enter(Page page)
{
    if (page == Page::Review)
        readHeld();
    if (preflightState() == PreflightState::Missing || isOld())
        rerunPreflight();
}

void RollbackController::overtake()
{
    m_order.reasons.clear();
    dropRun();
    rerunPreflight();
}

void RollbackController::rerunPreflight()
{
    cancelPreflight();
    m_lookAgain.stop();
    if (upgrades() && !isRunning() && !hasEnded())
        readPreflight(upgrades()->preflight(m_order));
    else
        Q_EMIT changed();
}

QString RollbackController::changeText() const
{
    return tr("It goes from revision %1 back to revision %2. %3")
        .arg(QString::number(m_order.plannedOn), QString::number(m_order.toRevision),
             chartStepText(report().fromChart, report().toChart));
}

/// Again with each look, because somebody may let them go meanwhile.
void RollbackController::readHeld()
{
    if (!upgrades())
        return;
    onFinished(upgrades()->heldNodes(), this, [this](const Result<QList<HeldNode>> &held) {
        m_held = held;
        Q_EMIT changed();
    });
}

QStringList RollbackController::notes() const
{
    QStringList texts = rollbackNotes(report().impact);
    if (!m_held)
        return texts << tr("Which nodes are on hold is unknown: %1").arg(m_held.error().message);
    const QList<HeldNode> its = heldOf(*m_held, release());
    if (!its.isEmpty())
        texts << tr("Rolling back does not release nodes that are on hold.")
              << stillHeldTexts(its, context());
    return texts;
}

void RollbackController::setReason(const QString &reason)
{
    if (reason == m_order.reason)
        return;
    m_order.reason = reason;
    dropRun();
    Q_EMIT changed();
}

void RollbackController::setReason(const QString &finding, const QString &reason)
{
    if (reason == m_order.reasons.value(finding))
        return;
    if (reason.trimmed().isEmpty())
        m_order.reasons.remove(finding);
    else
        m_order.reasons.insert(finding, reason);
    dropRun();
    Q_EMIT changed();
}

void RollbackController::setGpuFloor(std::optional<int> floor)
{
    if (floor == m_order.gpuFloor)
        return;
    m_order.gpuFloor = floor;
    dropRun();
    cancelPreflight();
    m_lookAgain.start();
    Q_EMIT changed();
}

void RollbackController::setSupportReference(const QString &reference)
{
    if (reference == m_order.supportReference)
        return;
    m_order.supportReference = reference;
    dropRun();
    Q_EMIT changed();
}

Result<ReleaseOperation *> RollbackController::makeOperation()
{
    if (!upgrades())
        return failure(Error::Code::Unreachable, tr("The cluster is not connected."));
    return upgrades()->rollback(m_order, nullptr);
}

} // namespace chartroom
