// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outcomes/outcomes.h"
#include "core/outcomes/schema_check.h"

namespace chartroom {

/// What is known of one outcome. All are maps without numbers that differ only in how they are written.
struct PathFateInput
{
    Strategy strategy = Strategy::Reuse;
    Value userValues;  ///< set today
    Value edits;       ///< set by this upgrade
    Value stored;      ///< what would be set then
    Value oldDefaults; ///< of the chart as installed
    Value newDefaults; ///< of the target, with the sub-charts that would be on
    Value inForce;     ///< today
    Value computed;    ///< then
    QList<SchemaProblem> refused;
};

/// One fate a path, by path; paths that stay what they are and nobody sets have none. Copies that Helm makes
/// of globals in sub-charts are left out.
[[nodiscard]] QList<PathFate> pathFates(const PathFateInput &facts);

} // namespace chartroom
