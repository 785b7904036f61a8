// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/failure_signature.h"

#include <QCoreApplication>

#include <array>

namespace chartroom {

namespace {

struct Known
{
    const char *text;
    const char *meaning;
};

/// Sources: NVIDIA/gpu-driver-container ubuntu22.04/nvidia-driver, NVIDIA/k8s-driver-manager
/// cmd/driver-manager, NVIDIA/gpu-operator cmd/nvidia-validator and its troubleshooting guide,
/// NVIDIA/k8s-device-plugin, Mellanox/doca-driver-build entrypoint.sh.
constexpr std::array signatures{
    Known{"Could not resolve Linux kernel version",
          QT_TRANSLATE_NOOP("FailureSignature",
                            "No kernel-header package fits the running kernel; the kernel "
                            "or the driver image has to change.")},
    Known{"Could not locate Linux kernel version string",
          QT_TRANSLATE_NOOP("FailureSignature", "The kernel headers that were found are not those of the "
                                                "running kernel.")},
    Known{"Unable to locate package linux-headers-",
          QT_TRANSLATE_NOOP("FailureSignature", "The package source has no headers for the running kernel.")},
    Known{"Unable to find the kernel source tree",
          QT_TRANSLATE_NOOP("FailureSignature", "The headers of the running kernel are missing.")},
    Known{"Failed to update package cache",
          QT_TRANSLATE_NOOP("FailureSignature", "The node does not reach the package mirror: no egress, or a "
                                                "proxy that the driver does not know.")},
    Known{"Could not unload NVIDIA driver kernel modules, driver is in use",
          QT_TRANSLATE_NOOP("FailureSignature", "A process or pod on the node still uses a GPU.")},
    Known{"An instance of the NVIDIA driver is already running",
          QT_TRANSLATE_NOOP("FailureSignature", "A driver is installed on the host, or a pod left its mark "
                                                "behind.")},
    Known{"failed to load nvidia-peermem module",
          QT_TRANSLATE_NOOP("FailureSignature", "GPUDirect RDMA waits for the InfiniBand driver.")},
    Known{"waiting for mellanox ofed and nvidia drivers to be installed",
          QT_TRANSLATE_NOOP("FailureSignature", "GPUDirect RDMA waits for the InfiniBand driver.")},
    Known{"MOFED drivers are not ready, skipping probe",
          QT_TRANSLATE_NOOP("FailureSignature", "GPUDirect RDMA waits for the InfiniBand driver.")},
    Known{"waiting for the mlx5_core and ib_umad kernel modules to be loaded",
          QT_TRANSLATE_NOOP("FailureSignature", "The GPU driver of an NVLink 5 system waits for the "
                                                "InfiniBand driver.")},
    Known{"Failed to uninstall nvidia driver components",
          QT_TRANSLATE_NOOP("FailureSignature", "The driver manager could not unload the old driver; what "
                                                "holds it is in its log.")},
    Known{"Cleanup could not automatically proceed on node",
          QT_TRANSLATE_NOOP("FailureSignature", "The driver manager may not evict pods; its log lists the "
                                                "ways on.")},
    Known{"driver/library version mismatch",
          QT_TRANSLATE_NOOP("FailureSignature", "The loaded kernel module is older than the libraries: the "
                                                "driver pod has to run again, or the node to reboot.")},
    Known{"Driver/library version mismatch",
          QT_TRANSLATE_NOOP("FailureSignature", "The loaded kernel module is older than the libraries: the "
                                                "driver pod has to run again, or the node to reboot.")},
    Known{"no runtime for \"nvidia\" is configured",
          QT_TRANSLATE_NOOP("FailureSignature", "The container toolkit has not set containerd up; normal for "
                                                "a minute while a driver is replaced.")},
    Known{"failed to find runtime handler nvidia from runtime list",
          QT_TRANSLATE_NOOP("FailureSignature", "The container toolkit has not set CRI-O up; normal for a "
                                                "minute while a driver is replaced.")},
    Known{"GPU resources are not discovered by the node",
          QT_TRANSLATE_NOOP("FailureSignature", "The device plugin has not registered the GPUs.")},
    Known{"error code system not yet initialized",
          QT_TRANSLATE_NOOP("FailureSignature", "The fabric manager of the NVSwitches is not up.")},
    Known{"driver rpc error: timed out",
          QT_TRANSLATE_NOOP("FailureSignature", "The GPU or its driver hangs.")},
    Known{"UNLOAD_STORAGE_MODULES",
          QT_TRANSLATE_NOOP("FailureSignature", "NVMe or NFS over RDMA is loaded; the driver needs "
                                                "UNLOAD_STORAGE_MODULES=true to unload it.")},
    Known{"is used and will FAIL driver reload",
          QT_TRANSLATE_NOOP("FailureSignature", "Another module holds the InfiniBand driver, mostly "
                                                "nvidia_peermem: workloads or the GPU driver have to go "
                                                "first.")},
    Known{"module is used by other modules",
          QT_TRANSLATE_NOOP("FailureSignature", "Another module holds the InfiniBand driver, mostly "
                                                "nvidia_peermem: workloads or the GPU driver have to go "
                                                "first.")},
    Known{"failed to restart openibd service",
          QT_TRANSLATE_NOOP("FailureSignature", "The new InfiniBand modules did not load.")},
    Known{"Failed loading kernel module mlx5_ib",
          QT_TRANSLATE_NOOP("FailureSignature", "The new InfiniBand modules did not load.")},
    Known{"Loading HCA driver and Access Layer:[FAILED]",
          QT_TRANSLATE_NOOP("FailureSignature", "The new InfiniBand modules did not load.")},
    Known{"Module mlx5_core is in use",
          QT_TRANSLATE_NOOP("FailureSignature", "Something still holds the InfiniBand driver.")},
    Known{"failed to install prerequisites",
          QT_TRANSLATE_NOOP("FailureSignature", "Packages for the build are missing: no headers for the "
                                                "kernel, or no egress.")},
    Known{"failed to install kernel packages",
          QT_TRANSLATE_NOOP("FailureSignature", "Packages for the build are missing: no headers for the "
                                                "kernel, or no egress.")},
    Known{"failed to build driver from source",
          QT_TRANSLATE_NOOP("FailureSignature", "The driver does not build for the running kernel.")},
    Known{"marking device as unhealthy",
          QT_TRANSLATE_NOOP("FailureSignature", "A GPU reports a critical error (Xid) and was taken out of "
                                                "service.")},
    Known{"Failed to initialize NVML",
          QT_TRANSLATE_NOOP("FailureSignature", "The driver's libraries do not reach the driver.")},
};

} // namespace

std::optional<FailureSignature> failureSignature(const QString &text)
{
    for (const Known &known : signatures) {
        const QString match = QString::fromLatin1(known.text);
        if (text.contains(match))
            return FailureSignature{match, QCoreApplication::translate("FailureSignature", known.meaning)};
    }
    return std::nullopt;
}

} // namespace chartroom
