// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/ticket_verb.h"

#include "app/window_plan_printout.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/charts/chart_cache.h"
#include "core/ticket/events_operation.h"
#include "core/ticket/session_facts.h"
#include "core/ticket/ticket_writers.h"
#include "core/upgrade/draft_file.h"

#include <QTimeZone>

namespace chartroom {

namespace {

constexpr qint64 maxTicketPlanBytes = 1024 * 1024;

} // namespace

TicketVerb::TicketVerb(Invocation invocation, Sessions sessions, Console *console, Parts parts)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_parts(std::move(parts))
{}

void TicketVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    if (const Result<void> chosen = choose(); !chosen)
        return fail(chosen.error());
    gather();
}

/// What it is about: a saved plan's release, the one that is named, or those that bring drivers.
Result<void> TicketVerb::choose()
{
    if (!invocation().planFile.isEmpty()) {
        const Result<QByteArray> bytes = readPlainFile(invocation().planFile, maxTicketPlanBytes);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        const Result<UpgradeDraft> draft = readDraft(*bytes, invocation().planFile);
        if (!draft)
            return tl::make_unexpected(draft.error());
        if (m_session->helm() && draft->context != m_session->name())
            return failure(Error::Code::Invalid,
                           tr("The plan is for the context %1, and this is %2. Give --context %1.")
                               .arg(draft->context, m_session->name()));
        m_draft = *draft;
        if (invocation().window)
            m_draft->window = invocation().window;
        if (invocation().gpuFloor)
            m_draft->gpuFloor = invocation().gpuFloor;
        m_releases = {m_draft->release};
        return {};
    }
    if (invocation().release.isEmpty()) {
        m_releases = ticketReleases(*m_session);
        if (const QString &place = invocation().namespaceName; !place.isEmpty())
            m_releases.removeIf([&place](const ReleaseKey &key) { return key.namespaceName != place; });
        return {};
    }
    const Result<ReleaseKey> key =
        findRelease(*m_session->releases(), invocation().release, invocation().namespaceName);
    if (!key)
        return tl::make_unexpected(key.error());
    m_releases = {*key};
    return {};
}

void TicketVerb::gather()
{
    FactsOperation::Parts parts;
    parts.session = m_session;
    parts.rules = m_parts.rules;
    parts.releases = m_releases;
    // Before a window nothing was done yet.
    parts.operations = invocation().phase == TicketPhase::Before ? QString() : m_parts.operations;
    parts.credentials = m_parts.credentials;
    parts.patience = invocation().timeout;
    auto *operation = new FactsOperation(std::move(parts), this);
    connect(operation, &FactsOperation::finished, this, [this, operation] {
        for (const QString &notice : operation->notices())
            console().note(notice);
        m_facts = operation->facts();
        m_facts.draft = m_draft;
        m_facts.window = invocation().window;
        readEvents();
    });
    operation->start();
}

/// For the attachments alone; a cluster's events may be many.
void TicketVerb::readEvents()
{
    if (invocation().attachments.isEmpty())
        return check();
    auto *operation = new EventsOperation(m_session->transport(), this);
    connect(operation, &EventsOperation::finished, this, [this, operation] {
        const Result<QList<TicketEvent>> &events = operation->result();
        if (events)
            m_facts.events = *events;
        else
            console().note(tr("Events are not among the attachments: %1").arg(events.error().message));
        check();
    });
    operation->start();
}

/// What the preflight finds of the plan; nothing is planned in a recording.
void TicketVerb::check()
{
    if (invocation().phase != TicketPhase::Before || !m_draft || !m_session->helm())
        return compose();
    auto *operation = new PreflightOperation(
        {m_session, m_parts.charts, m_parts.operations, chartCacheFolder()}, *m_draft, this);
    connect(operation, &PreflightOperation::finished, this, [this, operation] {
        if (const Result<PreflightReport> &report = operation->report()) {
            m_facts.preflight = *report;
            m_facts.plan = nodesPlan(*report, *m_draft, report->at).planned;
        } else {
            console().note(report.error().message);
        }
        compose();
    });
    operation->start();
}

void TicketVerb::compose()
{
    TicketOptions options;
    options.phase = *invocation().phase;
    options.without = invocation().without;
    options.question = invocation().question;
    options.zone = QTimeZone::systemTimeZoneId();
    options.hidden = invocation().hidden;
    if (invocation().isAnonymous) {
        const Result<NameTable> names = NameTable::kept(NameTable::filePath());
        if (!names)
            return fail(names.error());
        options.names = *names;
    }
    const Ticket ticket = composeTicket(m_facts, options);
    const Result<QByteArray> text = rendered(ticket.document);
    if (!text)
        return fail(text.error());
    if (const Result<void> written = write(ticket, options); !written)
        return fail(written.error());
    console().data(*text);
    end(Done);
}

/// The files, before anything is printed: a ticket with names that nobody can look up is worth little.
Result<void> TicketVerb::write(const Ticket &ticket, const TicketOptions &options)
{
    std::optional<NameTable> names = ticket.names;
    if (const QString &file = invocation().attachments; !file.isEmpty()) {
        const Result<TicketAttachments> attachments = ticketAttachments(ticket, m_facts, options);
        if (!attachments)
            return tl::make_unexpected(attachments.error());
        if (Result<void> written = writePrivateFile(file, attachments->zip); !written)
            return written;
        names = attachments->names;
        console().note(tr("The attachments are in %1.").arg(file));
    }
    if (!names)
        return {};
    if (Result<void> kept = names->keep(NameTable::filePath()); !kept)
        return kept;
    console().note(tr("Which name stands for which is in %1.").arg(NameTable::filePath()));
    return {};
}

Result<QByteArray> TicketVerb::rendered(const RedactedDocument &ticket) const
{
    switch (invocation().format.value_or(OutputFormat::Markdown)) {
    case OutputFormat::Html:
        return ticketHtml(ticket);
    case OutputFormat::Text:
        return ticketText(ticket);
    case OutputFormat::Json:
        return ticketJson(ticket);
    case OutputFormat::Pdf:
        if (m_parts.pdf)
            return m_parts.pdf(ticket);
        return failure(Error::Code::Unsupported, tr("This build makes no PDF; take html."));
    default:
        break;
    }
    return ticketMarkdown(ticket);
}

} // namespace chartroom
