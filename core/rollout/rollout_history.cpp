// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_history.h"

#include "core/rollout/driver_keys.h"

namespace chartroom {

Sighting sightingOf(const Node &node, DriverKind kind, const RdmaNames &rdma)
{
    const DriverKeys &keys = driverKeys(kind);
    Sighting sighting;
    sighting.key = {node.name, componentText(kind)};
    sighting.label = node.labels.value(keys.state);
    sighting.step = readStep(sighting.label);
    sighting.isCordoned = node.unschedulable;
    sighting.isFoundCordoned = node.annotations.value(keys.initialUnschedulable) == u"true";
    sighting.isRequested = node.annotations.value(keys.requested) == u"true";
    sighting.offered = kind == DriverKind::Gpu ? node.gpuAllocatable : rdmaDevices(node, rdma).allocatable;
    if (isResting(sighting.step))
        sighting.devices = sighting.offered;
    return sighting;
}

QList<Sighting> sightings(const Node &node, const RdmaNames &rdma)
{
    return {sightingOf(node, DriverKind::Gpu), sightingOf(node, DriverKind::InfiniBand, rdma)};
}

void RolloutHistory::see(const Sighting &sighting, const QDateTime &at, bool isExact)
{
    const auto known = m_nodes.find(sighting.key);
    if (known == m_nodes.end() && sighting.label.isEmpty() && !sighting.isCordoned &&
        !sighting.isFoundCordoned && !sighting.isRequested)
        return;
    NodeHistory &history = known == m_nodes.end() ? m_nodes[sighting.key] : *known;
    history.see(sighting.label, sighting.step, at, isExact);
    history.noteCordon(sighting.isCordoned, sighting.isFoundCordoned);
    history.noteRequest(sighting.isRequested);
    history.noteDevices(sighting.devices);
    history.noteOffered(sighting.offered, at, isExact);
}

bool RolloutHistory::tell(const TrackKey &key, const QList<ToldLabel> &told, const QDateTime &seen)
{
    auto known = m_nodes.find(key);
    if (known == m_nodes.end()) {
        known = m_nodes.insert(key, NodeHistory());
        known->see({}, RolloutStep::Idle, seen, false);
    }
    return known->tell(told);
}

} // namespace chartroom
