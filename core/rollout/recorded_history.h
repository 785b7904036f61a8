// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recorded_transport.h"
#include "core/rollout/history_source.h"

#include <memory>

namespace chartroom {

/// The changes of label and state of a whole recording, what Events told of the time before it, and each
/// node's GPUs.
struct LabelTimeline
{
    struct Change
    {
        QDateTime at;
        Sighting sighting;
        bool isFirst = false; ///< the node was not known before
        bool isGone = false;  ///< the node was deleted
    };
    QHash<TrackKey, QList<Change>> changes; ///< of each, in time's order
    QHash<TrackKey, QList<ToldLabel>> told;
    RolloutHistory::Gpus gpus;
};
/// A pure function for the pool; about 5 µs a recorded change of a node.
[[nodiscard]] LabelTimeline labelTimeline(const Recording &recording);

/// The histories of a recording at any of its moments: a fold over each node's changes, read once and then
/// cut where the play position is. Only nodes that did something between two moments are folded anew.
class RecordedHistory final : public HistorySource
{
    Q_OBJECT
public:
    /// `transport`, which plays the recording, outlives it.
    RecordedHistory(std::shared_ptr<const Recording> recording, const RecordedTransport *transport,
                    QObject *parent = nullptr);
    ~RecordedHistory() override;

    [[nodiscard]] QFuture<RolloutHistory> until(const QDateTime &moment) override;
    [[nodiscard]] bool isOnTheWay() const override { return !m_transport->isSettled(); }

private:
    struct Fold;

    const RecordedTransport *m_transport;
    std::shared_ptr<Fold> m_fold; ///< also the pool's, which may outlive this
};

} // namespace chartroom
