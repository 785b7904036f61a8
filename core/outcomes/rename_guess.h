// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outcomes/value_tree.h"

namespace chartroom {

/// Where a setting that the new chart no longer names seems to have moved: among the settings that are new in
/// it, the one with the same last key or the old default's value, nearest to the old place. Empty when none
/// or several are as likely.
[[nodiscard]] QStringList guessRename(const QStringList &gone, const Value &oldDefault,
                                      const Settings &added);

} // namespace chartroom
