// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/gpu_amount.h"
#include "core/kube/label_map.h"
#include "core/kube/object_store.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QStringList>

#include <string_view>

namespace chartroom {

/// A condition that is not as it should be on a healthy node.
struct NodeCondition
{
    QString type;   ///< DiskPressure, GPUDCGMUnhealthy, ...; Ready where that is not True
    QString status; ///< True, False, Unknown
    QString reason;
    QString message;
    QDateTime since; ///< UTC
};

/// One resource of GPUs or of parts of them.
struct GpuKind
{
    QString resource; ///< nvidia.com/gpu, nvidia.com/mig-1g.10gb
    int allocatable = 0;
    int capacity = 0;

    /// Neither MIG, nor shared, nor a partition.
    [[nodiscard]] bool isWhole() const { return resource.endsWith(u"/gpu"); }
};

/// What the console needs of a Node (core/v1).
struct Node
{
    QString uid;
    QString name;
    QDateTime created;          ///< UTC
    bool ready = false;         ///< condition Ready is True
    bool unschedulable = false; ///< cordoned
    /// As the node controller noted on its taint, else as its managedFields tell (cordonNote()); invalid
    /// where neither does.
    QDateTime cordonedAt;
    /// The field manager that wrote the cordon; "" where it is not cordoned, and where nothing tells. It
    /// outlives the events.
    QString cordonedBy;
    /// nvidia.com/gpu and its shares (gpu.shared), nvidia.com/mig-*, amd.com/gpu and its partitions
    /// (amd.com/cpx_nps4). MIG slices and shares may be called nvidia.com/gpu as well, which labels tell
    /// (NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md).
    GpuAmount gpuCapacity;
    GpuAmount gpuAllocatable;
    QString kubeletVersion;
    QString kernelVersion;
    QString osImage;          ///< Ubuntu 22.04.5 LTS
    QString containerRuntime; ///< containerd://1.7.24
    QDateTime readySince;     ///< UTC: when condition Ready took its present value
    QString notReadyText; ///< the condition's reason while it is not True: KubeletNotReady, NodeStatusUnknown
    bool isLost = false;  ///< Ready is Unknown: the kubelet has gone silent
    /// Devices that pods can ask for, allocatable by resource name: nvidia.com/gpu, rdma/...,
    /// nvidia.com/mig-...
    QMap<QString, int> devices;
    QMap<QString, int> deviceCapacities; ///< of the same resources: that the node has, healthy or not
    /// Labels and annotations of the vendors and of the place (isKeptNodeKey()), the rest is dropped.
    LabelMap labels;
    LabelMap annotations;
    QStringList taints;                 ///< keys
    QList<NodeCondition> badConditions; ///< mostly empty

    [[nodiscard]] bool hasGpu() const { return !gpuCapacity.isEmpty(); }
    /// The resources that gpuCapacity is the sum of, but for those of which the node has none; by name.
    [[nodiscard]] QList<GpuKind> gpuKinds() const;
    /// AMD's operator keeps new pods away by a taint and leaves spec.unschedulable alone (ROCm/gpu-operator
    /// internal/controllers/upgrademgr.go addOrRemoveTaintToNode).
    [[nodiscard]] bool isTaintedByAmd() const { return taints.contains(u"amd-gpu-driver-upgrade"); }
    /// `kubectl cordon` and `kubectl drain` send no field manager, so that it is the name of the program
    /// (kubernetes/kubectl pkg/drain/cordon.go PatchOrReplaceWithContext). The operators cordon by client-go.
    [[nodiscard]] bool isCordonedWithKubectl() const
    {
        return cordonedBy == u"kubectl" || cordonedBy.startsWith(u"kubectl-");
    }
    /// That can be given to pods now.
    [[nodiscard]] GpuAmount gpusForPods() const
    {
        return ready && !unschedulable && !isTaintedByAmd() ? gpuAllocatable : GpuAmount();
    }
    [[nodiscard]] static Result<Node> read(const KubeObject &object);
};

/// Whether Node keeps that label or annotation: keys of GPU, NIC and SR-IOV operators, of Crusoe, and where
/// the node stands. nvidia.com/gpu.deploy.* only matters while it is not true.
[[nodiscard]] bool isKeptNodeKey(std::string_view key, std::string_view value);

/// Resource names of devices, not of cpu, memory and the like.
[[nodiscard]] bool isDevice(std::string_view resource);
/// amd.com/gpu, and what partitions of it are called: amd.com/<compute>_<memory>, such as cpx_nps4
/// (ROCm/gpu-operator internal/controllers/upgrademgr.go validResources).
[[nodiscard]] bool isAmdGpu(std::string_view resource);

/// What a pod asks for, by the resource's name alone: nvidia.com/mig-* are slices, *.shared shares, AMD's
/// partitions partitions but for spx_*, whole GPUs. A resource of another name counts among the devices only.
[[nodiscard]] GpuAmount gpusAsked(std::string_view resource, int count);
/// What that is, of NVIDIA's, on a node with these labels, where nvidia.com/gpu may be a slice or a share.
[[nodiscard]] GpuAmount gpusOn(GpuAmount asked, const LabelMap &labels);
/// The same of AMD's: by the device plugin's resource naming strategy single, its default, partitions have
/// the name of whole GPUs, and a label of the node labeller tells how these are parted
/// (ROCm/k8s-device-plugin docs and cmd/k8s-node-labeller; spx is not parted).
[[nodiscard]] GpuAmount amdGpusOn(GpuAmount asked, const LabelMap &labels);

using NodeStore = ObjectStore<Node>;

} // namespace chartroom
