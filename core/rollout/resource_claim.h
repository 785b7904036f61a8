// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/gpu_amount.h"
#include "core/kube/object_store.h"

#include <QHash>
#include <QStringList>

namespace chartroom {

/// What a rollout needs of a ResourceClaim (resource.k8s.io/v1, v1beta2 and v1beta1, which agree in these
/// fields).
struct ResourceClaim
{
    QString uid;
    /// NVIDIA GPUs and MIG instances that are allocated to it, without those that it may only look at
    /// (adminAccess), as the GPU Operator counts them (cmd/gpu-operator/main.go gpuPodSpecFilter). A MIG
    /// instance is called gpu-0-mig-9-0-1 (NVIDIA/k8s-dra-driver-gpu cmd/gpu-kubelet-plugin/deviceinfo.go
    /// CanonicalName).
    GpuAmount gpus;
    QStringList holders; ///< uids of the pods that it is reserved for

    [[nodiscard]] static Result<ResourceClaim> read(const KubeObject &object);
};

using ResourceClaimStore = ObjectStore<ResourceClaim>;

/// GPUs that pods have by claims, by the pod's uid; such a pod need not ask for any in its containers. Those
/// of a claim that several pods share are counted for its first one, so that a sum has them once, and the
/// others stand here with 0.
using ClaimedGpus = QHash<QString, GpuAmount>;

template<typename Claims>
[[nodiscard]] ClaimedGpus claimedGpus(const Claims &claims)
{
    ClaimedGpus gpus;
    for (const ResourceClaim &claim : claims) {
        for (qsizetype i = 0; i < claim.holders.size(); ++i)
            gpus[claim.holders[i]] += i == 0 ? claim.gpus : GpuAmount();
    }
    return gpus;
}

} // namespace chartroom
