// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

#include <QHash>

namespace chartroom {

/// The tracks of all nodes of a cluster, each node's replaced at once.
class TrackTable
{
public:
    /// Adds to `changed` what came, went or is different now.
    void replace(const QString &node, const QList<NodeTrack> &fresh, QList<TrackKey> &changed);

    [[nodiscard]] const QHash<TrackKey, NodeTrack> &all() const { return m_tracks; }
    [[nodiscard]] const NodeTrack *find(const TrackKey &key) const;
    /// By component and node.
    [[nodiscard]] QList<TrackKey> keys() const;
    [[nodiscard]] QList<NodeTrack> sorted() const;

private:
    QHash<TrackKey, NodeTrack> m_tracks;
    QHash<QString, QStringList> m_components; ///< that a node has a track in
};

} // namespace chartroom
