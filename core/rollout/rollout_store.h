// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/rollout/track.h"

#include <QObject>

#include <memory>

namespace chartroom {

/// One node in one component's rollout.
struct TrackKey
{
    QString node;
    QString component;

    friend bool operator==(const TrackKey &, const TrackKey &) = default;
};
[[nodiscard]] size_t qHash(const TrackKey &key, size_t seed = 0);

/// The tracks of all nodes of one cluster, kept current from the nodes and pods of the session and from what
/// only a rollout needs: DaemonSets, their revisions, disruption budgets and the operators' policies. Works
/// in slices of a few milliseconds, so that five thousand nodes never hold the event loop.
class RolloutStore : public QObject
{
    Q_OBJECT
public:
    /// All outlive the store. `nodes` and `pods` are started by it.
    RolloutStore(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock,
                 QObject *parent = nullptr);
    ~RolloutStore() override;

    /// Starting a started store does nothing.
    void start();
    void stop();
    void retryNow();

    [[nodiscard]] bool isStarted() const;
    /// Every list has answered, be it with "no such kind" or "forbidden", and all tracks are computed.
    [[nodiscard]] bool isComplete() const;
    /// Sentences about what cannot be seen, and is then not judged.
    [[nodiscard]] QStringList notices() const;

    /// By component and node. A node that no rollout concerns has none.
    [[nodiscard]] QList<NodeTrack> tracks() const;
    [[nodiscard]] const NodeTrack *find(const TrackKey &key) const;

Q_SIGNALS:
    /// Came, went or changed; at most one batch every 100 ms and slice.
    void tracksChanged(const QList<chartroom::TrackKey> &keys);
    /// isComplete() became true.
    void completed();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace chartroom
