// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// Columns that a terminal needs for visible text: one for each code point.
[[nodiscard]] qsizetype columnsOf(QStringView text);

/// Text for a terminal of so many columns, broken between words; 0: as it is. What follows a break is `hang`
/// columns further in than the line began. A longer word stays whole, and inside a command of kubectl or helm
/// a break is one that a shell reads over.
[[nodiscard]] QString foldedText(const QString &text, qsizetype width, qsizetype hang = 2);

} // namespace chartroom
