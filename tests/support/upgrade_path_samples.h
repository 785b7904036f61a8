// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/upgrade_path.h"
#include "tests/support/version_samples.h"

#include <algorithm>

namespace chartroom::test {

inline const QDateTime wayNow({2026, 11, 22}, {4, 0}, Qt::UTC);

inline Bake bakeOf(const QString &component, const QString &version, const QDateTime &begun)
{
    using namespace std::chrono_literals;
    Bake bake;
    bake.operation = component + u'-' + version;
    bake.component = component;
    bake.version = version;
    bake.length = 48h;
    bake.begun = begun;
    return bake;
}

inline UpgradePathInput factsWith(const QList<Bake> &bakes = {})
{
    UpgradePathInput facts;
    facts.bakes = bakes;
    facts.now = wayNow;
    return facts;
}

inline UpgradePath upgradePathWith(const QByteArray &entries, const UpgradePathInput &facts = factsWith(),
                                   const VersionFacts &cluster = usualCluster(4))
{
    const AuditParts parts = auditParts(cluster, usualMatrix + entries);
    return upgradePathOf(*parts.matrix, auditVersions(parts), facts);
}

inline UpgradePathGate gateOf(const QList<UpgradePathGate> &gates, QStringView id)
{
    const auto found = std::find_if(gates.cbegin(), gates.cend(),
                                    [id](const UpgradePathGate &gate) { return gate.id == id; });
    return found == gates.cend() ? UpgradePathGate() : *found;
}

inline QStringList statesOf(const UpgradePath &upgradePath)
{
    QStringList states;
    for (const UpgradePathStep &step : upgradePath.steps)
        states << upgradePathStateText(step.state);
    return states;
}

} // namespace chartroom::test
