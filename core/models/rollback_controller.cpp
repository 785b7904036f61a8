// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollback_controller.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/responsibility/coordination.h"

namespace chartroom {

RollbackController::RollbackController(const QString &context, const RollbackOrder &order, QObject *parent)
    : ChangeController(context, order.release, Page::Review, parent)
    , m_order(order)
{}

QString RollbackController::title() const
{
    return tr("Roll %1 back to revision %2").arg(visibleText(key().name)).arg(m_order.toRevision);
}

QString RollbackController::holdback(Page page) const
{
    if (page != Page::Review)
        return {};
    if (!upgrades())
        return tr("The cluster is not connected.");
    if (const auto lack = rollbackLack(m_order, ownership()))
        return lack->text;
    return runProblem().isEmpty() ? confirmationHoldback() : runProblem();
}

bool RollbackController::needsCoordination() const
{
    return chartroom::needsCoordination(ownership());
}

void RollbackController::setSources(ReleaseSource *releases, UpgradeSource *upgrades)
{
    ChangeController::setSources(releases, upgrades);
    readHeld();
}

void RollbackController::enter(Page page)
{
    if (page == Page::Review)
        readHeld();
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

QStringList RollbackController::heldNotes() const
{
    if (!m_held)
        return {tr("Which nodes are held back is not known: %1").arg(m_held.error().message)};
    const QList<HeldNode> its = heldOf(*m_held, release());
    if (its.isEmpty())
        return {};
    return QStringList{tr("A rollback lets nobody go that is held back.")} + stillHeldTexts(its, context());
}

QString RollbackController::doubt() const
{
    return release() ? atWorkText(*release(), releases()->now()) : QString();
}

QString RollbackController::workNote() const
{
    const QString text = doubt();
    return text.isEmpty()
               ? QString()
               : tr("%1 Go on only when you know that nobody is; the reason is kept for that too.").arg(text);
}

void RollbackController::setReason(const QString &reason)
{
    if (reason == m_order.reason)
        return;
    m_order.reason = reason;
    dropRun();
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
    RollbackOrder order = m_order;
    if (!doubt().isEmpty())
        order.pendingReason = order.reason;
    return upgrades()->rollback(order, nullptr);
}

} // namespace chartroom
