// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_view.h"

#include "core/rollout/node_notes.h"

#include <algorithm>

namespace chartroom {

DriverView::DriverView(const NodeEvidence &nodeEvidence, const DriverFleet &driverFleet)
    : evidence(nodeEvidence)
    , fleet(driverFleet)
    , share(driverFleet.shareOf(*nodeEvidence.node))
    , keys(driverKeys(driverFleet.kind))
{
    for (const Pod *pod : evidence.operands) {
        if (isDriverPod(*pod, fleet.kind))
            prefer(driver, pod);
        else if (isGpu() && pod->app == u"nvidia-container-toolkit-daemonset")
            prefer(toolkit, pod);
        else if (isGpu() && pod->app == u"nvidia-operator-validator")
            prefer(validator, pod);
        else if (isGpu() ? pod->app == u"nvidia-device-plugin-daemonset"
                         : pod->app.startsWith(u"rdma-shared-dp"))
            prefer(plugin, pod);
    }
    if (driver) {
        const auto found = fleet.sets.constFind(driver->namespaceName + u'/' + driver->ownerName);
        set = found == fleet.sets.cend() ? nullptr : &*found;
    } else if (fleet.sets.size() == 1) {
        set = &*fleet.sets.cbegin();
    }
}

Currency DriverView::currency() const
{
    if (!driver)
        return Currency::NotKnown;
    return set ? currencyOf(*driver, set->set, set->newestHash) : currencyOf(*driver, {}, {});
}

bool DriverView::isNew() const
{
    if (currency() != Currency::NotKnown)
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
    const QStringList waiting = paused();
    return std::none_of(waiting.cbegin(), waiting.cend(),
                        [](const QString &label) { return label.endsWith(u".container-toolkit"); });
}

bool DriverView::isReady() const
{
    return driver && driver->health == Pod::Health::Ready;
}

QStringList DriverView::paused() const
{
    QStringList found;
    for (const auto &[label, value] : node().labels) {
        if (value.endsWith(pausedForUpgrade) && label.startsWith(u"nvidia.com/gpu.deploy."))
            found << label;
    }
    found.sort();
    return found;
}

bool DriverView::wasCordonedBefore() const
{
    return evidence.wasCordonedBefore || node().annotations.value(keys.initialUnschedulable) == u"true";
}

RolloutStep DriverView::otherStep() const
{
    const DriverKind other = isGpu() ? DriverKind::InfiniBand : DriverKind::Gpu;
    return readStep(node().labels.value(driverKeys(other).state));
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
