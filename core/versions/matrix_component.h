// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace chartroom {

/// What is upgraded together, in the order of the way.
enum class MatrixGroup {
    GpuOperator,     ///< with driver, CUDA, device plugin, toolkit, DCGM, NCCL
    NetworkOperator, ///< with the OFED or DOCA driver
    Firmware,        ///< of the NICs
    Cluster,         ///< OpenShift or Kubernetes, and the kernel
    SriovOperator,
    Other, ///< what this build does not know
};

/// A component that this build knows by its key in a matrix.
struct MatrixComponent
{
    QString key;   ///< gpu_operator
    QString title; ///< GPU Operator; not translated
    MatrixGroup group = MatrixGroup::Other;
    QStringList otherKeys; ///< doca_driver for mofed
};

/// In the order of a matrix that is written anew.
[[nodiscard]] const QList<MatrixComponent> &matrixComponents();
/// By its key or another of its keys; firmware_ANYTHING is firmware. Nothing for unknown ones.
[[nodiscard]] std::optional<MatrixComponent> matrixComponent(QStringView key);
[[nodiscard]] MatrixGroup matrixGroup(QStringView key);
/// GPU Operator, Network Operator, firmware, OpenShift or Kubernetes, SR-IOV Operator, others.
[[nodiscard]] QString matrixGroupTitle(MatrixGroup group);

} // namespace chartroom
