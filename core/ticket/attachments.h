// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/composer.h"

namespace chartroom {

struct TicketAttachments
{
    QByteArray zip;
    RedactionReport report;         ///< of the files beside the ticket
    std::optional<NameTable> names; ///< the ticket's, and what the files added
};

/// All that does not fit on a page, in one archive: the ticket in each format, nodes.csv, events.csv, each
/// release's values and divergence, comparisons, the journal, the logs of pods in trouble, the recording
/// where the ticket is of one that is not too large, what was hidden, and SHA256SUMS over all of them. Hidden
/// and replaced as in the ticket. A pure function, for the pool: the same facts give the same bytes. Errors:
/// those of zipArchive().
[[nodiscard]] Result<TicketAttachments> ticketAttachments(const Ticket &ticket, const TicketFacts &facts,
                                                          const TicketOptions &options);

} // namespace chartroom
