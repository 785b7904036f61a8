// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace chartroom {

/// What was probably meant by a mistyped word: the one that it begins, or that is at most two letters added,
/// left out, changed or swapped away. "" when none is near.
[[nodiscard]] QString nearestWord(const QString &word, const QStringList &words);

} // namespace chartroom
