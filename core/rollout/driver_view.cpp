// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_view.h"

#include "core/base/moments.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// A new driver pod waits for the old one to end, mostly for less.
constexpr auto longestChange = 60s;

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

/// Of a node without a driver pod. Null for none, and where the policy has several, one for each kernel.
const DriverSet *onlySetOf(const DriverPolicy *policy, const DriverFleet &fleet)
{
    const DriverSet *only = nullptr;
    for (const DriverSet &one : fleet.sets) {
        const bool isIts =
            one.set.madeFor.isEmpty() ? fleet.sets.size() == 1 : policy && one.set.madeFor == policy->name;
        if (!isIts)
            continue;
        if (only)
            return nullptr;
        only = &one;
    }
    return only;
}

RolloutStep otherStepOf(const Node &node, DriverKind kind)
{
    const DriverKind other = kind == DriverKind::Gpu ? DriverKind::InfiniBand : DriverKind::Gpu;
    return readStep(node.labels.value(driverKeys(other).state));
}

QString sriovWork(const Node &node)
{
    const QString drain = node.annotations.value(QStringLiteral("sriovnetwork.openshift.io/state"));
    return drain.isEmpty() || drain == u"Idle" ? QString() : QStringLiteral("sriov: ") + drain;
}

} // namespace

DriverView::DriverView(const NodeEvidence &nodeEvidence, const DriverFleet &driverFleet)
    : evidence(nodeEvidence)
    , fleet(driverFleet)
    , share(driverFleet.shareOf(*nodeEvidence.node, driverSetOf(nodeEvidence.pods, driverFleet.kind)))
    , keys(driverKeys(driverFleet.kind))
    , otherStep(otherStepOf(*nodeEvidence.node, driverFleet.kind))
{
    devices = isGpu() ? DeviceCount{node().gpuAllocatable.devices, node().gpuCapacity.devices}
                      : rdmaDevices(node(), fleet.rdma);
    driver = evidence.pods.find(driverRole(fleet.kind));
    otherDrivers = evidence.pods.others(driverRole(fleet.kind), driver);
    plugin = evidence.pods.find(isGpu() ? PodRole::DevicePlugin : PodRole::RdmaPlugin);
    if (isGpu()) {
        toolkit = evidence.pods.find(PodRole::Toolkit);
        validator = evidence.pods.find(PodRole::Validator);
        paused = pausedLabels(node());
    }
    if (!driver || driver->deleting.isValid())
        unmanagedBy = fleet.unmanagedBy(node().labels);
    for (const DriverSet &one : fleet.sets) { // a few: one for each kernel at most
        if (driver ? one.set.name == driver->ownerName && one.set.namespaceName == driver->namespaceName
                   : fleet.sets.size() == 1)
            set = &one;
    }
    ownPolicy = fleet.driverOf(node(), driver ? set : nullptr);
    if (!driver && fleet.effectivePolicies() > 1)
        set = onlySetOf(ownPolicy, fleet);
    if (driver) {
        version = driverTag(driver->image).version;
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
    return follower == toolkit  ? RolloutTr::tr("the container toolkit's pod")
           : follower == plugin ? RolloutTr::tr("the device plugin's pod")
                                : RolloutTr::tr("the validator's pod");
}

NoteKind DriverView::kindOf(const Pod *follower) const
{
    return follower == toolkit  ? NoteKind::Toolkit
           : follower == plugin ? NoteKind::DevicePlugin
                                : NoteKind::Validator;
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
    if (node().labels.value(u"nvidia.com/gpu.deploy.container-toolkit") == u"false") // none belongs here
        return true;
    if (fleet.known.daemonSets)
        return !fleet.hasToolkit;
    return std::none_of(paused.cbegin(), paused.cend(),
                        [](const QString &label) { return label.endsWith(u".container-toolkit"); });
}

bool DriverView::isReady() const
{
    return driver && driver->health == Pod::Health::Ready;
}

bool DriverView::isOrphan() const
{
    return driver && driver->ownerKind == u"DaemonSet" && !set && fleet.known.daemonSets;
}

bool DriverView::isUnobserved() const
{
    return driver && currency == Currency::NotKnown && set && !set->set.isObserved();
}

bool DriverView::isUnscheduled() const
{
    return driver && driver->node.isEmpty() && !driver->notScheduledText.isEmpty() &&
           std::none_of(otherDrivers.cbegin(), otherDrivers.cend(),
                        [](const Pod *one) { return one->deleting.isValid(); });
}

bool DriverView::isUnschedulable() const
{
    if (!isUnscheduled())
        return false;
    const QDateTime &from = driver->notReadySince.isValid() ? driver->notReadySince : driver->created;
    return from.isValid() && timeBetween(from, evidence.serverNow()) >= longestChange;
}

QDateTime DriverView::changedAt() const
{
    if (!set || set->changedAt.isValid() || !set->firstAt.isValid())
        return set ? set->changedAt : QDateTime();
    const auto isBefore = [this](const QDateTime &label) {
        return label.isValid() && laterBy(label, evidence.skew) < set->firstAt;
    };
    const bool hadDriver = (!node().labels.value(keys.state).isEmpty() && isBefore(evidence.since)) ||
                           isBefore(evidence.beforeSince) ||
                           std::any_of(otherDrivers.cbegin(), otherDrivers.cend(),
                                       [this](const Pod *one) { return one->ownerName != set->set.name; });
    return hadDriver ? set->firstAt : QDateTime();
}

bool DriverView::isReloading() const
{
    if (!driver)
        return fleet.lacksPod(node().labels);
    return isCurrent() && driver->health == Pod::Health::Starting && !isBehindPolicy();
}

QDateTime DriverView::reloadingSince() const
{
    if (!driver || !isReloading())
        return {};
    const QDateTime &since =
        driver->notReadySince.isValid() ? std::max(driver->created, driver->notReadySince) : driver->created;
    return since.isValid() ? laterBy(since, -evidence.skew) : QDateTime();
}

bool DriverView::isBehindPolicy() const
{
    const DriverPolicy *from = source();
    return from && !from->version.isEmpty() && set && !set->set.image.isEmpty() &&
           !set->set.image.contains(from->version);
}

const DriverPolicy *DriverView::source() const
{
    if (fleet.effectivePolicies() > 1)
        return ownPolicy;
    return share.policy ? &*share.policy : nullptr;
}

bool DriverView::waitsForOperator(RolloutStep step) const
{
    const auto isLong = [this](const QDateTime &from) {
        return from.isValid() && timeBetween(from, evidence.serverNow()) > 2 * controllerBeat;
    };
    // A label that is set by hand comes after the pods.
    const bool isLongThere = atLeast().value_or(0s) > 2 * controllerBeat;
    switch (step) {
    case RolloutStep::DriverRestart:
        return isLongThere && isNew() && isReady() && isLong(driver->readySince);
    case RolloutStep::Validate:
        return isLongThere && isReady() && isLong(driver->readySince) && validator &&
               isLong(validator->readySince);
    case RolloutStep::Uncordon:
        if (!evidence.maintenances.isEmpty()) // a maintenance operator uncordons
            return false;
        [[fallthrough]];
    case RolloutStep::Cordon:
        return isLongThere;
    default:
        return false;
    }
}

QString DriverView::otherWork() const
{
    return isUnderWay(otherStep) ? stepPhrase(otherStep) : sriovWork(node());
}

QString DriverView::otherCordoner() const
{
    const bool isNotIts = evidence.otherCordon.isAtRest() || isCordonedWithKubectl();
    return isUnderWay(otherStep) && isNotIts ? sriovWork(node()) : otherWork();
}

bool DriverView::isLeftCordoned(RolloutStep step) const
{
    const bool isLeft = evidence.cordon.kind == CordonPlace::Kind::LeftByRun;
    if (!node().unschedulable || !otherCordoner().isEmpty())
        return false;
    if (step == RolloutStep::Done)
        return isLeft && evidence.maintenances.isEmpty();
    if (step != RolloutStep::Idle || !wasLeft(step))
        return false;
    if (isLeft || evidence.cordon.kind == CordonPlace::Kind::AfterRun || evidence.otherCordon.isOfRun() ||
        wasFoundCordoned() || isCordonedWithKubectl())
        return isLeft;
    if (!node().cordonedAt.isValid() || !evidence.beforeSince.isValid())
        return true;
    // A cordon that came long after the last step is somebody else's.
    const QDateTime at = laterBy(node().cordonedAt, -evidence.skew);
    return timeBetween(evidence.beforeSince, at) <= controllerBeat;
}

QString DriverView::lastStepText(RolloutStep last) const
{
    return last < RolloutStep::DriverRestart && isCurrent() && isReady()
               ? RolloutTr::tr("the driver pod has the newest revision and is ready")
               : RolloutTr::tr("last known step: %1").arg(stepPhrase(last));
}

bool DriverView::isAbandoned(RolloutStep step) const
{
    return !unmanagedBy.isEmpty() && (isUnderWay(step) || step == RolloutStep::Failed) &&
           node().unschedulable && !wasCordonedBefore() && !isCordonedWithKubectl();
}

bool DriverView::isCordonUnexplained(RolloutStep step) const
{
    if (step == RolloutStep::Done) {
        const bool isOpen = node().unschedulable && otherCordoner().isEmpty() &&
                            evidence.maintenances.isEmpty() && !isLeftCordoned(step) && !wasCordonedAfter() &&
                            !isCordonedWithKubectl();
        if (!isOpen || isCordonDoubtful())
            return isOpen;
        return evidence.cordon.kind != CordonPlace::Kind::BeforeRun &&
               (wasCordonedBefore() ? evidence.brokenOff.has_value() : mayHaveCordoned(fleet.kind));
    }
    return step == RolloutStep::Idle && isOff() && node().unschedulable && !wasCordonedBefore() &&
           otherCordoner().isEmpty() && !isLeftCordoned(step);
}

bool DriverView::mayHaveCordoned(DriverKind kind) const
{
    const bool isOwn = kind == fleet.kind;
    const CordonPlace &place = isOwn ? evidence.cordon : evidence.otherCordon;
    const CordonPlace &others = isOwn ? evidence.otherCordon : evidence.cordon;
    if (place.kind == CordonPlace::Kind::LeftByRun) // also where its label has gone since
        return true;
    if (place.isAtRest() || (others.isOfRun() && !place.isOfRun()) || isCordonedWithKubectl())
        return false;
    const DriverKeys &of = driverKeys(kind);
    if (place.isOfRun() || isUnderWay(readStep(node().labels.value(of.state))))
        return true; // the pod is replaced later
    if (node().labels.value(of.state).isEmpty() ||
        node().annotations.value(of.initialUnschedulable) == u"true")
        return false;
    const Pod *pod = evidence.pods.find(driverRole(kind));
    return !pod || !pod->created.isValid() || !node().cordonedAt.isValid() ||
           pod->created >= node().cordonedAt;
}

bool DriverView::wasFoundCordoned() const
{
    return evidence.wasCordonedBefore || evidence.cordon.kind == CordonPlace::Kind::BeforeRun ||
           node().annotations.value(keys.initialUnschedulable) == u"true";
}

bool DriverView::wasCordonedBefore() const
{
    const bool isOlder = node().cordonedAt.isValid() && !isNoOlder(node().cordonedAt, changedAt());
    return wasFoundCordoned() && (isOlder || isCordonedWithKubectl());
}

bool DriverView::isCordonDoubtful() const
{
    return node().unschedulable && wasFoundCordoned() && !wasCordonedBefore() &&
           evidence.cordon.kind != CordonPlace::Kind::LeftByRun && !wasCordonedAfter();
}

bool DriverView::isCordonedWithKubectl() const
{
    return node().isCordonedWithKubectl() && !isOff() && !evidence.cordon.isOfRun() &&
           !evidence.otherCordon.isOfRun();
}

bool DriverView::wasCordonedAfter() const
{
    const DriverKind other = fleet.kind == DriverKind::Gpu ? DriverKind::InfiniBand : DriverKind::Gpu;
    return evidence.cordon.kind == CordonPlace::Kind::AfterRun && !mayHaveCordoned(other);
}

QList<const NodeMaintenance *> DriverView::ownMaintenances() const
{
    const QString known = fleet.controller ? fleet.controller->requestorId : QString();
    const QString id = known.isEmpty() ? QStringLiteral("nvidia.doca-driver-upgrade") : known;
    const auto isIts = [&id](const QString &requestor) {
        return requestor == id || requestor.startsWith(id + QStringLiteral("-nnp-"));
    };
    const auto isNamedSo = [this](const QString &name) {
        return name == QStringLiteral("network-operator-") + node().name ||
               name == QStringLiteral("nvidia-operator-") + node().name;
    };
    QList<const NodeMaintenance *> own = evidence.maintenances;
    own.removeIf([&](const NodeMaintenance *one) {
        return !isIts(one->requestor) && std::none_of(one->alsoFor.cbegin(), one->alsoFor.cend(), isIts) &&
               !(known.isEmpty() && isNamedSo(one->name));
    });
    return own;
}

bool DriverView::areOwnMaintenancesUnknown() const
{
    return !evidence.maintenances.isEmpty() && ownMaintenances().isEmpty() &&
           (!fleet.controller || fleet.controller->requestorId.isEmpty());
}

QList<const NodeMaintenance *> DriverView::possibleMaintenances() const
{
    return areOwnMaintenancesUnknown() ? evidence.maintenances : ownMaintenances();
}

bool DriverView::isSettling() const
{
    constexpr int mostTries = 2;
    QList<QDateTime> changes;
    for (const Pod *pod : {driver, toolkit, plugin, validator}) {
        if (!pod)
            continue;
        changes << pod->created;
        if (pod->mostRestarts <= mostTries) // else it comes and goes, which lasts
            changes << pod->readySince << pod->notReadySince;
    }
    return evidence.isSettling(changes);
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
    return std::chrono::duration_cast<std::chrono::seconds>(timeBetween(from, evidence.now));
}

std::optional<std::chrono::seconds> DriverView::sinceCordon() const
{
    if (!node().cordonedAt.isValid() || wasFoundCordoned())
        return std::nullopt;
    const QDateTime at = laterBy(node().cordonedAt, -evidence.skew);
    if (evidence.since.isValid() && laterBy(at, 1s) < evidence.since) // times of objects are whole seconds
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::seconds>(timeBetween(at, evidence.now));
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
