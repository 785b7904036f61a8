// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/gpu_use.h"

#include <QMap>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

/// By which a pod with GPUs counts among those of its node.
bool hasEnded(const Pod &pod)
{
    return pod.phase == u"Succeeded" || pod.phase == u"Failed";
}

/// Of each kind what is left; a node may have more pods than it can give to, as after a device has failed.
GpuAmount lessOf(const GpuAmount &all, const GpuAmount &taken)
{
    GpuAmount left;
    left.gpus = std::max(0, all.gpus - taken.gpus);
    left.slices = std::max(0, all.slices - taken.slices);
    left.shares = std::max(0, all.shares - taken.shares);
    left.partitions = std::max(0, all.partitions - taken.partitions);
    left.devices = std::max(0, all.devices - taken.devices);
    return left;
}

struct NamespaceSum
{
    GpuNamespace sum;
    QMap<QString, int> reasons; ///< how many pods each keeps
};

GpuNamespace withReason(const NamespaceSum &one)
{
    GpuNamespace sum = one.sum;
    int most = 0;
    for (auto reason = one.reasons.cbegin(); reason != one.reasons.cend(); ++reason)
        if (reason.value() > std::exchange(most, std::max(most, reason.value())))
            sum.why = reason.key();
    return sum;
}

} // namespace

GpuUse gpuUse(const ObjectMap<Node> &nodes, const ObjectMap<Pod> &pods, const ClaimedGpus &claimed)
{
    QHash<QString, LabelMap> labels;
    for (const Node &node : nodes)
        labels.insert(node.name, node.labels);
    QHash<QString, GpuAmount> usedOn;
    QMap<QString, NamespaceSum> namespaces;
    for (const Pod &pod : pods) {
        const GpuAmount viaClaims = claimed.value(pod.uid);
        if (hasEnded(pod) || (pod.gpus.isEmpty() && pod.amdGpus.isEmpty() && viaClaims.isEmpty()))
            continue;
        NamespaceSum &space = namespaces[pod.namespaceName];
        space.sum.name = pod.namespaceName;
        if (pod.node.isEmpty()) {
            ++space.sum.pendingPods;
            space.sum.pending += pod.gpus + pod.amdGpus;
            if (!pod.notScheduledText.isEmpty())
                ++space.reasons[pod.notScheduledText];
            continue;
        }
        const LabelMap there = labels.value(pod.node);
        const GpuAmount used = gpusOn(pod.gpus, there) + amdGpusOn(pod.amdGpus, there);
        usedOn[pod.node] += used;
        ++space.sum.pods;
        space.sum.used += used;
        space.sum.claimed += viaClaims;
    }
    QMap<std::pair<QString, QString>, GpuPool> pools;
    for (const Node &node : nodes) {
        if (!node.hasGpu())
            continue;
        const QString pool = node.labels.value(QStringLiteral("crusoe.ai/nodepool.name"));
        const QString model = node.labels.value(QStringLiteral("nvidia.com/gpu.product"));
        GpuPool &sum = pools[{pool, model}];
        sum.pool = pool;
        sum.model = model;
        const GpuAmount available = node.gpusForPods();
        const GpuAmount used = usedOn.value(node.name);
        ++sum.nodes;
        sum.nodesForPods += !available.isEmpty();
        sum.total += node.gpuCapacity;
        sum.available += available;
        sum.used += used;
        sum.free += lessOf(available, used);
    }
    GpuUse use;
    use.pools = pools.values();
    for (const NamespaceSum &one : std::as_const(namespaces))
        use.namespaces.append(withReason(one));
    std::stable_sort(use.namespaces.begin(), use.namespaces.end(),
                     [](const GpuNamespace &a, const GpuNamespace &b) {
                         return isMore(a.used + a.claimed, b.used + b.claimed);
                     });
    return use;
}

} // namespace chartroom
