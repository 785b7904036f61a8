// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/transport.h"
#include "core/rollout/history_source.h"

#include <memory>

namespace chartroom {

/// The histories of all nodes, kept from what is seen of them while the session runs. What was before comes
/// from the operators' Events (an hour of them, NVIDIA/k8s-operator-libs), read once at the start and after
/// each time of not looking; with a HistorySource all comes from there, and nothing has to be seen.
class HistoryStore : public QObject
{
    Q_OBJECT
public:
    /// All outlive the store; `source` may be null.
    HistoryStore(Transport *transport, HistorySource *source, const Clock *clock, QObject *parent = nullptr);
    ~HistoryStore() override;

    void start();
    void stop();
    /// The list of nodes is complete: what they did before can be asked for.
    void nodesAreKnown();
    /// Nothing that was asked for is still on its way.
    [[nodiscard]] bool isReady() const;
    /// Sentences about what cannot be known.
    [[nodiscard]] QStringList notices() const;

    /// A batch of changes begins. What is first seen in it has just happened, unless the last batch was more
    /// than ten seconds ago.
    void look();
    /// Nothing changed, and it would have been seen.
    void keepLooking();
    /// `isFirst`: the node was not known before.
    void see(const Sighting &sighting, bool isFirst);
    /// The node is gone.
    void forget(const TrackKey &key);

    [[nodiscard]] const NodeHistory &node(const TrackKey &key) const;
    /// A copy shares them, for use on any thread.
    [[nodiscard]] const RolloutHistory &all() const;

Q_SIGNALS:
    /// More became known of the past of these, or the present is another one.
    void changed(const QList<chartroom::TrackKey> &keys);
    /// isReady() became true.
    void ready();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace chartroom
