// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

namespace chartroom {

/// What an object of the API says about a node in a component's rollout, at the moment it is read.
struct Sighting
{
    TrackKey key;
    QString label;
    RolloutStep step = RolloutStep::Idle;
    bool isCordoned = false;
    bool isFoundCordoned = false; ///< the operator's mark that it found the node cordoned
    bool isRequested = false;     ///< somebody's mark that asks the operator for an upgrade
    int devices = -1;             ///< that can be allocated while the node is at rest; else -1
    int offered = -1;             ///< that can be allocated, whatever goes on; -1: not told

    friend bool operator==(const Sighting &, const Sighting &) = default;
};

} // namespace chartroom
