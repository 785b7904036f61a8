// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/forecast.h"
#include "core/rollout/outage_log.h"
#include "core/rollout/slot_policy.h"

#include <QDateTime>

namespace chartroom {

/// The nodes that take their slots from one policy, as a pace counts them.
struct PaceQueue
{
    SlotPolicy policy;
    int nodes = 0; ///< without those to be skipped
    int waiting = 0;
    bool isBehindPolicy = false; ///< of those one waits until its operator takes its policy up
    bool isUnanswered = false;   ///< the maintenance operator does not act on requests for one of them
    int keepOld = 0;             ///< of those that wait: with an old driver pod
    QStringList cordoned;        ///< under way, however they fare, and cordoned for it
    int movingSlots = 0;         ///< by nodes under way
    int heldSlots = 0;           ///< by nodes that failed, are stuck or lost
    int reloading = 0;           ///< under way, at the driver or beyond
    QList<std::chrono::milliseconds> underWay; ///< how long they have been at it
    int blocked = 0;                           ///< under way too, and something holds them
    QList<QDateTime> takes;                    ///< of slots, in this rollout; sorted
    QList<QDateTime> ends;                     ///< of nodes, in this rollout; sorted
    QList<Outage> stalls;                      ///< its operator was gone, or its autoUpgrade was off
    QList<Outage> resumes; ///< its autoUpgrade may have been off until then, by the label of a node

    [[nodiscard]] bool goesOn() const { return waiting > 0 || !underWay.isEmpty() || blocked > 0; }
    /// Whether it is known how many go at a time.
    [[nodiscard]] bool isCounted() const { return policy.limit || policy.isUnlimited; }
    /// Why nothing new starts, as a sentence; "" when it may, or nothing waits.
    [[nodiscard]] QString obstacle() const;
    /// What was in progress then may have waited for the operator or the switch.
    [[nodiscard]] bool hasStalled(const QDateTime &start, const QDateTime &end) const;
    /// How long a slot that came free waited for its next node: the first nodes taken filled the slots, each
    /// later one followed an end. Without those that waited for the operator or the switch.
    [[nodiscard]] QList<std::chrono::milliseconds> changeovers() const;
    /// All but the times of nodes that are through, which tell about every queue.
    [[nodiscard]] ForecastInput forecast() const;
};

} // namespace chartroom
