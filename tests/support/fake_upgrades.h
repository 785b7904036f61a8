// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/kube/kubectl_client.h"
#include "core/upgrade/upgrade_source.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/lease_cupboard.h"
#include "tests/support/scripted_transport.h"

#include <QPointer>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <vector>

namespace chartroom::test {

/// An operation whose steps and end the test gives.
class FakeOperation final : public ReleaseOperation
{
    Q_OBJECT
public:
    FakeOperation(OperationParts parts, const ReleaseKey &key, const QString &command, QObject *parent);

    using ReleaseOperation::setHold;
    QStringList staged; ///< files that it makes
    void start() override { m_isStarted = true; }
    QString cancel() override { return QStringLiteral("helm keeps running."); }
    [[nodiscard]] QStringList commands() const override { return {m_command}; }
    [[nodiscard]] QStringList stagedFiles() const override { return staged; }
    [[nodiscard]] bool isStarted() const { return m_isStarted; }
    void end(OperationResult::End end, const QString &text, int revision, const QStringList &problems = {},
             const QStringList &facts = {}, const QList<HeldNode> &held = {}, int nodesToGo = 0);

private:
    [[nodiscard]] Value::Map order() const override { return {}; }
    void stage(const ReleaseTruth &, const Done &) override {}
    [[nodiscard]] CommandLine helmCommand(const HelmRun &) const override { return {}; }
    [[nodiscard]] bool isOurs(const ReleaseTruth &) const override { return true; }
    [[nodiscard]] QStringList problems(const ReleaseTruth &) const override { return {}; }
    [[nodiscard]] std::chrono::seconds timeout() const override { return std::chrono::seconds(1); }

    QString m_command;
    bool m_isStarted = false;
};

/// An UpgradeSource that keeps what it was asked for; preflights wait for report() while `holds` is set.
class FakeUpgrades final : public UpgradeSource
{
    Q_OBJECT
public:
    using UpgradeSource::UpgradeSource;

    bool holds = false;
    Result<PreflightReport> answer = PreflightReport();
    Result<ReleaseTruth> said = failure(Error::Code::Unreachable, QStringLiteral("It does not answer."));
    bool isSilent = false; ///< truth() is never answered
    Bystanders others;
    QStringList asked;              ///< "truth", "bystanders", "heldNodes", in order
    std::function<void()> onLook{}; ///< as bystanders() are looked for
    QList<UpgradeDraft> judged;
    QList<RollbackRequest> judgedBack;
    QList<UpgradeDraft> upgraded;
    QList<RollbackRequest> rolledBack;
    QPointer<FakeOperation> operation; ///< the newest
    QString journals = QStringLiteral("/journals");
    Keyring *keyring = nullptr; ///< null: there is none
    QList<PauseRequest> paused;
    Result<QList<HeldNode>> held = QList<HeldNode>();
    QList<UnholdRequest> unheld;
    QList<NodeHold> holdsOf; ///< of each upgrade
    QStringList staged;      ///< what operations make before they run
    QString pauseRefusal;    ///< what kubectl says instead
    QString leaseHolder;     ///< somebody else, who is at work on the release

    /// Answers what waits.
    void release();

    [[nodiscard]] QFuture<Result<PreflightReport>> preflight(const UpgradeDraft &draft) override;
    [[nodiscard]] QFuture<Result<PreflightReport>> preflight(const RollbackRequest &order) override;
    [[nodiscard]] Result<ReleaseOperation *> upgrade(const UpgradeDraft &draft, const NodeHold &hold,
                                                     QObject *owner) override;
    [[nodiscard]] Result<ReleaseOperation *> rollback(const RollbackRequest &order, QObject *owner) override;
    /// A real one, on a cluster whose kubectl does what it is told.
    [[nodiscard]] Result<PauseOperation *> pause(const PauseRequest &order, QObject *owner) override;
    /// The same for the nodes in `held`.
    [[nodiscard]] Result<UnholdOperation *> unhold(const UnholdRequest &order, QObject *owner) override;
    [[nodiscard]] QFuture<Result<QList<HeldNode>>> heldNodes() override
    {
        asked << QStringLiteral("heldNodes");
        return readyFuture(held);
    }
    [[nodiscard]] QFuture<Bystanders> bystanders(const ReleaseKey &) override
    {
        asked << QStringLiteral("bystanders");
        if (onLook)
            onLook();
        return readyFuture(others);
    }
    [[nodiscard]] QFuture<Result<ReleaseTruth>> truth(const ReleaseKey &) override
    {
        asked << QStringLiteral("truth");
        if (!isSilent)
            return readyFuture(said);
        QPromise<Result<ReleaseTruth>> &open = m_silent.emplace_back();
        open.start();
        return open.future();
    }

private:
    [[nodiscard]] QFuture<Result<PreflightReport>> report();
    [[nodiscard]] Result<CommandOutput> leased(const CommandLine &command);
    [[nodiscard]] OperationParts smallParts();
    ReleaseOperation *make(const ReleaseKey &key, const QString &command, QObject *owner);

    FakeClock m_clock;
    QTemporaryDir m_operations;
    FakeRunner m_runner;
    LeaseCupboard m_cupboard;
    ScriptedTransport m_transport;
    KubectlClient m_kubectl{
        QStringLiteral("/usr/bin/kubectl"), {}, QStringLiteral("cmk"), &m_runner, nullptr};
    std::vector<QPromise<Result<PreflightReport>>> m_open;
    std::vector<QPromise<Result<ReleaseTruth>>> m_silent;
};

} // namespace chartroom::test
