// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"

#include <optional>

namespace chartroom {

/// The GPUs of a cluster, as every page, verb and ticket counts them. Available: what the scheduler can give
/// to pods now, whether pods use it or not, which is what Node::gpusForPods() says of each node (allocatable,
/// on a node that is Ready, not cordoned, and not tainted by AMD's operator). Total: the capacity that the
/// kubelets report; a node whose device plugin never registered adds nothing to either. GPUs that
/// ResourceSlices offer to claims (DRA) are in neither: they may be the same ones, and a device that many
/// nodes may use is none of each; a node's track tells of them.
struct GpuCount
{
    GpuAmount available;
    GpuAmount total;

    friend bool operator==(const GpuCount &, const GpuCount &) = default;
};

[[nodiscard]] GpuCount gpuCount(const ObjectMap<Node> &nodes);
[[nodiscard]] GpuCount gpuCount(const QList<Node> &nodes);
/// "14 of 14 MIG slices, 30 of 32 GPU shares"; "" where there are GPUs only.
[[nodiscard]] QString gpuPartsText(const GpuCount &count);

/// Whether so many whole GPUs are a floor's; nothing: too few, where there are parts of GPUs besides
/// (`hasParts`), which are no GPUs and may be what the floor was meant to count.
[[nodiscard]] std::optional<bool> keepsGpuFloor(int gpus, int floor, bool hasParts);

/// "1 GPU, 2 MIG slices", "0 GPUs"; of nothing but resources whose kind is unknown "GPUs, number unknown".
[[nodiscard]] QString gpuAmountText(const GpuAmount &amount);
/// The same without the GPUs: "2 MIG slices"; "" where there are no parts.
[[nodiscard]] QString gpuPartsText(const GpuAmount &amount);

} // namespace chartroom
