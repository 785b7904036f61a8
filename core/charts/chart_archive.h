// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/chart.h"

#include <QByteArrayView>

namespace chartroom {

/// Caps that keep a hostile archive from costing memory, time or a file outside (rule S7).
struct ArchiveLimits
{
    qsizetype maxPackedBytes = 20 * 1024 * 1024;
    qsizetype maxUnpackedBytes = 100 * 1024 * 1024; ///< Helm's own cap (pkg/chart/loader/archive@v3.19)
    qsizetype maxFileBytes = 5 * 1024 * 1024;
    int maxFiles = 10'000;
    int maxChartDepth = 8; ///< sub-charts in sub-charts
};

/// Reads a chart archive (.tgz) in memory as Helm's loader does; nothing is written anywhere. Links, absolute
/// paths and paths with ".." are refused. Codes: Damaged, TooLarge, Invalid. A pure function for the pool.
[[nodiscard]] Result<Chart> readChartArchive(QByteArrayView tgz, const ArchiveLimits &limits = {});

} // namespace chartroom
