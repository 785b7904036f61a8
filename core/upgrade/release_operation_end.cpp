// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Of ReleaseOperation what is around helm: the nodes that wait, and how it ends.
#include "core/base/on_finished.h"
#include "core/base/short_list.h"
#include "core/kube/kubectl_client.h"
#include "core/rollout/driver_components.h"
#include "core/secrets/masked_text.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/release_operation.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/verify_operation.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

Value textsValue(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

} // namespace

void ReleaseOperation::holdNodes()
{
    if (m_hold.isEmpty())
        return runHelm();
    QStringList shown;
    for (const QStringList &one : holdArguments(m_hold, m_id))
        shown << m_parts.kubectl->command(one).display();
    if (!begin(Step::Hold,
               tr("Putting %n node(s) on hold; %1 is the canary node.", nullptr, int(m_hold.nodes.size()))
                   .arg(m_hold.canary),
               {{u"canary"_s, Value(m_hold.canary)},
                {u"nodes"_s, textsValue(m_hold.nodes)},
                {u"commands"_s, textsValue(shown)}}))
        return;
    onFinished(m_parts.transport->get(holdNodesRequest()), this, [this](const Result<Response> &nodes) {
        if (!nodes)
            return fail(Step::Hold, nodes.error());
        onFinished(QtConcurrent::run(holdChange, m_hold, nodes->body), this,
                   [this](const QString &change) { labelNodes(change); });
    });
}

/// Only where the nodes are still those that the plan was made on.
void ReleaseOperation::labelNodes(const QString &change)
{
    if (!change.isEmpty())
        return fail(Step::Hold, {Error::Code::Gone, change, {}, {}});
    if (stopsHere(Step::Hold))
        return;
    m_hasHeld = true;
    runInTurn(m_parts.kubectl, holdArguments(m_hold, m_id), this,
              [this](const Error &error) { heldBack(error); });
}

/// Whatever kubectl said: the cluster says who waits.
void ReleaseOperation::heldBack(const Error &error)
{
    onFinished(readHeldNodes(m_parts.transport, this), this,
               [this, error](const Result<QList<HeldNode>> &held) {
                   if (!held)
                       return fail(Step::Hold, held.error());
                   QStringList missing = m_hold.nodes;
                   for (const QString &name : heldBy(*held, m_id))
                       missing.removeAll(name);
                   if (!missing.isEmpty())
                       return fail(Step::Hold, {Error::Code::Process,
                                                tr("%1 could not be put on hold: %2")
                                                    .arg(shortList(missing, 10), error.message)
                                                    .trimmed(),
                                                error.detail,
                                                {}});
                   done(Step::Hold, holdText(m_hold));
                   runHelm();
               });
}

/// Nothing came of helm: nobody has to wait. What cannot be taken away is said; see recover.
void ReleaseOperation::unholdNodes(const OperationResult &result)
{
    const auto note = [this](JournalRecord::Kind kind, const QString &text, Value::Map data = {}) {
        data.insert(u"text"_s, Value(maskedText(text)));
        return m_journal->append({kind, u"Unhold"_s, m_parts.clock->now(), Value(data)});
    };
    const auto give = [this](OperationResult ended, const QString &why) {
        if (why.isEmpty())
            return giveBack(ended);
        ended.problems << maskedText(
            tr("Some of %1 may still be on hold, see Activity (on the command line: chartroom recover): %2")
                .arg(shortList(m_hold.nodes, 10), why));
        seeHeld(ended);
    };
    onFinished(readHeldNodes(m_parts.transport, this), this, [=, this](const Result<QList<HeldNode>> &held) {
        if (!held)
            return give(result, held.error().message);
        const QStringList names = heldBy(*held, m_id);
        if (names.isEmpty())
            return give(result, unclaimedText(unclaimedAmong(*held, m_hold.nodes)));
        const QList<QStringList> commands = unholdArguments(m_hold.driver, names);
        const auto written =
            note(JournalRecord::Kind::Intent, tr("Releasing %n node(s) on hold.", nullptr, int(names.size())),
                 {{u"nodes"_s, textsValue(names)}});
        if (!written)
            return give(result, written.error().message);
        runInTurn(m_parts.kubectl, commands, this, [=, this](const Error &error) {
            (void)note(JournalRecord::Kind::Outcome,
                       error.message.isEmpty() ? tr("No node is on hold any more.") : error.message);
            give(result, error.message);
        });
    });
}

/// Nobody is let go by what helm did: who still waits, for this operation or an earlier one, belongs to how
/// it ended.
void ReleaseOperation::seeHeld(const OperationResult &result)
{
    onFinished(readHeldNodes(m_parts.transport, this), this,
               [this, ended = result](const Result<QList<HeldNode>> &held) mutable {
                   if (held) {
                       m_waiting = heldBy(*held, m_id);
                       for (const HeldNode &node : unclaimedAmong(*held, m_hold.nodes))
                           m_waiting->append(node.name);
                   }
                   if (held)
                       ended.held = heldOf(*held, mainDriverComponent(m_before.record.chartName));
                   else
                       (m_hasHeld ? ended.problems : ended.facts)
                           << tr("Which nodes are on hold is unknown, see Activity (on the command line: "
                                 "chartroom recover): %1")
                                  .arg(held.error().message);
                   giveBack(ended);
               });
}

QString ReleaseOperation::recoverCommand() const
{
    const QStringList arguments{u"recover"_s, m_release.namespaceName + u'/' + m_release.name, u"--context"_s,
                                m_parts.access.context};
    return CommandLine{u"chartroom"_s, arguments, {}, {}, {}, {}}.display();
}

void ReleaseOperation::finish(OperationResult::End end, const QString &text, const QStringList &problems)
{
    if (std::exchange(m_isFinished, true))
        return;
    OperationResult result{end, maskedText(text), m_revision, problems};
    result.leftPending = m_leftPending;
    result.cause = m_cause;
    if (m_verification)
        m_verification->addTo(result);
    const bool isUnchanged =
        end == OperationResult::End::NotStarted || end == OperationResult::End::Cancelled;
    const bool isKnown = end == OperationResult::End::Done || end == OperationResult::End::Failed;
    const bool bringsDriver = !mainDriverComponent(m_before.record.chartName).isEmpty();
    if (m_hasHeld && isUnchanged)
        unholdNodes(result);
    else if (m_hasHeld || (isKnown && bringsDriver))
        seeHeld(result);
    else
        giveBack(result);
}

void ReleaseOperation::giveBack(const OperationResult &result)
{
    if (!m_lease || !m_lease->isHeld()) {
        // Later, so that whoever started it hears of an end at once too.
        QMetaObject::invokeMethod(
            this, [this, result] { conclude(result); }, Qt::QueuedConnection);
        return;
    }
    onFinished(m_lease->release(), this, [this, result](const Result<void> &released) {
        if (!released && !m_lost) // else it is another's by now
            m_notes.append(tr("The lease could not be released; it expires by itself: %1")
                               .arg(released.error().message));
        conclude(result);
    });
}

/// By what the cluster said at the end.
QString ReleaseOperation::stillWaitingText() const
{
    if (!m_waiting)
        return tr("%1 is the canary node; whether the others still wait for it is unknown.")
            .arg(m_hold.canary);
    if (m_waiting->isEmpty())
        return tr("%1 is the canary node; none of the others waits for it any more.").arg(m_hold.canary);
    NodeHold now = m_hold;
    now.nodes = *m_waiting;
    return holdText(now);
}

void ReleaseOperation::conclude(OperationResult result)
{
    if (m_hasHeld && m_hasWritten && result.end != OperationResult::End::NotStarted)
        result.facts << stillWaitingText();
    result.facts << stillHeldTexts(result.held, m_parts.access.context);
    if (!m_hasWritten) // else it went when helm had ended
        if (const Result<void> removed = removeRunFolder(folder()); !removed)
            m_notes.append(removed.error().message);
    m_notes.removeDuplicates();
    result.problems += m_notes;
    if (m_journal) {
        const JournalRecord last{
            JournalRecord::Kind::Outcome, u"Finish"_s, m_parts.clock->now(),
            Value(Value::Map{{u"end"_s, Value(endText(result.end))},
                             {u"text"_s, Value(result.text)},
                             {u"verifying"_s, Value(result.isVerifying)},
                             {u"revision"_s, Value(Value::Number{QString::number(m_revision)})},
                             {u"problems"_s, textsValue(result.problems)}})};
        if (const auto written = m_journal->append(last); !written)
            result.problems.append(written.error().message);
        m_journal.reset();
    }
    const auto whole = readJournal(folder());
    if (const auto bake = whole ? bakeIn(*whole) : std::nullopt)
        result.facts << bake->text(m_parts.clock->now());
    Q_EMIT finished(result);
}

} // namespace chartroom
