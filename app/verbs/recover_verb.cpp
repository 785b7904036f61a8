// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/recover_verb.h"

#include "app/printout.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/helm/stored_revision.h"
#include "core/kube/kubeconfig.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/pending_text.h"

#include <QFileInfo>

#include <algorithm>

namespace chartroom {

namespace {

QString moveText(NextMove::Kind kind)
{
    switch (kind) {
    case NextMove::Kind::Wait:
        return QStringLiteral("wait");
    case NextMove::Kind::PlanAgain:
        return QStringLiteral("planAgain");
    case NextMove::Kind::Verify:
        return QStringLiteral("verify");
    case NextMove::Kind::Rollback:
        return QStringLiteral("rollback");
    case NextMove::Kind::Upgrade:
        return QStringLiteral("upgrade");
    case NextMove::Kind::Unhold:
        return QStringLiteral("unhold");
    case NextMove::Kind::Uninstall:
        return QStringLiteral("uninstall");
    case NextMove::Kind::ByHand:
        break;
    }
    return QStringLiteral("byHand");
}

QString sentenceOf(const NextMove &move)
{
    return move.needsReason
               ? move.text + u' ' +
                     RecoverVerb::tr("It is given with --reason %1.").arg(QStringLiteral("pending=TEXT"))
               : move.text;
}

/// What a person types for it; empty where there is nothing to type. Helm has to be told where the release is
/// stored; chartroom's own verbs look in both places.
QString commandOf(const NextMove &move, const Recovery &recovery, const QStringList &kubeconfigs)
{
    const OperationHeader &order = recovery.order;
    const QString name = order.release.namespaceName + u'/' + order.release.name;
    CommandLine command{QStringLiteral("chartroom"), {}, {}, {}, {}, {}};
    switch (move.kind) {
    case NextMove::Kind::Rollback:
        command.arguments = {QStringLiteral("rollback"), name, QString::number(move.toRevision),
                             QStringLiteral("--context"), order.context};
        return command.display();
    case NextMove::Kind::Verify:
        if (recovery.isVerifying) {
            command.arguments = {QStringLiteral("recover"), order.id, QStringLiteral("--close")};
            return command.display();
        }
        command.arguments = {QStringLiteral("rollout"), QStringLiteral("--context"), order.context};
        return command.display();
    case NextMove::Kind::Unhold:
        return unholdCommand(order.id, order.context);
    case NextMove::Kind::Uninstall:
        command.program = QStringLiteral("helm");
        command.arguments = {QStringLiteral("uninstall"),      order.release.name,
                             QStringLiteral("--namespace"),    order.release.namespaceName,
                             QStringLiteral("--kube-context"), order.context};
        command.environment = shellKubeconfig(kubeconfigs);
        if (order.release.storage == ReleaseStorage::ConfigMap)
            command.environment.append({QStringLiteral("HELM_DRIVER"), QStringLiteral("configmap")});
        return command.display();
    default:
        return {};
    }
}

/// Of a journal whose first line cannot be read: nothing in it says that more was done than to look.
bool onlyLooked(const JournalContents &journal)
{
    static const QStringList harmless{QStringLiteral("Lease"), QStringLiteral("Check"),
                                      QStringLiteral("Capture"), QStringLiteral("Stage"),
                                      QStringLiteral("Finish")};
    return journal.damaged <= 1 &&
           std::all_of(journal.records.cbegin(), journal.records.cend(),
                       [](const JournalRecord &record) { return harmless.contains(record.step); });
}

/// `pending`: the status that a release is left in by others; "" for an operation, or a release that was
/// asked for.
Value valueOf(const Recovery &recovery, const QStringList &kubeconfigs, const QStringList &helmOutput,
              const QString &pending = {})
{
    const OperationHeader &order = recovery.order;
    Value::List moves;
    for (const NextMove &move : recovery.moves)
        moves.append(Value(
            Value::Map{{QStringLiteral("move"), Value(moveText(move.kind))},
                       {QStringLiteral("text"), Value(sentenceOf(move))},
                       {QStringLiteral("command"), textOrNull(commandOf(move, recovery, kubeconfigs))}}));
    return Value(Value::Map{
        {QStringLiteral("operation"), textOrNull(order.id)},
        {QStringLiteral("kind"), textOrNull(order.kindWord)},
        {QStringLiteral("context"), Value(order.context)},
        {QStringLiteral("namespace"), Value(order.release.namespaceName)},
        {QStringLiteral("release"), Value(order.release.name)},
        {QStringLiteral("started"), timeOrNull(order.started)},
        {QStringLiteral("end"), recovery.end ? Value(endText(*recovery.end)) : Value()},
        {QStringLiteral("verifying"), Value(recovery.isVerifying)},
        {QStringLiteral("known"), textList(recovery.known)},
        {QStringLiteral("unknown"), textList(recovery.unknown)},
        {QStringLiteral("moves"), Value(moves)},
        {QStringLiteral("heldNodes"), textList(recovery.heldNodes)},
        {QStringLiteral("helmOutput"), textList(helmOutput)},
        {QStringLiteral("pending"), textOrNull(pending)},
    });
}

/// What is open, and may be pending, then what failed or keeps nodes on hold, then what ended well.
int urgency(const Recovery &recovery, bool isJudged)
{
    const bool asks = std::any_of(recovery.moves.cbegin(), recovery.moves.cend(),
                                  [](const NextMove &move) { return move.kind != NextMove::Kind::Unhold; });
    if (!isJudged || (!recovery.end && asks))
        return 0;
    const bool isOver = recovery.end == OperationResult::End::Done ||
                        recovery.end == OperationResult::End::NotStarted ||
                        recovery.end == OperationResult::End::Cancelled;
    return isOver && !recovery.isVerifying && recovery.heldNodes.isEmpty() && recovery.unclaimed.isEmpty()
               ? 2
               : 1;
}

} // namespace

RecoverVerb::RecoverVerb(Invocation invocation, Sessions sessions, Console *console, const Clock *clock,
                         QString folder)
    : m_invocation(std::move(invocation))
    , m_sessions(std::move(sessions))
    , m_console(console)
    , m_clock(clock)
    , m_folder(std::move(folder))
{}

RecoverVerb::~RecoverVerb() = default;

ClusterSession *RecoverVerb::sessionOf(const QString &context) const
{
    for (const auto &session : m_sessions)
        if (session->name() == context)
            return session.get();
    return nullptr;
}

QStringList RecoverVerb::kubeconfigsOf(const QString &context) const
{
    const ClusterSession *session = sessionOf(context);
    return session && session->helm() ? session->helm()->access().kubeconfigs : QStringList();
}

QDateTime RecoverVerb::serverTime(const ClusterSession *session) const
{
    return session ? session->transport()->serverTime(m_clock->now()) : m_clock->now();
}

ClusterIdentity RecoverVerb::clusterOf(const QString &context) const
{
    return {context, m_uids.value(context)};
}

/// Which cluster it is counts where a journal says on which one its operation was.
void RecoverVerb::start()
{
    QSet<QString> contexts;
    for (const QString &folder : operationFolders(m_folder)) {
        const auto order = operationHeaderIn(readJournal(folder).value_or(JournalContents()));
        if (order && !order->clusterUid.isEmpty())
            contexts.insert(order->context);
    }
    m_open = 1;
    for (const auto &session : m_sessions) {
        const QString context = session->name();
        if (!contexts.contains(context))
            continue;
        ++m_open;
        onFinished(readClusterUid(session->transport(), this), this,
                   [this, context](const Result<QString> &uid) {
                       if (uid)
                           m_uids.insert(context, *uid);
                       else if (isSilent(uid.error()))
                           m_silent.insert(context, uid.error());
                       identified();
                   });
    }
    identified();
}

void RecoverVerb::identified()
{
    if (--m_open > 0)
        return;
    m_open = 1;
    if (!m_invocation.release.isEmpty())
        for (const ReleaseStorage storage : {ReleaseStorage::Secret, ReleaseStorage::ConfigMap})
            examine(
                {m_invocation.release.section(u'/', 0, 0), m_invocation.release.section(u'/', 1), storage});
    const QStringList folders = operationFolders(m_folder);
    for (const QString &folder : folders) {
        const OperationTraces traces = tracesOf(folder, QFileInfo(folder).fileName());
        if (!m_invocation.release.isEmpty() && !isOfTheRelease(traces))
            continue;
        if (!traces.journal) {
            m_console->problem(traces.journal.error());
            if (traces.journal.error().code != Error::Code::NotFound)
                addUnjudged(folder, {}, traces.journal.error().message);
            continue;
        }
        if (!isUnsettled(*traces.journal))
            continue;
        const auto order = operationHeaderIn(*traces.journal);
        if (order && isElsewhere(clusterOf(order->context), *order))
            m_elsewhere[order->context] << QFileInfo(folder).fileName();
        else if (order)
            look(folder, traces, *order);
        else if (onlyLooked(*traces.journal))
            m_console->note(QStringLiteral("%1: %2").arg(folder, order.error().message));
        else
            addUnjudged(folder, *traces.journal, order.error().message);
    }
    --m_open;
    looked();
}

/// Of the one that is asked for, on the cluster that is read.
bool RecoverVerb::isOfTheRelease(const OperationTraces &traces) const
{
    if (!traces.journal || m_sessions.empty())
        return false;
    const auto order = operationHeaderIn(*traces.journal);
    return order && order->context == m_sessions.front()->name() &&
           order->release.namespaceName + u'/' + order->release.name == m_invocation.release;
}

/// Somebody has to look himself.
void RecoverVerb::addUnjudged(const QString &folder, const JournalContents &journal, const QString &why)
{
    Entry entry{folder, journal, {}, {}};
    entry.recovery.order.id = QFileInfo(folder).fileName();
    entry.recovery.unknown = {QStringLiteral("%1: %2").arg(folder, why)};
    entry.isJudged = false;
    m_entries.append(entry);
}

/// Then at the nodes: whoever holds some back may be through, or have been another machine.
void RecoverVerb::looked()
{
    if (m_open > 0)
        return;
    if (m_missing && m_entries.isEmpty()) {
        if (m_missing->code == Error::Code::NotFound)
            m_console->problem(*m_missing);
        Q_EMIT finished(exitCode(*m_missing));
        return;
    }
    if (!m_invocation.release.isEmpty() || m_sessions.empty())
        return printAll();
    m_open = 1 + 2 * int(m_sessions.size());
    for (const auto &session : m_sessions) {
        const QString context = session->name();
        if (const auto silent = m_silent.constFind(context); silent != m_silent.cend()) {
            takePending(context,
                        {{},
                         {{ReleaseStorage::Secret, {}, *silent}, {ReleaseStorage::ConfigMap, {}, *silent}},
                         false});
            takeHeld(context, tl::make_unexpected(*silent));
            m_open -= 2;
            continue;
        }
        const UnsettledPlace place{m_invocation.namespaceName, session->contextNamespace()};
        onFinished(readUnsettled(session->transport(), place, this), this,
                   [this, context](const UnsettledReleases &pending) {
                       takePending(context, pending);
                       lookedAtCluster();
                   });
        onFinished(readHeldNodes(session->transport(), this), this,
                   [this, context](const Result<QList<HeldNode>> &held) {
                       takeHeld(context, held);
                       lookedAtCluster();
                   });
    }
    lookedAtCluster();
}

void RecoverVerb::takeHeld(const QString &context, const Result<QList<HeldNode>> &held)
{
    m_held.insert(context, held);
    m_isAnyRead = m_isAnyRead || held;
    if (held || held.error().code == Error::Code::NotFound) // as in a recording
        return;
    m_unread = exitCode(held.error());
    m_console->note(tr("Which nodes are on hold on %1 is unknown: %2").arg(context, held.error().message));
}

void RecoverVerb::takePending(const QString &context, const UnsettledReleases &pending)
{
    m_pending.insert(context, pending.releases);
    m_isAnyRead = m_isAnyRead || pending.isAnyRead;
    for (const UnsettledReleases::Unread &one : pending.unread) {
        if (one.error.code == Error::Code::NotFound) // as in a recording
            continue;
        m_unread = exitCode(one.error);
        const QString kind = storageName(one.storage);
        m_console->note(
            one.except.isEmpty()
                ? tr("Which releases kept in %1 are pending on %2 is unknown: %3")
                      .arg(kind, context, one.error.message)
                : tr("Which releases kept in %1 are pending on %2 outside namespace %3 is unknown: %4")
                      .arg(kind, context, one.except, one.error.message));
    }
}

/// What was not looked at is not clean; where nothing could be read, why.
int RecoverVerb::unreadStatus() const
{
    return m_unread != Done && m_isAnyRead ? int(NotDone) : m_unread;
}

void RecoverVerb::lookedAtCluster()
{
    if (--m_open > 0)
        return;
    addHolds();
    printAll();
}

/// Of whoever left them, if it was no operation that is told already: only their names, as one of them may be
/// at work. Returns their entries.
Value::List RecoverVerb::notePending() const
{
    Value::List entries;
    for (auto pending = m_pending.cbegin(); pending != m_pending.cend(); ++pending)
        for (const UnsettledRelease &one : *pending) {
            const auto revision =
                unsettledRevision(one, endedOperations(m_folder, clusterOf(pending.key()), one.key),
                                  serverTime(sessionOf(pending.key())));
            const bool isTold = std::any_of(m_entries.cbegin(), m_entries.cend(), [&](const Entry &entry) {
                const OperationHeader &order = entry.recovery.order;
                return order.context == pending.key() && order.release == one.key;
            });
            if (isTold || !revision)
                continue;
            const QString name = one.key.namespaceName + u'/' + one.key.name;
            CommandLine command{QStringLiteral("chartroom"), {}, {}, {}, {}, {}};
            command.arguments = {QStringLiteral("recover"), name, QStringLiteral("--context"), pending.key()};
            Recovery recovery;
            recovery.order.context = pending.key();
            recovery.order.release = one.key;
            recovery.known = {tr("%1: revision %2, %3; see %4", "release, number, status, command")
                                  .arg(visibleText(name), QString::number(revision->revision),
                                       statusText(*revision), command.display())};
            m_console->note(recovery.known.first());
            entries.append(valueOf(recovery, {}, {}, visibleText(revision->statusText)));
        }
    return entries;
}

void RecoverVerb::addHolds()
{
    QStringList told;
    for (Entry &entry : m_entries) {
        const OperationHeader &order = entry.recovery.order;
        if (!entry.isJudged)
            continue; // nothing says where it was
        told << order.id;
        if (const auto held = m_held.constFind(order.context); held != m_held.cend())
            addHold(entry.recovery, entry.journal, *held);
        else
            addHold(entry.recovery, entry.journal,
                    failure(Error::Code::Unreachable, tr("Give --context %1 to look.").arg(order.context)));
    }
    for (auto held = m_held.cbegin(); held != m_held.cend(); ++held)
        for (const HeldNode &node : held->value_or(QList<HeldNode>()))
            if (!told.contains(node.operation)) {
                const QString holder =
                    node.operation.isEmpty() ? meantToHold(node.name, held.key(), told) : node.operation;
                if (holder.isEmpty())
                    continue;
                told << holder;
                addHolder(holder, held.key(), *held);
            }
}

/// The newest operation of this machine that set out to hold the node back, unless it is told already: where
/// the cluster no longer tells whose label a node has. "" when it was none of them; the preflight names such
/// nodes.
QString RecoverVerb::meantToHold(const QString &node, const QString &context, const QStringList &told) const
{
    for (const QString &folder : operationFolders(m_folder)) {
        const JournalContents journal = readJournal(folder).value_or(JournalContents());
        const auto order = operationHeaderIn(journal);
        if (order && isOn(clusterOf(context), *order) && holdIn(journal).contains(node))
            return told.contains(order->id) ? QString() : order->id;
    }
    return {};
}

/// One that ended, or of which this machine knows nothing.
void RecoverVerb::addHolder(const QString &operation, const QString &context,
                            const Result<QList<HeldNode>> &held)
{
    const QString folder = m_folder + u'/' + operation;
    Entry entry{folder, {}, {}, {}};
    if (operationFolders(m_folder).contains(folder))
        entry.journal = readJournal(folder).value_or(JournalContents());
    const auto order = operationHeaderIn(entry.journal);
    Recovery &recovery = entry.recovery;
    recovery.order = order.value_or(OperationHeader());
    recovery.order.id = operation;
    recovery.order.context = context;
    if (!order)
        recovery.unknown << tr("What operation %1 was: this machine has no journal of it.").arg(operation);
    addHold(recovery, entry.journal, held);
    if (const auto bake = bakeIn(entry.journal))
        recovery.known << bake->text(serverTime(sessionOf(context)));
    m_entries.append(entry);
}

void RecoverVerb::look(const QString &folder, const OperationTraces &traces, const OperationHeader &order)
{
    ClusterSession *session = sessionOf(order.context);
    if (order.release.namespaceName.isEmpty()) // of a policy, which has no records
        return take(
            folder, traces, order,
            {failure(Error::Code::NotFound, tr("%1 is not a valid release name.").arg(order.release.name)),
             {}});
    if (!session)
        return take(
            folder, traces, order,
            {failure(Error::Code::Unreachable, tr("Give --context %1 to look.").arg(order.context)), {}});
    ++m_open;
    const auto asks = [=, this](const ReleaseTruth &truth) {
        return asksBystanders(recoveryFrom(order, *traces.journal, traces.isHeld, traces.helm, truth,
                                           serverTime(session), traces.ended),
                              traces);
    };
    onFinished(read(session, order.release, asks), this, [=, this](const AttendedTruth &seen) {
        --m_open;
        if (!seen.truth && isSilent(seen.truth.error()))
            m_silent.insert(order.context, seen.truth.error());
        take(folder, traces, order, seen);
        looked();
    });
}

void RecoverVerb::take(const QString &folder, const OperationTraces &traces, const OperationHeader &order,
                       const AttendedTruth &seen)
{
    const QDateTime now = serverTime(sessionOf(order.context));
    Recovery recovery =
        recoveryFrom(order, *traces.journal, traces.isHeld, traces.helm, seen.truth, now, traces.ended);
    const bool isNoted = recovery.isVerifying && awaitsCheck(*traces.journal);
    if (recovery.end && !isNoted)
        if (const Result<void> closed = closeJournal(folder, recovery, *m_clock); !closed)
            m_console->problem(closed.error());
    if (seen.truth && seen.others && asksBystanders(recovery, traces))
        addBystanders(recovery, *seen.others, now);
    m_entries.append({folder, *traces.journal, recovery, traces.helmOutput});
}

/// In one of the two places a release may be stored in, or it could not be read there.
void RecoverVerb::notThere(const Error &error)
{
    if (error.code != Error::Code::NotFound && !(m_missing && m_missing->message == error.message))
        m_console->problem(error); // once, where neither can be read
    if (!m_missing || (m_missing->code == Error::Code::NotFound && error.code != Error::Code::NotFound))
        m_missing = error;
}

void RecoverVerb::examine(const ReleaseKey &key)
{
    ClusterSession *session = m_sessions.front().get();
    ++m_open;
    const QList<EndedOperation> ended = endedOperations(m_folder, clusterOf(session->name()), key);
    const auto asks = [](const ReleaseTruth &) { return true; };
    onFinished(read(session, key, asks), this, [=, this](const AttendedTruth &seen) {
        --m_open;
        if (seen.truth) {
            const QDateTime now = serverTime(session);
            Recovery recovery = recoveryOfRelease(ended, session->name(), key, *seen.truth, now);
            addBystanders(recovery, seen.others.value_or(Bystanders()), now);
            m_entries.append({{}, {}, recovery, {}});
        } else {
            notThere(seen.truth.error());
        }
        looked();
    });
}

QFuture<AttendedTruth> RecoverVerb::read(ClusterSession *session, const ReleaseKey &release,
                                         const std::function<bool(const ReleaseTruth &)> &asks)
{
    if (const auto silent = m_silent.constFind(session->name()); silent != m_silent.cend())
        return readyFuture(AttendedTruth{tl::make_unexpected(*silent), {}});
    const auto truth = [=, this] { return readWayBack(session->transport(), release, this); };
    const auto look = [=, this] {
        return readBystanders(session->transport(), release, session->name(), kubeconfigsOf(session->name()),
                              this);
    };
    return readAttended(truth, look, asks, this);
}

void RecoverVerb::noteElsewhere() const
{
    for (auto one = m_elsewhere.cbegin(); one != m_elsewhere.cend(); ++one)
        m_console->note(tr("%n operation(s) of another cluster with the context name %1 are kept and not "
                           "listed: %2.",
                           nullptr, int(one->size()))
                            .arg(one.key(), shortList(*one, 10)));
}

void RecoverVerb::printAll()
{
    Printout printout;
    Value::List list;
    printout.columns = {{QStringLiteral("RELEASE"), 0, Column::Fit::Cut, 30},
                        {QStringLiteral("WHAT")},
                        {QStringLiteral("TEXT"), 0, Column::Fit::Below},
                        {QStringLiteral("COMMAND"), 0, Column::Fit::Below}};
    bool isOpen = false;
    QList<Recovery *> recoveries;
    for (Entry &entry : m_entries)
        recoveries.append(&entry.recovery);
    waitTogether(recoveries);
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry &a, const Entry &b) {
        return urgency(a.recovery, a.isJudged) < urgency(b.recovery, b.isJudged);
    });
    for (const Entry &entry : std::as_const(m_entries)) {
        const Recovery &recovery = entry.recovery;
        const QStringList kubeconfigs = kubeconfigsOf(recovery.order.context);
        list.append(valueOf(recovery, kubeconfigs, entry.helmOutput));
        const bool isUnknown = !recovery.end || recovery.end == OperationResult::End::Unknown;
        isOpen = isOpen || (!recovery.moves.isEmpty() && isUnknown) || !recovery.heldNodes.isEmpty() ||
                 recovery.isVerifying || !recovery.unclaimed.isEmpty() || !entry.isJudged;
        const QString name = entry.isJudged
                                 ? recovery.order.release.namespaceName + u'/' + recovery.order.release.name
                                 : recovery.order.id;
        for (const QString &text : recovery.known)
            printout.rows.append({name, tr("known"), text, {}});
        for (const QString &text : recovery.unknown)
            printout.rows.append({name, tr("unknown"), text, {}});
        for (const QString &line : entry.helmOutput)
            printout.rows.append({name, tr("helm"), line, {}});
        for (const NextMove &move : recovery.moves)
            printout.rows.append(
                {name, tr("next"), sentenceOf(move), commandOf(move, recovery, kubeconfigs)});
    }
    noteElsewhere();
    if (m_entries.isEmpty() && m_elsewhere.isEmpty())
        m_console->note(tr("No operation of this machine was cut off."));
    const Value::List pending = notePending();
    isOpen = isOpen || !pending.isEmpty();
    list += pending;
    printout.data = Value(list);
    m_console->print(printout, m_invocation.format);
    Q_EMIT finished(isOpen ? int(Found) : unreadStatus());
}

} // namespace chartroom
