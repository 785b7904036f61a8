// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/daemon_set_track.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/rollout/currency.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// A pod that is not ready after that does not come up by itself.
constexpr auto longStart = 10min;
/// Of an init container; one that takes longer is worth a word.
constexpr auto longInit = 2min;

struct SetView
{
    const NodeEvidence &evidence;
    const RollingSet &rolling;
    const Pod *pod = nullptr;
    QDateTime missing; ///< it has no pod since then at least
    Currency currency = Currency::NotKnown;

    [[nodiscard]] bool isReady() const { return pod && pod->health == Pod::Health::Ready; }
    [[nodiscard]] bool isAvailable() const
    {
        return isReady() && !(availableFrom(*pod, rolling.set) > evidence.serverNow());
    }
    /// Its pod is going or gone.
    [[nodiscard]] bool isLeft() const { return !pod || pod->deleting.isValid(); }
};

RolloutStep stepOf(const SetView &view)
{
    if (view.isLeft())
        return RolloutStep::DriverRestart;
    if (view.currency == Currency::Old)
        return RolloutStep::Queued;
    if (!view.isAvailable())
        return RolloutStep::DriverRestart;
    return view.currency == Currency::Newest ? RolloutStep::Done : RolloutStep::Idle;
}

/// A new pod is old enough from its creation on, one that was ready before from when it was no longer; how
/// long a pod takes to end is in its deletionTimestamp.
QDateTime restartedSince(const SetView &view)
{
    return view.isLeft() ? QDateTime() : std::max(view.pod->created, view.pod->notReadySince);
}

bool isLong(const SetView &view)
{
    const QDateTime since = !view.pod       ? view.missing
                            : view.isLeft() ? view.pod->deleting
                                            : restartedSince(view);
    return !view.isReady() && since.isValid() && laterBy(since, longStart) < view.evidence.serverNow();
}

QString unavailableOf(const DaemonSet &set)
{
    return set.maxUnavailable.isEmpty() ? QStringLiteral("1") : set.maxUnavailable; // the API's default
}

void addQueue(const SetView &view, NodeNotes &notes)
{
    const DaemonSet &set = view.rolling.set;
    if (set.updateStrategy.isEmpty())
        return; // nobody tells how many may be away
    if (!set.isObserved())
        notes.add(NoteKind::NotObserved, notObserved());
    if (set.updateStrategy == u"OnDelete") {
        notes.add(NoteKind::OnDelete,
                  RolloutTr::tr("Its update strategy is OnDelete: the old pod stays until it is deleted."));
        return;
    }
    const bool isSurge = scaledLimit(set.maxSurge, view.rolling.nodes).value_or(0) > 0;
    if (view.rolling.away.size() < limitOf(view.rolling))
        return;
    notes.add(NoteKind::MaxUnavailable,
              (isSurge
                   ? RolloutTr::tr("maxSurge %1 is used up by nodes whose new pod is not available: %2.")
                         .arg(set.maxSurge)
                   : RolloutTr::tr("maxUnavailable %1 is used up by nodes whose pod is not available: %2.")
                         .arg(unavailableOf(set)))
                  .arg(shortList(view.rolling.away, 8)));
}

QList<TrackNote> blockersOf(const SetView &view, RolloutStep step)
{
    NodeNotes notes;
    notes.addLost(*view.evidence.node);
    if (step == RolloutStep::Queued)
        addQueue(view, notes);
    if (!view.pod)
        return notes.list();
    const Pod &pod = *view.pod;
    notes.addPodTrouble(pod, RolloutTr::tr("the pod"));
    notes.addSlowEnd(pod, view.evidence.serverNow());
    const bool isLate = pod.created.isValid() && laterBy(pod.created, longInit) < view.evidence.serverNow();
    if (pod.reason.isEmpty() && !pod.waitingInit.isEmpty() && isLate)
        notes.add(NoteKind::InitContainer,
                  RolloutTr::tr("%1 is still running, the init container of the pod %2.")
                      .arg(pod.waitingInit, fullName(pod)));
    return notes.list();
}

Verdict verdictOf(const SetView &view, const NodeTrack &track)
{
    if (view.evidence.node->isLost)
        return Verdict::Lost;
    switch (track.step) {
    case RolloutStep::Done:
        return Verdict::Done;
    case RolloutStep::Idle:
        return Verdict::NotKnown;
    case RolloutStep::Queued:
        return Verdict::Waiting;
    default:
        break;
    }
    const bool isBroken =
        view.pod && view.pod->health == Pod::Health::Unhealthy && view.pod->mostRestarts > 2;
    const bool isWithoutImage = view.pod && view.pod->reason.contains(u"Image");
    return isLong(view) || isBroken || isWithoutImage ? Verdict::Stuck : Verdict::Moving;
}

QStringList evidenceOf(const SetView &view)
{
    const DaemonSet &set = view.rolling.set;
    QStringList lines;
    if (view.pod) {
        const QString state = view.pod->deleting.isValid() ? RolloutTr::tr("being deleted")
                              : view.pod->reason.isEmpty() ? view.pod->phase
                                                           : view.pod->reason;
        lines << RolloutTr::tr("Pod %1: %2, revision %3%4")
                     .arg(fullName(*view.pod), state, view.pod->revisionHash,
                          view.currency == Currency::Newest ? RolloutTr::tr(" (the newest)")
                          : view.currency == Currency::Old
                              ? QString()
                              : RolloutTr::tr(" (whether it is the newest is unknown)"));
    } else {
        lines << RolloutTr::tr("The node has no pod of it.");
    }
    if (view.isReady() && !view.isAvailable())
        lines << RolloutTr::tr("Ready, and available once it has been ready for %1 s (minReadySeconds).")
                     .arg(set.minReadySeconds);
    if (!set.isObserved())
        lines << notObserved();
    else
        lines << RolloutTr::tr("%1: %2 of %3 pods are of the newest template.")
                     .arg(set.updateStrategy.isEmpty() ? RolloutTr::tr("Only its pods are known")
                                                       : set.updateStrategy)
                     .arg(set.updated)
                     .arg(set.desired);
    if (set.isObserved() && !set.updateStrategy.isEmpty() && set.scheduled < set.desired)
        lines << RolloutTr::tr("%1 of %2 nodes that it targets have a pod of it.")
                     .arg(set.scheduled)
                     .arg(set.desired);
    if (!view.evidence.node->ready)
        lines << RolloutTr::tr("Not ready: %1").arg(view.evidence.node->notReadyText);
    std::transform(lines.begin(), lines.end(), lines.begin(),
                   [](const QString &line) { return visibleText(line); });
    return lines;
}

} // namespace

int limitOf(const RollingSet &rolling)
{
    const int surge = scaledLimit(rolling.set.maxSurge, rolling.nodes).value_or(0);
    return std::max(surge, scaledLimit(unavailableOf(rolling.set), rolling.nodes).value_or(1));
}

const Pod *podOf(const DaemonSet &set, const QList<const Pod *> &pods)
{
    const Pod *chosen = nullptr;
    for (const Pod *pod : pods) {
        if (pod->ownerKind == u"DaemonSet" && pod->ownerName == set.name &&
            pod->namespaceName == set.namespaceName)
            prefer(chosen, pod);
    }
    return chosen;
}

QDateTime availableFrom(const Pod &pod, const DaemonSet &set)
{
    return set.minReadySeconds > 0 ? laterBy(pod.readySince, std::chrono::seconds(set.minReadySeconds))
                                   : QDateTime();
}

NodeTrack daemonSetTrack(const NodeEvidence &evidence, const RollingSet &rolling, const Pod *pod,
                         const QDateTime &missing)
{
    SetView view{evidence, rolling, pod, missing, Currency::NotKnown};
    if (view.pod)
        view.currency = currencyOf(*view.pod, rolling.set, rolling.newestHash);
    NodeTrack track;
    track.node = evidence.node->name;
    track.component = rolling.set.fullName();
    track.step = stepOf(view);
    track.stage = stageOf(track.step, {false, false});
    track.isCordoned = evidence.node->unschedulable;
    track.driverTo = imageTag(rolling.set.image);
    if (view.pod) {
        track.driverPod = fullName(*view.pod);
        track.driverFrom = imageTag(view.pod->image);
        track.restarts = view.pod->mostRestarts;
        track.isDriverCurrent = view.currency == Currency::Newest;
        track.isDriverReady = view.isReady();
    }
    if (track.step == RolloutStep::DriverRestart)
        track.since = restartedSince(view);
    else if (track.step == RolloutStep::Queued && pod->created <= rolling.made)
        track.since = rolling.made; // a rollback takes a template again that is older than the pod
    track.blockers = blockersOf(view, track.step);
    track.verdict = verdictOf(view, track);
    track.evidence = evidenceOf(view);
    return track;
}

} // namespace chartroom
