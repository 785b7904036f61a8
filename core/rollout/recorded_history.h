// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recorded_transport.h"
#include "core/rollout/history_source.h"

#include <memory>

namespace chartroom {

/// The changes of label and state of a whole recording in time's order, what Events told of the time before
/// it, and each node's GPUs.
struct LabelTimeline
{
    struct Change
    {
        QDateTime at;
        Sighting sighting;
        bool isFirst = false; ///< the node was not known before
        bool isGone = false;  ///< the node was deleted
    };
    QList<Change> changes;
    QHash<TrackKey, QList<ToldLabel>> told;
    RolloutHistory::Gpus gpus;
};
/// A pure function for the pool; about 5 µs a recorded change of a node.
[[nodiscard]] LabelTimeline labelTimeline(const Recording &recording);

/// The histories of a recording at any of its moments: a fold over its nodes, read once and then cut where
/// the play position is. Going on is cheap, going back starts over.
class RecordedHistory final : public HistorySource
{
    Q_OBJECT
public:
    /// `transport`, which plays the recording, outlives it.
    RecordedHistory(std::shared_ptr<const Recording> recording, const RecordedTransport *transport,
                    QObject *parent = nullptr);

    [[nodiscard]] QFuture<RolloutHistory> until(const QDateTime &moment) override;
    [[nodiscard]] bool isOnTheWay() const override { return !m_transport->isSettled(); }

    /// The histories as far as a fold has come.
    struct Fold
    {
        std::shared_ptr<const LabelTimeline> timeline;
        qsizetype count = 0; ///< changes applied
        QDateTime moment;
        RolloutHistory history;
    };

private:
    std::shared_ptr<const Recording> m_recording;
    const RecordedTransport *m_transport;
    Fold m_last;
};

} // namespace chartroom
