// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_view.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(Blockers)
};

QStringList pausedLabels(const Node &node)
{
    QStringList found;
    for (const auto &[label, value] : node.labels) {
        if (value.endsWith(pausedForUpgrade) && label.startsWith(u"nvidia.com/gpu.deploy."))
            found << label;
    }
    found.sort();
    return found;
}

RolloutStep otherStepOf(const Node &node, DriverKind kind)
{
    const DriverKind other = kind == DriverKind::Gpu ? DriverKind::InfiniBand : DriverKind::Gpu;
    return readStep(node.labels.value(driverKeys(other).state));
}

} // namespace

DriverView::DriverView(const NodeEvidence &nodeEvidence, const DriverFleet &driverFleet)
    : evidence(nodeEvidence)
    , fleet(driverFleet)
    , share(driverFleet.shareOf(*nodeEvidence.node))
    , keys(driverKeys(driverFleet.kind))
    , otherStep(otherStepOf(*nodeEvidence.node, driverFleet.kind))
{
    driver = evidence.pods.find(driverRole(fleet.kind));
    plugin = evidence.pods.find(isGpu() ? PodRole::DevicePlugin : PodRole::RdmaPlugin);
    if (isGpu()) {
        toolkit = evidence.pods.find(PodRole::Toolkit);
        validator = evidence.pods.find(PodRole::Validator);
        paused = pausedLabels(node());
    }
    for (const DriverSet &one : fleet.sets) { // a few: one for each kernel at most
        if (driver ? one.set.name == driver->ownerName && one.set.namespaceName == driver->namespaceName
                   : fleet.sets.size() == 1)
            set = &one;
    }
    if (driver) {
        version = driverVersion(driver->image);
        currency =
            set ? currencyOf(*driver, set->set, set->newestHash) : currencyOf(*driver, DaemonSet(), {});
    }
}

QList<const Pod *> DriverView::brokenFollowers() const
{
    QList<const Pod *> broken;
    if (!isReady())
        return broken;
    for (const Pod *follower : {toolkit, plugin, validator}) {
        if (follower && follower->health == Pod::Health::Unhealthy)
            broken << follower;
    }
    return broken;
}

QString DriverView::roleOf(const Pod *follower) const
{
    return follower == toolkit  ? Sentences::tr("the container toolkit's pod")
           : follower == plugin ? Sentences::tr("the device plugin's pod")
                                : Sentences::tr("the validator's pod");
}

const char *DriverView::kindOf(const Pod *follower) const
{
    return follower == toolkit ? "toolkit" : follower == plugin ? "devicePlugin" : "validator";
}

bool DriverView::wasLeft(RolloutStep step) const
{
    return (step == RolloutStep::Idle || step == RolloutStep::Queued) && evidence.stepBefore &&
           isUnderWay(*evidence.stepBefore);
}

bool DriverView::isNew() const
{
    if (currency != Currency::NotKnown)
        return isCurrent();
    return driver && evidence.since.isValid() && driver->created >= evidence.since;
}

bool DriverView::isToolkitReady() const
{
    if (!isGpu())
        return true;
    if (toolkit)
        return toolkit->health == Pod::Health::Ready;
    if (fleet.known.daemonSets)
        return !fleet.hasToolkit;
    return std::none_of(paused.cbegin(), paused.cend(),
                        [](const QString &label) { return label.endsWith(u".container-toolkit"); });
}

bool DriverView::isReady() const
{
    return driver && driver->health == Pod::Health::Ready;
}

bool DriverView::wasCordonedBefore() const
{
    return evidence.wasCordonedBefore || node().annotations.value(keys.initialUnschedulable) == u"true";
}

QList<const NodeMaintenance *> DriverView::ownMaintenances() const
{
    QList<const NodeMaintenance *> own = evidence.maintenances;
    own.removeIf([this](const NodeMaintenance *one) {
        return one->requestor != u"nvidia.doca-driver-upgrade" &&
               one->name != QStringLiteral("nvidia-operator-") + node().name;
    });
    return own.isEmpty() ? evidence.maintenances : own;
}

bool DriverView::isRequested() const
{
    return evidence.wasRequested || node().annotations.contains(keys.requested) ||
           node().annotations.contains(keys.safeLoad);
}

std::optional<std::chrono::seconds> DriverView::atLeast() const
{
    const QDateTime &from = evidence.since.isValid() ? evidence.since : evidence.seenSince;
    if (!from.isValid())
        return std::nullopt;
    return std::chrono::seconds(from.secsTo(evidence.now));
}

std::optional<std::chrono::seconds> DriverView::sinceCordon() const
{
    if (!node().cordonedAt.isValid() || wasCordonedBefore())
        return std::nullopt;
    const QDateTime at = node().cordonedAt.addMSecs(-evidence.skew.count());
    if (evidence.since.isValid() && at.addSecs(1) < evidence.since) // times of objects are whole seconds
        return std::nullopt;
    return std::chrono::seconds(at.secsTo(evidence.now));
}

std::optional<std::chrono::seconds> DriverView::sinceAnnotation(const QString &key) const
{
    bool isNumber = false;
    const qint64 start = node().annotations.value(key).toLongLong(&isNumber);
    if (!isNumber)
        return std::nullopt;
    return std::chrono::seconds(evidence.serverNow().toSecsSinceEpoch() - start);
}

} // namespace chartroom
