// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

#include <QList>
#include <QVarLengthArray>

#include <algorithm>
#include <memory>

namespace chartroom {

using SharedTrack = std::shared_ptr<const NodeTrack>;
/// By the node's number in a NodeTable, none where it has none; a node's in the order of the adapters.
using SharedTracks = QList<QList<SharedTrack>>;
/// Borrowed, of one node.
using NodeTracks = QVarLengthArray<const NodeTrack *, 4>;
/// The one of that component; null where there is none. Of shared tracks, or borrowed ones.
template<typename Tracks>
[[nodiscard]] const typename Tracks::value_type *trackIn(const Tracks &tracks, const QString &component)
{
    const auto track = std::find_if(tracks.cbegin(), tracks.cend(),
                                    [&component](const auto &one) { return one->component == component; });
    return track == tracks.cend() ? nullptr : &*track;
}
/// By component and node; of thousands a matter for the pool.
[[nodiscard]] QList<NodeTrack> sortedTracks(const SharedTracks &tracks);

/// The tracks of all nodes of a cluster by their numbers in a NodeTable, each node's replaced at once.
class TrackTable
{
public:
    /// What is new of one node; to be made on any thread, as long as nobody changes the table.
    struct Change
    {
        int node = 0;
        QList<SharedTrack> tracks; ///< that it has now; once taken, what they replaced
        QList<TrackKey> keys;      ///< of what came, went or is different
    };
    [[nodiscard]] Change changeOf(int node, const QList<SharedTrack> &fresh) const;
    /// Adds to `changed` what came, went or is different now. What is then left in `change` is to be freed,
    /// where there are thousands elsewhere.
    void take(Change &change, QList<TrackKey> &changed);
    /// Both at once.
    void replace(int node, const QList<SharedTrack> &fresh, QList<TrackKey> &changed);

    /// A copy shares them, for use on any thread.
    [[nodiscard]] const SharedTracks &all() const { return m_tracks; }
    /// Null where there is none.
    [[nodiscard]] const NodeTrack *find(int node, const QString &component) const;
    /// None for -1.
    [[nodiscard]] NodeTracks of(int node) const;
    /// By component and node.
    [[nodiscard]] QList<TrackKey> keys() const;

private:
    SharedTracks m_tracks;
};

} // namespace chartroom
