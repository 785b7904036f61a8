// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/track_table.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

TrackTable::Change TrackTable::changeOf(const QString &node, QList<NodeTrack> fresh) const
{
    Change change;
    change.node = node;
    for (NodeTrack &track : fresh) {
        change.components << track.component;
        const NodeTrack *known = find({node, track.component});
        if (!known || !(*known == track))
            change.tracks.push_back(std::make_shared<const NodeTrack>(std::move(track)));
    }
    return change;
}

void TrackTable::take(Change &change, QList<TrackKey> &changed)
{
    for (std::shared_ptr<const NodeTrack> &track : change.tracks) {
        const TrackKey key{change.node, track->component};
        m_tracks[key].swap(track);
        changed << key;
    }
    const QStringList before = m_components.value(change.node);
    if (change.components == before)
        return;
    for (const QString &component : before) {
        if (change.components.contains(component))
            continue;
        m_tracks.remove({change.node, component});
        changed << TrackKey{change.node, component};
    }
    if (change.components.isEmpty())
        m_components.remove(change.node);
    else
        m_components.insert(change.node, change.components);
}

void TrackTable::replace(const QString &node, QList<NodeTrack> fresh, QList<TrackKey> &changed)
{
    Change change = changeOf(node, std::move(fresh));
    take(change, changed);
}

const NodeTrack *TrackTable::find(const TrackKey &key) const
{
    const auto track = m_tracks.constFind(key);
    return track == m_tracks.cend() ? nullptr : track->get();
}

QList<TrackKey> TrackTable::keys() const
{
    QList<TrackKey> keys = m_tracks.keys();
    std::sort(keys.begin(), keys.end(), [](const TrackKey &a, const TrackKey &b) {
        return std::tie(a.component, a.node) < std::tie(b.component, b.node);
    });
    return keys;
}

QList<NodeTrack> sortedTracks(const SharedTracks &tracks)
{
    QList<NodeTrack> sorted;
    sorted.reserve(tracks.size());
    for (const auto &track : tracks)
        sorted.append(*track);
    std::sort(sorted.begin(), sorted.end(), [](const NodeTrack &a, const NodeTrack &b) {
        return std::tie(a.component, a.node) < std::tie(b.component, b.node);
    });
    return sorted;
}

} // namespace chartroom
