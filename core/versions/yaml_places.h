// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QList>
#include <QStringList>

namespace chartroom {

/// Where a value of a YAML text stands. Lines and byte columns count from 0.
struct YamlPlace
{
    enum class Kind { Scalar, Null, Map, List, Alias };
    Kind kind = Kind::Scalar;
    QStringList path; ///< keys, "<<" for a merge, elements of lists by number; empty for the document
    int line = 0;     ///< of the value; of its anchor or tag where it has one
    int column = 0;
    int keyLine = -1; ///< of the key in front of it, -1 without one
    int keyColumn = 0;
    bool isFlow = false; ///< in braces or brackets itself, or inside of some
    bool hasAnchor = false;
    bool isPlain = false; ///< a scalar without quotes
};

/// The values of one document in the order written.
using YamlPlaces = QList<YamlPlace>;

/// The places of every document that is not empty. For texts that readYamlDocuments() took: its limits and
/// its duplicate keys are not looked at again. Error: Invalid.
[[nodiscard]] Result<QList<YamlPlaces>> readYamlPlaces(QByteArrayView text);

} // namespace chartroom
