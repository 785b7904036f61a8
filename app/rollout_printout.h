// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/rollout/driver_policy.h"
#include "core/rollout/pace.h"
#include "core/rollout/track.h"

#include <QMap>

#include <functional>

namespace chartroom {

struct DriverFleet;

/// What the verb `rollout` prints of a cluster. JSON: a map with
/// `nodes`: a list of {node, component, step, stage, label, since, verdict, driverFrom, driverTo,
/// driverKernel, driverPolicy, driverPod, cordoned, devices, devicesTotal, restarts, evidence[],
/// contradictions[{kind, text}], blockers[{kind, text}], elapsed{step: seconds}, history[]}; `totals`: a list
/// of {component, nodes, a count a verdict, paused (true|false; null: unknown, or the component goes by no
/// policy), pausedBy[] (the policies whose autoUpgrade is off while nodes of theirs are still to be upgraded;
/// none: paused is not true), and drivers: the same counts of each, with driver, driverFrom and driverTo};
/// `pace` and `eta`: lists of one a component, as pace_printout.h says;
/// `operators`: a list of {component, state (running|gone|unknown), namespace, name, replicas, available,
/// unavailableSince}; `notices`: sentences about what could not be read. Times are RFC 3339 in UTC, durations
/// seconds, and what is not known is null.
struct RolloutPrintoutParts
{
    QList<NodeTrack> tracks;
    std::function<NodeHistory(const TrackKey &)> history;
    QList<Pace> paces;
    QDateTime now;                     ///< UTC
    QList<const DriverFleet *> fleets; ///< of the drivers that are printed
    QStringList notices = {};
};
[[nodiscard]] Printout rolloutPrintout(const RolloutPrintoutParts &parts);

/// For people, before the table: the nodes in trouble by name, what is paused, then how far each component
/// is; a line each.
[[nodiscard]] QString rolloutSummary(const RolloutPrintoutParts &parts);
/// For people: the nodes in trouble first, then those in progress and those that wait, where all that wait
/// for the same are one row. Nodes at rest only if `listsAll`, and then each node has its row. No data.
[[nodiscard]] Printout rolloutTable(const RolloutPrintoutParts &parts, bool listsAll);
/// How many nodes at rest that table leaves out, a sentence; "" for none.
[[nodiscard]] QString restNote(const RolloutPrintoutParts &parts);

/// By component, the policies that pause its rollout; a component without one is left out.
[[nodiscard]] QMap<QString, QList<DriverPolicy>> pausesOf(const QList<NodeTrack> &tracks,
                                                          const QList<const DriverFleet *> &fleets);
/// Lines for what is paused now and was not `before`, or by other policies, and for what its policies let go
/// on again. Where nothing is left to pause no line is given: those of the nodes tell that.
[[nodiscard]] QStringList pauseLines(const QMap<QString, QList<DriverPolicy>> &before,
                                     const QMap<QString, QList<DriverPolicy>> &now,
                                     const QList<const DriverFleet *> &fleets);

/// One line for a change: node, component, step, verdict, what holds it back.
[[nodiscard]] QString trackLine(const NodeTrack &track);
/// One line for a step that came and went between two looks: node, component, step.
[[nodiscard]] QString passedLine(const NodeTrack &track, const StepInterval &passed);

} // namespace chartroom
