// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/diagnosis/finding.h"

namespace chartroom {

/// What the verb `findings` prints of a cluster. JSON: a list, the most causal first, of {finding, bearing
/// (cause|symptom), component, componentName, namespace, release, nodes[], objects[], since, where, quote,
/// meaning, nextStep, confidence (certain|likely|guess), owner, supportScope, ownership, source, evidence[],
/// hooks[{object, events[], revision, state (failed|hanging|running|unrecorded|unknown), started, ended,
/// status, pods[], warnings[], logOf, log}], consequences[{finding, component, componentName, nodes[],
/// objects (how many), quote}]}. `finding` and `component` are stable words; times are RFC 3339 in UTC, and
/// what is not known is null.
[[nodiscard]] Printout diagnosisPrintout(const QList<Finding> &findings);

/// The same for a person at a terminal: a few lines a finding.
[[nodiscard]] QString diagnosisText(const QList<Finding> &findings);

} // namespace chartroom
