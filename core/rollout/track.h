// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/step.h"
#include "core/rollout/track_evidence.h"

#include <QDateTime>
#include <QHashFunctions>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

namespace chartroom {

/// One node in one component's rollout.
struct TrackKey
{
    QString node;
    QString component; ///< gpu, ib, sriov, amd, or a DaemonSet's namespace/name

    friend bool operator==(const TrackKey &, const TrackKey &) = default;
};
[[nodiscard]] inline size_t qHash(const TrackKey &key, size_t seed = 0)
{
    return qHashMulti(seed, key.node, key.component);
}

/// A rollout without an operator: of its pods alone are new ones made, and nothing else leaves the node.
[[nodiscard]] inline bool isPlainDaemonSet(QStringView component)
{
    return component.contains(u'/');
}

/// How a node fares, as a person would say it.
enum class Verdict {
    NotPart, ///< no label, and nothing that would have to change: the rollout does not concern it
    Waiting, ///< its turn has not come
    Moving,
    Slow,  ///< longer in its step than nodes of its kind need
    Stuck, ///< past the step's own time limit, or nothing can move until somebody acts
    Failed,
    Done,
    Skipped,  ///< left out by the skip label
    Lost,     ///< the kubelet is silent
    NotKnown, ///< a label alone says so: what would confirm it is not there, or cannot be read
};
inline constexpr std::array allVerdicts{Verdict::NotPart, Verdict::Waiting, Verdict::Moving, Verdict::Slow,
                                        Verdict::Stuck,   Verdict::Failed,  Verdict::Done,   Verdict::Skipped,
                                        Verdict::Lost,    Verdict::NotKnown};
[[nodiscard]] QString verdictText(Verdict verdict); ///< notPart, waiting, moving, ...
/// A person has to look.
[[nodiscard]] inline bool isTrouble(Verdict verdict)
{
    return verdict == Verdict::Failed || verdict == Verdict::Stuck || verdict == Verdict::Lost;
}

/// A thing that was seen and matters, as a sentence.
struct TrackNote
{
    Q_GADGET
public:
    enum class Kind {
        AlreadyCurrent,
        AutoUpgradeOff,
        BothDriversMove,
        CordonedByUnknown,
        DaemonSetPod,
        DevicePlugin,
        DisruptionBudget,
        DoneDriverLeaving,
        DoneDriverNotReady,
        DoneMofedWaits,
        DoneNodeNotReady,
        DoneOrphanedDriver,
        DonePluginDisabled,
        DonePodNotReady,
        DoneUnschedulable,
        DoneWithFewerDevices,
        DoneWithOldDriver,
        DoneWithOtherFunctions,
        DoneWithoutDevices,
        DoneWithoutDriver,
        DrainPool,
        DrainWithoutChange,
        DriverAntiAffinity,
        DriverNotScheduled,
        DriverPod,
        EmptyDir,
        FailedButHealthy,
        HealedByItself,
        ImagePull,
        InitContainer,
        Jobs,
        LeftCordoned,
        LoadedVersionDiffers,
        LongGrace,
        MaintenanceNotReady,
        MaintenanceOperatorGone,
        MaintenanceUnanswered,
        MaxUnavailable,
        Mlx5,
        ModuleFailed,
        NodeCordoned,
        NodeLost,
        NodeMaintenance,
        NodeMaintenanceFailed,
        NodeNotReady,
        NotCordoned,
        NotManaged,
        NotObserved,
        OnDelete,
        OperatorBehind,
        OperatorGone,
        OtherComponentMoves,
        ParallelSlots,
        PausedLeftBehind,
        PrecompiledKernel,
        QueuedForLong,
        Reboot,
        Relabelled,
        RequestorLeftover,
        RetryLabel,
        RetryLabelAfterOther,
        RetryLabelNow,
        SafeLoad,
        SeveralBudgets,
        Signature,
        SkipLabel,
        SlowToEnd,
        StaleBudget,
        SurplusPods,
        SyncError,
        Toolkit,
        UncordonDriverNotReady,
        UncordonOldDriver,
        UnknownState,
        UnmanagedPod,
        UnscheduledPods,
        UnwantedDriverPod, ///< of a failed node: the pod is not of the template that is wanted now
        ValidatesDriverNotReady,
        ValidatesOldDriver,
        Validator,
        WaitingForOperator,
    };
    Q_ENUM(Kind)
    Kind kind{};
    QString text;

    friend bool operator==(const TrackNote &, const TrackNote &) = default;
};

using NoteKind = TrackNote::Kind;
/// The word of the headless contract: doneWithOldDriver, retryLabelNow, ...
[[nodiscard]] QString noteWord(NoteKind kind);

/// What the objects of a node tell of its way to the newest driver, whoever watched it: they survive a
/// restart of this program, and where an operator makes no Events they are all there is. UTC, by our clock;
/// invalid where nothing tells.
struct DriverTimes
{
    QDateTime target; ///< the newest template of its DaemonSet is wanted since then
    /// An old template was taken again, as after a rollback: some time after `target`, nobody tells when.
    bool isTargetOlder = false;
    QDateTime cordoned;
    /// Its driver pod, where that is of the newest template, and the node is older than that. Of AMD's driver
    /// the start of the upgrade.
    QDateTime made;
    QDateTime ready; ///< that pod, all of it; the module
    /// From its driver pod's creation until it was ready, of the wanted revision and without a restart,
    /// whatever brought it there.
    std::optional<std::chrono::milliseconds> loading;
    QDateTime loadingSince; ///< such a pod comes up outside of any step since then

    friend bool operator==(const DriverTimes &, const DriverTimes &) = default;
};

/// One node in one component's rollout, at one moment: the operator's label, and what everything else says.
struct NodeTrack
{
    QString node;
    QString component; ///< gpu, ib, sriov, amd, or a DaemonSet's namespace/name
    RolloutStep step = RolloutStep::Idle;
    QString label; ///< raw
    std::optional<int> stage;
    QString queue; ///< whose slots it takes, where each of several policies has its own: that one's name
    /// That its driver comes from, where there are several; "" where there are not, or which is unknown.
    /// Older operators let all nodes go by the same slots.
    QString policy;
    bool keepsSlot = false;   ///< although it is done: its NodeMaintenance is not over
    bool takesNoSlot = false; ///< although it is under way, or its state is unknown
    QDateTime since;          ///< UTC; when the step began, invalid while that is not known
    Verdict verdict = Verdict::NotPart;

    QString driverFrom;           ///< loaded, as far as a label or pod tells; ""
    QString driverTo;             ///< what the newest template would load
    QString driverKernel;         ///< for which that was built; "" where it is built on the node
    QString driverPod;            ///< namespace/name, "" while there is none
    bool isDriverCurrent = false; ///< the pod has the newest revision
    bool isDriverReady = false;
    bool isDriverUnscheduled = false; ///< the scheduler found no place for the pod, and no old one is leaving
    int restarts = 0;
    DriverTimes times;

    bool isCordoned = false;
    bool isFoundCordoned = false; ///< by the operator's mark, which keeps it from uncordoning the node
    /// The step of the rollout of another driver that has the node cordoned; "" where none has, or where the
    /// labels of both over time tell that it did not.
    QString cordoner;
    int devices = 0;                  ///< allocatable: GPUs, or for InfiniBand RDMA devices
    int devicesTotal = 0;             ///< that the node has; 0 where that is not known
    std::optional<int> devicesBefore; ///< allocatable when the last run began; nothing where nobody saw it
    QDateTime fewerSince; ///< UTC; when devices that could be allocated went; invalid where nobody saw it

    TrackEvidence evidence;
    QList<TrackNote> contradictions;
    bool isSettling = false; ///< NodeEvidence::isSettling(): what contradicts its label has not lasted
    QList<TrackNote> blockers;

    friend bool operator==(const NodeTrack &, const NodeTrack &) = default;
};

/// A contradiction to worry about: the other driver at work on the same node is worth a sentence, no more.
[[nodiscard]] inline bool isDoubt(const TrackNote &contradiction)
{
    return contradiction.kind != NoteKind::OtherComponentMoves;
}

/// That it failed once, and is past: nothing that is seen now contradicts its label.
[[nodiscard]] inline bool isPastFailure(const TrackNote &contradiction)
{
    return contradiction.kind == NoteKind::HealedByItself || contradiction.kind == NoteKind::Relabelled;
}

/// A driver loads on the node outside of any step.
[[nodiscard]] inline bool isReloadingAtRest(RolloutStep step, Verdict verdict)
{
    return (step == RolloutStep::Idle || step == RolloutStep::Done) &&
           (verdict == Verdict::Moving || verdict == Verdict::Slow);
}

[[nodiscard]] inline bool isDoubtful(const NodeTrack &track)
{
    return std::any_of(track.contradictions.cbegin(), track.contradictions.cend(),
                       [](const TrackNote &note) { return isDoubt(note) && !isPastFailure(note); });
}

/// Its upgrade is done: its driver is the wanted one, and ready. What is unknown of it is something else, as
/// who cordoned it.
[[nodiscard]] inline bool isUpgraded(const NodeTrack &track)
{
    const bool isAtRest = track.step == RolloutStep::Idle || track.step == RolloutStep::Done;
    return track.verdict == Verdict::Done ||
           (track.verdict == Verdict::NotKnown && isAtRest && track.isDriverCurrent && track.isDriverReady);
}

/// It counts as done, and other facts have contradicted that for a while: no rollout is over with such a
/// node.
[[nodiscard]] inline bool isInDoubt(const NodeTrack &track)
{
    return track.verdict == Verdict::Done && isDoubtful(track) && !track.isSettling;
}

/// The same, but those facts may be the last of the upgrade: nor is a rollout over with such a node.
[[nodiscard]] inline bool isVerifying(const NodeTrack &track)
{
    return track.verdict == Verdict::Done && isDoubtful(track) && track.isSettling;
}

} // namespace chartroom
