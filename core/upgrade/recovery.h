// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/cluster_identity.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/next_move.h"
#include "core/upgrade/operation_kind.h"
#include "core/upgrade/release_operation.h"

namespace chartroom {

/// What the journal's first line says of an operation.
struct OperationHeader
{
    QString id;
    /// Nothing for an unknown word. With Pause, Resume and Matrix `release` names a policy or a ConfigMap.
    std::optional<OperationKind> kind;
    QString kindWord; ///< as the journal has it
    QString context;
    QString clusterUid; ///< see ClusterIdentity; "" where it could not be read, and in an older journal
    ReleaseKey release;
    int plannedOn = 0;
    int toRevision = 0; ///< of a rollback
    QString chart;      ///< of an upgrade, as are those up to zone
    QString version;
    QString canary; ///< which goes first; "" for none
    std::chrono::seconds bake{0};
    QByteArray zone;                     ///< of its window, by IANA; "" without one
    std::optional<UpgradeWindow> window; ///< UTC; nothing too where an older journal keeps none
    QString holder;
    ProcessIdentity process; ///< that started it
    QDateTime started;
};

/// Damaged when the first line is not there.
[[nodiscard]] Result<OperationHeader> operationHeaderIn(const JournalContents &reading);
/// How it ended; nothing while it is open.
[[nodiscard]] std::optional<OperationResult::End> endIn(const JournalContents &reading);

/// Whether what runs was seen as planned up to the end, of an operation that ended as done: by what it noted
/// itself, also where its journal was closed for it later. One that was killed while it verified was not.
[[nodiscard]] bool wasVerified(const JournalContents &reading);

/// Whether somebody has to look: no end is noted, or one that was not known and was not settled since.
[[nodiscard]] bool isOpen(const JournalContents &reading);

/// Whether it ended as deployed, and what runs was neither seen as planned nor checked by a person since; see
/// confirmCheck(). To close its journal is no check. Of one that ended by itself its nodes may tell since.
[[nodiscard]] bool isUnverified(const JournalContents &reading);

/// The same where a person has checked it since. That is their word and no verification of ours.
[[nodiscard]] bool wasCheckedByHand(const JournalContents &reading);

/// Whether its journal was closed for it as deployed, not verified, and no person has checked it since; not
/// where the release had been changed by then.
[[nodiscard]] bool awaitsCheck(const JournalContents &reading);

/// Whether somebody has to look at it or to check what runs: `recover` names it, and no window is closed over
/// it.
[[nodiscard]] bool isUnsettled(const JournalContents &reading);

/// Whether an operation was on that cluster: by the uids where both are known, else by the context's name.
[[nodiscard]] bool isOn(const ClusterIdentity &cluster, const OperationHeader &order);
/// Whether it was on another cluster that has the context's name in another kubeconfig, or had it then: both
/// uids are known. Nothing in this cluster tells what became of it.
[[nodiscard]] bool isElsewhere(const ClusterIdentity &cluster, const OperationHeader &order);

/// Whether it was started before the release was first deployed: it was about another one of that name, or
/// another cluster had the context's name then. Helm 3 and 4 keep that time over upgrades and rollbacks
/// (helm/helm pkg/action/upgrade.go and rollback.go: currentRelease.Info.FirstDeployed). False where either
/// is unknown.
[[nodiscard]] bool isOfEarlierRelease(const OperationHeader &order, const ReleaseRecord &record);

/// An operation of this machine that started helm, or may have, and is no longer at work: neither its helm
/// nor the program that started it.
struct EndedOperation
{
    OperationHeader order;
    JournalContents journal;
};

/// What an operation left on this machine.
struct OperationTraces
{
    bool isHeld = false; ///< a program has the journal, or what is left of one that was killed
    HelmSearch helm;
    Result<JournalContents> journal;
    QStringList helmOutput;      ///< the last of it, as it may be shown
    QList<EndedOperation> ended; ///< on its release, where it isUnsettled()
};

/// Looked at in the one order that cannot mislead: what is at work first and what it wrote then. A cluster
/// is asked after this and not before: else a helm that ends in between seems to have done nothing.
[[nodiscard]] OperationTraces tracesOf(const QString &folder, const QString &operation);

/// A helm of another operation on this release that still runs: it outlived the program that started it, and
/// perhaps the lease. `operations` holds the folders, `own` is the operation that asks.
[[nodiscard]] HelmSearch findOrphan(const QString &operations, const QString &own,
                                    const ClusterIdentity &cluster, const ReleaseKey &release);

/// An upgrade or rollback by a process of this machine and user that is at work on a release.
struct RunningOperation
{
    QString id;
    QString holder;          ///< its identity as the holder of the release's lease
    bool isHelmOver = false; ///< its helm has ended: from now on it only reads
};

/// Nothing where there is none, or where that is unknown: the lock of a journal alone may be another
/// machine's that shares this home. `operations` holds the folders.
[[nodiscard]] std::optional<RunningOperation>
runningOperation(const QString &operations, const ClusterIdentity &cluster, const ReleaseKey &release);

/// Those on the release; not those of which that is unknown. Like tracesOf() before the cluster is asked:
/// what is read after this is what they left. `operations` holds the folders.
[[nodiscard]] QList<EndedOperation> endedOperations(const QString &operations, const ClusterIdentity &cluster,
                                                    const ReleaseKey &release);

/// The revisions that they left pending: however young these are, nobody is in the middle of them; for
/// situationOf(). Helm puts no label on a rollback: the newest is known by its description, and an older one
/// by its number and the time. `truth` was read after `ended`.
[[nodiscard]] QList<int> ownRemnants(const QList<EndedOperation> &ended, const ReleaseTruth &truth);

/// Whether one of them made the newest revision, and nobody may be at work on an older one either. `now` by
/// the server's clock.
[[nodiscard]] bool isOwnRemnant(const QList<EndedOperation> &ended, const ReleaseKey &release,
                                const ReleaseTruth &truth, const QDateTime &now);

/// What is known of an operation that was cut off, what is not, and what can be done about it, the least
/// destructive first (invariant I5).
struct Recovery
{
    OperationHeader order;
    QStringList known;
    QStringList unknown;
    QList<NextMove> moves;
    QStringList heldNodes; ///< which the operation holds back, as far as the cluster could be read
    QString unclaimed;     ///< unclaimedText() of those that it meant to hold back; "" for none
    /// How it ended after all: the journal can be closed with it. Nothing while that is open.
    std::optional<OperationResult::End> end;
    bool isVerifying = false; ///< with Done: deployed, and not verified; see wasVerified()
};

/// From the journal, from whether another program has it (`isHeld`), the helm that still runs for it, and the
/// cluster. What one of `ended` left (ownRemnants()) nobody is at work on, however young. `now` by the
/// server's clock. Asks this machine only whether the program that ran it lives.
[[nodiscard]] Recovery recoveryFrom(const OperationHeader &order, const JournalContents &journal, bool isHeld,
                                    const HelmSearch &helm, const Result<ReleaseTruth> &truth,
                                    const QDateTime &now, const QList<EndedOperation> &ended = {});

/// Of a release, whoever changed it: the newest revision, and the ways on. `ended` and `now` as above.
[[nodiscard]] Recovery recoveryOfRelease(const QList<EndedOperation> &ended, const QString &context,
                                         const ReleaseKey &release, const ReleaseTruth &truth,
                                         const QDateTime &now);

/// Where one of a release waits, all of that release do: what would change it meanwhile is no way on.
void waitTogether(const QList<Recovery *> &recoveries);

/// When helm was about to be started, by this machine's clock; invalid: never.
[[nodiscard]] QDateTime helmBegun(const JournalContents &reading);

/// Whether the operation set out to hold nodes back.
[[nodiscard]] bool hasHold(const JournalContents &reading);
/// And which.
[[nodiscard]] QStringList holdIn(const JournalContents &reading);
/// Adds what is known of the nodes that the operation holds back, with the way to let them go. `held` are all
/// that are held back in the cluster. Nothing is ever let go by itself.
void addHold(Recovery &recovery, const JournalContents &journal, const Result<QList<HeldNode>> &held);

/// Who wrote the newest record last, and which revisions a rollback would take, could their records be
/// decoded; in sentences.
[[nodiscard]] QStringList recordEvidence(const ReleaseTruth &truth);

/// Closes the journal of an operation that ended after all, and masks what its helm printed. One that is
/// still verifying awaitsCheck(). Errors: those of Journal::reopen() and append().
[[nodiscard]] Result<void> closeJournal(const QString &folder, const Recovery &recovery, const Clock &clock);
/// Notes that a person checked what runs. Errors: Invalid where the operation is not one that isUnverified(),
/// those of readJournal() and of closeJournal().
[[nodiscard]] Result<void> confirmCheck(const QString &folder, const Clock &clock);

} // namespace chartroom
