// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_adapters.h"

#include "core/base/share_work.h"
#include "core/rollout/amd_adapter.h"
#include "core/rollout/daemon_set_adapter.h"
#include "core/rollout/driver_adapter.h"
#include "core/rollout/history_store.h"
#include "core/rollout/pace.h"
#include "core/rollout/sriov_adapter.h"
#include "core/rollout/track_table.h"

#include <algorithm>
#include <vector>

namespace chartroom {

void tellPast(const NodeHistory &past, const Sighting &present, NodeEvidence &evidence)
{
    const bool isPresent = !past.isEmpty() && past.intervals().last().label == present.label;
    evidence.since = isPresent ? past.since() : QDateTime();
    evidence.seenSince = isPresent ? past.seenSince() : QDateTime();
    evidence.wasRequested = past.wasRequested();
    evidence.devicesBefore = past.devicesBefore();
    evidence.wasCordonedBefore = past.wasFoundCordoned();
    evidence.stepBefore = past.before();
    evidence.healed = isPresent ? past.healedAt() : QDateTime();
}

RolloutAdapters::RolloutAdapters(RolloutSources *sources)
{
    for (const DriverKind kind : allDrivers)
        m_all.push_back(std::make_unique<DriverAdapter>(kind, sources));
    m_all.push_back(std::make_unique<SriovAdapter>(sources));
    m_all.push_back(std::make_unique<AmdAdapter>(sources));
    auto plain = std::make_unique<DaemonSetAdapter>(sources);
    m_daemonSets = plain.get();
    m_all.push_back(std::move(plain));
}

RolloutAdapters::~RolloutAdapters() = default;

QList<ObjectStoreBase *> RolloutAdapters::stores() const
{
    QList<ObjectStoreBase *> stores;
    for (const auto &adapter : m_all)
        stores += adapter->stores();
    return stores;
}

QList<Sighting> RolloutAdapters::sightings(const Node &node) const
{
    QList<Sighting> sightings;
    for (const auto &adapter : m_all)
        sightings += adapter->sightings(node);
    return sightings;
}

RolloutAdapter::Reach RolloutAdapters::refresh()
{
    auto reach = RolloutAdapter::Reach::Nobody;
    for (const auto &adapter : m_all)
        reach = std::max(reach, adapter->refresh());
    return reach;
}

bool RolloutAdapters::noteNode(const Node &node, const NodePods &pods)
{
    bool isNews = false;
    for (const auto &adapter : m_all)
        isNews = adapter->noteNode(node, pods) || isNews;
    return isNews;
}

bool RolloutAdapters::forgetNode(const QString &name)
{
    bool isNews = false;
    for (const auto &adapter : m_all)
        isNews = adapter->forgetNode(name) || isNews;
    return isNews;
}

QList<NodeTrack> RolloutAdapters::tracks(const NodeEvidence &evidence, const TellPast &past) const
{
    QList<NodeTrack> tracks;
    tracks.reserve(2); // its two drivers: most nodes have no other
    for (const auto &adapter : m_all)
        tracks.append(adapter->tracks(evidence, past)); // moves them
    return tracks;
}

SlotPolicies RolloutAdapters::slotPoliciesOf(const QString &component) const
{
    for (const auto &adapter : m_all) {
        if (const auto policies = adapter->slotPoliciesOf(component))
            return *policies;
    }
    return {};
}

const DriverFleet *RolloutAdapters::fleetOf(const QString &component) const
{
    for (const auto &adapter : m_all) {
        if (const DriverFleet *fleet = adapter->fleetOf(component))
            return fleet;
    }
    return nullptr;
}

QList<PaceInput> RolloutAdapters::paceInputs(const TrackTable &tracks, const HistoryStore &histories,
                                             const QDateTime &now) const
{
    const SharedTracks &all = tracks.all();
    std::vector<const NodeTrack *> found;
    for (const QList<SharedTrack> &ofNode : all)
        for (const SharedTrack &track : ofNode)
            found.push_back(track.get());
    std::vector<PaceNode> nodes(found.size());
    shareWork(int(found.size()), [&](int i) {
        const NodeTrack &track = *found[size_t(i)];
        nodes[size_t(i)] = paceNode(track, histories.node({track.node, track.component}));
    });
    QMap<QString, PaceInput> inputs;
    for (size_t i = 0; i < found.size(); ++i) {
        PaceInput &input = inputs[found[i]->component];
        input.component = found[i]->component;
        input.nodes << std::move(nodes[i]);
    }
    for (PaceInput &input : inputs) {
        input.now = now;
        input.policies = slotPoliciesOf(input.component);
    }
    return inputs.values();
}

} // namespace chartroom
