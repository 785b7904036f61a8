// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/redacted_document.h"

#include <QColor>

class QTextDocument;

namespace chartroom {

/// How a ticket is laid out; black on white as long as nobody says otherwise.
struct SheetLook
{
    double points = 9.5;
    double lineHeight = 100; ///< percent of the font's own
    double spacing = 1;      ///< between paragraphs and rows, of what is usual
    double lineLength = 96;  ///< how many letters stand in a line, about
    bool isNarrow = false;   ///< a column of a page
    QColor text = Qt::black;
    QColor muted = Qt::black; ///< names of facts, titles of tables, where a quote is from
    QColor line = Qt::gray;
};

/// Blocks of a ticket that stand beside each other: those from `first` on the left, those from `middle` on
/// the right, up to `last`. Nothing is on the right: they take the whole width.
struct SheetRow
{
    qsizetype first = 0;
    qsizetype middle = 0;
    qsizetype last = 0;

    [[nodiscard]] bool isWhole() const { return middle == last; }
    friend bool operator==(const SheetRow &, const SheetRow &) = default;
};

/// How much of a line each column is away from the next, of the page's width.
inline constexpr double sheetGap = 0.03;

/// Writes the ticket into an empty text document, paragraph by paragraph as plain text: nothing in it is read
/// as markup, and nothing is loaded. Without rows each block stands below the one before. Returns where in
/// the document each block begins, -1 for one that has nothing to say.
QList<int> writeSheet(QTextDocument &document, const RedactedDocument &ticket, const SheetLook &look,
                      const QList<SheetRow> &rows = {});

} // namespace chartroom
