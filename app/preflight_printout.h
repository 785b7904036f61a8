// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/upgrade/preflight_finding.h"

namespace chartroom {

/// For -o json and yaml: {id, severity (ok|note|warning|severe|unknown), text, evidence[], whatToDo} each.
[[nodiscard]] Value preflightValue(const QList<PreflightFinding> &findings);

/// For people: the worst first; what each rests on below it, unless it is content.
[[nodiscard]] QString preflightText(QList<PreflightFinding> findings, OutputFormat format);

} // namespace chartroom
