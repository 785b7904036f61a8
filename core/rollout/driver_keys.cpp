// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_keys.h"

namespace chartroom {

namespace {

DriverKeys keysOf(const QString &driver)
{
    const QString upgrade = QStringLiteral("nvidia.com/%1-driver-upgrade").arg(driver);
    return {
        .state = upgrade + QStringLiteral("-state"),
        .skip = upgrade + QStringLiteral(".skip"),
        .drainSkip = upgrade + QStringLiteral("-drain.skip"),
        .safeLoad = upgrade + QStringLiteral(".driver-wait-for-safe-load"),
        .initialUnschedulable = upgrade + QStringLiteral(".node-initial-state.unschedulable"),
        .jobsStart = upgrade + QStringLiteral("-wait-for-pod-completion-start-time"),
        .validationStart = upgrade + QStringLiteral("-validation-start-time"),
        .requested = upgrade + QStringLiteral("-requested"),
        .requestorMode = upgrade + QStringLiteral("-requestor-mode"),
        .eventReason = driver.toUpper() + QStringLiteral("DriverUpgrade"),
    };
}

} // namespace

const DriverKeys &driverKeys(DriverKind kind)
{
    static const DriverKeys gpu = keysOf(QStringLiteral("gpu"));
    static const DriverKeys ofed = keysOf(QStringLiteral("ofed"));
    return kind == DriverKind::Gpu ? gpu : ofed;
}

QString componentText(DriverKind kind)
{
    return kind == DriverKind::Gpu ? QStringLiteral("gpu") : QStringLiteral("ib");
}

} // namespace chartroom
