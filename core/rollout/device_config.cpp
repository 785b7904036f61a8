// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/device_config.h"

#include "core/base/moments.h"
#include "core/kube/lenient_json.h"
#include "core/kube/served_versions.h"
#include "core/kube/shared_text.h"
#include "core/rollout/node_notes.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

/// As Go prints it, "2024-12-05 05:35:04 +0000 UTC" (metav1.Time.String()) or without the offset; invalid
/// in another zone.
QDateTime conditionTime(const LenientJson &field)
{
    constexpr qsizetype untilDay = 10;
    constexpr qsizetype untilSeconds = 19;
    const QString text = field.text();
    const QString zone = text.mid(untilSeconds);
    if (zone != u" UTC" && zone != u" +0000 UTC")
        return field.time();
    return {QDate::fromString(text.left(untilDay), Qt::ISODate),
            QTime::fromString(text.mid(untilDay + 1, untilSeconds - untilDay - 1), Qt::ISODate), Qt::UTC};
}

} // namespace

Result<DeviceConfig> DeviceConfig::read(const KubeObject &object)
{
    return readFields<DeviceConfig>(object, [&](const LenientJson &root) {
        DeviceConfig config;
        config.uid = object.uid;
        config.namespaceName = object.namespaceName;
        config.name = object.name;
        config.created = root["metadata"]["creationTimestamp"].time();
        const LenientJson driver = root["spec"]["driver"];
        config.isBeingDeleted = root["metadata"]["deletionTimestamp"].exists();
        config.hasDriver =
            !config.isBeingDeleted && (!driver["enable"].exists() || driver["enable"].boolean());
        // api/v1alpha1/deviceconfig_types.go: the plugin is on by default, the DRA driver is not
        const LenientJson plugin = root["spec"]["devicePlugin"]["enableDevicePlugin"];
        config.offersGpus = !driver["driverType"].text().endsWith(u"-passthrough") &&
                            (!plugin.exists() || plugin.boolean()) &&
                            !root["spec"]["draDriver"]["enable"].boolean();
        root["status"]["conditions"].forEachItem([&](const LenientJson &condition) {
            const bool isTrue = condition["status"].view() == "True";
            if (isTrue && condition["type"].view() == "Error") {
                config.isRefused = true;
                config.refusal = condition["message"].text();
            }
            config.isReady = config.isReady || (isTrue && condition["type"].view() == "Ready");
        });
        config.version = driver["version"].text();
        root["spec"]["selector"].forEachMember([&config](std::string_view key, const LenientJson &value) {
            config.selector.insert(sharedText(key), value.text());
        });
        const LenientJson policy = driver["upgradePolicy"];
        // ROCm/gpu-operator internal/controllers/upgrademgr.go HandleUpgrade
        config.upgrades = policy.exists() && (!policy["enable"].exists() || policy["enable"].boolean());
        if (policy["maxParallelUpgrades"].exists())
            config.maxParallel = policy["maxParallelUpgrades"].integer();
        if (policy.exists())
            config.maxUnavailable = policy["maxUnavailableNodes"].exists()
                                        ? policy["maxUnavailableNodes"].text()
                                        : QStringLiteral("25%");
        config.isUnreadable =
            !policy.exists() && !isKnownVersion(QStringLiteral("DeviceConfig"), root["apiVersion"].text());
        const LenientJson drain = policy["nodeDrainPolicy"];
        const LenientJson deletion = policy["podDeletionPolicy"];
        config.deletesPods = deletion.exists() && !drain.exists();
        const LenientJson counting = drain.exists() ? drain : deletion;
        if (counting.exists())
            config.evictTimeout = std::chrono::seconds(
                counting["timeoutSeconds"].exists() ? counting["timeoutSeconds"].integer() : 300);
        if (policy["rebootRequired"].exists())
            config.reboots = policy["rebootRequired"].boolean();
        root["status"]["nodeModuleStatus"].forEachMember(
            [&](std::string_view node, const LenientJson &module) {
                config.modules.insert(QString::fromUtf8(node),
                                      {module["status"].text(), module["containerImage"].text(),
                                       conditionTime(module["lastTransitionTime"]),
                                       conditionTime(module["upgradeStartTime"])});
            });
        return config;
    });
}

DriverPolicy DeviceConfig::terms() const
{
    DriverPolicy policy;
    policy.uid = uid;
    policy.kind = QStringLiteral("DeviceConfig");
    policy.name = fullName();
    policy.created = created;
    policy.isInUse = hasDriver || isUnreadable;
    policy.isUnreadable = isUnreadable;
    policy.isRefused = isRefused;
    policy.stateText = refusal;
    policy.nodeSelector = selector;
    policy.version = version;
    policy.hasTerms = true;
    policy.autoUpgrade = upgrades;
    policy.maxParallel = maxParallel;
    policy.maxUnavailable = maxUnavailable;
    policy.evictTimeout = evictTimeout;
    policy.deletesPods = deletesPods;
    policy.reboots = reboots;
    return policy;
}

bool comesBefore(const DeviceConfig &one, const DeviceConfig &other)
{
    const auto rank = [](const DeviceConfig &config) {
        return std::tuple(config.isRefused, !config.isReady, config.created, config.fullName());
    };
    return rank(one) < rank(other);
}

QString NodeModule::version() const
{
    const QString name = image.section(u'/', -1);
    return name.contains(u':') ? name.section(u':', -1).section(u'-', -1) : QString();
}

bool NodeModule::holdsSlot() const
{
    return status == u"Upgrade-Started" || status == u"Upgrade-In-Progress" ||
           status == u"Reboot-In-Progress";
}

bool NodeModule::tellsUpgrade() const
{
    return status == u"Upgrade-Complete" && started.isValid() && changed >= started &&
           timeBetween(started, changed) <= std::chrono::hours(2);
}

QDateTime DeviceConfig::firstStart() const
{
    QDateTime first;
    for (const NodeModule &module : modules) {
        const bool isThere =
            module.status == u"Upgrade-Complete" && !version.isEmpty() && module.image.endsWith(version);
        if (isThere && !module.tellsUpgrade())
            return {};
        if ((isThere || module.holdsSlot()) && module.started.isValid())
            first = first.isValid() ? std::min(first, module.started) : module.started;
    }
    return first;
}

int DeviceConfig::givenUp() const
{
    return int(std::count_if(modules.cbegin(), modules.cend(),
                             [](const NodeModule &module) { return module.isGivenUp(); }));
}

std::optional<int> DeviceConfig::atOnce() const
{
    std::optional<int> left = scaledLimit(maxUnavailable, int(modules.size()));
    if (left)
        left = std::max(0, *left - givenUp());
    if (maxParallel > 0)
        return left ? std::min(*left, maxParallel) : maxParallel;
    return left;
}

QString DeviceConfig::versionLabel() const
{
    return QStringLiteral("%1%2.%3").arg(versionLabels, namespaceName, name);
}

RolloutStep DeviceConfig::step(const QString &node, const LabelMap &labels, bool isCordoned) const
{
    const NodeModule module = modules.value(node);
    const QString &status = module.status;
    if (status.isEmpty())
        return RolloutStep::Idle;
    if (status == u"Upgrade-Not-Started")
        return RolloutStep::Queued;
    if (status == u"Upgrade-Started") {
        if (!version.isEmpty() && labels.value(versionLabel()) == version)
            return RolloutStep::DriverRestart;
        return isCordoned ? RolloutStep::Drain : RolloutStep::Cordon;
    }
    if (status == u"Install-In-Progress" || status == u"Upgrade-In-Progress" ||
        status == u"Reboot-In-Progress")
        return RolloutStep::DriverRestart;
    if (status == u"Install-Complete" || status == u"Upgrade-Complete")
        return RolloutStep::Done;
    if (module.hasFailed())
        return RolloutStep::Failed;
    return RolloutStep::Unknown;
}

} // namespace chartroom
