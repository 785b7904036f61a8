// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"

namespace chartroom {

/// What the console needs of a Node (core/v1).
struct Node
{
    QString uid;
    QString name;
    bool ready = false;         ///< condition Ready is True
    bool unschedulable = false; ///< cordoned
    int gpuCapacity = 0;        ///< nvidia.com/gpu plus amd.com/gpu, whole devices
    int gpuAllocatable = 0;
    QString kubeletVersion;

    [[nodiscard]] bool hasGpu() const { return gpuCapacity > 0; }
    [[nodiscard]] static Result<Node> read(const KubeObject &object);
};

using NodeStore = ObjectStore<Node>;

} // namespace chartroom
