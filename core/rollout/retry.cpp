// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/retry.h"

#include "core/rollout/driver_keys.h"

namespace chartroom {

Retry retryOf(const NodeTrack &track)
{
    for (const TrackNote &note : track.blockers) {
        if (note.kind == QLatin1String(retryNowNote))
            return Retry::Now;
        if (note.kind == QLatin1String(retryLaterNote))
            return Retry::Later;
    }
    return Retry::ByItself;
}

QString retryLabel(const QString &component)
{
    for (const DriverKind kind : allDrivers)
        if (component == componentText(kind))
            return driverKeys(kind).state + QStringLiteral("=upgrade-required");
    return component == u"amd" ? QStringLiteral("operator.amd.com/gpu-driver-upgrade-state=upgrade-required")
                               : QString();
}

QString retryCommand(const QStringList &components, const QStringList &nodes)
{
    QStringList labels;
    for (const QString &component : components)
        labels << retryLabel(component);
    labels.removeAll(QString());
    return labels.isEmpty() || nodes.isEmpty() ? QString()
                                               : QStringLiteral("kubectl label node %1 %2 --overwrite")
                                                     .arg(nodes.join(u' '), labels.join(u' '));
}

} // namespace chartroom
