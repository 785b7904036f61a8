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
    qsizetype maxUnpackedBytes = 100 * 1024 * 1024; ///< of the tar archive, sub-charts' own ones included;
                                                    ///< Helm's cap (pkg/chart/loader/archive.go@v3.22.0)
    qsizetype maxYamlBytes = 5 * 1024 * 1024;       ///< of Chart.yaml and values.yaml
    int maxFiles = 10'000;                          ///< sub-charts' included
    int maxChartDepth = 8;                          ///< sub-charts in sub-charts
};

/// Reads a chart archive (.tgz) in memory as Helm's loaders do (pkg/chart/loader/load.go@v3.22.0 and
/// pkg/chart/v2/loader/load.go@v4.3.1); nothing is written anywhere. Sub-charts are folders or archives in
/// charts/. Stricter than Helm: links, absolute paths and paths with ".." are refused. Codes: Damaged,
/// TooLarge. A pure function for the pool.
[[nodiscard]] Result<Chart> readChartArchive(QByteArrayView tgz, const ArchiveLimits &limits = {});

/// Chart.yaml alone, which is cheap. Codes as above.
[[nodiscard]] Result<ChartMetadata> readChartYaml(QByteArrayView text);

} // namespace chartroom
