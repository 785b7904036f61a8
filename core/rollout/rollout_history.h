// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"
#include "core/rollout/gpu_sample.h"
#include "core/rollout/node_history.h"
#include "core/rollout/rdma_policy.h"
#include "core/rollout/sighting.h"

#include <QHash>

#include <functional>
#include <memory>

namespace chartroom {

/// With an empty label where there is none: that it had none is known then.
[[nodiscard]] Sighting sightingOf(const Node &node, DriverKind kind, const RdmaNames &rdma = {});
/// Of the two drivers; always both.
[[nodiscard]] QList<Sighting> sightings(const Node &node, const RdmaNames &rdma);

/// A node that was in a rollout and is not in the cluster any more, as far as anything tells.
struct RemovedNode
{
    TrackKey key;
    QString label;       ///< its last one, raw
    QDateTime at;        ///< UTC; when that it was gone was seen, else when its last label came
    bool isSeen = false; ///< false: only Events tell of it

    friend bool operator==(const RemovedNode &, const RemovedNode &) = default;
};

/// The histories of all nodes in all rollouts of a cluster. A value; cheap to copy.
class RolloutHistory
{
public:
    /// As NodeHistory::see(). A node that has no label yet and is not cordoned gets no history.
    void see(const Sighting &sighting, const QDateTime &at, bool isExact);
    /// Of a node without a history too, which has no label at `seen`: of one that the operator took away
    /// only others know.
    bool tell(const TrackKey &key, const QList<ToldLabel> &told, const QDateTime &seen);
    void forget(const TrackKey &key) { m_nodes.remove(key); }
    /// The same of a node that was seen to be gone at that time; it is known until it is seen again.
    void lose(const TrackKey &key, const QDateTime &at);
    /// Those of which `exists` is false: that were lost, or that only others have told of. By component and
    /// node.
    [[nodiscard]] QList<RemovedNode> removed(const std::function<bool(const QString &)> &exists) const;
    /// So many will come.
    void reserve(qsizetype nodes) { m_nodes.reserve(nodes); }

    /// Empty for a node that is not known. Valid until the next change.
    [[nodiscard]] const NodeHistory &node(const TrackKey &key) const
    {
        static const NodeHistory none;
        const auto found = m_nodes.constFind(key);
        return found == m_nodes.cend() ? none : *found;
    }
    [[nodiscard]] const QHash<TrackKey, NodeHistory> &nodes() const { return m_nodes; }

    using Gpus = QHash<QString, QList<GpuSample>>; ///< by node
    /// Also of a later time.
    void setGpus(std::shared_ptr<const Gpus> gpus) { m_gpus = std::move(gpus); }
    /// One a node.
    [[nodiscard]] QList<QList<GpuSample>> gpuCourses() const
    {
        return m_gpus ? m_gpus->values() : QList<QList<GpuSample>>();
    }

private:
    QHash<TrackKey, NodeHistory> m_nodes;
    QHash<TrackKey, RemovedNode> m_lost;
    std::shared_ptr<const Gpus> m_gpus;
};

} // namespace chartroom
