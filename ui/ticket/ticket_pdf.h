// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/redacted_document.h"

#include <QByteArray>
#include <QPageSize>

class QPagedPaintDevice;

namespace chartroom {

/// What a ticket is printed on, and in which face.
struct TicketPaper
{
    QPageSize::PageSizeId size = QPageSize::A4;
    QString face = {}; ///< a family; "": the program's own, else a narrow one that is installed
};

/// The ticket on paper, black on white: on one page where it fits in a size that can be read, with parts of
/// it beside each other if need be. Text is laid out as it is: nothing in it is read as markup, and nothing
/// is loaded. Needs a QGuiApplication. The date in the file is the ticket's; with the same fonts and Qt the
/// pages are the same, but Qt may number fonts in another order from one run to the next.
[[nodiscard]] QByteArray ticketPdf(const RedactedDocument &ticket);
[[nodiscard]] QByteArray ticketPdf(const RedactedDocument &ticket, const TicketPaper &on);

/// The same on any paper, such as a printer's, with the margins that it has.
void printTicket(const RedactedDocument &ticket, QPagedPaintDevice &paper, const QString &face = {});

} // namespace chartroom
