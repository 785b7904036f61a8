// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/gpu_count.h"

#include "core/kube/kube_tr.h"

namespace chartroom {

namespace {

template<typename Nodes>
GpuCount countOf(const Nodes &nodes)
{
    GpuCount count;
    for (const Node &node : nodes) {
        count.available += node.gpusForPods();
        count.total += node.gpuCapacity;
    }
    return count;
}

} // namespace

GpuCount gpuCount(const ObjectMap<Node> &nodes)
{
    return countOf(nodes);
}

GpuCount gpuCount(const QList<Node> &nodes)
{
    return countOf(nodes);
}

QString gpuPartsText(const GpuCount &count)
{
    QStringList said;
    const auto add = [&said](int available, int total, const QString &text) {
        if (total > 0)
            said << text.arg(available).arg(total);
    };
    const GpuAmount &now = count.available;
    const GpuAmount &all = count.total;
    add(now.slices, all.slices, KubeTr::tr("%1 of %2 MIG slices"));
    add(now.shares, all.shares, KubeTr::tr("%1 of %2 GPU shares"));
    add(now.partitions, all.partitions, KubeTr::tr("%1 of %2 GPU partitions"));
    return said.join(QStringLiteral(", "));
}

std::optional<bool> keepsGpuFloor(int gpus, int floor, bool hasParts)
{
    const bool isReached = gpus >= floor;
    return !isReached && hasParts ? std::nullopt : std::optional(isReached);
}

QString gpuAmountText(const GpuAmount &amount)
{
    if (!amount.hasParts())
        return amount.gpus == 0 && amount.devices > 0 ? KubeTr::tr("GPUs, number unknown")
                                                      : KubeTr::tr("%n GPU(s)", nullptr, amount.gpus);
    const QString parts = gpuPartsText(amount);
    return amount.gpus == 0 ? parts
                            : KubeTr::tr("%n GPU(s)", nullptr, amount.gpus) + QStringLiteral(", ") + parts;
}

QString gpuPartsText(const GpuAmount &amount)
{
    QStringList said;
    if (amount.slices > 0)
        said << KubeTr::tr("%n MIG slice(s)", nullptr, amount.slices);
    if (amount.shares > 0)
        said << KubeTr::tr("%n GPU share(s)", nullptr, amount.shares);
    if (amount.partitions > 0)
        said << KubeTr::tr("%n GPU partition(s)", nullptr, amount.partitions);
    return said.join(QStringLiteral(", "));
}

} // namespace chartroom
