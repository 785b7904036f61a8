// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart.h"

namespace chartroom {

/// One place that a values.schema.json refuses.
struct SchemaProblem
{
    QStringList keys; ///< from the top of the values; into lists no further than the list
    QString path;     ///< pathText() of the place itself, "" for the top
    QString text;     ///< one sentence, without the value
};

struct SchemaVerdict
{
    QList<SchemaProblem> problems;
    QStringList unchecked; ///< sentences: what could not be checked here, and Helm might refuse
};

/// Checks computed values as Helm does before it renders (helm/helm pkg/chartutil/jsonschema.go@v3.22.0,
/// ValidateAgainstSchema): the chart's schema, then each sub-chart's against the values below its name. The
/// sub-charts are those that are on (HelmUpgrade::chart). Nothing is ever fetched: a reference to another
/// document, a keyword or a draft that the library does not know makes a sentence in `unchecked`, never a
/// verdict. A pure function for the pool.
[[nodiscard]] SchemaVerdict checkSchemas(const Chart &chart, const Value &values);

} // namespace chartroom
