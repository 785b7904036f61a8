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
    int maxNodes = 500'000;                        ///< after aliases and merge keys are expanded
    qsizetype maxExpandedBytes = 32 * 1024 * 1024; ///< of all scalars, after aliases are expanded
    bool uniqueKeys = false; ///< two equal keys are an error; else the last one counts, as in Helm
    int linesAbove = 0; ///< of the file that the text was cut from: the lines of errors count from its start
};

/// Reads the first YAML document as Helm and kubectl do (sigs.k8s.io/yaml@v1.6.0 over
/// go.yaml.in/yaml/v2@v2.4.4, scannerc.go, parserc.go, resolve.go): plain y, yes, on, n, no, off are bools;
/// 014, 0o14, 0x0c and 1_000 are integers (their text becomes decimal); integers stay exact up to 64 bits; a
/// number that JSON can write keeps its text (1.0, 1e3); a date is text; bool and number keys become text;
/// `<<` is merged in the order written; of two equal keys the last one counts. UTF-8 or, with a byte order
/// mark, UTF-16. Stricter than Go: control characters behind the first document, keys that become equal only
/// as text (1 and "1": Go uses either) and anything over the limits are errors; messages end with "line L,
/// column C". Codes: Invalid, TooLarge over a limit. An empty document is Null.
[[nodiscard]] Result<Value> readYaml(QByteArrayView text, const YamlLimits &limits = {});

/// Reads all documents of a text in the same way, empty ones left out; the limits hold for all of them
/// together, an anchor within its document.
[[nodiscard]] Result<QList<Value>> readYamlDocuments(QByteArrayView text, const YamlLimits &limits = {});

/// Reads one JSON document (simdjson), at most 200 levels deep; the size is the caller's business. Numbers
/// keep their text, of two equal keys the last one wins (as in Go). Codes: Damaged, TooLarge when too deep.
[[nodiscard]] Result<Value> readJson(QByteArrayView text);

/// Writes block YAML in Helm's manner: sorted keys, two-space indent, lists level with their key, long lines
/// not folded, quotes where a plain scalar would read as another type. readYaml gives the same value back.
[[nodiscard]] QByteArray writeYaml(const Value &value);

/// Writes JSON, `indent` spaces a level (0: compact).
[[nodiscard]] QByteArray writeJson(const Value &value, int indent = 2);

} // namespace chartroom
