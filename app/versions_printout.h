// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/versions/upgrade_path.h"

namespace chartroom {

/// What `versions audit` prints. JSON: a map with
/// `cluster`, `at`, `matrix` (where it is from), `entry`, `clean` (null where there is no matrix, false where
/// nothing could be compared);
/// `components`: a list in the matrix's order of {name, component, title, group
/// (gpuOperator|networkOperator|firmware|cluster|sriovOperator|other), expected, line, column, verdict
/// (match|drift|mixed|ahead|behind|unknown|notObservable), text, observed[{version, asExpected, canary,
/// nodes[], evidence[{source, object, text}]}], untold[] (nodes), wanted, wantedEvidence[], remarks[]};
/// `unlisted`: what runs and is not in the matrix, {component, title, observed[], untold[]};
/// `findings`: {kind, severity (broken|warning|unknown|good), entry, components[], text, objects[], nodes[],
/// source}; `problems` of the document: {kind, severity (error|warning|remark), entry, component, text, line,
/// column};
/// `way`: {entry, steps[{group, title, state (done|rolling|baking|next|later), moves[{component, from, to}],
/// onTheWay, gates[{id, open, text}], bake {state (notStarted|running|interrupted|over), text, begun, until,
/// interruptions[]}}], promote[] (gates), mayPromote}, null without a matrix; `notices`.
/// Keys are stable, times are RFC 3339 in UTC, and what is not known is null.
[[nodiscard]] Value auditValue(const VersionAudit &audit, const std::optional<UpgradePath> &upgradePath);

/// The same for a person: a table of the components, then what was found, and the way; `format` is Table or
/// Markdown.
[[nodiscard]] QByteArray auditText(const VersionAudit &audit, const std::optional<UpgradePath> &upgradePath,
                                   OutputFormat format, bool isColored, qsizetype width = 0);

/// For continuous integration: a test a component, a test a finding and a problem. Unknown ones are skipped.
/// Where nothing could be compared that is an error, and where there is no matrix one skipped test says so.
[[nodiscard]] QByteArray auditJUnit(const VersionAudit &audit);

/// gpuOperator | networkOperator | firmware | cluster | sriovOperator | other
[[nodiscard]] QString matrixGroupText(MatrixGroup group);

} // namespace chartroom
