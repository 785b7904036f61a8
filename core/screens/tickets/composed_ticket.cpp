// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tickets/composed_ticket.h"

#include "core/secrets/name_table.h"
#include "core/words/window_plan_text.h"

namespace chartroom {

void addPlan(TicketFacts &facts)
{
    if (!facts.draft || !facts.preflight)
        return;
    const auto &rollout = facts.preflight->rollout;
    if (rollout && windowPlanGap(facts.preflight->impact, &*rollout).isEmpty())
        facts.plan = plannedWindow(*rollout, facts.draft->policy, facts.draft->window,
                                   facts.draft->gpuFloor.value_or(0), facts.preflight->at);
}

ComposedTicket composedTicket(const TicketFacts &facts, TicketOptions options, bool isAnonymous,
                              const QString &namesFile)
{
    if (!isAnonymous && options.hidden.isEmpty())
        return {composeTicket(facts, options), {}};
    const Result<NameTable> names = NameTable::kept(namesFile);
    if (!names)
        return {{}, names.error()};
    if (!isAnonymous) { // what was picked while names were replaced stays hidden
        for (const QString &text : QStringList(options.hidden))
            if (const QString named = names->named(text); named != text)
                options.hidden.append(named);
        return {composeTicket(facts, options), {}};
    }
    options.names = *names;
    Ticket ticket = composeTicket(facts, options);
    if (ticket.names && !(*ticket.names == *names))
        if (const Result<void> kept = ticket.names->keep(namesFile); !kept)
            return {{}, kept.error()};
    return {std::move(ticket), {}};
}

} // namespace chartroom
