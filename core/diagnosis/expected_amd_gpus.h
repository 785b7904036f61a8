// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"

namespace chartroom {

/// Whether DeviceConfigs make AMD's device plugin offer a node's GPUs. A node belongs to the one that its
/// operator goes by (comesBefore()); with driver.enable=false the host brings the driver and the plugin
/// offers the GPUs all the same, and only spec.devicePlugin.enableDevicePlugin, the DRA driver, a passthrough
/// driver and spec.selector take them away (ROCm/gpu-operator internal/controllers/
/// device_config_reconciler.go handleDevicePlugin, buildDeviceConfigNodeStatus@v1.5.1).
class ExpectedAmdGpus
{
public:
    explicit ExpectedAmdGpus(const DiagnosisEvidence &evidence);

    enum class Expected {
        Yes,
        No,
        Unknown, ///< no DeviceConfig tells, or its driver has to be loaded first, which the rollout tells
    };
    [[nodiscard]] Expected on(const Node &node) const;

private:
    QList<DeviceConfig> m_configs; ///< as their operator prefers them
};

/// A sign that the node has AMD GPUs, whether or not they can be allocated: their resource under any name, or
/// Node Feature Discovery's label (ROCm/gpu-operator helm-charts-k8s, NodeFeatureRule amd-gpu).
[[nodiscard]] bool hasAmdGpus(const Node &node);

} // namespace chartroom
