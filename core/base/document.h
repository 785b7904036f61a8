// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"

#include <QByteArrayView>

namespace chartroom {

/// Caps that keep hostile text from costing memory or time (faults 33, 34, 49; rule S7).
struct YamlLimits
{
    qsizetype maxBytes = 4 * 1024 * 1024;
    int maxDepth = 200;
    int maxNodes = 500'000; ///< after aliases and merge keys are expanded
};

/// Reads one YAML 1.2 core / JSON document. Duplicate keys, alias cycles, tabs in indentation and anything
/// over the limits are errors whose message ends with "line L, column C". Scalars get Helm's types
/// (sigs.k8s.io/yaml: YAML 1.1 bools only as true/false, numbers as JSON). An empty document is Null.
[[nodiscard]] Result<Value> readYaml(QByteArrayView text, const YamlLimits &limits = {});

/// Reads one JSON document (simdjson); same caps on depth, `maxBytes` is the caller's business.
[[nodiscard]] Result<Value> readJson(QByteArrayView text);

/// Writes block YAML with sorted keys, two-space indent, quoting where a plain scalar would read as another
/// type.
[[nodiscard]] QByteArray writeYaml(const Value &value);

/// Writes JSON, `indent` spaces a level (0: compact).
[[nodiscard]] QByteArray writeJson(const Value &value, int indent = 2);

} // namespace chartroom
