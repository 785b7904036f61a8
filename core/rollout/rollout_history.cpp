// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_history.h"

#include "core/rollout/driver_keys.h"

namespace chartroom {

Sighting sightingOf(const Node &node, DriverKind kind)
{
    const DriverKeys &keys = driverKeys(kind);
    const QString label = node.labels.value(keys.state);
    return {{node.name, componentText(kind)},
            label,
            readStep(label),
            node.unschedulable,
            node.annotations.value(keys.initialUnschedulable) == u"true"};
}

QList<Sighting> sightings(const Node &node)
{
    return {sightingOf(node, DriverKind::Gpu), sightingOf(node, DriverKind::InfiniBand)};
}

void RolloutHistory::see(const Sighting &sighting, const QDateTime &at, bool isExact)
{
    const auto known = m_nodes.find(sighting.key);
    if (known == m_nodes.end() && sighting.label.isEmpty() && !sighting.isFoundCordoned)
        return;
    NodeHistory &history = known == m_nodes.end() ? m_nodes[sighting.key] : *known;
    history.see(sighting.label, sighting.step, at, isExact);
    history.noteCordon(sighting.isCordoned, sighting.isFoundCordoned);
}

bool RolloutHistory::tell(const TrackKey &key, const QList<ToldLabel> &told)
{
    const auto known = m_nodes.find(key);
    return known != m_nodes.end() && known->tell(told);
}

} // namespace chartroom
