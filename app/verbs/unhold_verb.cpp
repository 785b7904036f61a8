// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/unhold_verb.h"

#include "core/base/on_finished.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/rollout_store.h"
#include "core/upgrade/bake.h"

namespace chartroom {

void UnholdVerb::interrupt()
{
    if (m_work)
        console().note(m_work->cancel());
    else
        OperationVerb::interrupt();
}

void UnholdVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    const QString folder = partsFor(m_session).folder + u'/' + invocation().release;
    if (operationFolders(partsFor(m_session).folder).contains(folder))
        m_journal = readJournal(folder).value_or(JournalContents());
    const auto order = operationHeaderIn(m_journal);
    if (order && order->context != m_session->name())
        return fail({Error::Code::Invalid,
                     tr("That operation was on %1. Give --context %1.").arg(order->context),
                     {},
                     {}});
    if (order && isElsewhere(m_session->identity(), *order))
        return fail(
            {Error::Code::Invalid,
             tr("That operation was on another cluster with the context name %1.").arg(order->context),
             {},
             {}});
    const QString &place = invocation().namespaceName;
    if (order && !place.isEmpty() && order->release.namespaceName != place)
        return fail({Error::Code::Invalid,
                     tr("That operation was on %1/%2, not in namespace %3.")
                         .arg(order->release.namespaceName, order->release.name, place),
                     {},
                     {}});
    if (!order || order->canary.isEmpty())
        return unhold(unholdDoubt(m_journal, nullptr, m_session->now()));
    RolloutStore *rollout = m_session->rollout();
    m_timeout.setSingleShot(true);
    connect(&m_timeout, &QTimer::timeout, this, &UnholdVerb::judge);
    m_timeout.start(invocation().timeout);
    rollout->start();
    rollout->whenComplete(this, [this] { judge(); });
}

/// With what is known of the nodes by now.
void UnholdVerb::judge()
{
    if (m_work)
        return;
    RolloutStore *rollout = m_session->rollout();
    disconnect(rollout, nullptr, this, nullptr);
    m_timeout.stop();
    const OperationHeader order = operationHeaderIn(m_journal).value_or(OperationHeader());
    const NodeTrack *track =
        rollout->isComplete() ? rollout->find({order.canary, mainDriverComponent(order.chart)}) : nullptr;
    if (track && isCanaryDone(m_journal, *track)) {
        const QString folder = partsFor(m_session).folder + u'/' + invocation().release;
        if (const auto noted = noteCanary(folder, track->since, *partsFor(m_session).clock); !noted)
            console().problem(noted.error());
    }
    unhold(unholdDoubt(m_journal, track, m_session->now()));
}

/// Of an operation that this machine knows nothing of: the one release whose driver these nodes have.
ReleaseKey UnholdVerb::releaseOf(const QList<HeldNode> &held) const
{
    QList<HeldNode> its = held;
    its.removeIf([this](const HeldNode &node) { return node.operation != invocation().release; });
    QList<ReleaseKey> found;
    const QList<ReleaseKey> keys = m_session->releases()->keys();
    for (const ReleaseKey &key : keys) {
        const Release *release = m_session->releases()->find(key);
        if (release && release->record &&
            !heldOf(its, mainDriverComponent(release->record->chartName)).isEmpty())
            found << key;
    }
    return found.size() == 1 ? found.first() : ReleaseKey();
}

void UnholdVerb::unhold(const QString &doubt)
{
    if (const auto known = operationHeaderIn(m_journal))
        return unhold(doubt, known->release);
    onFinished(readHeldNodes(m_session->transport(), this), this,
               [this, doubt](const Result<QList<HeldNode>> &held) {
                   unhold(doubt, releaseOf(held.value_or(QList<HeldNode>())));
               });
}

void UnholdVerb::unhold(const QString &doubt, const ReleaseKey &release)
{
    // What is only shown asks for no reason first.
    const UnholdRequest order{invocation().release, release, invocation().yes ? doubt : QString(),
                              reason(u"unhold")};
    if (!doubt.isEmpty())
        console().note(doubt);
    if (!doubt.isEmpty() && order.reason.isEmpty()) {
        needReasons({QStringLiteral("unhold")});
        if (invocation().yes)
            return refuse(tr("Nothing was run. Say why the others follow anyway, as --reason unhold=TEXT: %1")
                              .arg(doubt));
    }
    m_work = std::make_unique<UnholdOperation>(partsFor(m_session), order);
    connect(m_work.get(), &ConfirmedOperation::prepared, this, [this](const QString &commands) {
        m_commands = commands.split(u'\n');
        for (const QString &command : std::as_const(m_commands))
            console().note(command);
        if (!invocation().yes) {
            printResult({OperationResult::End::NotStarted, notRunText(), 0, {}}, m_commands);
            return end(previewCode());
        }
        setOperation(m_work->id(), m_work->folder());
        m_work->confirm();
    });
    connect(m_work.get(), &ConfirmedOperation::finished, this,
            [this](const OperationResult &result) { ended(result, m_commands); });
    m_work->start();
}

} // namespace chartroom
