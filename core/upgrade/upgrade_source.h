// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/bystanders.h"
#include "core/upgrade/pause_operation.h"
#include "core/upgrade/preflight_operation.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/unhold_operation.h"

#include <QFuture>
#include <QObject>

#include <optional>

namespace chartroom {

/// What plans and makes changes to the releases of one connected cluster: a thin face, so that a screen can
/// be tested without a cluster.
class UpgradeSource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Reads and rehearses, changes nothing. The future's progress is the PreflightOperation::Step; to cancel
    /// it ends the reading.
    [[nodiscard]] virtual QFuture<Result<PreflightReport>> preflight(const UpgradeDraft &draft) = 0;
    /// The same of a rollback.
    [[nodiscard]] virtual QFuture<Result<PreflightReport>> preflight(const RollbackRequest &order) = 0;
    /// Not started. It has a connection of its own, so that it goes on when the cluster is disconnected from.
    [[nodiscard]] virtual Result<ReleaseOperation *> upgrade(const UpgradeDraft &draft, const NodeHold &hold,
                                                             QObject *owner) = 0;
    [[nodiscard]] virtual Result<ReleaseOperation *> rollback(const RollbackRequest &order,
                                                              QObject *owner) = 0;
    /// Not started; with a connection of its own, too.
    [[nodiscard]] virtual Result<PauseOperation *> pause(const PauseRequest &order, QObject *owner) = 0;
    /// The same.
    [[nodiscard]] virtual Result<UnholdOperation *> unhold(const UnholdRequest &order, QObject *owner) = 0;
    /// See readHeldNodes().
    [[nodiscard]] virtual QFuture<Result<QList<HeldNode>>> heldNodes() = 0;
    /// See readWayBack().
    [[nodiscard]] virtual QFuture<Result<ReleaseTruth>> truth(const ReleaseKey &key) = 0;
    /// See readBystanders().
    [[nodiscard]] virtual QFuture<Bystanders> bystanders(const ReleaseKey &key) = 0;
};

} // namespace chartroom
