// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_history.h"
#include "core/rollout/outage_log.h"
#include "core/rollout/slot_policy.h"
#include "core/rollout/track.h"

#include <QStringList>

namespace chartroom {

/// How long something took, of those that are through.
struct TimeTaken
{
    int samples = 0;
    std::chrono::milliseconds median{0};
    std::chrono::milliseconds lowerQuartile{0};
    std::chrono::milliseconds upperQuartile{0};

    friend bool operator==(const TimeTaken &, const TimeTaken &) = default;
};
/// All null without a time.
[[nodiscard]] TimeTaken timeTaken(QList<std::chrono::milliseconds> times);
/// So few tell nothing of what is usual.
[[nodiscard]] bool isEnough(const TimeTaken &time);

/// How long nodes took from their slot to done, in this rollout and in those before it as far as the
/// histories reach. Left out are nodes that failed, waited for their operator or its switch, or were stuck.
struct UsualTimes
{
    QList<std::chrono::milliseconds> times;
    int stuck = 0; ///< left out for that alone: in a step for longer than farBeyond() its usual time

    friend bool operator==(const UsualTimes &, const UsualTimes &) = default;
};

/// When the nodes that go on will all be through: a range that holds nine of ten ends, as far as the nodes so
/// far tell, and never a point.
struct Eta
{
    QDateTime earliest;   ///< UTC; invalid: cannot be told
    QDateTime latest;     ///< UTC; invalid: cannot be told, or may never be
    QString reason;       ///< why a side is missing, or what the range rests on; one sentence
    QStringList without;  ///< nodes that hold it up and are not counted on: failed, stuck, lost, blocked
    int samples = 0;      ///< nodes whose times it rests on
    bool isRough = false; ///< no node is through: no more than an order of magnitude

    friend bool operator==(const Eta &, const Eta &) = default;
};

/// How fast one component's rollout goes. A value.
struct Pace
{
    QString component;
    QDateTime start;           ///< the first node was taken, see RolloutWindow; invalid: none was
    bool isStartKnown = false; ///< false: it was then or earlier
    /// The last node was through; invalid while the window is open, or a node stands between two steps. Where
    /// nobody saw the nodes move, that of the one that came last to its present rest.
    QDateTime end;
    bool isEndKnown = false; ///< false: it was before `end`
    QDateTime endAfter;      ///< and not before that, by the driver pods; invalid where nothing tells
    bool isOpen = false;     ///< nodes are under way or wait
    bool isOff = false;      ///< and of all of those autoUpgrade is off, or their DaemonSet is OnDelete

    int nodes = 0; ///< that the rollout concerns, without those to be skipped
    int done = 0;
    int moving = 0;    ///< also slow
    int blocked = 0;   ///< of those: something named holds it, or it is slow
    int slow = 0;      ///< of those: nothing named does
    int waiting = 0;   ///< also those that the operator has yet to find behind
    int held = 0;      ///< failed, stuck, lost
    int doubted = 0;   ///< of those that are done, see isInDoubt(): it is not over with them
    int verifying = 0; ///< of those too, see isVerifying(): nor with them
    int notKnown = 0;  ///< at rest by their label alone: nothing confirms that they are through
    int skipped = 0;

    std::optional<int> slotLimit; ///< nodes at a time by the policy, or by all of several together
    int slotsInUse = 0; ///< also by nodes that failed, and those done whose NodeMaintenance is not over
    /// Of all policies together; nothing where one of them does not count them.
    std::optional<UnavailableNodes> unavailable;
    std::optional<double> nodesPerHour; ///< of this window; nothing while no node is through

    TimeTaken node;                     ///< from its slot to done
    TimeTaken changeover;               ///< from a slot that came free to its next node
    TimeTaken loading;                  ///< of a driver pod, see DriverTimes::loading
    QMap<RolloutStep, TimeTaken> steps; ///< only steps that a node left
    /// The same of the rollouts before this one, as far as the histories reach; in no forecast.
    QMap<RolloutStep, TimeTaken> earlierSteps;
    UsualTimes sample; ///< what a plan of another rollout rests on
    Eta eta;
    /// Of those that wait: their driver pod is not of the newest revision yet.
    int keepOld = 0;
    /// Nodes in progress that the rollout cordoned, failed ones too: they stay cordoned once autoUpgrade is
    /// off. Only of queues that proceed; sorted.
    QStringList leftCordoned;
    bool isOperatorGone = false; ///< no node completes until it runs again
    /// The text of safeStop() (core/rollout/safe_stop.h).
    QString safeStop;

    friend bool operator==(const Pace &, const Pace &) = default;
};

/// One node as a pace sees it.
struct PaceNode
{
    QString node;
    NodeHistory history;
    RolloutStep step = RolloutStep::Idle;
    Verdict verdict = Verdict::NotPart;
    bool isBehind = false;    ///< at rest, and not with the newest revision: its turn is still to come
    bool isBlocked = false;   ///< something named holds it, or it is slow: it may go on or not
    QString queue;            ///< as NodeTrack::queue
    bool takesNoSlot = false; ///< as NodeTrack::takesNoSlot
    DriverTimes times;
    bool keepsSlot = false;       ///< as NodeTrack::keepsSlot
    bool isBehindPolicy = false;  ///< its operator has not processed the version that is wanted
    bool isUnanswered = false;    ///< the maintenance operator does not act on its NodeMaintenance
    bool isCordonedForIt = false; ///< it was taken, and not found cordoned
    bool isDriverCurrent = false; ///< as NodeTrack::isDriverCurrent
    bool isInDoubt = false;       ///< as isInDoubt() of its track
    bool isVerifying = false;     ///< as isVerifying() of its track
};

struct PaceInput
{
    QString component;
    QDateTime now; ///< UTC
    QList<PaceNode> nodes;
    SlotPolicies policies;                    ///< of each queue
    QList<Outage> outages = {};               ///< of its operator
    QMap<QString, QList<Outage>> pauses = {}; ///< of each queue: its autoUpgrade was off
    QList<Outage> returns = {};               ///< in each its operator came back, gone since when is unknown
};

/// How long nodes of this rollout took for that step; before two did, those of the rollouts before it.
/// Nothing where neither tells.
[[nodiscard]] std::optional<std::chrono::milliseconds> usualTime(const Pace &pace, RolloutStep step);

/// Its nodes are all done, and nothing contradicts that; without those to be skipped.
[[nodiscard]] bool isOver(const Pace &pace);
/// All remaining nodes wait for a person; every node that can proceed by itself has completed.
[[nodiscard]] bool isOnlyBlocked(const Pace &pace);

/// Pure; some milliseconds to some tens of them with thousands of nodes: for the pool.
[[nodiscard]] Pace paceOf(const PaceInput &input);

} // namespace chartroom
