// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

#include <QHash>

#include <memory>

namespace chartroom {

using SharedTracks = QHash<TrackKey, std::shared_ptr<const NodeTrack>>;
/// By component and node; of thousands a matter for the pool.
[[nodiscard]] QList<NodeTrack> sortedTracks(const SharedTracks &tracks);

/// The tracks of all nodes of a cluster, each node's replaced at once.
class TrackTable
{
public:
    /// Adds to `changed` what came, went or is different now.
    void replace(const QString &node, QList<NodeTrack> fresh, QList<TrackKey> &changed);

    /// A copy shares them, for use on any thread.
    [[nodiscard]] const SharedTracks &all() const { return m_tracks; }
    [[nodiscard]] const NodeTrack *find(const TrackKey &key) const;
    /// By component and node.
    [[nodiscard]] QList<TrackKey> keys() const;

private:
    SharedTracks m_tracks;
    QHash<QString, QStringList> m_components; ///< that a node has a track in
};

} // namespace chartroom
