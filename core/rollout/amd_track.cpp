// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/amd_track.h"

#include "core/base/visible_text.h"
#include "core/rollout/node_notes.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// The operator's own limit is two hours (Upgrade-Timed-Out); a node that needs so long wants a look.
constexpr auto longStep = 30min;

struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(AmdTrack)
};

struct AmdView
{
    const NodeEvidence &evidence;
    const AmdFleet &fleet;
    NodeModule module;

    [[nodiscard]] const Node &node() const { return *evidence.node; }
    /// As KMM's label says; "" where there is none.
    [[nodiscard]] QString loaded() const { return node().labels.value(fleet.config.versionLabel()); }
    [[nodiscard]] bool isOld() const
    {
        return !loaded().isEmpty() && !fleet.config.version.isEmpty() && loaded() != fleet.config.version;
    }
    [[nodiscard]] bool isRebooting() const { return module.status == u"Reboot-In-Progress"; }
};

std::optional<int> stageOfFailure(const QString &status)
{
    if (status == u"Cordon-Failed")
        return 2;
    if (status == u"Drain-Failed")
        return 3;
    if (status == u"Reboot-Failed")
        return 4;
    return status == u"Uncordon-Failed" ? std::optional(7) : std::nullopt;
}

void addQueue(const AmdView &view, NodeNotes &notes)
{
    const DeviceConfig &config = view.fleet.config;
    if (!config.upgrades)
        notes.add("autoUpgradeOff",
                  Sentences::tr("The upgrade policy of %1 is not enabled: nothing starts by itself.")
                      .arg(config.fullName()));
    if (config.maxParallel > 0 && view.fleet.taken.size() >= config.maxParallel)
        notes.add("parallelSlots", Sentences::tr("%1 of %2 slots in use (maxParallelUpgrades): %3.")
                                       .arg(view.fleet.taken.size())
                                       .arg(config.maxParallel)
                                       .arg(shortList(view.fleet.taken)));
    const int nodes = int(config.modules.size());
    const std::optional<int> limit = scaledLimit(config.maxUnavailable, nodes);
    if (limit && view.fleet.unavailable.size() >= *limit)
        notes.add(
            "maxUnavailable",
            Sentences::tr("maxUnavailableNodes %1 (%2 of %3 nodes) is used up by nodes that are cordoned or "
                          "not ready: %4.")
                .arg(config.maxUnavailable)
                .arg(*limit)
                .arg(nodes)
                .arg(shortList(view.fleet.unavailable, 8)));
}

void addEviction(const AmdView &view, NodeNotes &notes)
{
    EvictionTerms terms;
    terms.isDrain = true;
    terms.byForce = view.fleet.config.drainsByForce;
    terms.withEmptyDir = true; // the operator drains with emptyDir data
    notes.addEviction(view.evidence.pods.all(), terms, view.fleet.budgets, view.evidence.serverNow());
}

QList<TrackNote> blockersOf(const AmdView &view, RolloutStep step)
{
    NodeNotes notes;
    if (!view.isRebooting())
        notes.addLost(view.node());
    switch (step) {
    case RolloutStep::Queued:
        addQueue(view, notes);
        break;
    case RolloutStep::Cordon:
    case RolloutStep::Drain:
        addEviction(view, notes);
        break;
    case RolloutStep::DriverRestart:
        if (view.isRebooting())
            notes.add("reboot", Sentences::tr("The node reboots."));
        break;
    case RolloutStep::Failed:
        notes.add(
            "moduleFailed",
            Sentences::tr("The operator says %1. The node label "
                          "operator.amd.com/gpu-driver-upgrade-state=upgrade-required makes it try again.")
                .arg(view.module.status));
        if (view.module.status == u"Drain-Failed")
            addEviction(view, notes);
        break;
    default:
        break;
    }
    return notes.list();
}

QList<TrackNote> contradictionsOf(const AmdView &view, RolloutStep step)
{
    NodeNotes notes;
    const Node &node = view.node();
    const QString wanted = view.fleet.config.version;
    if (step == RolloutStep::Done) {
        if (view.isOld())
            notes.add("doneWithOldDriver",
                      Sentences::tr("The operator says %1, and the node has driver %2 while %3 is wanted.")
                          .arg(view.module.status, view.loaded(), wanted));
        else if (view.loaded().isEmpty())
            notes.add("doneWithoutDriver",
                      Sentences::tr("The operator says %1, and no label tells of a loaded driver.")
                          .arg(view.module.status));
        if (node.unschedulable)
            notes.add(
                "doneUnschedulable",
                Sentences::tr("The operator says %1, and the node is cordoned.").arg(view.module.status));
        if (node.gpuCapacity > 0 && node.gpuAllocatable == 0)
            notes.add("doneWithoutDevices",
                      Sentences::tr("The operator says %1, and none of the node's GPUs can be allocated.")
                          .arg(view.module.status));
    }
    if (step == RolloutStep::Failed && !view.loaded().isEmpty() && view.loaded() == wanted)
        notes.add("failedButHealthy",
                  Sentences::tr("The operator says %1, and the node has the wanted driver %2.")
                      .arg(view.module.status, wanted));
    if (step == RolloutStep::DriverRestart && view.module.status != u"Install-In-Progress" &&
        !node.unschedulable)
        notes.add(
            "notCordoned",
            Sentences::tr("The operator says %1, and the node is not cordoned.").arg(view.module.status));
    return notes.list();
}

Verdict verdictOf(const AmdView &view, const NodeTrack &track)
{
    const NodeEvidence &evidence = view.evidence;
    // Since when it was seen, or by the operator's own note.
    const QDateTime now = evidence.since.isValid() ? evidence.now : evidence.serverNow();
    const bool isLong =
        track.since.isValid() && track.since.msecsTo(now) > std::chrono::milliseconds(longStep).count();
    if (view.node().isLost && (!view.isRebooting() || isLong))
        return Verdict::Lost;
    switch (track.step) {
    case RolloutStep::Done:
        if (view.loaded().isEmpty())
            return Verdict::NotKnown;
        return view.isOld() ? Verdict::Waiting : Verdict::Done;
    case RolloutStep::Failed:
        return Verdict::Failed;
    case RolloutStep::Idle:
        return Verdict::NotPart;
    case RolloutStep::Queued:
        return Verdict::Waiting;
    default:
        break;
    }
    if (isLong)
        return Verdict::Stuck;
    if (!track.since.isValid() || !evidence.usual)
        return Verdict::Moving;
    const std::chrono::milliseconds elapsed(track.since.msecsTo(now));
    return elapsed > std::max<std::chrono::milliseconds>(2 * *evidence.usual, 2min) ? Verdict::Slow
                                                                                    : Verdict::Moving;
}

QStringList evidenceOf(const AmdView &view)
{
    const Node &node = view.node();
    const QString label = view.fleet.config.versionLabel();
    QStringList lines;
    lines << QStringLiteral("DeviceConfig %1: %2").arg(view.fleet.config.fullName(), view.module.status);
    lines << (view.loaded().isEmpty() ? Sentences::tr("No label %1.").arg(label)
                                      : QStringLiteral("%1=%2").arg(label, view.loaded()));
    lines << (node.unschedulable ? Sentences::tr("Cordoned.") : Sentences::tr("Not cordoned."));
    if (node.gpuCapacity > 0)
        lines << Sentences::tr("%1 of %2 GPUs can be allocated.")
                     .arg(node.gpuAllocatable)
                     .arg(node.gpuCapacity);
    if (!node.ready)
        lines << Sentences::tr("Not ready: %1").arg(node.notReadyText);
    std::transform(lines.begin(), lines.end(), lines.begin(),
                   [](const QString &line) { return visibleText(line); });
    return lines;
}

} // namespace

NodeTrack amdTrack(const NodeEvidence &evidence, const AmdFleet &fleet)
{
    const AmdView view{evidence, fleet, fleet.config.modules.value(evidence.node->name)};
    NodeTrack track;
    track.node = evidence.node->name;
    track.component = QStringLiteral("amd");
    track.queue = fleet.config.fullName();
    track.label = view.module.status;
    track.isCordoned = evidence.node->unschedulable;
    track.step = moduleStep(view.module.status, track.isCordoned);
    track.isDriverCurrent = !view.loaded().isEmpty() && !view.isOld();
    track.isDriverReady = track.isDriverCurrent && track.step == RolloutStep::Done;
    track.stage = track.step == RolloutStep::Failed ? stageOfFailure(view.module.status)
                                                    : stageOf(track.step, {false, false});
    if (track.step == RolloutStep::Failed && !track.stage && evidence.stepBefore)
        track.stage = stageOf(*evidence.stepBefore, {});
    track.since = evidence.since.isValid() ? evidence.since : view.module.changed;
    track.driverFrom = view.loaded();
    track.driverTo = fleet.config.version;
    track.devices = evidence.node->gpuAllocatable;
    track.devicesTotal = evidence.node->gpuCapacity;
    track.contradictions = contradictionsOf(view, track.step);
    track.blockers = blockersOf(view, track.step);
    track.verdict = verdictOf(view, track);
    track.evidence = evidenceOf(view);
    return track;
}

} // namespace chartroom
