// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_component.h"

#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

bool hasKey(const MatrixComponent &component, QStringView key)
{
    return key == component.key || component.otherKeys.contains(key);
}

} // namespace

const QList<MatrixComponent> &matrixComponents()
{
    using enum MatrixGroup;
    static const QList<MatrixComponent> all{
        {u"openshift"_s, u"OpenShift"_s, Cluster, {u"ocp"_s, u"openshift_version"_s}},
        {u"kubernetes"_s, u"Kubernetes"_s, Cluster, {u"k8s"_s, u"kubelet"_s}},
        {u"kernel"_s, u"Kernel"_s, Cluster, {}},
        {u"os_image"_s, u"OS image"_s, Cluster, {u"os"_s}},
        {u"container_runtime"_s, u"Container runtime"_s, Cluster, {u"containerd"_s, u"crio"_s}},
        {u"gpu_operator"_s, u"GPU Operator"_s, GpuOperator, {}},
        {u"gpu_driver"_s, u"GPU driver"_s, GpuOperator, {u"nvidia_driver"_s, u"driver"_s}},
        {u"cuda"_s, u"CUDA"_s, GpuOperator, {u"cuda_version"_s}},
        {u"network_operator"_s, u"Network Operator"_s, NetworkOperator, {}},
        {u"mofed"_s,
         u"DOCA-OFED driver"_s,
         NetworkOperator,
         {u"doca"_s, u"doca_driver"_s, u"doca_ofed"_s, u"ofed"_s, u"ofed_driver"_s}},
        {u"firmware_cx7"_s, u"ConnectX-7 firmware"_s, Firmware, {}},
        {u"firmware_cx6"_s, u"ConnectX-6 firmware"_s, Firmware, {}},
        {u"sriov_operator"_s, u"SR-IOV Operator"_s, SriovOperator, {u"sriov_network_operator"_s}},
        {u"dcgm"_s, u"DCGM"_s, GpuOperator, {}},
        {u"dcgm_exporter"_s, u"DCGM Exporter"_s, GpuOperator, {}},
        {u"device_plugin"_s, u"Device plugin"_s, GpuOperator, {u"gpu_device_plugin"_s}},
        {u"gpu_feature_discovery"_s, u"GPU Feature Discovery"_s, GpuOperator, {u"gfd"_s}},
        {u"container_toolkit"_s, u"Container toolkit"_s, GpuOperator, {u"toolkit"_s}},
        {u"mig_manager"_s, u"MIG Manager"_s, GpuOperator, {}},
        {u"nfd"_s, u"Node Feature Discovery"_s, GpuOperator, {u"node_feature_discovery"_s}},
        {u"gds"_s, u"GPUDirect Storage"_s, GpuOperator, {}},
        {u"gdrcopy"_s, u"GDRCopy"_s, GpuOperator, {}},
        {u"nccl"_s, u"NCCL"_s, GpuOperator, {}},
    };
    return all;
}

std::optional<MatrixComponent> matrixComponent(QStringView key)
{
    const QString last = key.toString();
    const QList<MatrixComponent> &all = matrixComponents();
    const auto found =
        std::find_if(all.cbegin(), all.cend(), [&](const MatrixComponent &c) { return hasKey(c, last); });
    if (found != all.cend())
        return *found;
    if (last == u"firmware" || last.startsWith(u"firmware_"_s) || last.startsWith(u"firmware."_s)) {
        const QString device = last.mid(9);
        return MatrixComponent{
            last, device.isEmpty() ? u"Firmware"_s : u"Firmware %1"_s.arg(device), MatrixGroup::Firmware, {}};
    }
    return std::nullopt;
}

MatrixGroup matrixGroup(QStringView key)
{
    const auto component = matrixComponent(key);
    return component ? component->group : MatrixGroup::Other;
}

QString matrixGroupTitle(MatrixGroup group)
{
    switch (group) {
    case MatrixGroup::GpuOperator:
        return VersionsTr::tr("GPU Operator");
    case MatrixGroup::NetworkOperator:
        return VersionsTr::tr("Network Operator");
    case MatrixGroup::Firmware:
        return VersionsTr::tr("firmware");
    case MatrixGroup::Cluster:
        return VersionsTr::tr("OpenShift or Kubernetes");
    case MatrixGroup::SriovOperator:
        return VersionsTr::tr("SR-IOV Operator");
    case MatrixGroup::Other:
        break;
    }
    return VersionsTr::tr("others");
}

} // namespace chartroom
