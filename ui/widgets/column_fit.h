// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/release_columns.h"

#include <QList>

namespace chartroom {

class Theme;

/// The widths of the releases' columns in a table `room` pixels wide, 0 for a column that is not shown. A
/// width the person dragged (`dragged`, 0 for none) counts as it is; the others get what their usual text
/// needs and share what is left over. Where room is short the least important of the
/// chosen give way; then the others shrink to what still tells rows apart.
[[nodiscard]] QList<int> fittedWidths(const QList<bool> &chosen, const QList<int> &dragged, int room,
                                      const Theme &theme);

} // namespace chartroom
