// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace.h"
#include "core/session/cluster_identity.h"
#include "core/session/visual_state.h"

class QSettings;

namespace chartroom {

struct ActivityEntry;

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
    /// Where a settings file has that of a cluster; see keptWindow() and keepWindow().
    [[nodiscard]] static QString settingsKey(const QString &cluster);
    /// A text that is none gives a plan without anything.
    [[nodiscard]] static WindowPlan fromText(const QString &text);

    friend bool operator==(const WindowPlan &, const WindowPlan &) = default;
};

/// The one window that was agreed on for a cluster's rollout, for every page: empty where none is, or without
/// settings.
[[nodiscard]] WindowPlan keptWindow(const QSettings *settings, const QString &cluster);
/// `settings` may be null: then nothing is kept.
void keepWindow(QSettings *settings, const QString &cluster, const WindowPlan &plan);

/// "The window ended at 01:22, 23 min ago", local time; "" before that and without one.
[[nodiscard]] QString windowEndedText(const WindowPlan &plan, const QDateTime &now);

/// Takes over into the settings the window of the newest operation on the cluster that came to run in one,
/// unless it is over for a day: once, so that what a person sets later stays. The capacity floor stays.
/// Nothing where it was taken over before, or there is none; else the plan of now. The newest comes first.
[[nodiscard]] std::optional<WindowPlan> takeAgreedWindow(QSettings &settings, const ClusterIdentity &cluster,
                                                         const QList<ActivityEntry> &operations,
                                                         const QDateTime &now);

/// Whether the rollout keeps its window.
struct WindowOutlook
{
    QString
        text; ///< "within the window (ends 04:00)", "may overrun 04:00 by up to 8 min"; "" without a window
    VisualState state = VisualState::Done;

    friend bool operator==(const WindowOutlook &, const WindowOutlook &) = default;
};
[[nodiscard]] WindowOutlook windowOutlook(const WindowPlan &plan, const std::optional<Pace> &pace,
                                          const QDateTime &now);

} // namespace chartroom
