// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_keys.h"
#include "core/rollout/rollout_adapter.h"
#include "core/rollout/rollout_inputs.h"

#include <memory>
#include <vector>

namespace chartroom {

class DaemonSetAdapter;
class NodeHistory;

/// Completes the evidence with a node's history in the component of which `present` is what is said now.
void tellPast(const NodeHistory &past, const Sighting &present, NodeEvidence &evidence);
/// The same with the place of a cordon in the history of the node's other driver, of that kind.
/// While that one is not in progress, a cordon that is no older than its wanted template may be of an earlier
/// run of its rollout, whatever its labels tell; `wanted` is invalid where that moment is unknown.
void tellOtherCordon(const NodeHistory &other, DriverKind kind, NodeEvidence &evidence,
                     const QDateTime &wanted = {});

/// All kinds of rollouts that Chartroom knows, asked as if they were one.
class RolloutAdapters
{
public:
    /// `sources` outlives them.
    explicit RolloutAdapters(RolloutInputs *sources);
    ~RolloutAdapters();

    [[nodiscard]] const std::vector<std::unique_ptr<RolloutAdapter>> &all() const { return m_all; }
    [[nodiscard]] DaemonSetAdapter *daemonSets() const { return m_daemonSets; }

    [[nodiscard]] QList<ObjectStoreBase *> stores() const;
    [[nodiscard]] QList<Sighting> sightings(const Node &node) const;
    /// The widest of what they say.
    RolloutAdapter::Reach refresh();
    bool noteNode(int number, const Node &node, const NodePods &pods);
    bool forgetNode(int number, const QString &name);
    [[nodiscard]] QList<SharedTrack> tracks(const NodeEvidence &evidence, const TellPast &past) const;
    /// By component.
    [[nodiscard]] QHash<QString, SlotPolicies> slotPolicies() const;
    /// See RolloutAdapter::fleetOf.
    [[nodiscard]] const DriverFleet *fleetOf(const QString &component) const;
    /// See RolloutAdapter::amdFleets.
    [[nodiscard]] QList<const AmdFleet *> amdFleets() const;

private:
    std::vector<std::unique_ptr<RolloutAdapter>> m_all;
    DaemonSetAdapter *m_daemonSets; ///< one of them
};

} // namespace chartroom
