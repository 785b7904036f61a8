// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_components.h"

#include "core/rollout/driver_keys.h"

namespace chartroom {

using namespace Qt::StringLiterals;

const QList<LedComponent> &ledComponents()
{
    static const QList<LedComponent> all{{u"gpu"_s, 0}, {u"ib"_s, 1}, {u"amd"_s, 0}, {u"sriov"_s, 1}};
    return all;
}

QStringList ledComponentNames()
{
    return componentsOfLane(0) + componentsOfLane(1);
}

QStringList componentsOfLane(int lane)
{
    QStringList names;
    for (const LedComponent &one : ledComponents())
        if (one.lane == lane)
            names << one.name;
    return names;
}

QStringList componentsWithoutKind()
{
    QStringList names = ledComponentNames();
    for (const DriverKind kind : allDrivers)
        names.removeAll(componentText(kind));
    return names;
}

QStringList driverComponents(const QString &chart)
{
    if (chart == u"gpu-operator")
        return {u"gpu"_s};
    if (chart == u"network-operator")
        return {u"ib"_s, u"sriov"_s};
    if (chart == u"sriov-network-operator" || chart == u"sriov-network-operator-chart")
        return {u"sriov"_s};
    if (chart == u"gpu-operator-charts" || chart == u"amd-gpu-operator")
        return {u"amd"_s};
    return {};
}

QString mainDriverComponent(const QString &chart)
{
    return driverComponents(chart).value(0);
}

} // namespace chartroom
