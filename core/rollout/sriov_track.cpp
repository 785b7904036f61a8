// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/sriov_track.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/rollout_tr.h"
#include "core/secrets/masked_text.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

const QString pluginLabel = QStringLiteral("sriovnetwork.openshift.io/device-plugin");

/// A drain has no limit of its own; setting functions takes minutes.
constexpr auto longSriovStep = 20min;

struct SriovView
{
    const NodeEvidence &evidence;
    const SriovNodeState &state;
    const SriovFleet &fleet;
    const Pod *daemon = nullptr;

    [[nodiscard]] bool hasOtherFunctions() const { return state.wanted() != state.set(); }
    [[nodiscard]] std::chrono::milliseconds elapsed() const
    {
        return evidence.since.isValid() ? timeBetween(evidence.since, evidence.now) : 0ms;
    }
    /// Its daemon stops the kubelet and reboots (SRIOV pkg/daemon/daemon.go rebootNode).
    [[nodiscard]] bool isRebooting() const
    {
        return state.desired == u"Reboot_Required" && state.current == u"DrainComplete" &&
               elapsed() <= longSriovStep;
    }
    /// Another rollout, or a maintenance, has the node.
    [[nodiscard]] bool isTakenByOthers() const
    {
        return std::any_of(allDrivers.begin(), allDrivers.end(), [this](DriverKind kind) {
            return isUnderWay(readStep(evidence.node->labels.value(driverKeys(kind).state)));
        });
    }
};

QString poolText(const SriovFleet &fleet)
{
    return fleet.pool.name.isEmpty() ? RolloutTr::tr("The operator's default pool")
                                     : RolloutTr::tr("The pool %1").arg(fleet.pool.name);
}

void addQueue(const SriovView &view, NodeNotes &notes)
{
    const SriovFleet &fleet = view.fleet;
    if (const QString why = fleet.standstill(); !why.isEmpty())
        return notes.add(NoteKind::DrainPool, why);
    const std::optional<int> limit = fleet.atOnce();
    if (fleet.isUnlimited() || fleet.taken.isEmpty() || (limit && fleet.taken.size() < *limit))
        return;
    notes.add(
        NoteKind::ParallelSlots,
        limit ? RolloutTr::tr("%1 allows %2 of %3 nodes to be drained at a time (maxUnavailable %4): %5.")
                    .arg(poolText(fleet))
                    .arg(*limit)
                    .arg(fleet.nodes)
                    .arg(*fleet.pool.limit, shortList(fleet.taken))
              : RolloutTr::tr("The operator processes these nodes first: %1.").arg(shortList(fleet.taken)));
}

/// Only a reboot empties the whole node; else those go that ask for resources with the operator's prefix
/// (SRIOV pkg/drain/drainer.go createDrainHelper). Which that is, is not known here; in NVIDIA's charts it is
/// nvidia.com, and so pods with GPUs go too.
void addEviction(const SriovView &view, NodeNotes &notes)
{
    EvictionOptions terms;
    terms.isDrain = true;
    terms.byForce = true;
    terms.withEmptyDir = true;
    if (view.state.desired != u"Reboot_Required") {
        terms.only = QStringList();
        for (const Pod *pod : view.evidence.pods.all()) {
            if (pod->asksDevices || !pod->gpus.isEmpty())
                *terms.only << fullName(*pod);
        }
    }
    notes.addEviction(view.evidence.pods.all(), terms, view.fleet.budgets, view.evidence.serverNow());
}

QList<TrackNote> blockersOf(const SriovView &view, RolloutStep step)
{
    NodeNotes notes;
    if (!view.isRebooting())
        notes.addLost(*view.evidence.node);
    // A new try leaves the error of the last one there (SRIOV pkg/daemon/daemon.go).
    if (!view.state.lastError.isEmpty() && view.state.sync == u"Failed")
        notes.add(NoteKind::SyncError, maskedText(view.state.lastError));
    else if (!view.state.lastError.isEmpty() && view.state.sync != u"Succeeded")
        notes.add(NoteKind::SyncError,
                  RolloutTr::tr("The last attempt failed: %1").arg(maskedText(view.state.lastError)));
    for (const QString &condition : view.state.degraded)
        if (view.state.lastError.isEmpty() || !condition.contains(view.state.lastError))
            notes.add(NoteKind::SyncError, maskedText(condition));
    if (!view.fleet.gone.isEmpty() && (step == RolloutStep::Queued || isUnderWay(step)))
        notes.add(NoteKind::OperatorGone, view.fleet.gone);
    switch (step) {
    case RolloutStep::Queued:
        addQueue(view, notes);
        break;
    case RolloutStep::Cordon:
    case RolloutStep::Drain:
        addEviction(view, notes);
        break;
    case RolloutStep::DriverRestart:
        if (view.state.desired == u"Reboot_Required")
            notes.add(NoteKind::Reboot, RolloutTr::tr("The node must reboot for its new functions."));
        break;
    default:
        break;
    }
    if (view.daemon && step != RolloutStep::Done)
        notes.addPodTrouble(*view.daemon, RolloutTr::tr("the config daemon's pod"));
    return notes.list();
}

QList<TrackNote> contradictionsOf(const SriovView &view, RolloutStep step)
{
    NodeNotes notes;
    const Node &node = *view.evidence.node;
    if (step == RolloutStep::Done) {
        if (view.hasOtherFunctions())
            notes.add(NoteKind::DoneWithOtherFunctions,
                      RolloutTr::tr("State is Succeeded, but only %1 of %2 virtual functions are set.")
                          .arg(view.state.set())
                          .arg(view.state.wanted()));
        if (node.unschedulable && view.isTakenByOthers())
            notes.add(NoteKind::OtherComponentMoves,
                      RolloutTr::tr("Done here, but cordoned by a driver's rollout."));
        else if (node.unschedulable)
            notes.add(NoteKind::DoneUnschedulable,
                      RolloutTr::tr("State is Succeeded, but the node is cordoned."));
        if (node.labels.value(pluginLabel) == u"Disabled")
            notes.add(NoteKind::DonePluginDisabled,
                      RolloutTr::tr("State is Succeeded, but the device plugin is still kept off the node."));
    }
    // It uncordons first, and says so afterwards (SRIOV controllers/drain_controller.go).
    if (step == RolloutStep::DriverRestart && view.state.holdsSlot() && !node.unschedulable)
        notes.add(NoteKind::NotCordoned,
                  RolloutTr::tr("The drain is complete, but the node is not cordoned."));
    if (view.state.sync == u"Succeeded" && view.state.desired == u"Drain_Required")
        notes.add(NoteKind::DrainWithoutChange,
                  RolloutTr::tr("A drain is requested, but the state says that nothing changes."));
    return notes.list();
}

Verdict verdictOf(const SriovView &view, const NodeTrack &track)
{
    if (view.evidence.node->isLost && !view.isRebooting())
        return Verdict::Lost;
    switch (track.step) {
    case RolloutStep::Done:
        return view.hasOtherFunctions() ? Verdict::Waiting : Verdict::Done;
    case RolloutStep::Failed:
        return Verdict::Failed;
    case RolloutStep::Idle:
        return Verdict::NotKnown;
    case RolloutStep::Queued:
        return Verdict::Waiting;
    case RolloutStep::Unknown:
        return Verdict::NotKnown;
    default:
        break;
    }
    const NodeEvidence &evidence = view.evidence;
    // The node's own daemon sets the functions; all else is the operator's.
    const bool isLeft = !view.fleet.gone.isEmpty() && track.step != RolloutStep::DriverRestart;
    if (isLeft || view.elapsed() > longSriovStep)
        return Verdict::Stuck;
    return evidence.usual && view.elapsed() > std::max<std::chrono::milliseconds>(2 * *evidence.usual, 2min)
               ? Verdict::Slow
               : Verdict::Moving;
}

QStringList evidenceOf(const SriovView &view)
{
    const Node &node = *view.evidence.node;
    QStringList lines;
    lines << (view.state.sync.isEmpty() ? RolloutTr::tr("The node's config daemon has not reported yet.")
                                        : QStringLiteral("SriovNetworkNodeState %1: syncStatus=%2")
                                              .arg(view.state.fullName(), view.state.sync));
    lines << QStringLiteral("desired-state=%1, current-state=%2").arg(view.state.desired, view.state.current);
    for (const SriovPort &port : view.state.ports)
        lines << RolloutTr::tr("%1 (%2): %3 of %4 virtual functions")
                     .arg(port.name, port.address)
                     .arg(port.set)
                     .arg(port.wanted);
    lines << (node.unschedulable ? RolloutTr::tr("Cordoned.") : RolloutTr::tr("Not cordoned."));
    if (node.labels.contains(pluginLabel))
        lines << QStringLiteral("%1=%2").arg(pluginLabel, node.labels.value(pluginLabel));
    if (!node.ready)
        lines << RolloutTr::tr("Not ready: %1").arg(node.notReadyText);
    std::transform(lines.begin(), lines.end(), lines.begin(),
                   [](const QString &line) { return visibleText(line); });
    return lines;
}

} // namespace

QString SriovFleet::standstill() const
{
    if (!pool.standstill.isEmpty() || atOnce() != 0)
        return pool.standstill;
    return RolloutTr::tr("%1 allows none of its %2 nodes to be drained (maxUnavailable %3).")
        .arg(poolText(*this), QString::number(nodes), *pool.limit);
}

RolloutStep sriovStep(const SriovNodeState &state, bool isCordoned)
{
    if (state.sync == u"Failed")
        return RolloutStep::Failed;
    if (state.current == u"Draining")
        return isCordoned ? RolloutStep::Drain : RolloutStep::Cordon;
    const bool asks = state.desired == u"Drain_Required" || state.desired == u"Reboot_Required";
    if (state.current == u"DrainComplete" && (asks || state.asksNothing()))
        return asks ? RolloutStep::DriverRestart : RolloutStep::Uncordon;
    if (!state.isIdle())
        return asks && !state.holdsSlot() ? RolloutStep::Queued : RolloutStep::Unknown;
    if (state.sync == u"Succeeded")
        return RolloutStep::Done;
    if (state.sync == u"InProgress")
        return RolloutStep::DriverRestart;
    return state.sync.isEmpty() ? RolloutStep::Idle : RolloutStep::Unknown;
}

QString sriovLabel(const SriovNodeState &state)
{
    return state.isIdle() ? state.sync
                          : QStringLiteral("%1, %2, %3").arg(state.sync, state.desired, state.current);
}

NodeTrack sriovTrack(const NodeEvidence &evidence, const SriovNodeState &state, const SriovFleet &fleet)
{
    SriovView view{evidence, state, fleet, nullptr};
    for (const Pod *pod : evidence.pods.all()) {
        if (pod->app == u"sriov-network-config-daemon")
            prefer(view.daemon, pod);
    }
    NodeTrack track;
    track.node = evidence.node->name;
    track.component = QStringLiteral("sriov");
    track.queue = fleet.pool.name;
    track.takesNoSlot = !state.holdsSlot();
    track.label = sriovLabel(state);
    track.isCordoned = evidence.node->unschedulable;
    track.step = sriovStep(state, track.isCordoned);
    const bool isSet = !view.hasOtherFunctions();
    track.stage = stageOf(track.step, {isSet, isSet});
    if (track.step == RolloutStep::Failed)
        track.stage = state.holdsSlot() ? std::optional(4) : std::nullopt; // it had been drained
    track.since = evidence.since;
    if (view.daemon) {
        track.driverPod = fullName(*view.daemon);
        track.restarts = view.daemon->mostRestarts;
        track.isDriverReady = view.daemon->health == Pod::Health::Ready;
    }
    track.isDriverCurrent = isSet;
    track.devices = state.set();
    track.devicesTotal = state.wanted();
    track.contradictions = contradictionsOf(view, track.step);
    track.isSettling = !track.contradictions.isEmpty() && evidence.isSettling({});
    track.blockers = blockersOf(view, track.step);
    track.verdict = verdictOf(view, track);
    track.evidence = evidenceOf(view);
    return track;
}

} // namespace chartroom
