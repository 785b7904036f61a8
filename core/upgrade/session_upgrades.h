// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/kubeconfig.h"
#include "core/upgrade/upgrade_source.h"

#include <functional>
#include <memory>

namespace chartroom {

/// Upgrades and rollbacks of a session's releases. Owned beside its session, dies before it; the operations
/// it makes belong to others and outlive both.
class SessionUpgrades final : public UpgradeSource
{
    Q_OBJECT
public:
    /// What outlives every operation.
    struct Services
    {
        CommandRunner *runner = nullptr;
        ChartSources *charts = nullptr;
        const Clock *clock = nullptr;
        QString helm;       ///< absolute path; empty when there is none
        QString chartCache; ///< the folder of ChartCache
        QString operations; ///< the folder of the journals
        Keyring *keyring = nullptr;
        std::function<std::chrono::days()> clearCaptureFor; ///< asked for each operation
        /// Another connection to a context.
        std::function<Result<std::unique_ptr<ClusterSession>>(const KubeContext &)> connect;
    };
    SessionUpgrades(Services services, KubeContext context, ClusterSession *session,
                    QObject *parent = nullptr);

    [[nodiscard]] QFuture<Result<PreflightReport>> preflight(const UpgradeDraft &draft) override;
    [[nodiscard]] QFuture<Result<PreflightReport>> preflight(const RollbackRequest &order) override;
    [[nodiscard]] Result<ReleaseOperation *> upgrade(const UpgradeDraft &draft, const NodeHold &hold,
                                                     QObject *owner) override;
    [[nodiscard]] Result<ReleaseOperation *> rollback(const RollbackRequest &order, QObject *owner) override;
    [[nodiscard]] Result<PauseOperation *> pause(const PauseRequest &order, QObject *owner) override;
    [[nodiscard]] Result<UnholdOperation *> unhold(const UnholdRequest &order, QObject *owner) override;
    [[nodiscard]] QFuture<Result<QList<HeldNode>>> heldNodes() override;
    [[nodiscard]] QFuture<Result<ReleaseTruth>> truth(const ReleaseKey &key) override;
    [[nodiscard]] QFuture<Bystanders> bystanders(const ReleaseKey &key) override;

private:
    [[nodiscard]] PreflightOperation::Sources preflightSources() const;
    [[nodiscard]] Result<std::unique_ptr<ClusterSession>> connection() const;
    [[nodiscard]] qsizetype storedRevisions(const ReleaseKey &key) const;
    [[nodiscard]] OperationParts parts(const ClusterSession &connection) const;
    [[nodiscard]] Result<OperationParts> partsWithKubectl(const ClusterSession &connection) const;

    Services m_services;
    KubeContext m_context;
    ClusterSession *m_session;
};

} // namespace chartroom
