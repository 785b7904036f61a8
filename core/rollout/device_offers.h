// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/device_slice.h"

#include <QHash>
#include <QMap>

namespace chartroom {

/// GPUs, and parts of them, of ResourceSlices.
struct OfferedGpus
{
    GpuAmount all;
    GpuAmount untainted;       ///< those that a claim without tolerations may get, used or not
    QMap<QString, int> taints; ///< how many devices have the taint, by its key

    friend bool operator==(const OfferedGpus &, const OfferedGpus &) = default;
};

/// What ResourceSlices offer of a node to claims (DRA). They are in no sum of a node's or a cluster's GPUs:
/// those are what device plugins tell the kubelets, which may count the same GPUs.
struct ClaimableGpus
{
    OfferedGpus own; ///< of slices or devices that name the node
    /// Of those that many nodes may use, by a selector or all. The same devices stand here for each node, so
    /// that they are never summed up over nodes.
    OfferedGpus shared;
    /// There may be more, or taints that are not counted: a pool is incomplete, which the scheduler does not
    /// allocate from, or what is known of the node or of a DeviceTaintRule does not decide.
    bool isUnknown = false;

    [[nodiscard]] bool isOffered() const { return !own.all.isEmpty() || !shared.all.isEmpty(); }
    /// Nothing that is offered can be given to a claim without tolerations.
    [[nodiscard]] bool isAllTainted() const
    {
        return isOffered() && !isUnknown && own.untainted.isEmpty() && shared.untainted.isEmpty();
    }

    friend bool operator==(const ClaimableGpus &, const ClaimableGpus &) = default;
};

/// By node. Of a pool the slices of its newest generation count, once all of them are there
/// (resource.k8s.io/v1 ResourcePool).
using ClaimableGpusByNode = QHash<QString, ClaimableGpus>;
[[nodiscard]] ClaimableGpusByNode claimableGpus(const ObjectMap<DeviceSlice> &slices,
                                                const ObjectMap<DeviceTaintRule> &rules,
                                                const ObjectMap<Node> &nodes);

/// "gpu.nvidia.com/xid (1), maintenance (8)", of the node's own devices, else of those that it shares.
[[nodiscard]] QString taintsText(const ClaimableGpus &gpus);
/// Sentences; none where no slice is for the node. `plugin`: what its device plugin counts.
[[nodiscard]] QStringList claimableLines(const ClaimableGpus &gpus, const GpuAmount &plugin);

/// Keeps them for all nodes of a cluster.
class DeviceOffers final : public QObject
{
    Q_OBJECT
public:
    /// `nodes` outlives it.
    DeviceOffers(Transport *transport, NodeStore *nodes, const Clock *clock, QObject *parent = nullptr);

    [[nodiscard]] QList<ObjectStoreBase *> stores() { return {&m_slices, &m_rules}; }
    [[nodiscard]] const ClaimableGpusByNode &byNode() const { return m_byNode; }

Q_SIGNALS:
    /// Of these nodes.
    void changed(const QStringList &nodes);

private:
    void gather();
    void takeNodes();

    NodeStore *m_nodes;
    DeviceSliceStore m_slices;
    DeviceTaintRuleStore m_rules;
    ClaimableGpusByNode m_byNode;
};

} // namespace chartroom
