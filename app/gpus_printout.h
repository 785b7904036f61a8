// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/session/gpu_use.h"

namespace chartroom {

/// What the verb `gpus` prints of a cluster. JSON: a map with `pools`: a list of {pool, model, nodes,
/// nodesForPods, total, available, used, free}, and `namespaces`: a list of {namespace, pods, used, claimed,
/// pendingPods, pending, pendingWhy}. An amount is {gpus, slices, shares, partitions}; `used`, `free`,
/// `claimed` and all of `namespaces` are null where pods or claims could not be read. As rows: the pools.
[[nodiscard]] Printout gpusPrintout(const GpuUse &use, bool knowsPods, bool knowsClaims);
/// The namespaces for people. No data.
[[nodiscard]] Printout gpuNamespacesTable(const GpuUse &use);

} // namespace chartroom
