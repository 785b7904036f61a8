// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/kube/node.h"
#include "core/rollout/track_table.h"
#include "core/rollout/verdict_counts.h"

#include <QStringList>

#include <optional>

namespace chartroom {

/// How far the nodes are in one component's rollout: the clock that stands beside the release's.
struct NodeClock : VerdictCounts
{
    QString component;
    QString driverNamespace; ///< of the driver's pods, raw; "" where none is seen
    QString gone = {};       ///< that its operator does not run, a sentence; "" while it does, or is unknown
    QString pendingOperator = {}; ///< RolloutStore::pendingOperator()
    int cordoned = 0;             ///< of those that are done, with no rollout on the node that explains it
    int unlabelled = 0; ///< by labels: of those that are not known, GPU nodes without an upgrade label

    friend bool operator==(const NodeClock &, const NodeClock &) = default;
};

/// The clocks of all components of a cluster, and what they rest on.
struct NodeClocks
{
    enum class Basis {
        Nothing,  ///< no node is read
        Labels,   ///< the nodes alone: pods and DaemonSets that confirm or contradict them are not read yet
        Evidence, ///< all that the board of the rollout rests on
    };
    Basis basis = Basis::Nothing;
    std::optional<Error> refusal; ///< why no node can be read; nothing while they are being read
    QList<NodeClock> components;  ///< by component; none that concerns no node
    QStringList unread = {};      ///< components of which nothing is known: what would tell may not be listed
    /// By labels: drivers of which no node has one, as where autoUpgrade is off and the operator takes them
    /// away (NVIDIA/gpu-operator controllers/upgrade_controller.go removeNodeUpgradeStateLabels).
    QStringList unlabelled = {};

    /// A node moves or waits.
    [[nodiscard]] bool areUnderWay() const;

    friend bool operator==(const NodeClocks &one, const NodeClocks &other)
    {
        return one.basis == other.basis && one.refusal.has_value() == other.refusal.has_value() &&
               one.components == other.components && one.unread == other.unread &&
               one.unlabelled == other.unlabelled;
    }
};

/// By the labels of NVIDIA's upgrade library, cheap enough for every list of nodes. Operators that keep their
/// state elsewhere (AMD, SR-IOV) and nodes without a label are in none.
[[nodiscard]] NodeClocks clocksByLabels(const ObjectMap<Node> &nodes);
[[nodiscard]] NodeClocks clocksByEvidence(const SharedTracks &tracks);

} // namespace chartroom
