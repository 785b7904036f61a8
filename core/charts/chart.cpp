// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart.h"

#include "core/base/document.h"
#include "core/helm/helm_number.h"

namespace chartroom {

Result<Chart> chartOfRecord(const ReleaseRecord &record)
{
    Chart chart;
    chart.metadata.name = record.chartName;
    chart.metadata.version = record.chartVersion;
    chart.metadata.appVersion = record.appVersion;
    chart.metadata.home = record.chartHome;
    chart.metadata.sources = record.chartSources;
    chart.metadata.deprecated = record.chartDeprecated;
    chart.values = Value(Value::Map{});
    if (record.chartValuesJson.isEmpty())
        return chart;
    const Result<Value> values = readJson(record.chartValuesJson);
    if (!values)
        return tl::make_unexpected(values.error());
    if (values->isMap())
        chart.values = helmNumbers(*values);
    return chart;
}

} // namespace chartroom
