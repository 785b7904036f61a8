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

} // namespace chartroom
