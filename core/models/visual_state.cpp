// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/visual_state.h"

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

} // namespace chartroom
