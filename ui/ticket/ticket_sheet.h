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
    double lineLength = 96;  ///< how many letters stand in a line, about
    QColor text = Qt::black;
    QColor muted = Qt::black; ///< names of facts, titles of tables, where a quote is from
    QColor line = Qt::gray;
};

/// Writes the ticket into an empty text document, paragraph by paragraph as plain text: nothing in it is read
/// as markup, and nothing is loaded.
void writeSheet(QTextDocument &document, const RedactedDocument &ticket, const SheetLook &look);

} // namespace chartroom
