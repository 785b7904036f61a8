// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/text_diff.h"

#include <span>

namespace chartroom {

/// Sets the marks of a block of changed lines: removed ones, then added ones. As many of one as of the other
/// are compared pair by pair, else the block as a whole. The work is capped; past it lines stay unmarked.
void markWords(std::span<DiffLine> removed, std::span<DiffLine> added);

} // namespace chartroom
