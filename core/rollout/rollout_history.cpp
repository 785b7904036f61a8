// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_history.h"

#include "core/rollout/driver_keys.h"

namespace chartroom {

Sighting sightingOf(const Node &node, DriverKind kind)
{
    const DriverKeys &keys = driverKeys(kind);
    Sighting sighting;
    sighting.key = {node.name, componentText(kind)};
    sighting.label = node.labels.value(keys.state);
    sighting.step = readStep(sighting.label);
    sighting.isCordoned = node.unschedulable;
    sighting.isFoundCordoned = node.annotations.value(keys.initialUnschedulable) == u"true";
    sighting.isRequested = node.annotations.value(keys.requested) == u"true";
    if (isResting(sighting.step))
        sighting.devices = kind == DriverKind::Gpu ? node.gpuAllocatable : node.rdmaAllocatable;
    return sighting;
}

QList<Sighting> sightings(const Node &node)
{
    return {sightingOf(node, DriverKind::Gpu), sightingOf(node, DriverKind::InfiniBand)};
}

bool beginsHistory(const Sighting &sighting)
{
    return !sighting.label.isEmpty() || sighting.isFoundCordoned || sighting.isRequested;
}

void see(NodeHistory &history, const Sighting &sighting, const QDateTime &at, bool isExact)
{
    history.see(sighting.label, sighting.step, at, isExact);
    history.noteCordon(sighting.isCordoned, sighting.isFoundCordoned);
    history.noteRequest(sighting.isRequested);
    history.noteDevices(sighting.devices);
}

void RolloutHistory::see(const Sighting &sighting, const QDateTime &at, bool isExact)
{
    const auto known = m_nodes.find(sighting.key);
    if (known != m_nodes.end())
        chartroom::see(*known, sighting, at, isExact);
    else if (beginsHistory(sighting))
        chartroom::see(m_nodes[sighting.key], sighting, at, isExact);
}

void RolloutHistory::put(const TrackKey &key, NodeHistory history)
{
    if (history.isEmpty())
        m_nodes.remove(key);
    else
        m_nodes.insert(key, std::move(history));
}

bool RolloutHistory::tell(const TrackKey &key, const QList<ToldLabel> &told)
{
    const auto known = m_nodes.find(key);
    return known != m_nodes.end() && known->tell(told);
}

} // namespace chartroom
