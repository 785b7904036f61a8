// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_history.h"
#include "core/rollout/track.h"
#include "core/session/visual_state.h"

namespace chartroom {

/// One step that a node was in, as the inspector lists it. Text is safe to show (rule S15).
struct TimelineEntry
{
    QString words;   ///< "draining"
    QString start;   ///< "03:12:04", with "before" where nobody saw it come
    QString elapsed; ///< "3 m 02 s"; "" where an end is not known
    VisualState state = VisualState::Skipped;

    friend bool operator==(const TimelineEntry &, const TimelineEntry &) = default;
};

/// The last way of a node through a rollout, newest step first: since it was queued, or taken. Local times.
[[nodiscard]] QList<TimelineEntry> nodeTimeline(const NodeHistory &history, const QDateTime &now);

/// How long the last way took that ended with done; nothing where a side of it was not seen, or where it was
/// not the way to the present target, as far as `times` tell: nobody saw the node take that one.
[[nodiscard]] std::optional<std::chrono::milliseconds> timeThrough(const NodeHistory &history,
                                                                   const DriverTimes &times);

} // namespace chartroom
