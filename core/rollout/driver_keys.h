// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>

namespace chartroom {

/// The two drivers that NVIDIA's upgrade library walks through nodes.
enum class DriverKind { Gpu, InfiniBand };
inline constexpr std::array allDrivers{DriverKind::Gpu, DriverKind::InfiniBand};

/// Keys of labels and annotations, which differ by the driver's name only: `gpu` or `ofed`
/// (NVIDIA/k8s-operator-libs pkg/upgrade/consts.go).
struct DriverKeys
{
    QString state;                ///< node label: the step
    QString skip;                 ///< node label, set by people: "true" leaves the node out
    QString drainSkip;            ///< pod label: "true" leaves the pod out of the drain
    QString safeLoad;             ///< node annotation: the driver waits for the node to be emptied
    QString initialUnschedulable; ///< node annotation: was cordoned before, will not be uncordoned
    QString jobsStart;            ///< node annotation: unix seconds since jobs are waited for
    QString validationStart;      ///< node annotation: unix seconds since validation runs; 600 s at most
    QString requested;            ///< node annotation, set by people
    QString requestorMode;        ///< node annotation: the maintenance operator empties the node
    QString eventReason;          ///< GPUDriverUpgrade, OFEDDriverUpgrade
};

[[nodiscard]] const DriverKeys &driverKeys(DriverKind kind);
/// The component of the headless contract: gpu, ib.
[[nodiscard]] QString componentText(DriverKind kind);

/// The value, or the end of one, of a node label nvidia.com/gpu.deploy.* while the driver is being unloaded
/// (NVIDIA/k8s-driver-manager cmd/driver-manager/main.go).
inline constexpr QStringView pausedForUpgrade = u"paused-for-driver-upgrade";

} // namespace chartroom
