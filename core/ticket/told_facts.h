// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/ticket_facts.h"
#include "core/ticket/ticket_options.h"

namespace chartroom {

/// Whether an operation is what a ticket with these facts is about: it is open, or its revision is still the
/// release's newest (or it made none) and it was at work in the window, shortly before it or in the day after
/// it; where no window is known, since the last rollout began, or within a day.
[[nodiscard]] bool isOfTicket(const ActivityEntry &operation, const TicketFacts &facts);

/// What a ticket of that phase tells of the facts: before a window nothing was done yet, and what was done
/// long ago is not what it is about; later what was planned counts no more, but for the window that was
/// agreed on and Support's reference.
[[nodiscard]] TicketFacts toldFacts(TicketFacts facts, TicketPhase phase);

} // namespace chartroom
