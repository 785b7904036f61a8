// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/rollout_source.h"

#include <QMap>

#include <algorithm>
#include <utility>

namespace chartroom {

/// Tenants of many nodes, each workload's together.
class TenantSum
{
public:
    void add(const NodeTenant &tenant)
    {
        NodeTenant &sum = m_sums[{tenant.namespaceName, tenant.workload}];
        const int pods = sum.pods + tenant.pods;
        const GpuAmount gpus = sum.gpus + tenant.gpus;
        sum = {tenant.namespaceName, tenant.workload, pods, gpus};
    }
    /// The largest first.
    [[nodiscard]] QList<NodeTenant> sorted() const
    {
        QList<NodeTenant> tenants = m_sums.values();
        std::stable_sort(tenants.begin(), tenants.end(),
                         [](const NodeTenant &a, const NodeTenant &b) { return isMore(a.gpus, b.gpus); });
        return tenants;
    }

private:
    QMap<std::pair<QString, QString>, NodeTenant> m_sums;
};

} // namespace chartroom
