// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollout_lane.h"

#include "core/base/visible_text.h"
#include "core/models/models_tr.h"
#include "core/models/relative_time.h"
#include "core/rollout/node_history.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

bool isDoubtful(const NodeTrack &track)
{
    return std::any_of(track.contradictions.cbegin(), track.contradictions.cend(), isDoubt);
}

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
        return isDoubtful(track) ? 4 : 8;
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
        return ModelsTr::tr("failed · %1", "step").arg(stageWord(*track.stage));
    if (track.step == RolloutStep::DriverRestart && isPlainDaemonSet(track.component))
        return ModelsTr::tr("pod restart"); // a DaemonSet's
    return track.step == RolloutStep::DriverRestart && track.stage ? stageWord(*track.stage)
                                                                   : stepWords(track.step, track.label);
}

bool waitsForOperator(const NodeTrack &track)
{
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(), [](const TrackNote &note) {
        return note.kind == u"operatorGone" || note.kind == u"waitingForOperator";
    });
}

bool waitsForMaintainer(const NodeTrack &track)
{
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                       [](const TrackNote &note) { return note.kind == u"maintenanceOperatorGone"; });
}

bool isUnmanaged(const NodeTrack &track)
{
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                       [](const TrackNote &note) { return note.kind == u"notManaged"; });
}

QString laneWords(const NodeTrack &track)
{
    const QString step = stepWord(track);
    switch (track.verdict) {
    case Verdict::Lost:
        return ModelsTr::tr("node lost · %1", "step").arg(step);
    case Verdict::Skipped:
        return ModelsTr::tr("skipped by label");
    case Verdict::Waiting: // behind, whatever the label says
        return isResting(track.step) ? verdictWord(track.verdict) : step;
    case Verdict::Stuck:
        if (waitsForMaintainer(track))
            return ModelsTr::tr("%1 · waiting for the maintenance operator", "step").arg(step);
        if (waitsForOperator(track))
            return ModelsTr::tr("%1 · waiting for the operator", "step").arg(step);
        [[fallthrough]];
    case Verdict::Slow:
    case Verdict::NotKnown:
        return QStringLiteral("%1 · %2").arg(step, verdictWord(track.verdict));
    case Verdict::NotPart: // a label may be left from before
        return isUnmanaged(track) ? ModelsTr::tr("not managed") : step;
    default:
        return step;
    }
}

} // namespace

bool isDoubt(const TrackNote &contradiction)
{
    return contradiction.kind != u"otherComponentMoves";
}

VisualState visualState(const NodeTrack &track)
{
    switch (track.verdict) {
    case Verdict::Lost:
    case Verdict::Failed:
        return VisualState::Failed;
    case Verdict::Stuck:
    case Verdict::Slow:
        return VisualState::Attention;
    case Verdict::NotKnown:
        return VisualState::Unknown;
    case Verdict::Done:
        return isDoubtful(track) ? VisualState::Attention : VisualState::Done;
    case Verdict::Moving:
        return track.step == RolloutStep::Unknown ? VisualState::Unknown : VisualState::Moving;
    case Verdict::Waiting:
        return VisualState::Waiting;
    case Verdict::Skipped:
    case Verdict::NotPart:
        break;
    }
    return VisualState::Skipped;
}

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
                      !(track.verdict == Verdict::NotKnown && isResting(track.step));
    return lane;
}

QString componentTitle(const QString &component)
{
    if (component == u"gpu")
        return ModelsTr::tr("GPU driver");
    if (component == u"ib")
        return ModelsTr::tr("InfiniBand driver");
    if (component == u"sriov")
        return ModelsTr::tr("SR-IOV");
    if (component == u"amd")
        return ModelsTr::tr("AMD GPU driver");
    return visibleText(component);
}

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::NotPart:
        return ModelsTr::tr("not part of it");
    case Verdict::Waiting:
        return ModelsTr::tr("waiting");
    case Verdict::Moving:
        return ModelsTr::tr("moving");
    case Verdict::Slow:
        return ModelsTr::tr("slow");
    case Verdict::Stuck:
        return ModelsTr::tr("stuck");
    case Verdict::Failed:
        return ModelsTr::tr("failed");
    case Verdict::Done:
        return ModelsTr::tr("done");
    case Verdict::Skipped:
        return ModelsTr::tr("skipped");
    case Verdict::Lost:
        return ModelsTr::tr("lost");
    case Verdict::NotKnown:
        return ModelsTr::tr("not known");
    }
    return {};
}

QString stepWords(RolloutStep step, const QString &label)
{
    switch (step) {
    case RolloutStep::Idle:
        return ModelsTr::tr("not part of it");
    case RolloutStep::Queued:
        return stageWord(1);
    case RolloutStep::Cordon:
        return stageWord(2);
    case RolloutStep::WaitForJobs:
        return ModelsTr::tr("waiting for jobs");
    case RolloutStep::Evict:
        return stageWord(3);
    case RolloutStep::Drain:
        return ModelsTr::tr("draining");
    case RolloutStep::Maintenance:
        return ModelsTr::tr("in maintenance");
    case RolloutStep::DriverRestart:
        return stageWord(4);
    case RolloutStep::Validate:
        return ModelsTr::tr("validating");
    case RolloutStep::Uncordon:
        return stageWord(7);
    case RolloutStep::Done:
        return ModelsTr::tr("done");
    case RolloutStep::Failed:
        return ModelsTr::tr("failed");
    case RolloutStep::Unknown:
        break;
    }
    return ModelsTr::tr("in progress: %1").arg(visibleText(label));
}

QString stageWord(int stage)
{
    switch (stage) {
    case 1:
        return ModelsTr::tr("waiting its turn");
    case 2:
        return ModelsTr::tr("cordoning");
    case 3:
        return ModelsTr::tr("evicting");
    case 4:
        return ModelsTr::tr("driver reload");
    case 5:
        return ModelsTr::tr("container runtime");
    case 6:
        return ModelsTr::tr("device registration");
    case 7:
        return ModelsTr::tr("uncordoning");
    default:
        return QString::number(stage);
    }
}

QString elapsedText(std::chrono::milliseconds elapsed)
{
    using namespace std::chrono;
    const auto seconds = std::max<qint64>(0, duration_cast<std::chrono::seconds>(elapsed).count());
    if (seconds < 60)
        return ModelsTr::tr("%1 s", "seconds").arg(seconds);
    if (seconds < 600)
        return ModelsTr::tr("%1 m %2 s", "minutes, seconds")
            .arg(seconds / 60)
            .arg(seconds % 60, 2, 10, QLatin1Char('0'));
    if (seconds < 2 * 3600)
        return ModelsTr::tr("%1 min", "minutes").arg(seconds / 60);
    if (seconds < 48 * 3600)
        return ModelsTr::tr("%1 h %2 min", "hours, minutes")
            .arg(seconds / 3600)
            .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'));
    return durationText(elapsed);
}

} // namespace chartroom
