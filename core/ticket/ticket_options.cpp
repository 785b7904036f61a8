// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_options.h"

namespace chartroom {

namespace {

using Part = TicketPart;

constexpr std::array allParts{Part::Request,   Part::Questions,     Part::Shift,    Part::Findings,
                              Part::Nodes,     Part::AddOns,        Part::Impact,   Part::Plan,
                              Part::Preflight, Part::Configuration, Part::Timeline, Part::Versions,
                              Part::Cluster,   Part::Redaction};

} // namespace

QString ticketPhaseText(TicketPhase phase)
{
    switch (phase) {
    case TicketPhase::Before:
        return QStringLiteral("before");
    case TicketPhase::During:
        return QStringLiteral("during");
    case TicketPhase::After:
        return QStringLiteral("after");
    case TicketPhase::Handover:
        break;
    }
    return QStringLiteral("handover");
}

std::optional<TicketPhase> readTicketPhase(QStringView text)
{
    for (const TicketPhase phase : allTicketPhases)
        if (ticketPhaseText(phase) == text)
            return phase;
    return std::nullopt;
}

QString ticketPartText(TicketPart part)
{
    switch (part) {
    case Part::Request:
        return QStringLiteral("request");
    case Part::Questions:
        return QStringLiteral("questions");
    case Part::Shift:
        return QStringLiteral("shift");
    case Part::Findings:
        return QStringLiteral("findings");
    case Part::Nodes:
        return QStringLiteral("nodes");
    case Part::AddOns:
        return QStringLiteral("add-ons");
    case Part::Impact:
        return QStringLiteral("impact");
    case Part::Plan:
        return QStringLiteral("plan");
    case Part::Preflight:
        return QStringLiteral("preflight");
    case Part::Configuration:
        return QStringLiteral("configuration");
    case Part::Timeline:
        return QStringLiteral("timeline");
    case Part::Versions:
        return QStringLiteral("versions");
    case Part::Cluster:
        return QStringLiteral("cluster");
    case Part::Redaction:
        break;
    }
    return QStringLiteral("redaction");
}

std::optional<TicketPart> readTicketPart(QStringView text)
{
    for (const TicketPart part : allParts)
        if (ticketPartText(part) == text)
            return part;
    return std::nullopt;
}

QList<TicketPart> ticketParts(TicketPhase phase)
{
    switch (phase) {
    case TicketPhase::Before:
        return {Part::Request,  Part::Questions, Part::AddOns,        Part::Impact,
                Part::Plan,     Part::Preflight, Part::Configuration, Part::Nodes,
                Part::Findings, Part::Versions,  Part::Cluster,       Part::Redaction};
    case TicketPhase::During:
        return {Part::Request,  Part::Questions, Part::Findings, Part::Nodes,
                Part::Timeline, Part::AddOns,    Part::Impact,   Part::Configuration,
                Part::Versions, Part::Cluster,   Part::Redaction};
    case TicketPhase::After:
        return {Part::Request, Part::Questions,     Part::Timeline, Part::Nodes,   Part::Findings,
                Part::AddOns,  Part::Configuration, Part::Versions, Part::Cluster, Part::Redaction};
    case TicketPhase::Handover:
        break;
    }
    return {Part::Request, Part::Shift,    Part::Findings, Part::Timeline,
            Part::AddOns,  Part::Versions, Part::Cluster,  Part::Redaction};
}

} // namespace chartroom
