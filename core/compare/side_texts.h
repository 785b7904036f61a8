// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

namespace chartroom {

/// Two sides as texts that a line-by-line view, a patch or an export can compare.
struct SideTexts
{
    QByteArray from;
    QByteArray to;
};

/// Text as stored (with its comments) where both sides have such a text and nothing in it has to be masked,
/// else what writeYaml() makes of the documents: objects in one order, the live side as the manifest with the
/// drift in it. Unless `isRevealed` secrets are dots, and one that differs says so: "•••• (changed)". A pure
/// function for the pool.
[[nodiscard]] SideTexts sideTexts(const SideText &from, const SideText &to, const Comparison &comparison,
                                  bool isRevealed);

} // namespace chartroom
