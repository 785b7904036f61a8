// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/kube/transport.h"
#include "core/rollout/driver_keys.h"

#include <QFuture>
#include <QStringList>

#include <functional>

namespace chartroom {

class KubectlClient;
struct NodeImpact;
struct Release;
struct RolloutFacts;
struct UpgradeDraft;

/// One node that goes first, and those of the same driver that wait meanwhile. They wait by the label with
/// which NVIDIA's upgrade library leaves a node out before it looks at slots (k8s-operator-libs
/// pkg/upgrade/upgrade_inplace.go and upgrade_requestor.go, ProcessUpgradeRequiredNodes).
struct NodeHold
{
    DriverKind driver = DriverKind::Gpu;
    QString canary;    ///< "": nobody waits
    QStringList nodes; ///< sorted; none of them has the label yet

    [[nodiscard]] bool isEmpty() const { return nodes.isEmpty(); }
};

/// Why no node can go first in this upgrade, a sentence; "" when one can. `rollout` is null where no driver
/// is touched or the nodes could not be read.
[[nodiscard]] QString holdRefusal(const NodeImpact &impact, const RolloutFacts *rollout);
/// What the draft's canary means; empty without one. Unsupported with holdRefusal(), NotFound when the
/// canary is none of the nodes that the rollout reaches.
[[nodiscard]] Result<NodeHold> nodeHold(const UpgradeDraft &draft, const NodeImpact &impact,
                                        const RolloutFacts *rollout);

/// "gpu-1 goes first; 3 nodes are held back by a label until you let them follow."; "" where nobody waits.
[[nodiscard]] QString holdText(const NodeHold &hold);

/// What kubectl is told, some nodes at a time. The field manager says in the cluster whose label it is.
[[nodiscard]] QList<QStringList> holdArguments(const NodeHold &hold, const QString &operation);
[[nodiscard]] QList<QStringList> unholdArguments(DriverKind driver, const QStringList &nodes);

/// A node that an operation of this program holds back, by the cluster.
struct HeldNode
{
    QString name;
    DriverKind driver = DriverKind::Gpu;
    /// "": the cluster no longer tells whose label it is. The API server names ten managers who update an
    /// object; of older ones it makes ancient-changes (apimachinery pkg/util/managedfields/capmanagers.go).
    QString operation;

    friend bool operator==(const HeldNode &, const HeldNode &) = default;
};
/// Of a node list, those whose label came from an operation, or from who knows whom, by name; what a person
/// set is not among them.
[[nodiscard]] Result<QList<HeldNode>> heldNodesIn(const QByteArray &list, DriverKind driver);
/// The same from the cluster, for both drivers. `owner` and `transport` outlive the answer.
[[nodiscard]] QFuture<Result<QList<HeldNode>>> readHeldNodes(Transport *transport, QObject *owner);
/// Names of those that this operation holds back.
[[nodiscard]] QStringList heldBy(const QList<HeldNode> &held, const QString &operation);
/// Of these nodes, those that are held back by nobody knows whom.
[[nodiscard]] QList<HeldNode> unclaimedAmong(const QList<HeldNode> &held, const QStringList &nodes);
/// What that means and what a person can do, with the command; "" for none.
[[nodiscard]] QString unclaimedText(const QList<HeldNode> &unclaimed);
/// Of the nodes that are held back, those whose driver this release brings; all while its chart is not known.
[[nodiscard]] QList<HeldNode> heldOf(const QList<HeldNode> &held, const Release *release);
/// The same of a driver's component: gpu, ib; none of any other.
[[nodiscard]] QList<HeldNode> heldOf(const QList<HeldNode> &held, const QString &component);
/// The operations that hold them back, each once, in their order; without "".
[[nodiscard]] QStringList holdersOf(const QList<HeldNode> &held);
/// What a person types to let those go that an operation holds back.
[[nodiscard]] QString unholdCommand(const QString &operation, const QString &context);
/// Who is held back, by which operation, and what lets him go: a sentence for each operation, and one for
/// those of nobody knows whom.
[[nodiscard]] QStringList stillHeldTexts(const QList<HeldNode> &held, const QString &context);

/// All nodes, for holdChange().
[[nodiscard]] Request holdNodesRequest();
/// Where a node list is no longer as the hold was planned on, a sentence; "" when it still is.
[[nodiscard]] QString holdChange(const NodeHold &hold, const QByteArray &list);

/// One after the other, to the end whatever each says; then the first error, or none: an empty message.
void runInTurn(KubectlClient *kubectl, QList<QStringList> commands, QObject *owner,
               const std::function<void(const Error &)> &done);

} // namespace chartroom
