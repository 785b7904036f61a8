// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>

namespace chartroom {

/// One line of text for Markdown: nothing in it is read as markup or HTML, or becomes a link by itself.
[[nodiscard]] QString markdownText(const QString &text);

/// A Markdown table (GitHub flavour). Cell text is escaped so that nothing in it is read as markup or HTML.
[[nodiscard]] QString markdownTable(const QStringList &titles, const QList<QStringList> &rows);

/// RFC 4180 CSV with LF ends. A cell that a spreadsheet would take for a formula gets a leading apostrophe
/// (rule S16), also what follows a semicolon, at which some part the cells.
[[nodiscard]] QString csvTable(const QStringList &titles, const QList<QStringList> &rows);

} // namespace chartroom
