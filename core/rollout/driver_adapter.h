// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_fleet.h"
#include "core/rollout/node_objects.h"
#include "core/rollout/rollout_adapter.h"
#include "core/rollout/rollout_inputs.h"

namespace chartroom {

/// A driver that NVIDIA's upgrade library walks through the nodes, in place or in requestor mode: what the
/// GPU Operator and the Network Operator do.
class DriverAdapter final : public RolloutAdapter
{
    Q_OBJECT
public:
    /// `sources` outlives the adapter.
    DriverAdapter(DriverKind kind, RolloutInputs *sources, QObject *parent = nullptr);

    [[nodiscard]] QList<ObjectStoreBase *> stores() override;
    [[nodiscard]] QList<Sighting> sightings(const Node &node) const override;
    Reach refresh() override;
    bool noteNode(int number, const Node &node, const NodePods &pods) override;
    bool forgetNode(int number, const QString &) override;
    void addTracks(const NodeEvidence &evidence, const TellPast &past,
                   QList<SharedTrack> &tracks) const override;
    [[nodiscard]] QHash<QString, SlotPolicies> slotPolicies() const override;
    [[nodiscard]] const DriverFleet *fleetOf(const QString &component) const override;

private:
    [[nodiscard]] bool isUnmanagedGpuNode(const Node &node) const;
    void watchRdma();
    void takeRdma();

    DriverKind m_kind;
    RolloutInputs *m_sources;
    std::vector<std::unique_ptr<DriverPolicyStore>> m_policies;
    std::unique_ptr<NodeMaintenanceStore> m_maintenances; ///< of the driver that may be in requestor mode
    std::unique_ptr<MaintenanceOperatorConfigStore> m_maintenanceTerms;
    NodeObjects<NodeMaintenance> m_maintenanceIndex;
    std::unique_ptr<RdmaPolicyStore> m_rdmaPolicies; ///< beside the driver's own policies
    RdmaNames m_rdma;
    FleetMembers m_members;
    QHash<int, QString> m_strays; ///< the DaemonSets of driver pods on nodes that do not exist, by number
    DriverFleet m_fleet;
};

} // namespace chartroom
