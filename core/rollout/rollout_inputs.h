// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/device_offers.h"
#include "core/rollout/node_table.h"
#include "core/rollout/rollout_evidence.h"

namespace chartroom {

[[nodiscard]] ResourceQuery everyObject(const char *path);

/// What all rollouts of a cluster are read from: the session's nodes and pods, and DaemonSets, their
/// revisions, disruption budgets, claims of devices and what is offered to those, which are its own.
struct RolloutInputs
{
    RolloutInputs(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock);

    Transport *transport;
    const Clock *clock;
    NodeStore *nodes;
    PodStore *pods;
    DaemonSetStore daemonSets;
    ControllerRevisionStore revisions;
    DisruptionBudgetStore budgets;
    ResourceClaimStore claims; ///< not every cluster serves them
    DeviceOffers offers;       ///< nor these
    OperatorDeploymentStore deployments;
    NodeTable table; ///< of `nodes` and `pods`, kept by the RolloutStore

    [[nodiscard]] QList<ObjectStoreBase *> own();
    /// Of kinds that every cluster serves; only a recording may lack them.
    [[nodiscard]] QList<ObjectStoreBase *> everywhere()
    {
        return {nodes, pods, &daemonSets, &revisions, &budgets};
    }
    [[nodiscard]] KnownLists known() const;
    /// Sentences about those of the stores that cannot be read, or not any more, or that a recording does
    /// not hold.
    [[nodiscard]] QStringList unread(const QList<ObjectStoreBase *> &stores);
    /// These, and what else the rollouts rest on and is unknown.
    [[nodiscard]] QStringList notices(const QList<ObjectStoreBase *> &stores);
    /// Why nothing at all can be said: the nodes themselves cannot be read.
    [[nodiscard]] std::optional<Error> refusal() const;
    /// Why nobody takes that component's nodes on, a sentence; "" while its operator runs, or that is
    /// unknown.
    [[nodiscard]] QString goneOperator(const QString &component) const;
    /// Its Deployment.
    [[nodiscard]] std::optional<OperatorDeployment> goneDeployment(const QString &component) const;
    /// Without what an adapter adds.
    [[nodiscard]] RolloutEvidence evidence() const;
};

/// It has answered, be it with "no such kind" or "forbidden".
[[nodiscard]] bool hasAnswered(const ObjectStoreBase &store);
/// The cluster told all objects that there are, or does not serve the kind (any more). A recording without
/// the kind has no server's word for that.
[[nodiscard]] bool hasToldAll(const ObjectStoreBase &store);

} // namespace chartroom
