// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/redacted_document.h"
#include "core/ticket/ticket_facts.h"
#include "core/ticket/ticket_options.h"

namespace chartroom {

struct Ticket
{
    RedactedDocument document;
    RedactionReport report;         ///< also of what the attachments would add
    std::optional<NameTable> names; ///< to be kept on this machine, where names were replaced
    QStringList hidden;             ///< by hand; the attachments are without it, too
};

/// What Support is told: the request in one sentence, the window, and what is needed to act without a
/// question back. Says nothing that was not measured. A pure function, for the pool: the same facts and
/// options give the same ticket.
[[nodiscard]] Ticket composeTicket(const TicketFacts &facts, const TicketOptions &options);

/// What hides and replaces in everything that is made of these facts.
[[nodiscard]] Redactor ticketRedactor(const TicketFacts &facts, const TicketOptions &options);

} // namespace chartroom
