// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace chartroom {

/// What a filter looks at in a row: its texts in lower case, none running into the next.
[[nodiscard]] QString searchedText(const QStringList &texts);

} // namespace chartroom
