// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/gpu_amount.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/rollout/resource_claim.h"

#include <QList>
#include <QString>

namespace chartroom {

/// The GPUs of the nodes of one pool that have the same model, as GpuCount counts them.
struct GpuPool
{
    QString pool;  ///< label crusoe.ai/nodepool.name; "" without it
    QString model; ///< label nvidia.com/gpu.product; "" without one
    int nodes = 0;
    int nodesForPods = 0; ///< ready, and not cordoned
    GpuAmount total;
    GpuAmount available; ///< that pods can be given now, used or not
    GpuAmount used;      ///< by pods that run or are bound, by resource; not through claims
    GpuAmount free;      ///< of those available, what no pod has
};

/// What the pods of one namespace have and wait for.
struct GpuNamespace
{
    QString name;
    int pods = 0;      ///< that have GPUs or parts of them
    GpuAmount used;    ///< of resources
    GpuAmount claimed; ///< through resource claims (DRA), which no pool counts
    int pendingPods = 0;
    GpuAmount pending; ///< by the names of the resources alone
    QString why; ///< of most of those that are pending, the scheduler's words; "" while it has said none
};

struct GpuUse
{
    QList<GpuPool> pools;           ///< by pool and model
    QList<GpuNamespace> namespaces; ///< those that have the most first, then by name
};

/// Whole nodes and pods of a cluster; `claimed` is what pods have through claims. Pure.
[[nodiscard]] GpuUse gpuUse(const ObjectMap<Node> &nodes, const ObjectMap<Pod> &pods,
                            const ClaimedGpus &claimed);

} // namespace chartroom
