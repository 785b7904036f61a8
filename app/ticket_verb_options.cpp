// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ticket_verb_options.h"

#include "app/command_line_tr.h"
#include "app/option_setters.h"

namespace chartroom {

namespace {

bool setPhase(Invocation &invocation, const QString &text)
{
    invocation.phase = readTicketPhase(text);
    return invocation.phase.has_value();
}

bool leaveOut(Invocation &invocation, const QString &text)
{
    const std::optional<TicketPart> part = readTicketPart(text);
    if (part)
        invocation.without.append(*part);
    return part.has_value();
}

} // namespace

QList<CommandOption> ticketVerbOptions()
{
    const QList<VerbName> ticket{VerbName::Ticket};
    return {
        {QStringLiteral("phase"),
         {},
         QStringLiteral("PHASE"),
         ticket,
         CommandLineTr::tr("before, during, after or handover"),
         setPhase,
         {QStringLiteral("before"), QStringLiteral("during"), QStringLiteral("after"),
          QStringLiteral("handover")}},
        {QStringLiteral("without"),
         {},
         QStringLiteral("PART"),
         ticket,
         CommandLineTr::tr("leave this part out; several are allowed"),
         leaveOut},
        {QStringLiteral("question"),
         {},
         QStringLiteral("TEXT"),
         ticket,
         CommandLineTr::tr("what to ask first"),
         textOf(&Invocation::question)},
        {QStringLiteral("hide"),
         {},
         QStringLiteral("TEXT"),
         ticket,
         CommandLineTr::tr("hide this text wherever it stands; several are allowed"),
         textsOf(&Invocation::hidden)},
        {QStringLiteral("anonymous"),
         {},
         {},
         ticket,
         CommandLineTr::tr("replace names of hosts and namespaces and IP addresses; their table stays here"),
         switchOf(&Invocation::isAnonymous)},
        {QStringLiteral("attach"),
         {},
         QStringLiteral("FILE"),
         ticket,
         CommandLineTr::tr(
             "write all nodes, values, events, logs, the journal and the recording to this zip file"),
         textOf(&Invocation::attachments)},
    };
}

} // namespace chartroom
