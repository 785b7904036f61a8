// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ticket/ticket_sheet.h"

namespace chartroom {

/// A block of a ticket, as it was laid out.
struct SheetBlock
{
    double height = 0; ///< with the space to the next one
    bool fits = true;  ///< no word or table of it is wider than the page
};

/// Of a document that writeSheet() wrote in one column; `starts` is what it returned.
[[nodiscard]] QList<SheetBlock> measuredBlocks(const QTextDocument &document, const QList<int> &starts);

/// Which parts of a ticket stand beside each other, so that it takes the least height: one under a heading
/// beside the next, or one of them in two halves. What is read first stays first, from row to row and from
/// left to right. `whole` and `half` are the same blocks over a page's width and in a column; `line` is the
/// height of a line, which a row has to save to be worth it.
[[nodiscard]] QList<SheetRow> sheetRows(const QList<TicketBlock> &blocks, const QList<SheetBlock> &whole,
                                        const QList<SheetBlock> &half, double line);

} // namespace chartroom
