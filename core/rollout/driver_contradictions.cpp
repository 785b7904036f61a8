// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/moments.h"
#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/rollout/driver_group.h"
#include "core/rollout/driver_view.h"

#include <QCoreApplication>

#include <algorithm>

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

    void add(NoteKind kind, const QString &text) { list.append({kind, visibleText(text)}); }

    void ofDone();
    void ofDoneDriver();
    void ofDoneFollowers();
    void ofDoneNode();
    void ofDoneCordon();
    bool ofUnansweredMaintenance();
    void ofLeftCordon();
    void ofDoneDevices();
    void ofLoadedVersion();
    void ofPaused();
    void ofMaintenance(RolloutStep step);
    void ofNewDriver(RolloutStep step);
    void ofUnderWay(RolloutStep step);
    void ofFailed();
    void ofIdle();
    void ofQueued();
};

void Notes::ofDoneDriver()
{
    if (!view.driver) {
        if (view.fleet.known.pods)
            add(NoteKind::DoneWithoutDriver,
                tr("Label says upgrade-done, but the node has no running driver pod."));
    } else if (view.driver->deleting.isValid()) {
        add(NoteKind::DoneDriverLeaving,
            tr("Label says upgrade-done, but the driver pod %1 is being deleted.").arg(view.driver->name));
    } else if (view.currency == Currency::Old && !view.set->newestHash.isEmpty() &&
               view.set->newestHash != view.driver->revisionHash) {
        add(NoteKind::DoneWithOldDriver,
            tr("Label says upgrade-done, but the driver pod has revision %1 while %2 is the newest.")
                .arg(view.driver->revisionHash, view.set->newestHash));
    } else if (view.currency == Currency::Old) {
        add(NoteKind::DoneWithOldDriver,
            tr("Label says upgrade-done, but the driver pod %1 does not have the newest template.")
                .arg(view.driver->name));
    } else if (view.isOrphan()) {
        add(NoteKind::DoneOrphanedDriver,
            tr("Label says upgrade-done, but the DaemonSet of the driver pod %1 is gone.")
                .arg(view.driver->name));
    } else if (!view.isReady()) {
        add(NoteKind::DoneDriverNotReady,
            view.driver->node.isEmpty()
                ? tr("Label says upgrade-done, but the driver pod %1 is not scheduled.")
                      .arg(view.driver->name)
                : tr("Label says upgrade-done, but the driver pod %1 is not ready.").arg(view.driver->name));
    }
}

/// The library goes back from failed to done by the driver's pod alone (pkg/upgrade/common_manager.go
/// ProcessUpgradeFailedNodes), whatever failed.
void Notes::ofDoneFollowers()
{
    for (const Pod *follower : view.brokenFollowers())
        add(NoteKind::DonePodNotReady,
            tr("Label says upgrade-done, but %1 %2 does not start.", "whose pod, its name")
                .arg(view.roleOf(follower), follower->name));
}

void Notes::ofDoneNode()
{
    if (view.node().isLost)
        add(NoteKind::DoneNodeNotReady,
            tr("Label says upgrade-done, but the node's kubelet does not respond."));
    else if (!view.node().ready)
        add(NoteKind::DoneNodeNotReady, tr("Label says upgrade-done, but the node is not ready."));
}

/// Of a cordon that no step under way explains.
void Notes::ofLeftCordon()
{
    const DriverKind otherKind = view.isGpu() ? DriverKind::InfiniBand : DriverKind::Gpu;
    const bool isOwn = view.mayHaveCordoned(view.fleet.kind);
    const bool isOthers = view.mayHaveCordoned(otherKind);
    const QString other = view.isGpu() ? tr("InfiniBand") : tr("GPU");
    if (view.isLeftCordoned(RolloutStep::Done))
        add(NoteKind::DoneUnschedulable,
            tr("Label says upgrade-done, but the node is still cordoned: the rollout ended without "
               "uncordoning it (%1), and no operator uncordons it.")
                .arg(view.lastStepText(view.evidence.cordon.last)));
    else if (view.wasFoundCordoned() && view.evidence.brokenOff)
        add(NoteKind::DoneUnschedulable,
            tr("Label says upgrade-done, but the node is still cordoned. The operator found it cordoned, but "
               "an earlier run was interrupted after the step %1: who cordoned it is unknown.")
                .arg(stepPhrase(view.evidence.brokenOff->step)));
    else if (view.isCordonDoubtful() && !view.node().cordonedAt.isValid())
        add(NoteKind::DoneUnschedulable,
            tr("Label says upgrade-done, but the node is still cordoned. The operator found it cordoned, but "
               "the time of the cordon is not recorded: who cordoned it is unknown."));
    else if (view.isCordonDoubtful())
        add(NoteKind::DoneUnschedulable,
            tr("Label says upgrade-done, but the node is still cordoned, since %1. The operator found it "
               "cordoned, but the wanted driver revision existed before that: who cordoned it is unknown.")
                .arg(utcText(view.node().cordonedAt)));
    else if (isOwn && isOthers)
        add(NoteKind::DoneUnschedulable,
            tr("Label says upgrade-done, but the node is still cordoned, possibly by "
               "the GPU or the InfiniBand driver rollout."));
    else if (isOthers && view.evidence.otherCordon.isOfRun())
        add(NoteKind::OtherComponentMoves,
            tr("Done here; the %1 driver rollout cordoned the node and did not uncordon it.").arg(other));
    else if (isOthers)
        add(NoteKind::OtherComponentMoves,
            tr("Done here; the node was cordoned later, and the %1 driver pod was "
               "created after that: its rollout may have left the cordon.")
                .arg(other));
    else if (isOwn)
        add(NoteKind::DoneUnschedulable,
            tr("Label says upgrade-done, but the node is still cordoned. Who cordoned "
               "it is unknown."));
    else
        add(NoteKind::DoneUnschedulable,
            tr("Label says upgrade-done, but the node is still cordoned, since %1. Its driver pod was "
               "created before that, so this rollout did not cordon it.")
                .arg(utcText(view.node().cordonedAt)));
}

/// Whatever else goes on there: nobody but the maintenance operator removes that cordon. Whether it was said.
bool Notes::ofUnansweredMaintenance()
{
    const QList<const NodeMaintenance *> &all = view.evidence.maintenances;
    const auto one = std::find_if(all.cbegin(), all.cend(), [this](const NodeMaintenance *maintenance) {
        return maintenance->deleting.isValid() && maintenance->isUnanswered(view.evidence.serverNow());
    });
    if (one == all.cend())
        return false;
    const QString told =
        tr("Label says upgrade-done, but the node is still cordoned: the NodeMaintenance %1 has been "
           "terminating since %2, and the maintenance operator, which removes the cordon, does not "
           "respond.")
            .arg((*one)->fullName(), utcText((*one)->deleting));
    add(NoteKind::MaintenanceUnanswered,
        view.fleet.isMaintainerGone ? told + u' ' + goneText(*view.fleet.maintainer) : told);
    return true;
}

void Notes::ofDoneCordon()
{
    const QString other = view.otherWork();
    const bool isExplained = view.wasCordonedAfter() || view.isCordonedWithKubectl() ||
                             (view.wasCordonedBefore() && !view.isCordonUnexplained(RolloutStep::Done) &&
                              !view.isLeftCordoned(RolloutStep::Done));
    if (view.node().unschedulable && ofUnansweredMaintenance())
        return;
    if (!view.node().unschedulable || isExplained) {
        if (!other.isEmpty())
            add(NoteKind::OtherComponentMoves,
                tr("Done here, but the rollout of another driver is in progress on the node (%1).")
                    .arg(other));
    } else if (const QString cordoner = view.otherCordoner(); !cordoner.isEmpty()) {
        add(NoteKind::OtherComponentMoves,
            tr("Done here, but cordoned by the rollout of another driver (%1).").arg(cordoner));
    } else if (!view.evidence.maintenances.isEmpty()) {
        add(NoteKind::DoneUnschedulable, tr("Label says upgrade-done, but the node is still cordoned; the "
                                            "NodeMaintenance %1 still exists.")
                                             .arg(view.evidence.maintenances.first()->fullName()));
    } else {
        ofLeftCordon();
    }
}

/// A kubelet that was started anew does not even know of the resource until the plugin is back.
void Notes::ofDoneDevices()
{
    const Node &node = view.node();
    const bool hadGpus =
        node.hasGpu() ||
        (node.labels.value(QStringLiteral("nvidia.com/gpu.count")).toInt() > 0 && view.fleet.hasPlugin);
    const ClaimableGpus &claimable = view.evidence.claimable;
    const bool isMeant = !view.isGpu() || (deviceSwitch(node.labels, view.fleet.switches).isEmpty() &&
                                           !claimable.isOffered() && !claimable.isUnknown);
    if (view.isGpu() && hadGpus && isMeant && node.gpuAllocatable.isEmpty())
        add(NoteKind::DoneWithoutDevices,
            tr("Label says upgrade-done, but none of the node's GPUs can be allocated."));
    if (view.isGpu() && claimable.isAllTainted() && node.gpuAllocatable.isEmpty())
        add(NoteKind::DoneWithoutDevices,
            tr("Label says upgrade-done, but all GPUs that ResourceSlices offer on the node are tainted: %1.")
                .arg(taintsText(claimable)));
    if (!view.isGpu() && view.devices.total > 0 && view.devices.allocatable == 0)
        add(NoteKind::DoneWithoutDevices,
            tr("Label says upgrade-done, but none of the node's RDMA devices can be allocated."));
    const int now = view.devices.allocatable;
    if (isMeant && now > 0 && now < view.evidence.devicesBefore.value_or(0))
        add(NoteKind::DoneWithFewerDevices,
            tr("Label says upgrade-done, but only %1 devices of the node can be "
               "allocated; before the rollout it was %2.")
                .arg(now)
                .arg(*view.evidence.devicesBefore));
}

void Notes::ofLoadedVersion()
{
    const QString loaded = view.node().labels.value(QStringLiteral("nvidia.com/cuda.driver-version.full"));
    const QString &wanted = view.version;
    if (!view.isGpu() || loaded.isEmpty() || wanted.isEmpty() || isSameDriver(loaded, wanted))
        return;
    add(NoteKind::LoadedVersionDiffers,
        tr("Label says upgrade-done, but the node reports driver %1 while its pod has %2.")
            .arg(loaded, wanted));
}

/// The driver pod's init container pauses them and lets them go again before the driver starts.
void Notes::ofPaused()
{
    if (view.isGpu() && !view.paused.isEmpty())
        add(NoteKind::PausedLeftBehind,
            tr("The driver was unloaded and these labels were never restored: %1.")
                .arg(view.paused.join(QStringLiteral(", "))));
}

void Notes::ofDone()
{
    const Node &node = view.node();
    ofDoneDriver();
    ofDoneFollowers();
    ofDoneNode();
    ofDoneCordon();
    ofDoneDevices();
    ofPaused();
    ofLoadedVersion();
    if (!view.isGpu() &&
        node.labels.value(QStringLiteral("network.nvidia.com/operator.mofed.wait")) == u"true")
        add(NoteKind::DoneMofedWaits,
            tr("Label says upgrade-done, but pods that need RDMA still wait for the driver."));
}

/// Past the maintenance operator's work, and that is not done.
void Notes::ofMaintenance(RolloutStep step)
{
    const bool isBehind = step == RolloutStep::DriverRestart || step == RolloutStep::Validate ||
                          view.node().labels.value(view.keys.state) == u"post-maintenance-required";
    const QList<const NodeMaintenance *> own = view.ownMaintenances();
    const bool isOneReady =
        std::any_of(own.cbegin(), own.cend(), [](const NodeMaintenance *one) { return one->isReady; });
    if (!isBehind || isOneReady || view.node().annotations.value(view.keys.requestorMode) != u"true")
        return;
    for (const NodeMaintenance *maintenance : own) {
        if (!maintenance->isReady)
            add(NoteKind::MaintenanceNotReady,
                tr("The step %1 is in progress, but the NodeMaintenance %2 is not ready: %3.")
                    .arg(stepPhrase(step), maintenance->fullName(), maintenance->reason));
    }
}

void Notes::ofUnderWay(RolloutStep step)
{
    const Node &node = view.node();
    if (step != RolloutStep::Cordon && step != RolloutStep::Maintenance && step != RolloutStep::Uncordon &&
        !node.unschedulable)
        add(NoteKind::NotCordoned,
            tr("The step %1 is in progress, but the node is not cordoned.").arg(stepPhrase(step)));
    ofMaintenance(step);
    if (step == RolloutStep::Validate || step == RolloutStep::Uncordon)
        ofNewDriver(step);
    const bool isBefore = step == RolloutStep::Cordon || step == RolloutStep::WaitForJobs ||
                          step == RolloutStep::Evict || step == RolloutStep::Drain ||
                          node.labels.value(view.keys.state) == u"node-maintenance-required";
    if (isBefore && view.isCurrent() && !view.isRequested())
        add(NoteKind::AlreadyCurrent,
            tr("The step %1 is in progress, but the driver pod already has the newest revision.")
                .arg(stepPhrase(step)));
    if (isUnderWay(view.otherStep))
        add(NoteKind::BothDriversMove,
            tr("Rollouts of both drivers are in progress on the node; the other one is at %1.")
                .arg(stepPhrase(view.otherStep)));
}

/// The library goes on to these steps only once the new driver's pod is ready.
void Notes::ofNewDriver(RolloutStep step)
{
    const bool isValidation = step == RolloutStep::Validate;
    if (!view.driver) {
        if (view.fleet.known.pods)
            add(isValidation ? NoteKind::ValidatesDriverNotReady : NoteKind::UncordonDriverNotReady,
                tr("The step %1 is in progress, but the node has no running driver pod.")
                    .arg(stepPhrase(step)));
    } else if (!view.isReady()) {
        add(isValidation ? NoteKind::ValidatesDriverNotReady : NoteKind::UncordonDriverNotReady,
            tr("The step %1 is in progress, but the driver pod %2 is not ready.")
                .arg(stepPhrase(step), view.driver->name));
    } else if (view.currency == Currency::Old) {
        add(isValidation ? NoteKind::ValidatesOldDriver : NoteKind::UncordonOldDriver,
            tr("The step %1 is in progress, but the driver pod %2 does not have the newest revision.")
                .arg(stepPhrase(step), view.driver->name));
    }
    if (step == RolloutStep::Uncordon)
        ofPaused();
}

void Notes::ofFailed()
{
    if (view.isCurrent() && view.isReady())
        add(NoteKind::FailedButHealthy,
            tr("Label says upgrade-failed, but the driver pod has the newest revision and is ready."));
    if (!view.node().unschedulable)
        add(NoteKind::NotCordoned,
            tr("Label says upgrade-failed, but the node is not cordoned: pods can be scheduled on it."));
}

/// With the switch off the operator takes its labels away from nodes under way too, and uncordons none.
void Notes::ofIdle()
{
    if (view.isReady())
        ofPaused();
    if (view.isCordonUnexplained(RolloutStep::Idle))
        add(NoteKind::CordonedByUnknown,
            tr("The node is cordoned while the operator labels no nodes; who cordoned it is unknown."));
    if (view.isLeftCordoned(RolloutStep::Idle))
        add(NoteKind::LeftCordoned, tr("The label was removed (%1), but the node is still cordoned: "
                                       "no operator uncordons it.")
                                        .arg(view.lastStepText(*view.evidence.stepBefore)));
}

void Notes::ofQueued()
{
    // A pod that does not come up is what a failed node is queued anew for.
    if (view.isCurrent() && view.isReady() && !view.isRequested())
        add(NoteKind::AlreadyCurrent,
            tr("An upgrade is queued, but the driver pod already has the newest revision."));
    if (view.isReady())
        ofPaused();
    if (view.atLeast().value_or(0s) > longQueue)
        add(NoteKind::QueuedForLong, tr("The upgrade has been queued for more than a day."));
}

} // namespace

QList<TrackNote> contradictions(const DriverView &view, RolloutStep step)
{
    if (!view.unmanagedBy.isEmpty()) // the label of before claims nothing
        return {};
    Notes notes{view, {}};
    // A new template begins another rollout, before the label says so.
    const bool isOfThisRollout = step != RolloutStep::Done || view.currency != Currency::Old;
    // What came before the present template is of an earlier one, also where that is the first of another
    // DaemonSet; the Events of what followed may be gone.
    const auto isSinceTemplate = [&view](const QDateTime &moment) {
        const QDateTime changed = view.set ? view.set->wantedSince() : QDateTime();
        return !changed.isValid() || laterBy(moment, view.evidence.skew) >= changed;
    };
    if (const auto &next = view.evidence.relabelled; next && isOfThisRollout && isSinceTemplate(next->start))
        notes.add(NoteKind::Relabelled,
                  (next->isTold
                       ? Notes::tr("It failed, and its label was %1 at %2: someone relabelled the node, or "
                                   "autoUpgrade was off in between; which of the two is unknown.")
                       : Notes::tr("It failed and was relabelled: its label was %1 at %2, which the operator "
                                   "does not set on a failed node."))
                      .arg(next->label, next->start.toUTC().toString(Qt::ISODate)));
    if (view.evidence.healed.isValid() && isOfThisRollout && isSinceTemplate(view.evidence.healed))
        notes.add(NoteKind::HealedByItself, Notes::tr("It failed and recovered automatically at %1.")
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
        notes.ofIdle();
        break;
    case RolloutStep::Unknown: // it claims nothing
        break;
    default:
        notes.ofUnderWay(step);
    }
    return notes.list;
}

} // namespace chartroom
