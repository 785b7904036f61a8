// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/document.h"

namespace chartroom {

/// Reads a values file, or a chart's values.yaml, as Helm does: Helm 3 reads the first document alone
/// (pkg/cli/values/options.go and pkg/chart/loader/load.go@v3.22.0), Helm 4 lays all documents over one
/// another, the last one on top (LoadValues of pkg/chart/v2/loader/load.go@v4.3.1). Of two equal keys the
/// last one counts, and numbers are as helmNumbers() has them. A map, empty for an empty text; Invalid where
/// a document is no map, else as readYaml().
[[nodiscard]] Result<Value> readValuesFile(QByteArrayView text, int helmMajor, const YamlLimits &limits = {});

/// MergeMaps of the same file: `over` wins, a map goes into a map.
[[nodiscard]] Value::Map mergedValues(Value::Map under, const Value::Map &over);

} // namespace chartroom
