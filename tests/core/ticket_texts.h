// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/ticket_writers.h"
#include "tests/support/ticket_samples.h"

#include <algorithm>

namespace chartroom::test {

inline QString textOf(const TicketFacts &facts, const TicketOptions &options)
{
    return QString::fromUtf8(ticketText(composeTicket(facts, options).document));
}

/// In one line, so that it does not matter where lines are broken.
inline QString proseOf(const TicketFacts &facts, const TicketOptions &options)
{
    return textOf(facts, options).simplified();
}

inline QString proseOf(TicketPhase phase)
{
    return proseOf(factsOf(phase), optionsOf(phase));
}

inline QStringList headings(const Ticket &ticket)
{
    QStringList texts;
    for (const TicketBlock &block : ticket.document.blocks())
        if (const auto *heading = std::get_if<TicketHeading>(&block))
            texts.append(heading->text);
    return texts;
}

/// The questions to Support.
inline QStringList questions(const TicketFacts &facts, const TicketOptions &options)
{
    const Ticket ticket = composeTicket(facts, options);
    for (const TicketBlock &block : ticket.document.blocks())
        if (const auto *bullets = std::get_if<TicketBullets>(&block))
            return bullets->items;
    return {};
}

inline bool holdsAll(const QString &text, const QStringList &parts)
{
    return std::all_of(parts.cbegin(), parts.cend(), [&](const QString &part) {
        if (!text.contains(part))
            qWarning("missing: %s", qPrintable(part));
        return text.contains(part);
    });
}

inline QList<QStringList> nodeRowsOf(const TicketFacts &facts)
{
    const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::During));
    for (const TicketBlock &block : ticket.document.blocks())
        if (const auto *table = std::get_if<TicketTable>(&block); table && table->titles.first() == u"Node")
            return table->rows;
    return {};
}

} // namespace chartroom::test
