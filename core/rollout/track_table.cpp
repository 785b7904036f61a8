// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/track_table.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

/// By component and node; of tracks and of their keys.
constexpr auto isBefore = [](const auto &a, const auto &b) {
    return std::tie(a.component, a.node) < std::tie(b.component, b.node);
};

} // namespace

TrackTable::Change TrackTable::changeOf(int node, const QList<SharedTrack> &fresh) const
{
    Change change;
    change.node = node;
    change.tracks.reserve(fresh.size());
    const QList<SharedTrack> before = m_tracks.value(node);
    for (const SharedTrack &track : fresh) {
        const SharedTrack *known = trackIn(before, track->component);
        const bool isNear = known && (*known)->step == track->step && (*known)->verdict == track->verdict;
        if (isNear && **known == *track) { // mostly they differ in those, which are read first
            change.tracks << *known;
            continue;
        }
        change.keys << TrackKey{track->node, track->component};
        change.tracks << track;
    }
    for (const SharedTrack &track : before)
        if (!trackIn(change.tracks, track->component))
            change.keys << TrackKey{track->node, track->component};
    return change;
}

void TrackTable::take(Change &change, QList<TrackKey> &changed)
{
    if (change.keys.isEmpty())
        return;
    changed += change.keys;
    if (change.node >= m_tracks.size())
        m_tracks.resize(change.node + 1);
    m_tracks[change.node].swap(change.tracks);
}

void TrackTable::replace(int node, const QList<SharedTrack> &fresh, QList<TrackKey> &changed)
{
    Change change = changeOf(node, fresh);
    take(change, changed);
}

const NodeTrack *TrackTable::find(int node, const QString &component) const
{
    if (node < 0 || node >= m_tracks.size())
        return nullptr;
    const SharedTrack *track = trackIn(m_tracks[node], component);
    return track ? track->get() : nullptr;
}

NodeTracks TrackTable::of(int node) const
{
    NodeTracks found;
    if (node < 0 || node >= m_tracks.size())
        return found;
    for (const SharedTrack &track : m_tracks[node])
        found.append(track.get());
    return found;
}

QList<TrackKey> TrackTable::keys() const
{
    QList<TrackKey> keys;
    for (const QList<SharedTrack> &tracks : m_tracks)
        for (const SharedTrack &track : tracks)
            keys.append({track->node, track->component});
    std::sort(keys.begin(), keys.end(), isBefore);
    return keys;
}

QList<NodeTrack> sortedTracks(const SharedTracks &tracks)
{
    QList<NodeTrack> sorted;
    for (const QList<SharedTrack> &ofNode : tracks)
        for (const SharedTrack &track : ofNode)
            sorted.append(*track);
    std::sort(sorted.begin(), sorted.end(), isBefore);
    return sorted;
}

} // namespace chartroom
