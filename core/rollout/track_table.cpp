// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/track_table.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

void TrackTable::replace(const QString &node, QList<NodeTrack> fresh, QList<TrackKey> &changed)
{
    QStringList now;
    for (NodeTrack &track : fresh) {
        const TrackKey key{node, track.component};
        now << track.component;
        std::shared_ptr<const NodeTrack> &known = m_tracks[key];
        if (known && *known == track)
            continue;
        known = std::make_shared<const NodeTrack>(std::move(track));
        changed << key;
    }
    const QStringList before = m_components.value(node);
    if (now == before)
        return;
    for (const QString &component : before) {
        if (now.contains(component))
            continue;
        m_tracks.remove({node, component});
        changed << TrackKey{node, component};
    }
    if (now.isEmpty())
        m_components.remove(node);
    else
        m_components.insert(node, now);
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
