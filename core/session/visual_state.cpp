// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/visual_state.h"

namespace chartroom {

VisualState visualState(ReleaseStatus status)
{
    switch (status) {
    case ReleaseStatus::Deployed:
        return VisualState::Done;
    case ReleaseStatus::Failed:
        return VisualState::Failed;
    case ReleaseStatus::PendingInstall:
    case ReleaseStatus::PendingUpgrade:
    case ReleaseStatus::PendingRollback:
    case ReleaseStatus::Uninstalling:
        return VisualState::Moving;
    case ReleaseStatus::Superseded:
    case ReleaseStatus::Uninstalled:
        return VisualState::Skipped;
    case ReleaseStatus::Unknown:
        break;
    }
    return VisualState::Unknown;
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
        if (isVerifying(track))
            return VisualState::Moving;
        return isInDoubt(track) ? VisualState::Attention : VisualState::Done;
    case Verdict::Moving:
        return VisualState::Moving;
    case Verdict::Waiting:
        return VisualState::Waiting;
    case Verdict::Skipped:
    case Verdict::NotPart:
        break;
    }
    return VisualState::Skipped;
}

} // namespace chartroom
