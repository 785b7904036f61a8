// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/confirmed_operation.h"

#include "core/base/on_finished.h"
#include "core/kube/kubectl_client.h"
#include "core/secrets/masked_text.h"

#include <QUuid>

namespace chartroom {

using namespace Qt::StringLiterals;
using End = OperationResult::End;

ConfirmedOperation::ConfirmedOperation(OperationParts parts, QString step, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_step(std::move(step))
    , m_id(m_parts.clock->now().toUTC().toString(u"yyyyMMdd't'HHmmss'z-'"_s) +
           QUuid::createUuid().toString(QUuid::Id128).left(8))
    , m_cluster(m_parts.access.context)
{}

ConfirmedOperation::~ConfirmedOperation() = default;

void ConfirmedOperation::prepare(const QList<QStringList> &arguments)
{
    onFinished(readClusterUid(m_parts.transport, this), this, [this, arguments](const Result<QString> &uid) {
        if (m_isFinished)
            return;
        m_cluster.uid = uid.value_or(QString());
        m_arguments = arguments;
        QStringList lines;
        for (const QStringList &one : arguments)
            lines << m_parts.kubectl->command(one).display();
        Q_EMIT prepared(lines.join(u'\n'));
    });
}

void ConfirmedOperation::confirm()
{
    if (m_isFinished || m_arguments.isEmpty() || std::exchange(m_isConfirmed, true))
        return;
    auto journal = Journal::create(folder());
    if (!journal)
        return finish(End::NotStarted, journal.error().message);
    m_journal = std::move(*journal);
    Value::List commands;
    for (const QStringList &one : std::as_const(m_arguments))
        commands.append(Value(m_parts.kubectl->command(one).display()));
    Value::Map data = order();
    data.insert(u"operation"_s, Value(m_id));
    data.insert(u"context"_s, Value(m_cluster.context));
    if (!m_cluster.uid.isEmpty())
        data.insert(u"clusterUid"_s, Value(m_cluster.uid));
    data.insert(u"holder"_s, Value(m_parts.holder.identity()));
    data.insert(u"process"_s, Value(m_parts.holder.process.text()));
    data.insert(u"commands"_s, Value(commands));
    const auto release = leased();
    if (!release)
        begin(data);
    else if (write(JournalRecord::Kind::Intent, u"Lease"_s, tr("Acquiring the release's lease."), data))
        whenClockIsRead(*m_parts.transport, this, [this, key = *release] { takeLease(key); });
}

void ConfirmedOperation::begin(const Value::Map &data)
{
    const QString command = m_parts.kubectl->command(m_arguments.first()).display();
    if (write(JournalRecord::Kind::Intent, m_step, tr("Running %1").arg(command), data))
        run();
}

void ConfirmedOperation::takeLease(const ReleaseKey &release)
{
    if (release.name.isEmpty())
        return finish(End::NotStarted, tr("The release that it belongs to is unknown, so its lease cannot be "
                                          "acquired: another operation on it may be in progress."));
    m_lease = std::make_unique<ReleaseLease>(m_parts.kubectl, m_parts.clock, leaseSkew(*m_parts.transport),
                                             release, m_parts.holder, nullptr, m_parts.leaseDuration);
    connect(m_lease.get(), &ReleaseLease::lost, this,
            [this](const Error &error) { m_notes << maskedText(error.message); });
    onFinished(m_lease->take(), this, [this](const Result<void> &taken) {
        const auto holder = taken ? std::nullopt : leaseHolder();
        if (!taken && !holder)
            return finish(End::NotStarted, taken.error().message, taken.error().code);
        if (holder && !holder->isHelmOver)
            return finish(End::NotStarted,
                          tr("Operation %1 of this machine has the release's lease, and its helm has not "
                             "ended: helm could undo this change, or fail because of it. Retry when helm "
                             "has ended and the operation only watches the nodes.")
                              .arg(holder->id),
                          taken.error().code);
        (void)write(JournalRecord::Kind::Outcome, u"Lease"_s,
                    taken ? tr("Chartroom holds the release's lease; no other Chartroom does.")
                          : tr("Operation %1 of this machine holds the release's lease; its helm has ended.")
                                .arg(during()));
        begin({});
    });
}

/// The operation that this is for, where it took the lease and still runs: nobody else is kept waiting by it.
/// As long as its helm runs, a change under it is not safe: helm takes a field that another client changed as
/// a conflict, and fails half-way (helm/helm pkg/kube/client.go@v4.2.4 patchResourceServerSide), or writes
/// the manifest's value over it.
std::optional<RunningOperation> ConfirmedOperation::leaseHolder() const
{
    const auto running = runningOperation(m_parts.folder, m_cluster, *leased());
    const bool isIt = running && running->id == during() && running->holder == m_lease->otherHolder();
    return isIt ? running : std::nullopt;
}

QString ConfirmedOperation::cancel()
{
    if (m_isConfirmed)
        return tr("In progress; Chartroom reads the result from the cluster and then stops.");
    finish(End::Cancelled, tr("Cancelled before anything was changed."));
    return tr("Nothing has been changed, and nothing will be.");
}

void ConfirmedOperation::ran(const Error &error)
{
    (void)write(JournalRecord::Kind::Outcome, m_step,
                error.message.isEmpty() ? tr("kubectl has completed.") : error.message);
    if (!error.message.isEmpty())
        m_notes << maskedText(error.message);
}

bool ConfirmedOperation::write(JournalRecord::Kind kind, const QString &step, const QString &text,
                               Value::Map data)
{
    data.insert(u"text"_s, Value(maskedText(text)));
    const auto written = m_journal->append({kind, step, m_parts.clock->now(), Value(data)});
    if (written)
        return true;
    if (kind == JournalRecord::Kind::Intent)
        finish(End::NotStarted, written.error().message);
    else
        m_notes << written.error().message;
    return false;
}

void ConfirmedOperation::finish(End end, const QString &text, std::optional<Error::Code> cause)
{
    if (std::exchange(m_isFinished, true))
        return;
    OperationResult result{end, maskedText(text), 0, {}};
    result.cause = cause;
    if (!m_lease || !m_lease->isHeld()) {
        // Later, so that whoever started it hears of an end at once too.
        QMetaObject::invokeMethod(
            this, [this, result] { conclude(result); }, Qt::QueuedConnection);
        return;
    }
    onFinished(m_lease->release(), this, [this, result](const Result<void> &released) {
        if (!released)
            m_notes << maskedText(tr("The lease could not be released; it expires by itself: %1")
                                      .arg(released.error().message));
        conclude(result);
    });
}

void ConfirmedOperation::conclude(OperationResult result)
{
    if (result.end == End::Done)
        result.problems = m_notes;
    if (m_journal) {
        const auto written = m_journal->append(
            {JournalRecord::Kind::Outcome, u"Finish"_s, m_parts.clock->now(),
             Value(Value::Map{{u"end"_s, Value(endText(result.end))}, {u"text"_s, Value(result.text)}})});
        if (!written)
            result.problems << written.error().message;
        m_journal.reset();
    }
    Q_EMIT finished(result);
}

} // namespace chartroom
