// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// A text of several lines in one, at most so long. What is too long loses its middle: a program's error
/// begins with what failed and ends with why ("1 error occurred:" and then "* job x failed:
/// BackoffLimitExceeded").
[[nodiscard]] inline QString oneLine(const QString &text, qsizetype most)
{
    const QString line = text.simplified();
    if (line.size() <= most)
        return line;
    const QString gap = QStringLiteral(" … ");
    const qsizetype head = most / 3;
    return line.left(head) + gap + line.right(most - head - gap.size());
}

} // namespace chartroom
