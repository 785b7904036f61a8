// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_objects.h"
#include "core/rollout/rollout_adapter.h"
#include "core/rollout/rollout_inputs.h"
#include "core/rollout/sriov_track.h"

#include <QMap>

namespace chartroom {

/// The SR-IOV operator's changes of virtual functions, node by node.
class SriovAdapter final : public RolloutAdapter
{
    Q_OBJECT
public:
    /// `sources` outlives the adapter.
    explicit SriovAdapter(RolloutInputs *sources, QObject *parent = nullptr);

    [[nodiscard]] QList<ObjectStoreBase *> stores() override { return {&m_states, &m_pools}; }
    [[nodiscard]] QList<Sighting> sightings(const Node &node) const override;
    Reach refresh() override;
    bool noteNode(int number, const Node &node, const NodePods &pods) override;
    bool forgetNode(int number, const QString &name) override;
    void addTracks(const NodeEvidence &evidence, const TellPast &past,
                   QList<SharedTrack> &tracks) const override;
    [[nodiscard]] QHash<QString, SlotPolicies> slotPolicies() const override;

private:
    [[nodiscard]] const SriovNodeState *stateOf(const QString &node) const;
    [[nodiscard]] SriovPoolChoice choiceOf(const Node &node) const;

    RolloutInputs *m_sources;
    SriovNodeStateStore m_states;
    SriovPoolStore m_pools;
    NodeObjects<SriovNodeState> m_index;
    QMap<QString, SriovFleet> m_fleets; ///< by the pool's name
    bool m_arePoolsKnown = false;
    QHash<QString, SriovPoolChoice> m_chosen; ///< by node
};

} // namespace chartroom
