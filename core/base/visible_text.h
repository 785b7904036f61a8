// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace chartroom {

/// Cluster text as it may be shown or exported: C0 and C1 controls, ESC, bidi controls and lone surrogates
/// become visible signs (U+2400 block or "\u{202E}" form), newline and tab stay when `keepLines` (rule S15).
/// Never longer than `maxLength` characters; a cut is marked with "…".
[[nodiscard]] QString visibleText(QStringView text, bool keepLines = false, qsizetype maxLength = 64 * 1024);
/// The same; a text that stays as it is is not copied.
[[nodiscard]] QString visibleText(const QString &text, bool keepLines = false,
                                  qsizetype maxLength = 64 * 1024);

/// Whether visibleText() leaves the character as it is; of a surrogate its neighbour decides that.
[[nodiscard]] bool isVisible(QChar c);

} // namespace chartroom
