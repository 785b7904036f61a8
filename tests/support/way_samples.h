// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/way.h"
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

inline WayFacts factsWith(const QList<Bake> &bakes = {})
{
    WayFacts facts;
    facts.bakes = bakes;
    facts.now = wayNow;
    return facts;
}

inline VersionWay wayWith(const QByteArray &entries, const WayFacts &facts = factsWith(),
                          const VersionFacts &cluster = usualCluster(4))
{
    const AuditParts parts = auditParts(cluster, usualMatrix + entries);
    return wayOf(*parts.matrix, auditVersions(parts), facts);
}

inline WayGate gateOf(const QList<WayGate> &gates, QStringView id)
{
    const auto found =
        std::find_if(gates.cbegin(), gates.cend(), [id](const WayGate &gate) { return gate.id == id; });
    return found == gates.cend() ? WayGate() : *found;
}

inline QStringList statesOf(const VersionWay &way)
{
    QStringList states;
    for (const WayStep &step : way.steps)
        states << wayStateText(step.state);
    return states;
}

} // namespace chartroom::test
