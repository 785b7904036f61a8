// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/text_diff.h"

namespace chartroom {

/// A stretch of TextDiff::lines that is shown, [begin, end).
struct Hunk
{
    qsizetype begin = 0;
    qsizetype end = 0;
};

/// The changes with `context` common lines around each; those that touch are one.
[[nodiscard]] QList<Hunk> hunksOf(const TextDiff &diff, int context);

} // namespace chartroom
