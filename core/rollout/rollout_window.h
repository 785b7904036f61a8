// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_history.h"

namespace chartroom {

/// The time that one wave of a rollout lies in: from the first node taken after a rest to the last one
/// through. Failed nodes keep no window open, and a step not for longer than six hours.
struct RolloutWindow
{
    QDateTime start; ///< invalid: no node was ever seen under way
    QDateTime end;   ///< the last known moment with a node under way
};

/// The last window of those nodes. A pause of up to an hour in which a node was queued all the time parts no
/// window.
[[nodiscard]] RolloutWindow lastWindow(const QList<NodeHistory> &nodes, const QDateTime &now);

} // namespace chartroom
