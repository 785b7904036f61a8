// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// `text` as a tooltip that Qt shows letter by letter: left alone it would read tags in it (rule S14).
[[nodiscard]] QString plainToolTip(const QString &text);

} // namespace chartroom
