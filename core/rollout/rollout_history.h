// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"
#include "core/rollout/node_history.h"
#include "core/rollout/sighting.h"

#include <QHash>

namespace chartroom {

/// Of the two drivers; always both, with an empty label where there is none.
[[nodiscard]] QList<Sighting> sightings(const Node &node);

/// The histories of all nodes in all rollouts of a cluster. A value; cheap to copy.
class RolloutHistory
{
public:
    /// As NodeHistory::see(). A node without any label yet gets no history.
    void see(const Sighting &sighting, const QDateTime &at, bool isExact);
    bool tell(const TrackKey &key, const QList<ToldLabel> &told);
    void forget(const TrackKey &key) { m_nodes.remove(key); }

    /// Empty for a node that is not known.
    [[nodiscard]] NodeHistory node(const TrackKey &key) const { return m_nodes.value(key); }
    [[nodiscard]] const QHash<TrackKey, NodeHistory> &nodes() const { return m_nodes; }

private:
    QHash<TrackKey, NodeHistory> m_nodes;
};

} // namespace chartroom
