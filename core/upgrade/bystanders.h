// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/lease.h"
#include "core/upgrade/recovery.h"

#include <QFuture>

#include <functional>

namespace chartroom {

/// Who changes a release beside the operation that is asked about, as far as that is told.
struct Bystanders
{
    HelmSearch helm; ///< on this machine, whoever started it
    Result<std::optional<LeaseState>> lease = std::optional<LeaseState>();
};
/// Whether the way on may run over them: the operation is gone, and its end is open, or is a failure.
[[nodiscard]] bool asksBystanders(const Recovery &recovery, const OperationTraces &traces);
/// Before the release is read, like tracesOf(). `owner` and `transport` outlive the answer.
[[nodiscard]] QFuture<Bystanders> readBystanders(Transport *transport, const ReleaseKey &release,
                                                 const QString &context, const QStringList &kubeconfigs,
                                                 QObject *owner);
/// A release, and where it was asked for who is at work on it.
struct AttendedTruth
{
    Result<ReleaseTruth> truth;
    std::optional<Bystanders> others; ///< from before `truth` was read
};
/// Reads the release, and where `asks` says of it that the bystanders count, these and then the release once
/// more: what a helm that has ended by then stored is in it. `owner` and what is called outlive the answer.
[[nodiscard]] QFuture<AttendedTruth> readAttended(const std::function<QFuture<Result<ReleaseTruth>>()> &read,
                                                  const std::function<QFuture<Bystanders>()> &look,
                                                  const std::function<bool(const ReleaseTruth &)> &asks,
                                                  QObject *owner);
/// Whether the cluster did not answer. It gets no further requests then, so an unreachable one costs one
/// timeout.
[[nodiscard]] bool isSilent(const Error &error);
/// The revision that another helm may be working on, or left pending; nothing where that is one of `ended`
/// below the newest, or old. `now` by the server's clock.
[[nodiscard]] std::optional<RevisionEntry>
unsettledRevision(const UnsettledRelease &release, const QList<EndedOperation> &ended, const QDateTime &now);
/// Adds what is known of them. While one is at work the only move is to wait; where the way on would run over
/// a helm of another machine, it says that none can be seen there. `now` by the server's clock.
void addBystanders(Recovery &recovery, const Bystanders &others, const QDateTime &now);

} // namespace chartroom
