// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/expected_amd_gpus.h"

#include "core/rollout/selector_fit.h"

#include <algorithm>

namespace chartroom {

ExpectedAmdGpus::ExpectedAmdGpus(const DiagnosisEvidence &evidence)
{
    for (const ResourceStatus &resource : evidence.resources) {
        if (resource.deviceConfig)
            m_configs << *resource.deviceConfig;
    }
    std::sort(m_configs.begin(), m_configs.end(), comesBefore);
}

/// Its status names the nodes that its selector found; before that is written the selector tells.
ExpectedAmdGpus::Expected ExpectedAmdGpus::on(const Node &node) const
{
    bool isUnknown = m_configs.isEmpty();
    for (const DeviceConfig &config : m_configs) {
        const SelectorFit fit =
            config.modules.contains(node.name) ? SelectorFit::Yes : fitOf(node, config.selector);
        isUnknown = isUnknown || fit == SelectorFit::Unknown;
        if (fit != SelectorFit::Yes)
            continue;
        if (!config.offersGpus || config.isBeingDeleted)
            return Expected::No;
        return config.hasDriver || !hasAmdGpus(node) ? Expected::Unknown : Expected::Yes;
    }
    return isUnknown ? Expected::Unknown : Expected::No;
}

bool hasAmdGpus(const Node &node)
{
    return node.labels.value(u"feature.node.kubernetes.io/amd-gpu") == u"true" ||
           std::any_of(node.devices.keyBegin(), node.devices.keyEnd(),
                       [](const QString &device) { return isAmdGpu(device.toStdString()); });
}

} // namespace chartroom
