// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/helm/release.h"

namespace chartroom {

/// One revision as far as it is stored: `record` is missing when it cannot be read, and `problem` says why.
struct HistoryRow
{
    RevisionEntry entry;
    std::optional<ReleaseRecord> record;
    QString problem;
};

/// The revisions, newest first, each with what it changed against the one before it that is still stored.
/// Keys: revision, status, chart, chartVersion, appVersion, updated, description, changes[] {path, kind,
/// before, after} (null when the one before is not stored or not readable), unknownPaths[] (masked, as in a
/// recording: they may have changed), problem. Values are masked unless
/// `reveal`.
[[nodiscard]] Printout historyPrintout(const QList<HistoryRow> &newestFirst, bool reveal);

} // namespace chartroom
