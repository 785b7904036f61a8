// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/chart.h"

namespace chartroom {

/// Reads a Chart.yaml, or an entry of an index, as Helm does (pkg/chart/metadata.go@v3.22.0): scalars become
/// text where text is meant, characters that do not print are dropped, unknown fields are ignored. Invalid
/// when a field is of another type, or when Helm's validation refuses it: no name or one with a slash, no
/// version or one that is none, an unknown type, an alias with other letters than a-z A-Z 0-9 _ -.
[[nodiscard]] Result<ChartMetadata> readChartMetadata(const Value &document);

/// The list `dependencies` of a Chart.yaml or requirements.yaml. Invalid as above.
[[nodiscard]] Result<QList<ChartDependency>> readChartDependencies(const Value &list);

/// The text that Go gives a scalar read into a string: 1.10 becomes 1.1. Invalid for lists and maps.
[[nodiscard]] Result<QString> helmText(const Value &scalar, const QString &field);

} // namespace chartroom
