// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/kube/transport.h"
#include "core/live/field_owner.h"

#include <QFuture>
#include <QHash>

namespace chartroom {

/// A release as the cluster has it at one moment, read past every cache.
struct ReleaseTruth
{
    QList<RevisionEntry> revisions;   ///< newest first; empty: there is no such release
    ReleaseRecord record;             ///< of the newest
    QByteArray object;                ///< the newest record as the API gives it: with secrets in it
    QString operation;                ///< which operation of this program made the newest; "" for none
    QHash<int, QString> operations;   ///< the same of each revision that carries one
    std::optional<FieldOwner> writer; ///< who wrote the newest last; nothing when that is not told
    QList<int> unreadable;            ///< no way back to these, and not among `revisions`; see readWayBack()

    [[nodiscard]] int newest() const { return revisions.isEmpty() ? 0 : revisions.front().revision; }
    [[nodiscard]] const RevisionEntry *find(int revision) const;
};

/// The label that an operation puts on the revision it makes.
inline constexpr QStringView operationLabel = u"chartroom-operation";

/// NotFound when there is no such release, Gone when it changed while it was read; Damaged, TooLarge when its
/// record cannot be decoded; otherwise those of the transport. `owner` and `transport` outlive the answer.
[[nodiscard]] QFuture<Result<ReleaseTruth>> readTruth(Transport *transport, const ReleaseKey &key,
                                                      QObject *owner);

/// As readTruth(), and reads what a rollback would take before anybody offers it: of the earlier revisions
/// that were deployed, newest first, those that cannot be decoded are left out until one can (fault 47).
/// Those that are pending have the dates of their records.
[[nodiscard]] QFuture<Result<ReleaseTruth>> readWayBack(Transport *transport, const ReleaseKey &key,
                                                        QObject *owner);

/// A release with a revision that is pending or being uninstalled, whoever made it.
struct UnsettledRelease
{
    ReleaseKey key;
    QList<RevisionEntry> revisions; ///< newest first, by their labels, pending ones with their records' dates
    QHash<int, QString> operations; ///< as in ReleaseTruth
};

/// What could be read of them.
struct UnsettledReleases
{
    /// Of one kind of record not all were looked at.
    struct Unread
    {
        ReleaseStorage storage = ReleaseStorage::Secret;
        QString except; ///< the namespace whose were; "" for none
        Error error;    ///< of the transport
    };
    QList<UnsettledRelease> releases; ///< sorted by namespace and name
    QList<Unread> unread;
    bool isAnyRead = false;
};

/// Where they are looked for.
struct UnsettledPlace
{
    QString only;    ///< this namespace; "": the whole cluster
    QString instead; ///< where listing the whole cluster is forbidden, this namespace
};

/// `owner` and `transport` outlive the answer.
[[nodiscard]] QFuture<UnsettledReleases> readUnsettled(Transport *transport, const UnsettledPlace &place,
                                                       QObject *owner);

} // namespace chartroom
