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

bool RolloutAdapters::noteNode(int number, const Node &node, const NodePods &pods)
{
    bool isNews = false;
    for (const auto &adapter : m_all)
        isNews = adapter->noteNode(number, node, pods) || isNews;
    return isNews;
}

bool RolloutAdapters::forgetNode(int number, const QString &name)
{
    bool isNews = false;
    for (const auto &adapter : m_all)
        isNews = adapter->forgetNode(number, name) || isNews;
    return isNews;
}

QList<SharedTrack> RolloutAdapters::tracks(const NodeEvidence &evidence, const TellPast &past) const
{
    QList<SharedTrack> tracks;
    tracks.reserve(2); // its two drivers: most nodes have no other
    for (const auto &adapter : m_all)
        adapter->addTracks(evidence, past, tracks);
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
    struct Found
    {
        const NodeTrack *track;
        qsizetype input;
        qsizetype place; ///< among the nodes of that input
    };
    std::vector<Found> found;
    QList<PaceInput> inputs;
    std::vector<qsizetype> counts; // of each
    for (const QList<SharedTrack> &ofNode : tracks.all())
        for (const SharedTrack &track : ofNode) {
            const auto known = std::find_if(inputs.cbegin(), inputs.cend(), [&track](const PaceInput &input) {
                return input.component == track->component;
            });
            const qsizetype input = known - inputs.cbegin();
            if (known == inputs.cend()) {
                inputs.append({track->component, now, {}, slotPoliciesOf(track->component)});
                counts.push_back(0);
            }
            found.push_back({track.get(), input, counts[size_t(input)]++});
        }
    std::vector<PaceNode *> nodes; // of each input
    for (qsizetype i = 0; i < inputs.size(); ++i) {
        inputs[i].nodes.resize(counts[size_t(i)]);
        nodes.push_back(inputs[i].nodes.data());
    }
    shareWork(int(found.size()), [&](int i) {
        const auto &[track, input, place] = found[size_t(i)];
        nodes[size_t(input)][place] = paceNode(*track, histories.node({track->node, track->component}));
    });
    std::sort(inputs.begin(), inputs.end(),
              [](const PaceInput &one, const PaceInput &other) { return one.component < other.component; });
    return inputs;
}

} // namespace chartroom
