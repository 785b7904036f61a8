// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/page_message.h"

namespace chartroom {

class FindingsSource;
struct DiagnosisExtent;

/// The message of the findings' page. `rows` counts all findings, `matches` those the filter leaves; `source`
/// may be null while the cluster is not connected.
[[nodiscard]] PageMessage findingsMessage(const FleetEntry &entry, const FindingsSource *source, int rows,
                                          int matches, const QString &filter);
/// "16 nodes, 112 pods, 3 warnings, 2 resources of operators, 1 log": what was looked at.
[[nodiscard]] QString extentText(const DiagnosisExtent &extent);
/// What goes with the rows that are shown: what could not be read, and that the last look came to nothing.
[[nodiscard]] QString findingsBanner(const FindingsSource &source);
/// "3 findings on 4 nodes · looked at 04:13:05"; "" before the first look.
[[nodiscard]] QString findingsSummary(const FindingsSource &source);

} // namespace chartroom
