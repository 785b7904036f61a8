// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

#include <QHash>

#include <memory>

namespace chartroom {

using SharedTrack = std::shared_ptr<const NodeTrack>;
/// By node; a node's in the order of the adapters.
using SharedTracks = QHash<QString, QList<SharedTrack>>;
/// By component and node; of thousands a matter for the pool.
[[nodiscard]] QList<NodeTrack> sortedTracks(const SharedTracks &tracks);

/// The tracks of all nodes of a cluster, each node's replaced at once.
class TrackTable
{
public:
    /// What is new of one node; to be made on any thread, as long as nobody changes the table.
    struct Change
    {
        QString node;
        QList<SharedTrack> tracks; ///< that it has now; once taken, what they replaced
        QList<TrackKey> keys;      ///< of what came, went or is different
    };
    [[nodiscard]] Change changeOf(const QString &node, QList<NodeTrack> fresh) const;
    /// Adds to `changed` what came, went or is different now. What is then left in `change` is to be freed,
    /// where there are thousands elsewhere.
    void take(Change &change, QList<TrackKey> &changed);
    /// Both at once.
    void replace(const QString &node, QList<NodeTrack> fresh, QList<TrackKey> &changed);

    /// A copy shares them, for use on any thread.
    [[nodiscard]] const SharedTracks &all() const { return m_tracks; }
    [[nodiscard]] const NodeTrack *find(const TrackKey &key) const;
    /// By component and node.
    [[nodiscard]] QList<TrackKey> keys() const;

private:
    SharedTracks m_tracks;
};

} // namespace chartroom
