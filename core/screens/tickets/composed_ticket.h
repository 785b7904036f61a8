// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/ticket/composer.h"

#include <optional>

namespace chartroom {

/// A ticket, or why there is none.
struct ComposedTicket
{
    std::optional<Ticket> ticket;
    Error problem;
};

/// How the nodes would go through what is planned, where a preflight tells; some ten milliseconds.
void addPlan(TicketFacts &facts);

/// For another thread. Where names are replaced, their table is in `namesFile` before anybody sees what they
/// became.
[[nodiscard]] ComposedTicket composedTicket(const TicketFacts &facts, TicketOptions options, bool isAnonymous,
                                            const QString &namesFile);

} // namespace chartroom
