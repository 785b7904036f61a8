// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/activity_log.h"

#include <QFuture>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

namespace chartroom {

class Clock;
class Fleet;
class ReleaseSource;

/// An upgrade or rollback that this very program runs.
struct OwnRun
{
    QString context;
    ReleaseKey release;
    QString title;   ///< "Upgrade gpu-operator"
    QDateTime since; ///< invalid: unknown

    friend bool operator==(const OwnRun &, const OwnRun &) = default;
};

/// An operation of this machine that was cut off, or awaits its check since, and what is known of it.
struct CutOperation
{
    ActivityEntry entry;
    OperationTraces traces;
    Recovery recovery;
    std::optional<OwnRun> own; ///< what this program runs on the same release
};

/// The operations of this machine that isUnsettled() and no one is at work on: read from the journals, and
/// asked of each cluster as soon as it is connected, again when its connection becomes live, whenever its
/// release changes, and every few seconds while one waits for somebody who is at work or holds a journal;
/// else now and then, as another program may settle one. One that isElsewhere() is left out. What the window,
/// the add-ons, the inspector and the wizard say of one comes from here, and is what the page Activity says:
/// recoveryFrom().
class OpenOperations final : public QObject
{
    Q_OBJECT
public:
    /// `operations` is the folder of the journals; "" for none. The others outlive it.
    OpenOperations(Fleet *fleet, const Clock *clock, QString operations, QObject *parent = nullptr);

    /// The journals, on the pool; ends in read() and, where something is another than before, changed().
    void readAgain();
    [[nodiscard]] bool isRead() const { return m_isRead; }
    /// The newest first.
    [[nodiscard]] const QList<CutOperation> &all() const { return m_cut; }
    /// The newest of that release; null when there is none.
    [[nodiscard]] const CutOperation *find(const QString &context, const ReleaseKey &release) const;

    /// What this program runs from now on; ends in changed() where that is another than before.
    void setOwnRuns(const QList<OwnRun> &runs);
    [[nodiscard]] const QList<OwnRun> &ownRuns() const { return m_own; }
    /// Null when there is none.
    [[nodiscard]] const OwnRun *ownRun(const QString &context, const ReleaseKey &release) const;

Q_SIGNALS:
    void read();
    void changed();

private:
    void take(QList<CutOperation> cut);
    void follow(const QString &context);
    void ask(const CutOperation &operation);
    void lookSoon();
    void markOwn();
    [[nodiscard]] CutOperation *find(const QString &folder);

    Fleet *m_fleet;
    const Clock *m_clock;
    QString m_operations;
    QList<CutOperation> m_cut;
    QList<OperationHeader> m_elsewhere; ///< those that are left out
    QList<OwnRun> m_own;
    QHash<QString, QPointer<ReleaseSource>> m_followed; ///< by context
    QSet<QString> m_live;                               ///< contexts whose connection is
    QTimer m_soon;
    int m_round = 0;
    bool m_isRead = false;
    bool m_isReading = false;
    bool m_isDue = false;
    bool m_isAnyHeld = false; ///< see openJournals()
};

/// Whether the cluster that is connected under the name of its context is another one.
[[nodiscard]] bool isElsewhere(const Fleet &fleet, const OperationHeader &order);

/// Everything that is known of an unsettled operation: from its traces, which are looked at before this,
/// then from its cluster, if that is connected; of one that isElsewhere() only that. `owner` outlives the
/// answer.
[[nodiscard]] QFuture<Recovery> readRecovery(const Fleet &fleet, const Clock &clock,
                                             const ActivityEntry &entry, const OperationTraces &traces,
                                             QObject *owner);

/// "In progress in this Chartroom since ...: Upgrade gpu-operator."
[[nodiscard]] QString ownRunText(const OwnRun &run);
/// While this program is at work on the release there is nothing to do but wait for that.
[[nodiscard]] Recovery withOwnRun(Recovery recovery, const OwnRun &run);

/// "cut off", or how else it stands on the page Activity.
[[nodiscard]] QString cutWord(const CutOperation &operation);
/// "Upgrade of gpu-operator to v26.7.0 on prod: cut off. Next: ...": for one line over everything else.
[[nodiscard]] QString cutHeadline(const CutOperation &operation);
/// All of it: what is known, what is not, and what is safe to do next.
[[nodiscard]] QString cutText(const CutOperation &operation);

} // namespace chartroom
