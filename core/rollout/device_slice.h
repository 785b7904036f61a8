// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/gpu_amount.h"
#include "core/kube/object_store.h"
#include "core/rollout/node_selector.h"

#include <optional>

namespace chartroom {

/// Which nodes have access to devices: one of nodeName, allNodes and nodeSelector, of a ResourceSlice or of
/// each of its devices. None of them is a way of choosing that is not known here, and reaches no node, as
/// with the scheduler (k8s.io/dynamic-resource-allocation structured/internal/stable/pools_stable.go
/// NodeMatches@v0.36.3).
struct DeviceAccess
{
    QString node; ///< the only one; "" where the others tell
    bool isForAll = false;
    std::optional<NodeSelector> selector;

    [[nodiscard]] static DeviceAccess read(const LenientJson &told);
    [[nodiscard]] bool isOfOneNode() const { return !node.isEmpty(); }
};

/// A GPU, or a part of one, that claims can be given.
struct SlicedDevice
{
    QString name;
    /// By its attribute type: gpu and mig of NVIDIA's driver (NVIDIA/k8s-dra-driver-gpu
    /// cmd/gpu-kubelet-plugin/deviceinfo.go GetDevice), amdgpu and amdgpu-partition of AMD's
    /// (ROCm/k8s-gpu-dra-driver pkg/consts/consts.go). Anything else, and a part that is only one of several
    /// ways to divide a GPU (consumesCounters), counts among the devices only.
    GpuAmount amount;
    QStringList taints;  ///< keys of those that keep new claims away, NoSchedule and NoExecute
    DeviceAccess access; ///< where the slice says perDeviceNodeSelection
};

/// What a ResourceSlice (resource.k8s.io/v1, v1beta2 and v1beta1, which has the fields of a device one level
/// lower, in basic) says of GPUs that NVIDIA's or AMD's DRA driver offers, in place of the device plugin or
/// beside it. Empty for other drivers.
struct DeviceSlice
{
    QString driver; ///< gpu.nvidia.com, gpu.amd.com
    QString pool;
    qint64 generation = 0; ///< of the pool: only slices of the newest one count
    qint64 sliceCount = 0; ///< that the pool has in this generation
    bool isPerDevice = false;
    DeviceAccess access; ///< unless isPerDevice
    QList<SlicedDevice> devices;

    [[nodiscard]] static Result<DeviceSlice> read(const KubeObject &object);
};

using DeviceSliceStore = ObjectStore<DeviceSlice>;

/// A taint on all devices that its selector takes (resource.k8s.io/v1, v1beta2 and v1alpha3), as if their
/// driver had set it.
struct DeviceTaintRule
{
    // nothing: of whatever driver, pool or name
    std::optional<QString> driver;
    std::optional<QString> pool;
    std::optional<QString> device;
    /// Further terms decide, such as deviceClassName and selectors of v1alpha3, or there is no selector at
    /// all: the API's documentation says that it takes no device then, the scheduler gives the taint to each
    /// (k8s.io/dynamic-resource-allocation resourceslice/tracker/tracker.go applyPatches@v0.36.3).
    bool isUndecided = false;
    QString taint; ///< the key of one that keeps new claims away; "" of another effect

    [[nodiscard]] static Result<DeviceTaintRule> read(const KubeObject &object);
    [[nodiscard]] bool mayTake(const DeviceSlice &slice, const SlicedDevice &one) const;
};

using DeviceTaintRuleStore = ObjectStore<DeviceTaintRule>;

} // namespace chartroom
