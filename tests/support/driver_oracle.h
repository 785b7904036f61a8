// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <QSet>
#include <QStringList>

#include <memory>

namespace chartroom::test {

/// What came of holding the program's tracks of the drivers against the objects they are made from.
struct OracleReport
{
    QStringList differences; ///< of the first moment that has some
    QSet<QString> kinds;     ///< of contradictions, that were found in both
    int moments = 0;
};

/// Plays a recording the program's own way and holds each node's label and contradictions against what other
/// code, written from domain.md alone, finds in the plain objects of the same moment: at every moment at
/// which a node, a pod or a revision changes.
[[nodiscard]] OracleReport holdAgainstObjects(const std::shared_ptr<const Recording> &recording);

} // namespace chartroom::test
