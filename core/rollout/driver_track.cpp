// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_track.h"

#include "core/base/moments.h"
#include "core/rollout/driver_view.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/rollout_tr.h"

#include <QMetaEnum>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// After so much the step has outlived what the library itself grants it (validation_manager.go: 600 s; the
/// policy's own timeouts), with the two minutes of the controller's beat on top.
milliseconds limitOf(RolloutStep step, const DriverPolicy &policy)
{
    static constexpr milliseconds beat = controllerBeat;
    const auto granted = [](std::chrono::seconds timeout) {
        return timeout.count() > 0 ? timeout + beat : milliseconds::max();
    };
    switch (step) {
    case RolloutStep::WaitForJobs:
        return granted(policy.jobTimeout);
    case RolloutStep::Evict:
        return granted(policy.evictTimeout);
    case RolloutStep::Drain:
        return granted(policy.drainTimeout);
    case RolloutStep::DriverRestart:
        return 20min;
    case RolloutStep::Validate:
        return 10min + beat;
    case RolloutStep::Maintenance:
        return 60min;
    default:
        return 10min;
    }
}

Verdict verdictByAge(milliseconds elapsed, milliseconds limit, const std::optional<milliseconds> &usual,
                     bool isAgeKnown)
{
    if (elapsed > limit || (usual && elapsed > farBeyond(*usual)))
        return Verdict::Stuck;
    return isAgeKnown && usual && elapsed > std::max<milliseconds>(2 * *usual, 2min) ? Verdict::Slow
                                                                                     : Verdict::Moving;
}

/// It starts again and again: the library calls a new driver failed only after more than ten times
/// (k8s-operator-libs pkg/upgrade/common_manager.go isDriverPodFailing) and a validation after 600 s, and
/// nothing moves until then.
bool isCrashLooping(const Pod *pod)
{
    constexpr int mostTries = 2;
    return pod && pod->health == Pod::Health::Unhealthy && pod->mostRestarts > mostTries;
}

/// At least; the operator's own note of when it began, where it makes one.
std::optional<std::chrono::seconds> elapsedOf(const DriverView &view, RolloutStep step)
{
    if (step == RolloutStep::Maintenance && !view.ownMaintenances().isEmpty())
        return view.sinceCordon(); // the label is there since all nodes began to wait
    const QString noted = step == RolloutStep::Validate      ? view.keys.validationStart
                          : step == RolloutStep::WaitForJobs ? view.keys.jobsStart
                                                             : QString();
    if (!view.evidence.since.isValid() && !noted.isEmpty()) {
        if (const auto since = view.sinceAnnotation(noted))
            return since;
    }
    return view.atLeast();
}

Verdict movingVerdict(const DriverView &view, RolloutStep step, const QList<TrackNote> &blockers)
{
    const auto &evidence = view.evidence;
    const bool isOff = view.isOff();
    const bool isDrainNext = step == RolloutStep::Evict && view.share.policy && view.share.policy->drains;
    // A new driver loads by itself.
    const bool isLoading = step == RolloutStep::DriverRestart && view.driver && !view.isReady();
    const auto isHard = [isOff, isDrainNext, isLoading](const TrackNote &note) {
        const bool isLeft = note.kind == NoteKind::UnmanagedPod || note.kind == NoteKind::EmptyDir ||
                            note.kind == NoteKind::DaemonSetPod || note.kind == NoteKind::SeveralBudgets;
        return (isLeft && !isDrainNext) || note.kind == NoteKind::ImagePull ||
               note.kind == NoteKind::NodeMaintenanceFailed || (note.kind == NoteKind::SafeLoad && isOff) ||
               note.kind == NoteKind::WaitingForOperator || note.kind == NoteKind::RequestorLeftover ||
               note.kind == NoteKind::MaintenanceOperatorGone || note.kind == NoteKind::UnscheduledPods ||
               note.kind == NoteKind::SurplusPods || note.kind == NoteKind::DriverAntiAffinity ||
               note.kind == NoteKind::DriverNotScheduled ||
               (note.kind == NoteKind::OperatorGone && !isLoading);
    };
    if (std::any_of(blockers.cbegin(), blockers.cend(), isHard))
        return Verdict::Stuck;
    if ((step == RolloutStep::DriverRestart && view.currency != Currency::Old &&
         isCrashLooping(view.driver)) ||
        (step == RolloutStep::Validate && isCrashLooping(view.validator)))
        return Verdict::Stuck;
    if (step == RolloutStep::Maintenance) {
        const auto isTaken = [](const NodeMaintenance *one) { return one->isReady || one->holdsSlot(); };
        const QList<const NodeMaintenance *> asked = view.ownMaintenances();
        if (!asked.isEmpty() && std::none_of(asked.cbegin(), asked.cend(), isTaken))
            return Verdict::Waiting; // all nodes ask at once; the maintenance operator takes some at a time
        if (asked.isEmpty() && (!view.fleet.known.maintenances || view.areOwnMaintenancesUnknown()))
            return Verdict::Moving; // whether it waits or is being emptied is not known, nor for how long
    }
    const std::optional<std::chrono::seconds> atLeast = elapsedOf(view, step);
    if (!atLeast)
        return Verdict::Moving;
    return verdictByAge(*atLeast, limitOf(step, view.share.policy.value_or(DriverPolicy())), evidence.usual,
                        evidence.since.isValid());
}

/// The operator empties no node for a driver that waits for that.
bool isSafeLoadHeld(const DriverView &view)
{
    return view.isOff() && view.node().annotations.contains(view.keys.safeLoad);
}

/// Of a driver that loads outside of any step: by its pod alone.
Verdict reloadingVerdict(const DriverView &view)
{
    if (view.isUnschedulable() || isSafeLoadHeld(view))
        return Verdict::Stuck;
    const QDateTime since = view.reloadingSince();
    if (!since.isValid())
        return Verdict::Moving;
    return verdictByAge(timeBetween(since, view.evidence.now), limitOf(RolloutStep::DriverRestart, {}),
                        view.evidence.usual, true);
}

/// A label alone proves nothing: between a new template and the operator's next look all nodes say done.
Verdict doneVerdict(const DriverView &view)
{
    if (!view.driver)
        return Verdict::NotKnown;
    if (view.isUnschedulable())
        return Verdict::Stuck;
    if (view.isReloading())
        return reloadingVerdict(view);
    switch (view.driver->health) {
    case Pod::Health::Unhealthy:
        return Verdict::Stuck;
    case Pod::Health::Starting:
    case Pod::Health::Leaving:
        return Verdict::NotKnown;
    case Pod::Health::Ready:
        break;
    }
    if (view.currency == Currency::Old || view.isBehindPolicy())
        return Verdict::Waiting;
    if (view.isLeftCordoned(RolloutStep::Done))
        return Verdict::Stuck;
    const KnownLists &known = view.fleet.known;
    const bool isUnread = view.currency == Currency::NotKnown && !(known.daemonSets && known.revisions);
    return view.isOrphan() || isUnread || view.isUnobserved() || view.isCordonUnexplained(RolloutStep::Done)
               ? Verdict::NotKnown
               : Verdict::Done;
}

/// Where the operator labels nothing: with autoUpgrade off, and before it has seen the node.
Verdict idleVerdict(const DriverView &view)
{
    if (view.isLeftCordoned(RolloutStep::Idle) || view.isUnschedulable())
        return Verdict::Stuck;
    if (view.currency != Currency::Old && !view.isBehindPolicy()) {
        if (view.driver && view.driver->health == Pod::Health::Unhealthy)
            return Verdict::Stuck;
        if (view.isReloading())
            return reloadingVerdict(view);
        if (view.isCordonUnexplained(RolloutStep::Idle) || view.isUnobserved())
            return Verdict::NotKnown;
        // A first template is no rollout; with the switch off nothing but the pod tells of one.
        const bool isOfRollout =
            view.isOff() || view.evidence.stepBefore == RolloutStep::Done || view.changedAt().isValid();
        return isOfRollout && view.isCurrent() && view.isReady() ? Verdict::Done : Verdict::NotPart;
    }
    return isSafeLoadHeld(view) ? Verdict::Stuck : Verdict::Waiting;
}

Verdict verdictOf(const DriverView &view, const NodeTrack &track)
{
    if (!view.unmanagedBy.isEmpty())
        return view.isAbandoned(track.step) ? Verdict::Stuck : Verdict::NotPart;
    if (view.node().isLost)
        return Verdict::Lost;
    switch (track.step) {
    case RolloutStep::Done:
        return doneVerdict(view);
    case RolloutStep::Failed:
        return Verdict::Failed;
    case RolloutStep::Idle:
    case RolloutStep::Queued:
        if (view.node().labels.value(view.keys.skip) == u"true")
            return Verdict::Skipped;
        return track.step == RolloutStep::Idle ? idleVerdict(view) : Verdict::Waiting;
    case RolloutStep::Unknown:
        return Verdict::NotKnown;
    default:
        return movingVerdict(view, track.step, track.blockers);
    }
}

QString maintenanceLine(const NodeMaintenance &maintenance)
{
    QString line = QStringLiteral("NodeMaintenance %1: Ready=%2")
                       .arg(maintenance.fullName(),
                            maintenance.isReady ? QStringLiteral("True") : QStringLiteral("False"));
    if (!maintenance.reason.isEmpty())
        line += QStringLiteral(" (%1)").arg(maintenance.reason);
    return maintenance.deleting.isValid() ? line + RolloutTr::tr(", being deleted") : line;
}

DriverFacts factsOf(const DriverView &view, const NodeTrack &track)
{
    DriverFacts facts;
    facts.kind = view.fleet.kind;
    facts.label = track.label;
    facts.arePodsKnown = view.fleet.known.pods;
    if (view.driver) {
        facts.pod = track.driverPod;
        facts.podState = view.driver->reason.isEmpty() ? view.driver->phase : view.driver->reason;
        facts.isPodReady = view.isReady();
        facts.revision = view.driver->revisionHash;
        facts.currency = view.currency;
    }
    for (const NodeMaintenance *maintenance : view.evidence.maintenances)
        facts.maintenances << maintenanceLine(*maintenance);
    facts.isMaintenanceUnknown = track.step == RolloutStep::Maintenance && !view.fleet.known.maintenances;
    facts.isCordoned = track.isCordoned;
    facts.wasCordonedBefore =
        view.wasCordonedBefore() && !view.isCordonUnexplained(track.step) && !view.isLeftCordoned(track.step);
    facts.wasCordonedAfter = view.wasCordonedAfter();
    facts.isCordonDoubtful = view.isCordonDoubtful();
    facts.isCordonedWithKubectl = view.isCordonedWithKubectl();
    facts.cordonedBy = view.node().cordonedBy;
    facts.isUnderWay = isUnderWay(track.step);
    facts.wasLeft = view.wasLeft(track.step) || view.isLeftCordoned(track.step);
    facts.isRequestor = isInRequestorMode(view.node(), track.step, view.keys);
    if (isUnderWay(view.otherStep) && !view.evidence.otherCordon.isAtRest())
        facts.otherStep = stepPhrase(view.otherStep);
    facts.remediation = view.node().labels.value(u"crusoe.ai/remediation.phase");
    if (facts.remediation == u"monitored") // of every node that it watches
        facts.remediation.clear();
    facts.devices = track.devices;
    facts.devicesTotal = track.devicesTotal;
    facts.devicesBefore = track.devicesBefore;
    const DriverPolicy *policy = view.ownPolicy ? view.ownPolicy : view.source();
    if (policy && policy->state == u"disabled")
        facts.disabledPolicy = policy->fullName();
    if (view.isGpu()) {
        facts.gpuKinds = gpuKindsText(view.node());
        facts.claimable = view.evidence.claimable;
        facts.pluginGpus = view.node().gpuCapacity;
    }
    for (const QString &label : view.paused)
        facts.labels.append({label, view.node().labels.value(label)});
    constexpr QStringView waits = u"network.nvidia.com/operator.mofed.wait";
    if (!view.isGpu() && view.node().labels.contains(waits))
        facts.labels.append({waits.toString(), view.node().labels.value(waits)});
    facts.isReady = view.node().ready;
    facts.notReadyText = view.node().notReadyText;
    return facts;
}

DriverTimes timesOf(const DriverView &view, RolloutStep step)
{
    const auto ours = [&view](const QDateTime &time) {
        return time.isValid() ? laterBy(time, -view.evidence.skew) : QDateTime();
    };
    DriverTimes times;
    if (!view.wasFoundCordoned())
        times.cordoned = ours(view.node().cordonedAt);
    if (view.isCurrent() && view.isReady() && view.driver->mostRestarts == 0 &&
        view.driver->created.isValid() && view.driver->readySince.isValid())
        times.loading = ageOf(view.driver->created, view.driver->readySince);
    if (isResting(step))
        times.loadingSince = view.reloadingSince();
    const QDateTime changed = view.changedAt();
    if (!changed.isValid())
        return times;
    times.target = ours(changed);
    times.isTargetOlder = view.set->isOlderAgain;
    // A node that came later was never taken to the target: its first driver is the newest.
    const bool wasThere = !view.node().created.isValid() || view.node().created < changed;
    if (view.isCurrent() && wasThere) {
        times.made = ours(view.driver->created);
        times.ready = ours(view.driver->readySince);
    }
    return times;
}

} // namespace

NodeTrack driverTrack(const NodeEvidence &evidence, const DriverFleet &fleet)
{
    const DriverView view(evidence, fleet);
    NodeTrack track;
    track.node = evidence.node->name;
    track.component = componentText(fleet.kind);
    track.label = evidence.node->labels.value(view.keys.state);
    track.step = readStep(track.label);
    track.queue = fleet.queueOf(*evidence.node, driverSetOf(evidence.pods, fleet.kind));
    track.takesNoSlot = track.step == RolloutStep::Unknown;
    const QList<const NodeMaintenance *> asked = view.possibleMaintenances();
    track.keepsSlot = track.step == RolloutStep::Done && fleet.asksMaintenance &&
                      std::any_of(asked.cbegin(), asked.cend(),
                                  [](const NodeMaintenance *one) { return one->holdsSlot(); });
    track.since = isResting(track.step) && view.isReloading() ? view.reloadingSince() : evidence.since;
    track.isCordoned = evidence.node->unschedulable;
    track.isFoundCordoned = evidence.node->annotations.value(view.keys.initialUnschedulable) == u"true";
    track.cordoner = track.isCordoned && !view.wasCordonedAfter() ? view.otherCordoner() : QString();
    track.devices = view.devices.allocatable;
    track.devicesTotal = view.devices.total;
    track.devicesBefore = evidence.devicesBefore;
    track.fewerSince = evidence.fewerSince;
    if (view.driver) {
        track.driverPod = view.driver->namespaceName + u'/' + view.driver->name;
        if (view.isReady()) // a pod that does not come up has loaded nothing
            track.driverFrom = view.version;
        for (const Pod *other : std::as_const(view.otherDrivers)) {
            if (!view.isReady() && other->health == Pod::Health::Ready)
                track.driverFrom = driverTag(other->image).version;
        }
        track.restarts = view.driver->mostRestarts;
    }
    if (const QString loaded = evidence.node->labels.value(u"nvidia.com/cuda.driver-version.full");
        view.isGpu() && !loaded.isEmpty())
        track.driverFrom = loaded;
    if (!view.unmanagedBy.isEmpty()) {
        track.driverTo.clear();
    } else if (view.set) {
        track.driverTo = view.set->version;
        track.driverKernel = driverTag(view.set->set.image).kernel;
    } else if (view.source() && (fleet.sets.isEmpty() || fleet.effectivePolicies() > 1)) {
        track.driverTo = view.source()->version;
    }
    if (fleet.effectivePolicies() > 1 && view.ownPolicy)
        track.policy = view.ownPolicy->name;
    track.isDriverCurrent = view.isCurrent();
    track.isDriverReady = view.isReady();
    track.isDriverUnscheduled = view.isUnscheduled();
    track.times = timesOf(view, track.step);
    track.stage = stageOf(track.step, {view.isNew() && view.isReady(), view.isToolkitReady()});
    if (track.step == RolloutStep::Failed && evidence.stepBefore)
        track.stage = stageOf(*evidence.stepBefore, {}); // what failed got no further than that
    track.contradictions = contradictions(view, track.step);
    track.isSettling = !track.contradictions.isEmpty() && view.isSettling();
    track.blockers = blockers(view, track.step);
    track.verdict = verdictOf(view, track);
    track.evidence = factsOf(view, track);
    return track;
}

QString noteWord(NoteKind kind)
{
    QString word = QString::fromLatin1(QMetaEnum::fromType<NoteKind>().valueToKey(int(kind)));
    word[0] = word[0].toLower();
    return word;
}

QString verdictText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::NotPart:
        return QStringLiteral("notPart");
    case Verdict::Waiting:
        return QStringLiteral("waiting");
    case Verdict::Moving:
        return QStringLiteral("moving");
    case Verdict::Slow:
        return QStringLiteral("slow");
    case Verdict::Stuck:
        return QStringLiteral("stuck");
    case Verdict::Failed:
        return QStringLiteral("failed");
    case Verdict::Done:
        return QStringLiteral("done");
    case Verdict::Skipped:
        return QStringLiteral("skipped");
    case Verdict::Lost:
        return QStringLiteral("lost");
    case Verdict::NotKnown:
        return QStringLiteral("notKnown");
    }
    return {};
}

} // namespace chartroom
