// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/amd_track.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/rollout/eviction_holds.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// ROCm/gpu-operator internal/controllers/upgrademgr.go driverUpgradeStateLabelKey
const QString amdStateLabel = QStringLiteral("operator.amd.com/gpu-driver-upgrade-state");

using namespace std::chrono_literals;

/// The operator's own limit is two hours (Upgrade-Timed-Out); a node that needs so long wants a look.
constexpr auto longAmdStep = 30min;

struct AmdView
{
    const NodeEvidence &evidence;
    const AmdFleet &fleet;
    NodeModule module;
    const Pod *worker = nullptr; ///< KMM's, which loads and unloads the module; mostly there is none

    [[nodiscard]] const Node &node() const { return *evidence.node; }
    [[nodiscard]] bool hasModule() const { return !module.image.isEmpty(); }
    /// As the operator itself judges (upgrademgr.go isNodeReady).
    [[nodiscard]] bool isCurrent() const
    {
        return hasModule() && (fleet.config.version.isEmpty() || module.image.endsWith(fleet.config.version));
    }
    [[nodiscard]] bool isOld() const { return hasModule() && !isCurrent(); }
    [[nodiscard]] bool isRebooting() const { return module.status == u"Reboot-In-Progress"; }
    /// A plugin that finds no GPU leaves a capacity of 0; one that never came leaves none. What the node has
    /// then its labels tell (helm-charts-k8s, NodeFeatureRule: amd-gpu).
    [[nodiscard]] bool shouldOffer() const
    {
        const auto isOfAmd = [](const QString &device) { return isAmdGpu(device.toStdString()); };
        const QMap<QString, int> &devices = node().devices;
        const bool hasGpus =
            evidence.devicesBefore.value_or(0) > 0 ||
            node().labels.value(QStringLiteral("feature.node.kubernetes.io/amd-gpu")) == u"true" ||
            std::any_of(devices.keyBegin(), devices.keyEnd(), isOfAmd);
        return fleet.config.offersGpus && (node().hasGpu() || (hasGpus && hasModule()));
    }
};

/// KMM's pods bear the DeviceConfig's name (ROCm/gpu-operator internal/controllers/upgrademgr.go
/// cleanupDanglingKMMPods).
const Pod *workerOn(const NodeEvidence &evidence, const DeviceConfig &config)
{
    const QByteArray label =
        QStringLiteral("\"kmm.node.kubernetes.io/module.name\":\"%1\"").arg(config.name).toUtf8();
    const Pod *worker = nullptr;
    for (const Pod *pod : evidence.pods.all()) {
        if (pod->component == u"worker" && pod->labels.contains(label))
            prefer(worker, pod);
    }
    return worker;
}

/// When the step began, as far as the operator's times tell: it cordons and drains at once, and is done as
/// soon as the module is loaded.
QDateTime toldSince(const NodeModule &module, RolloutStep step)
{
    if (step == RolloutStep::Cordon || step == RolloutStep::Drain)
        return module.started;
    return step == RolloutStep::Done ? module.changed : QDateTime();
}

/// Its way to the present version, by the operator's times.
DriverTimes timesOf(const AmdView &view)
{
    const auto ours = [&view](const QDateTime &time) {
        return time.isValid() ? laterBy(time, -view.evidence.skew) : QDateTime();
    };
    DriverTimes times;
    times.target = ours(view.fleet.firstStart);
    const bool isThere = view.isCurrent() && view.module.tellsUpgrade();
    if (isThere || view.module.holdsSlot())
        times.made = ours(view.module.started);
    if (isThere)
        times.ready = ours(view.module.changed);
    return times;
}

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

/// Other than NVIDIA's, it does not begin with such a node (upgrademgr.go isNodeReadyForUpgrade).
void addUnfit(const Node &node, NodeNotes &notes)
{
    if (node.unschedulable)
        notes.add(
            NoteKind::NodeCordoned,
            RolloutTr::tr("The node is cordoned: the operator does not start it until it is uncordoned."));
    if (!node.ready)
        notes.add(NoteKind::NodeNotReady,
                  RolloutTr::tr("The node is not ready: the operator does not start it until it is ready."));
}

void addQueue(const AmdView &view, NodeNotes &notes)
{
    const DeviceConfig &config = view.fleet.config;
    if (!config.upgrades)
        notes.add(NoteKind::AutoUpgradeOff, offText(config.terms()));
    if (config.maxParallel > 0 && view.fleet.taken.size() >= config.maxParallel)
        notes.add(NoteKind::ParallelSlots, RolloutTr::tr("%1 of %2 slots in use (maxParallelUpgrades): %3.")
                                               .arg(view.fleet.taken.size())
                                               .arg(config.maxParallel)
                                               .arg(shortList(view.fleet.taken)));
    const int nodes = int(config.modules.size());
    const std::optional<int> limit = scaledLimit(config.maxUnavailable, nodes);
    const QStringList away = view.fleet.failed + view.fleet.taken;
    if (limit == 0)
        notes.add(NoteKind::MaxUnavailable,
                  RolloutTr::tr("maxUnavailableNodes %1 allows no node.").arg(config.maxUnavailable));
    else if (limit && away.size() >= *limit)
        notes.add(NoteKind::MaxUnavailable,
                  RolloutTr::tr("maxUnavailableNodes %1 (%2 of %3 nodes) is used up by "
                                "nodes that failed or are in progress: %4.")
                      .arg(config.maxUnavailable)
                      .arg(*limit)
                      .arg(nodes)
                      .arg(shortList(away, 8)));
    addUnfit(view.node(), notes);
}

/// By budgets unless it deletes them.
void addEviction(const AmdView &view, NodeNotes &notes)
{
    const QList<const Pod *> pods = view.evidence.pods.all();
    notes.addEviction(pods, amdEvictionTerms(pods),
                      view.fleet.config.deletesPods ? QList<DisruptionBudget>() : view.fleet.budgets,
                      view.evidence.serverNow());
}

QString leftTaintText()
{
    return RolloutTr::tr("The taint amd-gpu-driver-upgrade is still on the node, and no operator removes it "
                         "now.");
}

QList<TrackNote> blockersOf(const AmdView &view, RolloutStep step)
{
    NodeNotes notes;
    if (!view.fleet.config.hasDriver) {
        notes.add(NoteKind::NotManaged,
                  RolloutTr::tr("Not managed: %1.", "a switch").arg(view.fleet.config.offSwitch()));
        if (view.node().isTaintedByAmd())
            notes.add(NoteKind::LeftCordoned, leftTaintText());
        return notes.list();
    }
    if (!view.isRebooting())
        notes.addLost(view.node());
    const bool waits = step == RolloutStep::Queued || (step == RolloutStep::Done && view.isOld());
    if (!view.fleet.gone.isEmpty() && (waits || isUnderWay(step)))
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
        if (view.isRebooting())
            notes.add(NoteKind::Reboot, RolloutTr::tr("The node is rebooting."));
        break;
    case RolloutStep::Failed:
        if (view.module.status == u"Drain-Failed")
            addEviction(view, notes);
        notes.add(NoteKind::ModuleFailed,
                  (view.module.isGivenUp()
                       ? RolloutTr::tr("The operator reports %1.")
                       : RolloutTr::tr("The operator reports %1, and retries when possible."))
                      .arg(view.module.status));
        if (!view.isCurrent()) // a node with the wanted driver is not started again: it completes
            addUnfit(view.node(), notes);
        break;
    default:
        break;
    }
    if (view.worker && step != RolloutStep::Done)
        notes.addPodTrouble(*view.worker, RolloutTr::tr("the pod that loads the module,"));
    // Why it failed the operator does not say, so whether that is gone is unknown.
    if (step == RolloutStep::Failed && view.module.isGivenUp())
        notes.addRetry(QStringLiteral("amd"), view.node(), Retry::Later);
    return notes.list();
}

QList<TrackNote> contradictionsOf(const AmdView &view, RolloutStep step)
{
    if (!view.fleet.config.hasDriver) // what the state of before says is no claim
        return {};
    NodeNotes notes;
    const Node &node = view.node();
    const QString wanted = view.fleet.config.version;
    if (step == RolloutStep::Done) {
        if (view.isOld())
            notes.add(NoteKind::DoneWithOldDriver,
                      RolloutTr::tr("The operator reports %1, but the node has driver %2 while %3 is wanted.")
                          .arg(view.module.status, view.module.version(), wanted));
        else if (!view.hasModule())
            notes.add(
                NoteKind::DoneWithoutDriver,
                RolloutTr::tr("The operator reports %1, but no loaded driver.").arg(view.module.status));
        if (node.isTaintedByAmd())
            notes.add(
                NoteKind::DoneUnschedulable,
                RolloutTr::tr(
                    "The operator reports %1, but its taint amd-gpu-driver-upgrade is still on the node.")
                    .arg(view.module.status));
        else if (node.unschedulable)
            notes.add(
                NoteKind::DoneUnschedulable,
                RolloutTr::tr("The operator reports %1, but the node is cordoned.").arg(view.module.status));
        const ClaimableGpus &claimable = view.evidence.claimable;
        if (claimable.isAllTainted() && node.gpuAllocatable.isEmpty())
            notes.add(NoteKind::DoneWithoutDevices,
                      RolloutTr::tr("The operator reports %1, but all GPUs that ResourceSlices offer on the "
                                    "node are tainted: %2.")
                          .arg(view.module.status, taintsText(claimable)));
        else if (view.shouldOffer() && node.gpuAllocatable.isEmpty() && !claimable.isOffered() &&
                 !claimable.isUnknown)
            notes.add(NoteKind::DoneWithoutDevices,
                      RolloutTr::tr("The operator reports %1, but none of the node's GPUs can be allocated.")
                          .arg(view.module.status));
    }
    if (step == RolloutStep::Failed && view.isCurrent() && !wanted.isEmpty())
        notes.add(NoteKind::FailedButHealthy,
                  RolloutTr::tr("The operator reports %1, but the node has the wanted driver %2.")
                      .arg(view.module.status, wanted));
    // Without a module it takes the taint away on purpose (upgrademgr.go isNodeNmcStatusMissing), and says
    // that it is through when it looks again.
    if (step == RolloutStep::DriverRestart && view.module.status != u"Install-In-Progress" && view.isOld() &&
        !isCordonedForAmd(node))
        notes.add(NoteKind::NotCordoned,
                  RolloutTr::tr("The operator reports %1, but nothing keeps new pods off the node.")
                      .arg(view.module.status));
    return notes.list();
}

Verdict verdictOf(const AmdView &view, const NodeTrack &track)
{
    if (!view.fleet.config.hasDriver)
        return view.node().isTaintedByAmd() ? Verdict::Stuck : Verdict::NotPart;
    const NodeEvidence &evidence = view.evidence;
    // Since when it was seen, or by the operator's own note.
    const QDateTime now = evidence.since.isValid() ? evidence.now : evidence.serverNow();
    const bool isLong = track.since.isValid() && timeBetween(track.since, now) > longAmdStep;
    if (view.node().isLost && (!view.isRebooting() || isLong))
        return Verdict::Lost;
    switch (track.step) {
    case RolloutStep::Done:
        if (!view.hasModule())
            return Verdict::NotKnown;
        return view.isOld() ? Verdict::Waiting : Verdict::Done;
    case RolloutStep::Failed:
        return Verdict::Failed;
    case RolloutStep::Idle:
        return Verdict::NotPart;
    case RolloutStep::Queued:
        return Verdict::Waiting;
    case RolloutStep::Unknown:
        return Verdict::NotKnown;
    default:
        break;
    }
    if (isLong || (!view.fleet.gone.isEmpty() && !view.isRebooting()))
        return Verdict::Stuck;
    if (!track.since.isValid() || !evidence.usual)
        return Verdict::Moving;
    const std::chrono::milliseconds elapsed = timeBetween(track.since, now);
    return elapsed > std::max<std::chrono::milliseconds>(2 * *evidence.usual, 2min) ? Verdict::Slow
                                                                                    : Verdict::Moving;
}

QStringList evidenceOf(const AmdView &view)
{
    const Node &node = view.node();
    const QString label = view.fleet.config.versionLabel();
    QStringList lines;
    lines << QStringLiteral("DeviceConfig %1: %2").arg(view.fleet.config.fullName(), view.module.status);
    lines << (view.hasModule() ? RolloutTr::tr("Module loaded from %1").arg(view.module.image)
                               : RolloutTr::tr("No loaded module is reported."));
    if (node.labels.contains(label))
        lines << QStringLiteral("%1=%2").arg(label, node.labels.value(label));
    if (node.isTaintedByAmd())
        lines << RolloutTr::tr("Tainted by the operator: amd-gpu-driver-upgrade.");
    if (node.unschedulable)
        lines << RolloutTr::tr("Cordoned.");
    else if (!node.isTaintedByAmd())
        lines << RolloutTr::tr("Not cordoned.");
    if (const QString kinds = gpuKindsText(node); !kinds.isEmpty())
        lines << RolloutTr::tr("%1 can be allocated.").arg(kinds);
    else if (node.hasGpu())
        lines << RolloutTr::tr("%1 of %2 GPUs can be allocated.")
                     .arg(node.gpuAllocatable.gpus)
                     .arg(node.gpuCapacity.gpus);
    lines << claimableLines(view.evidence.claimable, node.gpuCapacity);
    if (!node.ready)
        lines << RolloutTr::tr("Not ready: %1").arg(node.notReadyText);
    std::transform(lines.begin(), lines.end(), lines.begin(),
                   [](const QString &line) { return visibleText(line); });
    return lines;
}

} // namespace

NodeTrack amdTrack(const NodeEvidence &evidence, const AmdFleet &fleet)
{
    const AmdView view{evidence, fleet, fleet.config.modules.value(evidence.node->name),
                       workerOn(evidence, fleet.config)};
    NodeTrack track;
    track.node = evidence.node->name;
    track.component = QStringLiteral("amd");
    track.queue = fleet.config.fullName();
    track.takesNoSlot = !view.module.holdsSlot();
    track.label = view.module.status;
    track.isCordoned = isCordonedForAmd(*evidence.node);
    track.step = fleet.config.step(track.node, evidence.node->labels, track.isCordoned);
    track.isDriverCurrent = view.isCurrent();
    track.isDriverReady = track.isDriverCurrent && track.step == RolloutStep::Done;
    track.stage = track.step == RolloutStep::Failed ? stageOfFailure(view.module.status)
                                                    : stageOf(track.step, {false, false});
    if (track.step == RolloutStep::Failed && !track.stage && evidence.stepBefore)
        track.stage = stageOf(*evidence.stepBefore, {});
    track.since = evidence.since.isValid() ? evidence.since : toldSince(view.module, track.step);
    track.times = timesOf(view);
    track.driverFrom = view.module.version();
    if (view.worker) {
        track.driverPod = fullName(*view.worker);
        track.restarts = view.worker->mostRestarts;
    }
    if (fleet.config.hasDriver)
        track.driverTo = fleet.config.version;
    track.devices = evidence.node->gpuAllocatable.devices;
    track.devicesTotal = evidence.node->gpuCapacity.devices;
    track.contradictions = contradictionsOf(view, track.step);
    track.isSettling = !track.contradictions.isEmpty() && evidence.isSettling({});
    track.blockers = blockersOf(view, track.step);
    track.verdict = verdictOf(view, track);
    track.evidence = evidenceOf(view);
    return track;
}

bool hasAmdLeftovers(const Node &node)
{
    return node.isTaintedByAmd() || node.labels.contains(amdStateLabel);
}

NodeTrack amdLeftoverTrack(const NodeEvidence &evidence)
{
    const Node &node = *evidence.node;
    NodeTrack track;
    track.node = node.name;
    track.component = QStringLiteral("amd");
    track.label = node.labels.value(amdStateLabel);
    track.isCordoned = isCordonedForAmd(node);
    track.devices = node.gpuAllocatable.devices;
    track.devicesTotal = node.gpuCapacity.devices;
    NodeNotes notes;
    QString text = RolloutTr::tr("Not managed: %1.", "a switch").arg(QStringLiteral("no DeviceConfig"));
    if (!track.label.isEmpty())
        text += u' ' + RolloutTr::tr("The label %1=%2 is a leftover.").arg(amdStateLabel, track.label);
    notes.add(NoteKind::NotManaged, text);
    if (node.isTaintedByAmd())
        notes.add(NoteKind::LeftCordoned, leftTaintText());
    track.blockers = notes.list();
    track.verdict = node.isTaintedByAmd() ? Verdict::Stuck : Verdict::NotPart;
    return track;
}

} // namespace chartroom
