// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/rollout/track.h"

namespace chartroom {

/// What the verb `rollout` prints. JSON: a map with
/// `nodes`: a list of {node, component, step, stage, label, since, verdict, driverFrom, driverTo, driverPod,
/// cordoned, devices, devicesTotal, restarts, evidence[], contradictions[{kind, text}], blockers[{kind,
/// text}]}; `totals`: a list of {component, nodes, and a count a verdict}; `pace` and `eta`: null as long as
/// they cannot be told.
[[nodiscard]] Printout rolloutPrintout(const QList<NodeTrack> &tracks);

/// One line for a change: node, component, step, verdict, what holds it back.
[[nodiscard]] QString trackLine(const NodeTrack &track);

} // namespace chartroom
