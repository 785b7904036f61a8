// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/session_upgrades.h"

#include "core/upgrade/upgrade_operation.h"

#include <QFutureWatcher>
#include <QPromise>

namespace chartroom {

namespace {

/// The operation dies before its connection.
template<typename Operation>
Operation *withConnection(Operation *operation, std::unique_ptr<ClusterSession> connection)
{
    connection.release()->setParent(operation);
    return operation;
}

/// Starts it; it is gone when it has answered, and is cancelled with the future.
QFuture<Result<PreflightReport>> reportOf(PreflightOperation *operation)
{
    using Report = Result<PreflightReport>;
    const auto promise = std::make_shared<QPromise<Report>>();
    promise->start();
    promise->setProgressRange(0, int(PreflightOperation::Step::Judge));
    QObject::connect(operation, &PreflightOperation::progressChanged, operation,
                     [promise](PreflightOperation::Step step) { promise->setProgressValue(int(step)); });
    QObject::connect(operation, &PreflightOperation::finished, operation, [operation, promise] {
        promise->addResult(operation->report());
        promise->finish();
        operation->deleteLater();
    });
    auto *watcher = new QFutureWatcher<Report>(operation);
    QObject::connect(watcher, &QFutureWatcherBase::canceled, operation, &PreflightOperation::cancel);
    watcher->setFuture(promise->future());
    operation->start();
    return promise->future();
}

} // namespace

SessionUpgrades::SessionUpgrades(Services services, KubeContext context, ClusterSession *session,
                                 QObject *parent)
    : UpgradeSource(parent)
    , m_services(std::move(services))
    , m_context(std::move(context))
    , m_session(session)
{}

PreflightOperation::Sources SessionUpgrades::preflightSources() const
{
    return {m_session, m_services.charts, m_services.operations, m_services.chartCache};
}

QFuture<Result<PreflightReport>> SessionUpgrades::preflight(const UpgradeDraft &draft)
{
    return reportOf(new PreflightOperation(preflightSources(), draft, this));
}

QFuture<Result<PreflightReport>> SessionUpgrades::preflight(const RollbackRequest &order)
{
    return reportOf(new PreflightOperation(preflightSources(), order, this));
}

Result<std::unique_ptr<ClusterSession>> SessionUpgrades::connection() const
{
    if (m_services.helm.isEmpty())
        return failure(Error::Code::NotFound, tr("helm is not installed on this machine. Install it, or add "
                                                 "it to $PATH, and restart Chartroom."));
    auto made = m_services.connect(m_context);
    if (made) {
        // Its answer tells how the server's clock differs from ours, before a lease is written by it.
        Request version;
        version.path = QStringLiteral("/version");
        (void)(*made)->transport()->get(version);
    }
    return made;
}

OperationParts SessionUpgrades::parts(const ClusterSession &connection) const
{
    OperationParts parts;
    parts.runner = m_services.runner;
    parts.transport = connection.transport();
    parts.helm = connection.helm();
    parts.kubectl = connection.kubectl();
    parts.charts = m_services.charts;
    parts.clock = m_services.clock;
    parts.access = {m_services.helm, m_context.files, m_context.name};
    parts.holder = LeaseHolder::ofThisProcess();
    parts.chartCache = m_services.chartCache;
    parts.folder = m_services.operations;
    parts.keyring = m_services.keyring;
    if (m_services.clearCaptureFor)
        parts.clearCaptureFor = m_services.clearCaptureFor();
    return parts;
}

qsizetype SessionUpgrades::storedRevisions(const ReleaseKey &key) const
{
    const Release *release = m_session->releases()->find(key);
    return release ? release->revisions.size() : 0;
}

Result<ReleaseOperation *> SessionUpgrades::upgrade(const UpgradeDraft &draft, const NodeHold &hold,
                                                    QObject *owner)
{
    auto made = connection();
    if (!made)
        return tl::make_unexpected(made.error());
    OperationParts its = parts(**made);
    its.storedRevisions = storedRevisions(draft.release);
    return withConnection<ReleaseOperation>(new UpgradeOperation(its, draft, hold, owner), std::move(*made));
}

Result<ReleaseOperation *> SessionUpgrades::rollback(const RollbackRequest &order, QObject *owner)
{
    auto made = connection();
    if (!made)
        return tl::make_unexpected(made.error());
    OperationParts its = parts(**made);
    its.storedRevisions = storedRevisions(order.release);
    return withConnection<ReleaseOperation>(new RollbackOperation(its, order, owner), std::move(*made));
}

Result<OperationParts> SessionUpgrades::partsWithKubectl(const ClusterSession &connection) const
{
    OperationParts its = parts(connection);
    if (!its.kubectl)
        return failure(Error::Code::NotFound,
                       tr("This needs kubectl, which is not installed on this machine. Install it, or add it "
                          "to $PATH, and restart Chartroom."));
    return its;
}

Result<PauseOperation *> SessionUpgrades::pause(const PauseRequest &order, QObject *owner)
{
    auto made = connection();
    if (!made)
        return tl::make_unexpected(made.error());
    const auto its = partsWithKubectl(**made);
    if (!its)
        return tl::make_unexpected(its.error());
    return withConnection(new PauseOperation(*its, order, owner), std::move(*made));
}

Result<UnholdOperation *> SessionUpgrades::unhold(const UnholdRequest &order, QObject *owner)
{
    auto made = connection();
    if (!made)
        return tl::make_unexpected(made.error());
    const auto its = partsWithKubectl(**made);
    if (!its)
        return tl::make_unexpected(its.error());
    return withConnection(new UnholdOperation(*its, order, owner), std::move(*made));
}

QFuture<Result<QList<HeldNode>>> SessionUpgrades::heldNodes()
{
    return readHeldNodes(m_session->transport(), this);
}

QFuture<Result<ReleaseTruth>> SessionUpgrades::truth(const ReleaseKey &key)
{
    return readWayBack(m_session->transport(), key, this);
}

QFuture<Bystanders> SessionUpgrades::bystanders(const ReleaseKey &key)
{
    return readBystanders(m_session->transport(), key, m_context.name, m_context.files, this);
}

} // namespace chartroom
