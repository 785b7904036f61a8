// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/node_hold.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/short_list.h"
#include "core/helm/release.h"
#include "core/kube/kubectl_client.h"
#include "core/kube/kubectl_transport.h"
#include "core/live/field_owner.h"
#include "core/process/command_runner.h"
#include "core/rollout/driver_components.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/rollout_facts.h"
#include "core/upgrade/upgrade_tr.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype nodesAtATime = 100; // well within kubectl's own pace and our time limit
const QString managerPrefix = u"chartroom-"_s;

std::optional<DriverKind> driverOf(const QString &component)
{
    for (const DriverKind kind : allDrivers)
        if (componentText(kind) == component)
            return kind;
    return {};
}

QList<QStringList> labelArguments(const QStringList &nodes, const QStringList &rest)
{
    QList<QStringList> commands;
    for (qsizetype from = 0; from < nodes.size(); from += nodesAtATime)
        commands << QStringList{u"label"_s, u"nodes"_s} + nodes.mid(from, nodesAtATime) + rest;
    return commands;
}

Request nodesRequest(const QString &selector)
{
    Request request;
    request.path = u"/api/v1/nodes"_s;
    request.accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    if (!selector.isEmpty())
        request.query.addQueryItem(u"labelSelector"_s, selector);
    return request;
}

Result<Value::List> itemsOf(const QByteArray &list)
{
    const Result<Value> read = readJson(list);
    if (!read)
        return tl::make_unexpected(read.error());
    return read->at({u"items"_s}).list();
}

QString nodeNameOf(const Value &node)
{
    return node.at({u"metadata"_s, u"name"_s}).toString();
}

QString labelOf(const Value &node, const QString &key)
{
    return node.at({u"metadata"_s, u"labels"_s, key}).toString();
}

} // namespace

QString holdRefusal(const NodeImpact &impact, const RolloutFacts *rollout)
{
    if (impact.kind == NodeImpact::Kind::Unknown)
        return UpgradeTr::tr(
            "What this upgrade does to nodes is unknown, so it cannot start with a canary node.");
    if (!impact.mayTouchDrivers())
        return UpgradeTr::tr("This upgrade reloads no driver, so a canary node has nothing to test.");
    if (!driverOf(impact.component))
        return UpgradeTr::tr("The operator of this driver has no label that excludes a node temporarily.");
    if (!rollout || !rollout->policy)
        return rollout && rollout->policies.size() > 1
                   ? policyGap(*rollout)
                   : UpgradeTr::tr("The operator's upgrade policy is unknown.");
    if (rollout->policy->switches.isSandboxed)
        return offText(*rollout->policy);
    if (!rollout->policy->autoUpgrade)
        return UpgradeTr::tr(
            "autoUpgrade is off: the operator starts no node by itself, and ignores the label.");
    return {};
}

Result<NodeHold> nodeHold(const UpgradeDraft &draft, const NodeImpact &impact, const RolloutFacts *rollout)
{
    NodeHold hold;
    if (draft.canary.isEmpty())
        return hold;
    if (const QString why = holdRefusal(impact, rollout); !why.isEmpty())
        return failure(Error::Code::Unsupported, why);
    hold.driver = *driverOf(impact.component);
    for (const PlannedNode &node : rollout->nodes) {
        if (node.name == draft.canary)
            hold.canary = node.name;
        else if (isObjectName(node.name))
            hold.nodes << node.name;
    }
    if (hold.canary.isEmpty())
        return failure(Error::Code::NotFound,
                       UpgradeTr::tr("%1 is not a node of this rollout.").arg(draft.canary));
    return hold;
}

QString holdText(const NodeHold &hold)
{
    return hold.isEmpty()
               ? QString()
               : UpgradeTr::tr(
                     "%1 is the canary node; %n node(s) are on hold by a label until you release them.",
                     nullptr, int(hold.nodes.size()))
                     .arg(hold.canary);
}

QList<QStringList> holdArguments(const NodeHold &hold, const QString &operation)
{
    return labelArguments(hold.nodes, {driverKeys(hold.driver).skip + u"=true"_s,
                                       u"--field-manager="_s + managerPrefix + operation});
}

QList<QStringList> unholdArguments(DriverKind driver, const QStringList &nodes)
{
    return labelArguments(nodes, {driverKeys(driver).skip + u'-'});
}

Result<QList<HeldNode>> heldNodesIn(const QByteArray &list, DriverKind driver)
{
    const Result<Value::List> items = itemsOf(list);
    if (!items)
        return tl::make_unexpected(items.error());
    const QString key = driverKeys(driver).skip;
    QList<HeldNode> held;
    for (const Value &node : *items) {
        if (labelOf(node, key) != u"true" || !isObjectName(nodeNameOf(node)))
            continue;
        ValuePath path;
        for (const QString &step : {u"metadata"_s, u"labels"_s, key})
            path << PathStep{PathStep::Kind::Key, step};
        const auto owner = fieldOwner(node, path);
        if (!owner || owner->manager == u"ancient-changes") {
            held.append({nodeNameOf(node), driver, {}});
            continue;
        }
        const QString operation =
            owner->manager.startsWith(managerPrefix) ? owner->manager.mid(managerPrefix.size()) : QString();
        if (isObjectName(operation)) // as ours are; anybody can call himself anything
            held.append({nodeNameOf(node), driver, operation});
    }
    std::sort(held.begin(), held.end(), [](const HeldNode &a, const HeldNode &b) { return a.name < b.name; });
    return held;
}

QFuture<Result<QList<HeldNode>>> readHeldNodes(Transport *transport, QObject *owner)
{
    using Answer = Result<QList<HeldNode>>;
    const auto promise = std::make_shared<QPromise<Answer>>();
    promise->start();
    const auto answer = [promise](Answer held) {
        promise->addResult(std::move(held));
        promise->finish();
    };
    const auto ask = [=](DriverKind driver, auto then) {
        const Request request = nodesRequest(driverKeys(driver).skip + u"=true"_s);
        onFinished(transport->get(request), owner, [=](const Result<Response> &response) {
            if (!response)
                return answer(tl::make_unexpected(response.error()));
            onFinished(QtConcurrent::run(heldNodesIn, response->body, driver), owner,
                       [=](const Answer &held) {
                           if (held)
                               then(*held);
                           else
                               answer(held);
                       });
        });
    };
    ask(DriverKind::Gpu, [=](const QList<HeldNode> &gpu) {
        ask(DriverKind::InfiniBand, [=](const QList<HeldNode> &ib) { answer(gpu + ib); });
    });
    return promise->future();
}

QStringList heldBy(const QList<HeldNode> &held, const QString &operation)
{
    QStringList names;
    for (const HeldNode &node : held)
        if (node.operation == operation)
            names << node.name;
    return names;
}

QList<HeldNode> unclaimedAmong(const QList<HeldNode> &held, const QStringList &nodes)
{
    QList<HeldNode> unclaimed;
    for (const HeldNode &node : held)
        if (node.operation.isEmpty() && nodes.contains(node.name))
            unclaimed << node;
    return unclaimed;
}

QString unclaimedText(const QList<HeldNode> &unclaimed)
{
    if (unclaimed.isEmpty())
        return {};
    const QString key = driverKeys(unclaimed.first().driver).skip;
    QStringList names;
    for (const HeldNode &node : unclaimed)
        names << node.name;
    return UpgradeTr::tr("%1: the label %2 holds it, and the cluster no longer records who set it, because "
                         "there have been too many writes since. If nothing else needs the label, remove it "
                         "manually: kubectl label nodes %3 %2-")
        .arg(shortList(names, 10), key, names.join(u' '));
}

QList<HeldNode> heldOf(const QList<HeldNode> &held, const Release *release)
{
    return release && release->record ? heldOf(held, mainDriverComponent(release->record->chartName)) : held;
}

QList<HeldNode> heldOf(const QList<HeldNode> &held, const QString &component)
{
    QList<HeldNode> its;
    for (const HeldNode &node : held)
        if (componentText(node.driver) == component)
            its << node;
    return its;
}

QStringList holdersOf(const QList<HeldNode> &held)
{
    QStringList operations;
    for (const HeldNode &node : held)
        if (!node.operation.isEmpty())
            operations << node.operation;
    operations.sort();
    operations.removeDuplicates();
    return operations;
}

QString unholdCommand(const QString &operation, const QString &context)
{
    const CommandLine command{
        u"chartroom"_s, {u"recover"_s, operation, u"--unhold"_s, u"--context"_s, context}, {}, {}, {}, {}};
    return command.display();
}

QStringList stillHeldTexts(const QList<HeldNode> &held, const QString &context)
{
    QStringList texts;
    for (const QString &operation : holdersOf(held))
        texts << UpgradeTr::tr(
                     "Operation %1 has put %2 on hold. The operator skips them until they are released: %3")
                     .arg(operation, shortList(heldBy(held, operation), 10),
                          unholdCommand(operation, context));
    for (const DriverKind driver : allDrivers) {
        QList<HeldNode> unclaimed = heldOf(held, componentText(driver));
        unclaimed.removeIf([](const HeldNode &node) { return !node.operation.isEmpty(); });
        texts << unclaimedText(unclaimed);
    }
    texts.removeAll(QString());
    return texts;
}

Request holdNodesRequest()
{
    return nodesRequest({});
}

QString holdChange(const NodeHold &hold, const QByteArray &list)
{
    const Result<Value::List> items = itemsOf(list);
    if (!items)
        return items.error().message;
    const DriverKeys &keys = driverKeys(hold.driver);
    const QString lookAgain = UpgradeTr::tr("Run the preflight again.");
    QStringList missing = hold.nodes + QStringList{hold.canary};
    for (const Value &node : *items) {
        const QString name = nodeNameOf(node);
        const bool isPlanned = missing.removeAll(name) > 0;
        const bool isSkipped = labelOf(node, keys.skip) == u"true";
        if (isPlanned && isSkipped)
            return UpgradeTr::tr("%1 has been labelled with %2 since the plan was made. %3")
                .arg(name, keys.skip, lookAgain);
        if (!isPlanned && !isSkipped && !labelOf(node, keys.state).isEmpty())
            return UpgradeTr::tr("%1 was added since the plan was made, and would not be on hold. %2")
                .arg(name, lookAgain);
    }
    return missing.isEmpty() ? QString()
                             : UpgradeTr::tr("%1 no longer exists. %2").arg(missing.first(), lookAgain);
}

void runInTurn(KubectlClient *kubectl, QList<QStringList> commands, QObject *owner,
               const std::function<void(const Error &)> &done)
{
    if (commands.isEmpty())
        return done({});
    const QStringList first = commands.takeFirst();
    onFinished(kubectl->run(first), owner, [=](const Result<CommandOutput> &output) {
        Error error;
        if (!output)
            error = output.error();
        else if (output->exitCode != 0)
            error = kubectlError(output->err);
        runInTurn(kubectl, commands, owner,
                  [done, error](const Error &later) { done(error.message.isEmpty() ? later : error); });
    });
}

} // namespace chartroom
