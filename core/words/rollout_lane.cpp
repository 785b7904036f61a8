// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/rollout_lane.h"

#include "core/base/visible_text.h"
#include "core/rollout/node_history.h"
#include "core/words/words_tr.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

int troubleRank(const NodeTrack &track)
{
    switch (track.verdict) {
    case Verdict::Lost:
        return 0;
    case Verdict::Failed:
        return 1;
    case Verdict::Stuck:
        return 2;
    case Verdict::Slow:
        return 3;
    case Verdict::NotKnown:
        return 4;
    case Verdict::Done:
        if (isInDoubt(track))
            return 4;
        return isVerifying(track) ? 5 : 8;
    case Verdict::Moving:
        return 5;
    case Verdict::Waiting:
        return 6;
    case Verdict::Skipped:
        return 7;
    case Verdict::NotPart:
        break;
    }
    return 9;
}

/// Where the pods behind the label tell more than the label.
QString stepWord(const NodeTrack &track)
{
    if (track.step == RolloutStep::Failed && track.stage)
        return WordsTr::tr("failed · %1", "step").arg(stageWord(*track.stage));
    if (track.step == RolloutStep::DriverRestart && isPlainDaemonSet(track.component))
        return WordsTr::tr("pod restart"); // a DaemonSet's
    return track.step == RolloutStep::DriverRestart && track.stage ? stageWord(*track.stage)
                                                                   : stepWords(track.step, track.label);
}

bool waitsForOperator(const NodeTrack &track)
{
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(), [](const TrackNote &note) {
        return note.kind == NoteKind::OperatorGone || note.kind == NoteKind::WaitingForOperator;
    });
}

bool waitsForMaintainer(const NodeTrack &track)
{
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                       [](const TrackNote &note) { return note.kind == NoteKind::MaintenanceOperatorGone; });
}

bool isLeftCordoned(const NodeTrack &track)
{
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                       [](const TrackNote &note) { return note.kind == NoteKind::LeftCordoned; });
}

bool isUnmanaged(const NodeTrack &track)
{
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                       [](const TrackNote &note) { return note.kind == NoteKind::NotManaged; });
}

QString laneWords(const NodeTrack &track)
{
    const QString step = stepWord(track);
    if (isVerifying(track))
        return WordsTr::tr("done · verifying");
    if (track.verdict == Verdict::Stuck && isResting(track.step) && isLeftCordoned(track))
        return WordsTr::tr("left cordoned · stuck");
    // No label, and yet a part in the rollout.
    if (track.step == RolloutStep::Idle && track.verdict != Verdict::NotPart &&
        track.verdict != Verdict::Skipped)
        return verdictWord(track.verdict);
    switch (track.verdict) {
    case Verdict::Lost:
        return WordsTr::tr("node lost · %1", "step").arg(step);
    case Verdict::Skipped:
        return WordsTr::tr("skipped by label");
    case Verdict::Waiting: // behind, whatever the label says
    case Verdict::Moving:
        return isResting(track.step) ? verdictWord(track.verdict) : step;
    case Verdict::Stuck:
        if (waitsForMaintainer(track))
            return WordsTr::tr("%1 · waiting for the maintenance operator", "step").arg(step);
        if (waitsForOperator(track))
            return WordsTr::tr("%1 · waiting for the operator", "step").arg(step);
        [[fallthrough]];
    case Verdict::Slow:
    case Verdict::NotKnown:
        if (track.step == RolloutStep::Unknown)
            return step;
        return QStringLiteral("%1 · %2").arg(step, verdictWord(track.verdict));
    case Verdict::NotPart: // a label may be left from before
        return isUnmanaged(track) ? WordsTr::tr("not managed") : step;
    default:
        return step;
    }
}

} // namespace

RolloutLane rolloutLane(const NodeTrack &track)
{
    RolloutLane lane;
    lane.component = track.component;
    lane.state = visualState(track);
    lane.verdict = track.verdict;
    lane.stage = track.stage;
    lane.rank = troubleRank(track);
    lane.words = laneWords(track);
    lane.since = track.since;
    lane.isUnderWay = track.verdict != Verdict::Done && track.verdict != Verdict::NotPart &&
                      track.verdict != Verdict::Skipped &&
                      !(track.verdict == Verdict::NotKnown && !isUnderWay(track.step));
    return lane;
}

QString componentTitle(const QString &component)
{
    if (component == u"gpu")
        return WordsTr::tr("GPU driver");
    if (component == u"ib")
        return WordsTr::tr("InfiniBand driver");
    if (component == u"sriov")
        return WordsTr::tr("SR-IOV");
    if (component == u"amd")
        return WordsTr::tr("AMD GPU driver");
    return visibleText(component);
}

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::NotPart:
        return WordsTr::tr("not in this rollout");
    case Verdict::Waiting:
        return WordsTr::tr("waiting");
    case Verdict::Moving:
        return WordsTr::tr("moving");
    case Verdict::Slow:
        return WordsTr::tr("slow");
    case Verdict::Stuck:
        return WordsTr::tr("stuck");
    case Verdict::Failed:
        return WordsTr::tr("failed");
    case Verdict::Done:
        return WordsTr::tr("done");
    case Verdict::Skipped:
        return WordsTr::tr("skipped");
    case Verdict::Lost:
        return WordsTr::tr("lost");
    case Verdict::NotKnown:
        return WordsTr::tr("unknown");
    }
    return {};
}

QString stepWords(RolloutStep step, const QString &label)
{
    switch (step) {
    case RolloutStep::Idle:
        return WordsTr::tr("not in this rollout");
    case RolloutStep::Queued:
        return stageWord(1);
    case RolloutStep::Cordon:
        return stageWord(2);
    case RolloutStep::WaitForJobs:
        return WordsTr::tr("waiting for jobs");
    case RolloutStep::Evict:
        return stageWord(3);
    case RolloutStep::Drain:
        return WordsTr::tr("draining");
    case RolloutStep::Maintenance:
        return WordsTr::tr("in maintenance");
    case RolloutStep::DriverRestart:
        return stageWord(4);
    case RolloutStep::Validate:
        return WordsTr::tr("validating");
    case RolloutStep::Uncordon:
        return stageWord(7);
    case RolloutStep::Done:
        return WordsTr::tr("done");
    case RolloutStep::Failed:
        return WordsTr::tr("failed");
    case RolloutStep::Unknown:
        break;
    }
    return WordsTr::tr("unknown state: %1").arg(visibleText(label));
}

QString stageWord(int stage)
{
    switch (stage) {
    case 1:
        return WordsTr::tr("queued");
    case 2:
        return WordsTr::tr("cordoning");
    case 3:
        return WordsTr::tr("evicting");
    case 4:
        return WordsTr::tr("driver reload");
    case 5:
        return WordsTr::tr("container runtime");
    case 6:
        return WordsTr::tr("device registration");
    case 7:
        return WordsTr::tr("uncordoning");
    default:
        return QString::number(stage);
    }
}

} // namespace chartroom
