// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/history_store.h"
#include "core/rollout/pace_store.h"
#include "core/rollout/rollout_adapters.h"
#include "core/rollout/rollout_store.h"

#include <QElapsedTimer>
#include <QTimer>

#include <chrono>

namespace chartroom {

class LoopSlice;

/// The work behind the store: which nodes have to be looked at again, and looking at them in slices.
struct RolloutStore::Private
{
    static constexpr std::chrono::milliseconds batchInterval{100};

    Private(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock, HistorySource *past,
            RolloutStore *owner);

    void takeNodes(const std::vector<NodeStore::Change> &changes);
    void takePods();
    [[nodiscard]] bool takePresent(const LoopSlice &slice);
    void seeNodes(const QStringList &names);
    void touchAll();
    void touch(bool (*wanted)(RolloutStep));
    void touchQueued();
    void tellNotices();
    void schedule();
    void work();
    [[nodiscard]] bool isHeld();
    void arrive();
    void noteSome(const LoopSlice &slice, QList<TrackKey> &changed);
    void refresh();
    void computeSome(NodeQueue &waiting, const LoopSlice &slice, QList<TrackKey> &changed);
    [[nodiscard]] std::optional<QList<SharedTrack>> compute(int node, const QDateTime &now) const;
    void forget(int node, QList<TrackKey> &changed);
    void tellPast(NodeEvidence &evidence, const Sighting &present) const;
    [[nodiscard]] bool isTaken() const { return presentNodes.isEmpty() && presentPods.isEmpty(); }
    [[nodiscard]] bool isIdle() const
    {
        return isTaken() && unnoted.isEmpty() && dirty.isEmpty() && later.isEmpty();
    }
    [[nodiscard]] bool isSteady() const { return !termsAreOld && (wasComplete || !queueIsOld); }
    [[nodiscard]] bool hasTracks();
    [[nodiscard]] bool hasTracksOf(const QString &component) const;
    [[nodiscard]] std::optional<PaceEvidence> paceEvidence();
    void noteReturn(const QString &component, const std::optional<OperatorDeployment> &leader);
    [[nodiscard]] QList<ObjectStoreBase *> own();
    [[nodiscard]] QList<ObjectStoreBase *> all();

    HistorySource *past;
    RolloutInputs sources;
    RolloutAdapters adapters;
    HistoryStore histories;
    PaceStore paces;
    OutageLog outages;
    QHash<QString, QDateTime> availableSince; ///< of operators, as far as `outages` knows of it
    TrackTable tracks;
    bool termsAreOld = true;
    bool queueIsOld = false;
    QElapsedTimer sinceQueue;
    QStringList presentNodes; ///< uids of those that were there before the start, and are not taken in yet
    QStringList presentPods;
    NodeQueue unnoted; ///< of which something changed
    NodeQueue dirty;   ///< whose tracks are to be computed
    NodeQueue later;   ///< that may look different since others changed: after them
    QTimer timer;
    QElapsedTimer sinceWork;
    QElapsedTimer sinceSeek; ///< runs while a recording is on the way to another moment
    bool hadSought = false;  ///< and has arrived: the paces are those of the moment before
    QTimer aging;
    bool wasComplete = false;
    QStringList toldNotices;
    int rounds = 0; ///< over all dirty nodes, since it was settled or a list answered
    RolloutStore *q;
    QObject listener; ///< the last member: while the others end, nothing that they still say is heard
};

} // namespace chartroom
