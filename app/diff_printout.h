// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/compare/comparison.h"

namespace chartroom {

/// What two sides of a release were found to be.
struct DiffReport
{
    ReleaseKey release;
    SideText from;
    SideText to;
    Comparison comparison;
};

/// A comparison as data and as a table, masked unless `reveal`. Keys: release, namespace, from and to {side,
/// title}, equal, changes[] {kind (added|removed|changed|moved), path, before, after} of values, else null;
/// objects[] {change (added|removed|changed), apiVersion, apiVersionBefore, kind, namespace, name, paths[]
/// {kind, path, before, after, manager, operation, managedAt}} of manifests, else null; sameObjects,
/// notices[].
[[nodiscard]] Printout diffPrintout(const DiffReport &report, bool reveal);

/// The same to be written to a file or pasted: a patch (empty when the sides are equal), a Markdown text or
/// an HTML page. `format` is Patch, Markdown or Html.
[[nodiscard]] QByteArray diffExport(const DiffReport &report, OutputFormat format, bool reveal);

/// One change as `changes[]` holds it.
[[nodiscard]] Value::Map changeFields(const ValueChange &change);
[[nodiscard]] QString changeKindText(ValueChange::Kind kind); ///< added | removed | changed | moved
/// A value in one cell of a table; "" for what is not there.
[[nodiscard]] QString cellText(const Value &value);

} // namespace chartroom
