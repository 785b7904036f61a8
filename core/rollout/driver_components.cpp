// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_components.h"

namespace chartroom {

using namespace Qt::StringLiterals;

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
