// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_clocks.h"
#include "core/session/visual_state.h"

#include <QStringList>

namespace chartroom {

class FindingsSource;
class RolloutSource;
struct FleetEntry;

/// What is said of a cluster or a release at first sight: the worst of what is known, and never well where
/// something that it rests on was not looked at. Text is safe to show (rule S15).
struct Standing
{
    VisualState state = VisualState::Unknown;
    QString word;        ///< "1 failed · 1 stuck", "checking", "live"
    QStringList grounds; ///< what it rests on, a sentence each

    [[nodiscard]] QString text() const { return grounds.join(u'\n'); }
    friend bool operator==(const Standing &, const Standing &) = default;
};

/// The more urgent of two, the first where they are equal, with the grounds of both.
[[nodiscard]] Standing worse(const Standing &one, const Standing &other);

/// Of the connection alone.
[[nodiscard]] Standing connectionStanding(const FleetEntry &entry);
/// Of nodes in rollouts. Well only by evidence, never by labels alone.
[[nodiscard]] Standing nodesStanding(const NodeClocks &clocks);
/// That is well, and nothing of them is unread.
[[nodiscard]] bool areAllDone(const NodeClocks &clocks);
/// Of what was found; `source` is null where nobody judges.
[[nodiscard]] Standing findingsStanding(const FindingsSource *source);
/// The worst of the three, as far as the cluster is connected. Sources may be null.
[[nodiscard]] Standing clusterStanding(const FleetEntry &entry, const RolloutSource *rollout,
                                       const FindingsSource *findings);

/// Both clocks of a release that brings a driver: `statusText` is Helm's, `nodes` those of its components.
[[nodiscard]] Standing releaseStanding(ReleaseStatus status, const QString &statusText,
                                       const NodeClocks &nodes);

/// That the operator which leads these nodes does not run, or not the wanted pod: "operator pod pending"; ""
/// where it does, or is unknown.
[[nodiscard]] QString operatorText(const NodeClock &clock);
/// "GPU driver: 14 of 16 nodes done · 1 failed · 1 stuck"
[[nodiscard]] QString clockText(const NodeClock &clock, NodeClocks::Basis basis);
/// Those of all components.
[[nodiscard]] QString clocksText(const NodeClocks &clocks);

} // namespace chartroom
