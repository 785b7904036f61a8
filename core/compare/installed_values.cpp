// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/installed_values.h"

#include "core/base/document.h"
#include "core/compare/compare_tr.h"
#include "core/helm/helm_number.h"

namespace chartroom {

Result<InstalledValues> installedValues(const ReleaseRecord &record)
{
    if (record.chartValuesJson.isEmpty())
        return failure(
            Error::Code::NotFound,
            CompareTr::tr(
                "The chart's own values are not stored here; a recording contains only the user's values."));
    const Result<Value> values = readJson(record.chartValuesJson);
    if (!values)
        return tl::make_unexpected(values.error());
    InstalledValues installed;
    installed.chart.metadata.name = record.chartName;
    installed.chart.metadata.version = record.chartVersion;
    installed.chart.metadata.appVersion = record.appVersion;
    installed.chart.metadata.home = record.chartHome;
    installed.chart.metadata.sources = record.chartSources;
    installed.chart.metadata.deprecated = record.chartDeprecated;
    installed.chart.values = helmNumbers(*values);
    installed.userValues = record.userValues;
    return installed;
}

} // namespace chartroom
