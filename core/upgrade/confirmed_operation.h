// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/recovery.h"
#include "core/upgrade/release_operation.h"

#include <QObject>

#include <memory>

namespace chartroom {

/// One small change beside a release's own: start() reads and shows the exact commands; confirm() takes the
/// release's lease and runs them, journaled before and after, reads from the cluster what came of it, and
/// gives the lease back.
class ConfirmedOperation : public QObject
{
    Q_OBJECT
public:
    ~ConfirmedOperation() override;

    virtual void start() = 0;
    /// After prepared().
    void confirm();
    /// Before confirm() it ends the operation. Returns a sentence about what continues.
    QString cancel();

    [[nodiscard]] const QString &id() const { return m_id; }
    /// Once prepared(): what it will not bring about, a sentence; mostly "".
    [[nodiscard]] virtual QString notice() const { return {}; }
    /// Where its journal is, once it was confirmed.
    [[nodiscard]] QString folder() const { return m_parts.folder + u'/' + m_id; }

Q_SIGNALS:
    /// The commands that confirm() will run, a line each.
    void prepared(const QString &commands);
    /// Exactly once.
    void finished(const chartroom::OperationResult &result);

protected:
    /// Of the parts it takes the transport, kubectl, the clock, the context, the holder and the folder.
    /// `step` names what is done, for the journal.
    ConfirmedOperation(OperationParts parts, QString step, QObject *parent);

    /// What is asked for, for the journal's first line: kind, namespace, release and more.
    [[nodiscard]] virtual Value::Map order() const = 0;
    /// Whose lease it is done under; nothing: run() sees to that itself.
    [[nodiscard]] virtual std::optional<ReleaseKey> leased() const { return {}; }
    /// The operation of this machine that is at work on the release, has its lease, and is what this is for;
    /// "" for none.
    [[nodiscard]] virtual QString during() const { return {}; }
    /// The intent is durable, and the lease ours.
    virtual void run() = 0;

    /// They are known: waits for confirm().
    void prepare(const QList<QStringList> &arguments);
    [[nodiscard]] const QList<QStringList> &arguments() const { return m_arguments; }
    /// What kubectl said; a message where it did not do it.
    void ran(const Error &error);
    [[nodiscard]] QString said() const { return m_notes.join(u' '); }
    /// `cause` is the code of the answer that kept it from starting.
    void finish(OperationResult::End end, const QString &text, std::optional<Error::Code> cause = {});
    [[nodiscard]] bool isFinished() const { return m_isFinished; }
    [[nodiscard]] const OperationParts &parts() const { return m_parts; }

private:
    bool write(JournalRecord::Kind kind, const QString &step, const QString &text, Value::Map data = {});
    void takeLease(const ReleaseKey &release);
    void begin(const Value::Map &data);
    [[nodiscard]] std::optional<RunningOperation> leaseHolder() const;
    void conclude(OperationResult result);

    OperationParts m_parts;
    QString m_step;
    QString m_id;
    ClusterIdentity m_cluster; ///< its uid once prepared(), as far as it may be read
    QList<QStringList> m_arguments;
    QStringList m_notes;
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<ReleaseLease> m_lease;
    bool m_isConfirmed = false;
    bool m_isFinished = false;
};

} // namespace chartroom
