// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"
#include "core/kube/object.h"
#include "core/rollout/driver_keys.h"
#include "core/rollout/node_history.h"
#include "core/rollout/track.h"

#include <QDateTime>
#include <QMap>
#include <QSet>

#include <functional>
#include <optional>

namespace chartroom {

/// An Event (core/v1) of type Warning.
struct WarningEvent
{
    QString kind; ///< of the object that it is about: Pod, Node, DaemonSet, ...
    QString namespaceName;
    QString name;
    QString reason;
    QString message; ///< as it came
    QDateTime first; ///< UTC
    QDateTime last;  ///< UTC

    /// Nothing for an event of another type, or of no object.
    [[nodiscard]] static std::optional<WarningEvent> read(const KubeObject &object);
    /// The same of an event that is not, which says why a PodGroup waits: Volcano tells that its queue has
    /// too little left with type Normal (volcano-sh/volcano pkg/scheduler/plugins/capacity/capacity.go,
    /// proportion/proportion.go, overcommit/overcommit.go@v1.15.1).
    [[nodiscard]] static std::optional<WarningEvent> readNormal(const KubeObject &object);
};

/// What a driver's rollout told of a node, of whatever type: an Event about the node with the driver's
/// reason.
struct RolloutEvent
{
    QString node;
    DriverKind driver = DriverKind::Gpu;

    /// Nothing for any other event.
    [[nodiscard]] static std::optional<RolloutEvent> read(const KubeObject &object);
};

/// Adds, for cordoned nodes of which no event tells, the drivers whose rollouts `history` has seen on them:
/// events live for an hour, and what a session saw it does not forget.
void keepSeenRollouts(QMap<QString, QSet<DriverKind>> &told, const ObjectMap<Node> &nodes,
                      const std::function<NodeHistory(const TrackKey &)> &history);

} // namespace chartroom
