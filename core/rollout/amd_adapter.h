// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/amd_track.h"
#include "core/rollout/rollout_adapter.h"
#include "core/rollout/rollout_inputs.h"

#include <QMap>

namespace chartroom {

/// The upgrades of AMD's GPU operator, whose state is in its DeviceConfigs.
class AmdAdapter final : public RolloutAdapter
{
    Q_OBJECT
public:
    /// `sources` outlives the adapter.
    explicit AmdAdapter(RolloutInputs *sources, QObject *parent = nullptr);

    [[nodiscard]] QList<ObjectStoreBase *> stores() override { return {&m_configs}; }
    [[nodiscard]] QList<Sighting> sightings(const Node &node) const override;
    Reach refresh() override;
    bool noteNode(int, const Node &, const NodePods &) override { return false; }
    bool forgetNode(int, const QString &) override { return false; }
    void addTracks(const NodeEvidence &evidence, const TellPast &past,
                   QList<SharedTrack> &tracks) const override;
    [[nodiscard]] QHash<QString, SlotPolicies> slotPolicies() const override;
    [[nodiscard]] QList<const AmdFleet *> amdFleets() const override;

private:
    void takeConfigs(const ObjectDelta &delta);
    /// Notes which DeviceConfig the operator goes by on that node.
    void chooseConfig(const QString &node);
    [[nodiscard]] const DeviceConfig *configOf(const QString &node) const;
    [[nodiscard]] bool leadsNodes(const DeviceConfig &config) const;

    RolloutInputs *m_sources;
    DeviceConfigStore m_configs;
    QHash<QString, DeviceConfig> m_last; ///< as they were, by uid
    QHash<QString, QString> m_uids;      ///< of a node's DeviceConfig, by node
    QHash<QString, AmdFleet> m_fleets;   ///< by uid
    bool m_hasNoConfig = false;          ///< there is none in the cluster
    QString m_gone;                      ///< why the operator moves no node; "" while it runs
};

} // namespace chartroom
