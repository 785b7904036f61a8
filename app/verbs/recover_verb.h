// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"
#include "core/upgrade/bystanders.h"

namespace chartroom {

/// `recover`: what became of the operations that were cut off, and the way out, and which releases are
/// pending by anybody else; with a release, the way out of the state that release is in. Changes nothing in a
/// cluster; closes the journals of operations whose end is known. A journal that cannot be judged is told
/// too, as found; of operations on another cluster with the same context name only the ids are.
class RecoverVerb final : public Verb
{
    Q_OBJECT
public:
    using Sessions = SessionVerb::Sessions;

    /// `console` and `clock` outlive the verb; `folder` holds the operations.
    RecoverVerb(Invocation invocation, Sessions sessions, Console *console, const Clock *clock,
                QString folder);
    ~RecoverVerb() override;
    void start() override;

private:
    struct Entry
    {
        QString folder;
        JournalContents journal;
        Recovery recovery;
        QStringList helmOutput;
        bool isJudged = true; ///< false: its journal cannot be read
    };
    [[nodiscard]] ClusterSession *sessionOf(const QString &context) const;
    [[nodiscard]] QStringList kubeconfigsOf(const QString &context) const;
    [[nodiscard]] QDateTime serverTime(const ClusterSession *session) const;
    [[nodiscard]] ClusterIdentity clusterOf(const QString &context) const;
    void identified();
    void look(const QString &folder, const OperationTraces &traces, const OperationHeader &order);
    [[nodiscard]] bool isOfTheRelease(const OperationTraces &traces) const;
    void take(const QString &folder, const OperationTraces &traces, const OperationHeader &order,
              const AttendedTruth &seen);
    void addUnjudged(const QString &folder, const JournalContents &journal, const QString &why);
    void looked();
    void takePending(const QString &context, const UnsettledReleases &pending);
    void takeHeld(const QString &context, const Result<QList<HeldNode>> &held);
    [[nodiscard]] int unreadStatus() const;
    void lookedAtCluster();
    [[nodiscard]] Value::List notePending() const;
    void addHolds();
    [[nodiscard]] QString meantToHold(const QString &node, const QString &context,
                                      const QStringList &told) const;
    void addHolder(const QString &operation, const QString &context, const Result<QList<HeldNode>> &held);
    void examine(const ReleaseKey &key);
    [[nodiscard]] QFuture<AttendedTruth> read(ClusterSession *session, const ReleaseKey &release,
                                              const std::function<bool(const ReleaseTruth &)> &asks);
    void notThere(const Error &error);
    void noteElsewhere() const;
    void printAll();

    Invocation m_invocation;
    Sessions m_sessions;
    Console *m_console;
    const Clock *m_clock;
    QString m_folder;
    QHash<QString, Result<QList<HeldNode>>> m_held;    ///< by context
    QHash<QString, QList<UnsettledRelease>> m_pending; ///< by context
    QHash<QString, Error> m_silent;                    ///< why a cluster did not answer, by context
    QHash<QString, QString> m_uids;                    ///< of the clusters, by context; see ClusterIdentity
    QMap<QString, QStringList> m_elsewhere;            ///< operations on another cluster, by context
    QList<Entry> m_entries;
    std::optional<Error> m_missing; ///< why the release that was asked for is not in one of its places
    int m_open = 0;                 ///< asked for, not answered yet
    int m_unread = Done;            ///< of a cluster whose nodes or releases could not be read
    bool m_isAnyRead = false;       ///< of the clusters
};

} // namespace chartroom
