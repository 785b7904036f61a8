// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/history_store.h"
#include "core/rollout/pace_store.h"
#include "core/rollout/rollout_adapters.h"
#include "core/rollout/rollout_store.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

#include <chrono>

namespace chartroom {

/// The work behind the store: which nodes have to be looked at again, and looking at them in slices.
struct RolloutStore::Private
{
    static constexpr std::chrono::milliseconds batchInterval{100};

    Private(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock, HistorySource *past,
            RolloutStore *owner);

    void takeNodes(const ObjectDelta &delta);
    void takePods(const ObjectDelta &delta);
    [[nodiscard]] bool takePresent(const QElapsedTimer &spent);
    void seeNodes(const QStringList &names);
    void touchAll();
    void touch(bool (*wanted)(RolloutStep));
    void touchQueued();
    void schedule();
    void work();
    [[nodiscard]] bool isHeld();
    void arrive();
    void noteSome(const QElapsedTimer &spent, QList<TrackKey> &changed);
    void refresh();
    void computeSome(QSet<QString> &nodes, const QElapsedTimer &spent, QList<TrackKey> &changed);
    [[nodiscard]] QStringList nextOf(QSet<QString> &nodes, qsizetype most);
    [[nodiscard]] std::optional<QList<NodeTrack>> compute(const QString &node, const QDateTime &now) const;
    void forget(const QString &node, QList<TrackKey> &changed);
    void tellPast(NodeEvidence &evidence, const Sighting &present) const;
    [[nodiscard]] bool isTaken() const { return presentNodes.isEmpty() && presentPods.isEmpty(); }
    [[nodiscard]] bool isIdle() const
    {
        return isTaken() && unnoted.isEmpty() && dirty.isEmpty() && later.isEmpty();
    }
    [[nodiscard]] bool isSteady() const { return !termsAreOld && (wasComplete || !queueIsOld); }
    [[nodiscard]] bool hasTracks();
    [[nodiscard]] std::optional<QList<PaceInput>> paceInputs();
    [[nodiscard]] QList<ObjectStoreBase *> own();
    [[nodiscard]] QList<ObjectStoreBase *> all();

    HistorySource *past;
    RolloutSources sources;
    RolloutAdapters adapters;
    HistoryStore histories;
    PaceStore paces;
    TrackTable tracks;
    bool termsAreOld = true;
    bool queueIsOld = false;
    QElapsedTimer sinceQueue;
    QStringList presentNodes; ///< uids of those that were there before the start, and are not taken in yet
    QStringList presentPods;
    QSet<QString> unnoted; ///< names of nodes of which something changed
    QSet<QString> dirty;   ///< of those whose tracks are to be computed
    QSet<QString> later;   ///< of those that may look different since others changed: after them
    QStringList inOrder;   ///< those of either that are next, the last one first
    QTimer timer;
    QElapsedTimer sinceWork;
    QElapsedTimer sinceWound; ///< runs while a recording is on the way to another moment
    QTimer aging;
    bool wasComplete = false;
    int rounds = 0; ///< over all dirty nodes, since it was settled or a list answered
    RolloutStore *q;
    QObject listener; ///< the last member: while the others end, nothing that they still say is heard
};

} // namespace chartroom
