// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/composer.h"

#include "core/ticket/recording_attachment.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/ticket/told_facts.h"
#include "core/words/audit_report.h"

#include <QUrl>

namespace chartroom {

namespace {

TicketBlocks section(TicketPart part, const TicketContext &desk)
{
    switch (part) {
    case TicketPart::Request:
        return requestSection(desk);
    case TicketPart::Questions:
        return questionSection(desk);
    case TicketPart::Shift:
        return shiftSection(desk);
    case TicketPart::Findings:
        return findingSection(desk);
    case TicketPart::Nodes:
        return nodeSection(desk);
    case TicketPart::AddOns:
        return addOnSection(desk);
    case TicketPart::Impact:
        return impactSection(desk);
    case TicketPart::Plan:
        return planSection(desk);
    case TicketPart::Preflight:
        return preflightSection(desk);
    case TicketPart::Configuration:
        return configurationSection(desk);
    case TicketPart::Timeline:
        return timelineSection(desk);
    case TicketPart::Versions:
        return versionSection(desk);
    case TicketPart::Cluster:
        return clusterSection(desk);
    case TicketPart::Redaction:
        break;
    }
    return {};
}

/// What nobody would miss before it is asked for.
TicketBlocks missingAttachments(const TicketContext &desk)
{
    if (!desk.facts.recording || !isTooLargeToAttach(*desk.facts.recording, desk.options))
        return {};
    constexpr qint64 mebi = 1024 * 1024;
    return {TicketHeading{TicketTr::tr("Not attached")},
            TicketParagraph{
                TicketTr::tr("The recording of this ticket is not attached: its %1 MiB of text exceed the %2 "
                             "MiB that are searched for secrets. Send its file yourself if it is needed: "
                             "secrets were masked when it was made, names were not replaced.")
                    .arg((desk.facts.recording->events.textBytes() + mebi - 1) / mebi)
                    .arg(desk.options.largestRecording / mebi)}};
}

/// The host of "host:port", which may be an IPv6 address in brackets.
QString hostOf(const QString &server)
{
    const QUrl url(QStringLiteral("https://") + server);
    return url.host();
}

QByteArray zoneOf(const TicketFacts &facts, const TicketOptions &options)
{
    const std::optional<UpgradeWindow> window = windowOf(facts);
    const bool hasOwn = window && !window->zone.isEmpty() && window->zone != "UTC";
    return hasOwn ? window->zone : options.zone;
}

} // namespace

Redactor ticketRedactor(const TicketFacts &facts, const TicketOptions &options)
{
    RedactionRules rules;
    rules.known = facts.secrets;
    rules.byHand = options.hidden;
    rules.names = options.names;
    rules.hosts = facts.hosts;
    rules.hosts.append(hostOf(facts.cluster.server));
    for (const NodeTrack &track : facts.tracks)
        rules.hosts.append(track.node);
    for (const RemovedNode &one : facts.removed)
        rules.hosts.append(one.key.node);
    if (facts.versions)
        rules.hosts += auditedNodes(*facts.versions);
    QList<ActivityEntry> operations = facts.operations;
    if (facts.operation)
        operations.append(*facts.operation);
    for (const ActivityEntry &one : std::as_const(operations)) // who@host (process 12)
        rules.hosts.append(one.order.holder.section(u'@', 1).section(u' ', 0, 0));
    rules.namespaces = facts.namespaces;
    return Redactor(std::move(rules));
}

Ticket composeTicket(const TicketFacts &facts, const TicketOptions &options)
{
    Redactor redactor = ticketRedactor(facts, options);
    const TicketFacts told = toldFacts(facts, options.phase);
    const TicketContext desk{told, options, redactor, TicketTimes(zoneOf(told, options))};
    TicketDocument document;
    document.title = ticketTitle(desk);
    document.phase = ticketPhaseText(options.phase);
    document.at = facts.now;
    const QList<TicketPart> parts = ticketParts(options.phase);
    for (const TicketPart part : parts)
        if (!options.without.contains(part))
            document.blocks += section(part, desk);
    document.blocks += missingAttachments(desk);
    Ticket ticket{RedactedDocument(document, redactor), {}, {}, options.hidden};
    if (!options.without.contains(TicketPart::Redaction))
        ticket.document.addReport(redactor);
    ticket.report = redactor.report();
    ticket.names = redactor.names();
    return ticket;
}

} // namespace chartroom
