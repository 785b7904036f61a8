// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/unhold_operation.h"

#include "core/base/on_finished.h"
#include "core/rollout/track.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/recovery.h"

namespace chartroom {

using namespace Qt::StringLiterals;
using End = OperationResult::End;

namespace {

QList<HeldNode> ofOperation(QList<HeldNode> held, const QString &operation)
{
    held.removeIf([&operation](const HeldNode &node) { return node.operation != operation; });
    return held;
}

/// The driver pod is the newest there is, which is that of the time before while the operator sleeps.
bool isSettled(const NodeTrack &track)
{
    return track.verdict == Verdict::Done && track.isDriverCurrent && track.contradictions.isEmpty();
}

/// Why it is not.
QString unsettledText(const NodeTrack &track)
{
    if (!track.contradictions.isEmpty())
        return track.contradictions.first().text;
    if (track.step != RolloutStep::Done)
        return stepPhrase(track.step) + u'.';
    return UnholdOperation::tr("its driver pod is not the newest.");
}

} // namespace

bool isCanaryDone(const JournalContents &journal, const NodeTrack &track)
{
    const QDateTime begun = helmBegun(journal);
    if (!isSettled(track) || !begun.isValid())
        return false;
    return track.since.isValid() ? track.since >= begun : isCanaryNoted(journal);
}

QString unholdDoubt(const JournalContents &journal, const NodeTrack *track, const QDateTime &now)
{
    const QString canary = operationHeaderIn(journal).value_or(OperationHeader()).canary;
    if (canary.isEmpty())
        return UnholdOperation::tr("This machine's journals do not name the canary node.");
    const auto end = endIn(journal);
    if (end == End::NotStarted || end == End::Cancelled)
        return {}; // nothing came of helm, so nobody has to wait
    if (!track)
        return UnholdOperation::tr("Whether the canary node %1 is done is unknown.").arg(canary);
    if (!isSettled(*track))
        return UnholdOperation::tr("The canary node %1 is not done: %2").arg(canary, unsettledText(*track));
    if (!isCanaryDone(journal, *track) && !track->since.isValid())
        return UnholdOperation::tr("The canary node %1 appears done, but since when is unknown: it may have "
                                   "been done before the upgrade.")
            .arg(canary);
    if (!isCanaryDone(journal, *track))
        return UnholdOperation::tr(
                   "The operator has not upgraded the canary node %1 since the upgrade started.")
            .arg(canary);
    auto bake = bakeIn(journal);
    if (!bake)
        return {};
    bake->seeCanary(track->since);
    if (bake->until() <= now)
        return {};
    return UnholdOperation::tr("The canary node %1 is done. %2").arg(canary, bake->text(now));
}

UnholdOperation::UnholdOperation(OperationParts parts, UnholdRequest order, QObject *parent)
    : ConfirmedOperation(std::move(parts), u"Unhold"_s, parent)
    , m_order(std::move(order))
{}

Value::Map UnholdOperation::order() const
{
    Value::List nodes;
    for (const HeldNode &node : m_held)
        nodes.append(Value(node.name));
    return {{u"kind"_s, Value(operationWord(OperationKind::Unhold))},
            {u"namespace"_s, Value(m_order.release.namespaceName)},
            {u"release"_s, Value(m_order.release.name)},
            {u"holds"_s, Value(m_order.operation)},
            {u"nodes"_s, Value(nodes)},
            {u"doubt"_s, Value(m_order.doubt)},
            {u"reason"_s, Value(m_order.reason)}};
}

void UnholdOperation::start()
{
    if (!m_order.doubt.isEmpty() && m_order.reason.trimmed().isEmpty())
        return finish(End::NotStarted,
                      tr("%1 Enter a reason for releasing the others anyway.").arg(m_order.doubt));
    if (isJournalHeld(parts().folder + u'/' + m_order.operation))
        return finish(End::NotStarted, tr("A Chartroom is working on it now. Wait until it completes."));
    onFinished(readHeldNodes(parts().transport, this), this, [this](const Result<QList<HeldNode>> &held) {
        if (isFinished())
            return;
        if (!held)
            return finish(End::NotStarted, held.error().message, held.error().code);
        take(*held);
    });
}

void UnholdOperation::take(const QList<HeldNode> &held)
{
    m_held = ofOperation(held, m_order.operation);
    if (m_held.isEmpty())
        return finish(End::NotStarted,
                      tr("No node is on hold by that operation, according to the cluster. %1")
                          .arg(unclaimedIn(held))
                          .trimmed());
    QList<QStringList> commands;
    for (const DriverKind driver : allDrivers) {
        QStringList names;
        for (const HeldNode &node : std::as_const(m_held))
            if (node.driver == driver)
                names << node.name;
        commands += unholdArguments(driver, names);
    }
    prepare(commands);
}

void UnholdOperation::run()
{
    onFinished(readHeldNodes(parts().transport, this), this, [this](const Result<QList<HeldNode>> &held) {
        if (!held)
            return finish(End::NotStarted, held.error().message, held.error().code);
        if (ofOperation(*held, m_order.operation) != m_held)
            return finish(End::NotStarted,
                          tr("The nodes were changed in the meantime. Check them again, and then decide."));
        runInTurn(parts().kubectl, arguments(), this, [this](const Error &error) {
            ran(error);
            readBack();
        });
    });
}

void UnholdOperation::readBack()
{
    onFinished(readHeldNodes(parts().transport, this), this, [this](const Result<QList<HeldNode>> &held) {
        if (!held)
            return finish(End::Unknown, tr("The result is unknown, because the cluster cannot be "
                                           "read: %1 %2")
                                            .arg(held.error().message, said())
                                            .trimmed());
        const qsizetype left = heldBy(*held, m_order.operation).size();
        if (left > 0)
            return finish(End::Failed,
                          tr("%n node(s) are still on hold. %1", nullptr, int(left)).arg(said()).trimmed());
        const QString unclaimed = unclaimedIn(*held);
        const QString followed =
            tr("%n node(s) are released: the operator upgrades them according to its policy.", nullptr,
               int(m_held.size()));
        finish(unclaimed.isEmpty() ? End::Done : End::Failed,
               QStringList{followed, unclaimed}.join(u' ').trimmed());
    });
}

/// What the operation meant to hold back, and what is no longer known to be its own.
QString UnholdOperation::unclaimedIn(const QList<HeldNode> &held) const
{
    const auto journal = readJournal(parts().folder + u'/' + m_order.operation);
    return unclaimedText(unclaimedAmong(held, holdIn(journal.value_or(JournalContents()))));
}

} // namespace chartroom
