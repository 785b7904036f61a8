// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"

namespace chartroom {

/// What a ResourceSlice (resource.k8s.io/v1, v1beta2 and v1beta1, which agree in these fields) says of GPUs
/// that NVIDIA's DRA driver offers, in place of the device plugin (NVIDIA/k8s-dra-driver-gpu
/// cmd/gpu-kubelet-plugin/driver.go).
struct DeviceSlice
{
    QString gpuNode; ///< that it offers GPUs of, whole or divided; "" for none

    [[nodiscard]] static Result<DeviceSlice> read(const KubeObject &object);
};

using DeviceSliceStore = ObjectStore<DeviceSlice>;

} // namespace chartroom
