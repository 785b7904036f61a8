// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace_evidence.h"

#include "core/rollout/node_notes.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

/// Blockers that nobody knows the end of; a queue, jobs and a validator that is yet to come are none.
bool isHold(const TrackNote &note)
{
    static constexpr std::array kinds{
        NoteKind::UnmanagedPod, NoteKind::EmptyDir,     NoteKind::SlowToEnd, NoteKind::SafeLoad,
        NoteKind::ImagePull,    NoteKind::DriverPod,    NoteKind::NodeLost,  NoteKind::Toolkit,
        NoteKind::DevicePlugin, NoteKind::DaemonSetPod,
    };
    return isOfBudget(note) || std::find(kinds.begin(), kinds.end(), note.kind) != kinds.end();
}

} // namespace

PaceNode paceNode(const NodeTrack &track, const NodeHistory &history)
{
    PaceNode node{track.node, history,     track.step,        track.verdict, false,
                  false,      track.queue, track.takesNoSlot, track.times,   track.keepsSlot};
    node.isBehind =
        (isResting(track.step) && track.verdict == Verdict::Waiting) ||
        std::any_of(track.contradictions.cbegin(), track.contradictions.cend(),
                    [](const TrackNote &note) { return note.kind == NoteKind::DoneWithOldDriver; });
    node.isBlocked =
        track.verdict == Verdict::Slow ||
        (track.verdict == Verdict::Moving &&
         (track.isDriverUnscheduled || std::any_of(track.blockers.cbegin(), track.blockers.cend(), isHold)));
    // One that still waits is counted as that, and its cordon is not the rollout's.
    node.isCordonedForIt = isUnderWay(track.step) && track.verdict != Verdict::Waiting && track.isCordoned &&
                           !track.isFoundCordoned;
    node.isDriverCurrent = track.isDriverCurrent;
    node.isInDoubt = isInDoubt(track);
    node.isVerifying = isVerifying(track);
    for (const TrackNote &note : track.blockers + track.contradictions) {
        node.isBehindPolicy = node.isBehindPolicy || note.kind == NoteKind::OperatorBehind;
        node.isUnanswered = node.isUnanswered || note.kind == NoteKind::MaintenanceUnanswered;
    }
    return node;
}

QList<PaceInput> paceInputs(const PaceEvidence &evidence)
{
    QMap<QString, PaceInput> inputs;
    for (const QList<SharedTrack> &ofNode : evidence.tracks)
        for (const SharedTrack &track : ofNode) {
            PaceInput &input = inputs[track->component];
            input.nodes << paceNode(*track, evidence.histories.node({track->node, track->component}));
        }
    for (auto input = inputs.begin(); input != inputs.end(); ++input) {
        input->component = input.key();
        input->now = evidence.now;
        input->policies = evidence.policies.value(input.key());
        input->outages = evidence.outages.of(input.key());
        input->returns = evidence.outages.returnsOf(input.key());
        for (const QString &queue : input->policies.keys())
            input->pauses.insert(queue, evidence.outages.of(OutageLog::queueOf(input.key(), queue)));
    }
    return inputs.values();
}

QList<Pace> pacesOf(const PaceEvidence &evidence)
{
    QList<Pace> paces;
    for (const PaceInput &input : paceInputs(evidence))
        paces << paceOf(input);
    return paces;
}

} // namespace chartroom
