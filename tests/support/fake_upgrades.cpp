// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_upgrades.h"

#include "tests/support/labelled_nodes.h"

namespace chartroom::test {

FakeOperation::FakeOperation(OperationParts parts, const ReleaseKey &key, const QString &command,
                             QObject *parent)
    : ReleaseOperation(std::move(parts), OperationKind::Upgrade, key, 1, parent)
    , m_command(command)
{}

void FakeOperation::end(OperationResult::End end, const QString &text, int revision,
                        const QStringList &problems, const QStringList &facts, const QList<HeldNode> &held,
                        int nodesToGo)
{
    Q_EMIT finished({end, text, revision, problems, facts, nodesToGo, nodesToGo > 0, held});
}

void FakeUpgrades::release()
{
    for (auto &promise : m_open) {
        promise.addResult(answer);
        promise.finish();
    }
    m_open.clear();
}

QFuture<Result<PreflightReport>> FakeUpgrades::preflight(const UpgradeDraft &draft)
{
    judged.append(draft);
    return report();
}

QFuture<Result<PreflightReport>> FakeUpgrades::preflight(const RollbackRequest &order)
{
    judgedBack.append(order);
    return report();
}

QFuture<Result<PreflightReport>> FakeUpgrades::report()
{
    m_open.emplace_back();
    m_open.back().start();
    m_open.back().setProgressRange(0, int(PreflightOperation::Step::Judge));
    m_open.back().setProgressValue(int(PreflightOperation::Step::DryRun));
    const auto future = m_open.back().future();
    if (!holds)
        release();
    return future;
}

ReleaseOperation *FakeUpgrades::make(const ReleaseKey &key, const QString &command, QObject *owner)
{
    OperationParts parts;
    parts.clock = &m_clock;
    parts.folder = journals;
    parts.keyring = keyring;
    operation = new FakeOperation(parts, key, command, owner);
    operation->staged = staged;
    return operation;
}

Result<ReleaseOperation *> FakeUpgrades::upgrade(const UpgradeDraft &draft, const NodeHold &hold,
                                                 QObject *owner)
{
    upgraded.append(draft);
    holdsOf.append(hold);
    ReleaseOperation *made = make(
        draft.release,
        QStringLiteral("helm upgrade %1 --version %2").arg(draft.release.name, draft.chart.version), owner);
    operation->setHold(hold);
    return made;
}

Result<ReleaseOperation *> FakeUpgrades::rollback(const RollbackRequest &order, QObject *owner)
{
    rolledBack.append(order);
    return make(order.release,
                QStringLiteral("helm rollback %1 %2").arg(order.release.name).arg(order.toRevision), owner);
}

Result<PauseOperation *> FakeUpgrades::pause(const PauseRequest &order, QObject *owner)
{
    paused.append(order);
    const QString path = QStringLiteral("/apis/nvidia.com/v1/clusterpolicies/") + order.name;
    const auto object = [](bool isOn) {
        return QByteArray(
                   R"({"metadata":{"name":"p","resourceVersion":"41"},"spec":{"driver":{"upgradePolicy":)") +
               (isOn ? R"({"autoUpgrade":true}}}})" : R"({"autoUpgrade":false}}}})");
    };
    m_transport.answer(path, object(order.pauses));
    m_runner.answer = [this, path, object, order](const CommandLine &command) -> Result<CommandOutput> {
        if (LeaseCupboard::isMeant(command))
            return leased(command);
        if (!pauseRefusal.isEmpty())
            return CommandOutput{1, {}, pauseRefusal.toUtf8()};
        m_transport.answer(path, object(!order.pauses));
        return CommandOutput{0, "patched", {}};
    };
    return new PauseOperation(smallParts(), order, owner);
}

Result<CommandOutput> FakeUpgrades::leased(const CommandLine &command)
{
    if (!leaseHolder.isEmpty() && m_cupboard.holder() != leaseHolder)
        m_cupboard.holdBy(leaseHolder, m_clock.now());
    return m_cupboard.answer(command);
}

OperationParts FakeUpgrades::smallParts()
{
    OperationParts parts;
    parts.transport = &m_transport;
    parts.kubectl = &m_kubectl;
    parts.clock = &m_clock;
    parts.access.context = QStringLiteral("cmk");
    parts.holder = {QStringLiteral("anna"), QStringLiteral("laptop"), 4711, ProcessIdentity::ofThisProcess()};
    parts.folder = m_operations.filePath(QStringLiteral("operations"));
    return parts;
}

Result<UnholdOperation *> FakeUpgrades::unhold(const UnholdRequest &order, QObject *owner)
{
    unheld.append(order);
    const QString path = QStringLiteral("/api/v1/nodes");
    m_transport.answer(path, [this](const Request &request) -> Result<Response> {
        const bool isGpu = request.query.queryItemValue(QStringLiteral("labelSelector")).contains(u"gpu");
        QByteArrayList items;
        for (const HeldNode &node : held.value_or(QList<HeldNode>()))
            items << nodeItem(node.name, QStringLiteral("chartroom-") + node.operation);
        return jsonResponse("{\"items\":[" + (isGpu ? items.join(',') : QByteArray()) + "]}");
    });
    m_runner.answer = [this](const CommandLine &command) -> Result<CommandOutput> {
        if (LeaseCupboard::isMeant(command))
            return leased(command);
        held = QList<HeldNode>();
        return CommandOutput{0, "labeled", {}};
    };
    return new UnholdOperation(smallParts(), order, owner);
}

} // namespace chartroom::test
