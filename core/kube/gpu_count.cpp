// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/gpu_count.h"

namespace chartroom {

GpuCount gpuCount(const ObjectMap<Node> &nodes)
{
    GpuCount count;
    for (const Node &node : nodes) {
        count.available += node.gpusForPods();
        count.total += node.gpuCapacity;
    }
    return count;
}

} // namespace chartroom
