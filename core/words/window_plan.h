// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace.h"
#include "core/session/visual_state.h"

namespace chartroom {

/// The window that people agreed on for a rollout, and how many GPUs have to stay at hand meanwhile. Nothing
/// in a cluster tells it: a person does.
struct WindowPlan
{
    QDateTime start;  ///< UTC
    QDateTime end;    ///< UTC, after the start; invalid: none is planned
    int gpuFloor = 0; ///< 0: none

    [[nodiscard]] bool isSet() const { return end.isValid(); }
    /// "2026-11-21T02:00:00Z/2026-11-21T04:00:00Z/88", for a settings file; "" where nothing is set.
    [[nodiscard]] QString toText() const;
    /// Where a settings file has that of a cluster.
    [[nodiscard]] static QString settingsKey(const QString &cluster);
    /// A text that is none gives a plan without anything.
    [[nodiscard]] static WindowPlan fromText(const QString &text);

    friend bool operator==(const WindowPlan &, const WindowPlan &) = default;
};

/// Whether the rollout keeps its window.
struct WindowOutlook
{
    QString text; ///< "ends before 04:00", "may overrun 04:00 by up to 8 min"; "" without a window
    VisualState state = VisualState::Done;

    friend bool operator==(const WindowOutlook &, const WindowOutlook &) = default;
};
[[nodiscard]] WindowOutlook windowOutlook(const WindowPlan &plan, const std::optional<Pace> &pace,
                                          const QDateTime &now);

} // namespace chartroom
