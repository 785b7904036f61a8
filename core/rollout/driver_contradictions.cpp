// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "core/rollout/driver_view.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A queue that does not move for longer than this is no queue.
constexpr auto longQueue = 24h;

struct Notes
{
    Q_DECLARE_TR_FUNCTIONS(Contradictions)
public:
    const DriverView &view;
    QList<TrackNote> list;

    void add(const QString &kind, const QString &text) { list.append({kind, visibleText(text)}); }

    void ofDone();
    void ofDoneDriver();
    void ofDoneCordon();
    void ofMaintenance(RolloutStep step);
    void ofUnderWay(RolloutStep step);
    void ofFailed();
    void ofQueued();
};

/// The step of the other driver on the same node.
RolloutStep otherStep(const DriverView &view)
{
    const DriverKind other = view.isGpu() ? DriverKind::InfiniBand : DriverKind::Gpu;
    return readStep(view.node().labels.value(driverKeys(other).state));
}

/// Another rollout that is at work on the node: its step; "" when there is none.
QString otherWork(const DriverView &view)
{
    if (isUnderWay(otherStep(view)))
        return stepText(otherStep(view));
    const QString drain = view.node().annotations.value(QStringLiteral("sriovnetwork.openshift.io/state"));
    return drain.isEmpty() || drain == u"Idle" ? QString() : QStringLiteral("sriov: ") + drain;
}

void Notes::ofDoneDriver()
{
    if (!view.driver) {
        if (view.fleet.known.pods)
            add(u"doneWithoutDriver"_s, tr("The label says done, and no driver pod runs on the node."));
    } else if (view.driver->deleting.isValid()) {
        add(u"doneDriverLeaving"_s,
            tr("The label says done, and the driver pod %1 is being deleted.").arg(view.driver->name));
    } else if (view.currency() == Currency::Old && !view.set->newestHash.isEmpty()) {
        add(u"doneWithOldDriver"_s,
            tr("The label says done, and the driver pod has revision %1 while %2 is the newest.")
                .arg(view.driver->revisionHash, view.set->newestHash));
    } else if (view.currency() == Currency::Old) {
        add(u"doneWithOldDriver"_s,
            tr("The label says done, and the driver pod %1 is not of the newest template.")
                .arg(view.driver->name));
    } else if (!view.isReady()) {
        add(u"doneDriverNotReady"_s,
            tr("The label says done, and the driver pod %1 is not ready.").arg(view.driver->name));
    }
}

void Notes::ofDoneCordon()
{
    const QString other = otherWork(view);
    if (!view.node().unschedulable || view.wasCordonedBefore()) {
        if (!other.isEmpty())
            add(u"otherComponentMoves"_s,
                tr("Done here, and another driver's rollout is at work on the node (%1).").arg(other));
    } else if (!other.isEmpty()) {
        add(u"otherComponentMoves"_s,
            tr("Done here, and cordoned by the rollout of another driver (%1).").arg(other));
    } else if (!view.evidence.maintenances.isEmpty()) {
        add(u"doneUnschedulable"_s,
            tr("The label says done, and the node is still cordoned; the NodeMaintenance %1 has not gone.")
                .arg(view.evidence.maintenances.first()->fullName()));
    } else {
        add(u"doneUnschedulable"_s, tr("The label says done, and the node is still cordoned."));
    }
}

void Notes::ofDone()
{
    const Node &node = view.node();
    ofDoneDriver();
    ofDoneCordon();
    if (view.isGpu() && node.gpuCapacity > 0 && node.gpuAllocatable == 0)
        add(u"doneWithoutDevices"_s,
            tr("The label says done, and none of the node's GPUs can be allocated."));
    if (!view.isGpu() && node.rdmaCapacity > 0 && node.rdmaAllocatable == 0)
        add(u"doneWithoutDevices"_s,
            tr("The label says done, and none of the node's RDMA devices can be allocated."));
    if (view.isGpu() && !view.paused().isEmpty())
        add(u"pausedLeftBehind"_s, tr("The driver was unloaded and these labels were never restored: %1.")
                                       .arg(view.paused().join(QStringLiteral(", "))));
    const QString loaded = node.labels.value(QStringLiteral("nvidia.com/cuda.driver-version.full"));
    const QString wanted = view.driver ? driverVersion(view.driver->image) : QString();
    if (view.isGpu() && !loaded.isEmpty() && !wanted.isEmpty() && loaded != wanted)
        add(u"loadedVersionDiffers"_s,
            tr("The label says done, and the node reports driver %1 while its pod is of %2.")
                .arg(loaded, wanted));
    if (!view.isGpu() &&
        node.labels.value(QStringLiteral("network.nvidia.com/operator.mofed.wait")) == u"true")
        add(u"doneMofedWaits"_s,
            tr("The label says done, and pods that need RDMA still wait for the driver."));
}

/// Past the maintenance operator's work, and that is not done.
void Notes::ofMaintenance(RolloutStep step)
{
    const bool isBehind = step == RolloutStep::DriverRestart || step == RolloutStep::Validate ||
                          view.node().labels.value(view.keys.state) == u"post-maintenance-required";
    if (!isBehind || view.node().annotations.value(view.keys.requestorMode) != u"true")
        return;
    for (const NodeMaintenance *maintenance : view.evidence.maintenances) {
        if (!maintenance->isReady)
            add(u"maintenanceNotReady"_s,
                tr("The step %1 is on, and the NodeMaintenance %2 is not ready: %3.")
                    .arg(stepText(step), maintenance->fullName(), maintenance->reason));
    }
}

void Notes::ofUnderWay(RolloutStep step)
{
    const Node &node = view.node();
    if (step != RolloutStep::Cordon && step != RolloutStep::Maintenance && step != RolloutStep::Uncordon &&
        step != RolloutStep::Unknown && !node.unschedulable)
        add(u"notCordoned"_s, tr("The step %1 is on, and the node is not cordoned.").arg(stepText(step)));
    ofMaintenance(step);
    if (step == RolloutStep::Uncordon && !view.isReady() && view.fleet.known.pods)
        add(u"uncordonDriverNotReady"_s,
            tr("The node is to be uncordoned, and its driver pod is not ready."));
    const bool isBefore = step == RolloutStep::Cordon || step == RolloutStep::WaitForJobs ||
                          step == RolloutStep::Evict || step == RolloutStep::Drain;
    const bool isAsked =
        node.annotations.contains(view.keys.requested) || node.annotations.contains(view.keys.safeLoad);
    if (isBefore && view.isCurrent() && !isAsked)
        add(u"alreadyCurrent"_s,
            tr("The step %1 is on, and the driver pod already has the newest revision.").arg(stepText(step)));
    if (step == RolloutStep::Validate && view.currency() == Currency::Old)
        add(u"validatesOldDriver"_s,
            tr("Validation is on, and the driver pod does not have the newest revision."));
    if (isUnderWay(otherStep(view)))
        add(u"bothDriversMove"_s,
            tr("Both drivers' rollouts are at work on the node; the other one is at %1.")
                .arg(stepText(otherStep(view))));
}

void Notes::ofFailed()
{
    if (view.isCurrent() && view.isReady())
        add(u"failedButHealthy"_s,
            tr("The label says failed, and the driver pod is of the newest revision and ready."));
}

void Notes::ofQueued()
{
    const Node &node = view.node();
    if (view.isCurrent() && !node.annotations.contains(view.keys.requested) &&
        !node.annotations.contains(view.keys.safeLoad))
        add(u"alreadyCurrent"_s,
            tr("An upgrade is queued, and the driver pod already has the newest revision."));
    if (view.evidence.since.isValid() &&
        view.evidence.since.msecsTo(view.evidence.now) > std::chrono::milliseconds(longQueue).count())
        add(u"queuedForLong"_s, tr("The upgrade has been queued for more than a day."));
}

} // namespace

QList<TrackNote> contradictions(const DriverView &view, RolloutStep step)
{
    Notes notes{view, {}};
    if (view.evidence.healed.isValid())
        notes.add(u"healedByItself"_s, Notes::tr("It failed and went on by itself at %1.")
                                           .arg(view.evidence.healed.toUTC().toString(Qt::ISODate)));
    switch (step) {
    case RolloutStep::Done:
        notes.ofDone();
        break;
    case RolloutStep::Queued:
        notes.ofQueued();
        break;
    case RolloutStep::Failed:
        notes.ofFailed();
        break;
    case RolloutStep::Idle:
        break;
    default:
        notes.ofUnderWay(step);
    }
    return notes.list;
}

} // namespace chartroom
