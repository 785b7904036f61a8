// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/device_config.h"

#include "core/kube/json_field.h"

namespace chartroom {

namespace {

QDateTime timeOf(const JsonField &field)
{
    return field.time();
}

} // namespace

Result<DeviceConfig> DeviceConfig::read(const KubeObject &object)
{
    return readFields<DeviceConfig>(object, [&](const JsonField &root) {
        DeviceConfig config;
        config.uid = object.uid;
        config.namespaceName = object.namespaceName;
        config.name = object.name;
        const JsonField driver = root["spec"]["driver"];
        config.version = driver["version"].text();
        const JsonField policy = driver["upgradePolicy"];
        config.upgrades = policy["enable"].boolean();
        if (policy["maxParallelUpgrades"].exists())
            config.maxParallel = policy["maxParallelUpgrades"].integer();
        config.maxUnavailable = policy["maxUnavailableNodes"].text();
        config.reboots = policy["rebootRequired"].boolean();
        config.drainsByForce = policy["nodeDrainPolicy"]["force"].boolean();
        root["status"]["nodeModuleStatus"].forEachMember([&](std::string_view node, const JsonField &module) {
            config.modules.insert(QString::fromUtf8(node),
                                  {module["status"].text(), module["containerImage"].text(),
                                   timeOf(module["lastTransitionTime"]), timeOf(module["upgradeStartTime"])});
        });
        return config;
    });
}

QString DeviceConfig::versionLabel() const
{
    return QStringLiteral("kmm.node.kubernetes.io/version-module.%1.%2").arg(namespaceName, name);
}

RolloutStep moduleStep(const QString &status, bool isCordoned)
{
    if (status.isEmpty())
        return RolloutStep::Idle;
    if (status == u"Upgrade-Not-Started")
        return RolloutStep::Queued;
    if (status == u"Upgrade-Started") // it cordons, then drains or deletes pods
        return isCordoned ? RolloutStep::Drain : RolloutStep::Cordon;
    if (status == u"Install-In-Progress" || status == u"Upgrade-In-Progress" ||
        status == u"Reboot-In-Progress")
        return RolloutStep::DriverRestart;
    if (status == u"Install-Complete" || status == u"Upgrade-Complete")
        return RolloutStep::Done;
    if (status.endsWith(u"-Failed") || status == u"Upgrade-Timed-Out")
        return RolloutStep::Failed;
    return RolloutStep::Unknown;
}

} // namespace chartroom
