// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_history.h"

#include "core/rollout/driver_keys.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

/// Without a label where it never had one.
StepInterval lastLabel(const NodeHistory &history)
{
    const QList<StepInterval> &intervals = history.intervals();
    const auto last = std::find_if(intervals.crbegin(), intervals.crend(),
                                   [](const StepInterval &one) { return !one.label.isEmpty(); });
    return last == intervals.crend() ? StepInterval() : *last;
}

} // namespace

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
    sighting.offered =
        kind == DriverKind::Gpu ? node.gpuAllocatable.devices : rdmaDevices(node, rdma).allocatable;
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
    m_lost.remove(sighting.key);
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

void RolloutHistory::lose(const TrackKey &key, const QDateTime &at)
{
    if (const QString label = lastLabel(node(key)).label; !label.isEmpty())
        m_lost.insert(key, {key, label, at, true});
    m_nodes.remove(key);
}

QList<RemovedNode> RolloutHistory::removed(const std::function<bool(const QString &)> &exists) const
{
    QList<RemovedNode> removed;
    for (const RemovedNode &one : m_lost)
        if (!exists(one.key.node))
            removed.append(one);
    for (auto node = m_nodes.cbegin(); node != m_nodes.cend(); ++node)
        if (const StepInterval last = lastLabel(*node); !last.label.isEmpty() && !exists(node.key().node))
            removed.append({node.key(), last.label, last.start, false});
    std::sort(removed.begin(), removed.end(), [](const RemovedNode &a, const RemovedNode &b) {
        return std::tie(a.key.component, a.key.node) < std::tie(b.key.component, b.key.node);
    });
    return removed;
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
