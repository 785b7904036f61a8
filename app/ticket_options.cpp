// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ticket_options.h"

#include "app/option_setters.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

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
         Text::tr("before, during, after or handover"),
         setPhase},
        {QStringLiteral("without"),
         {},
         QStringLiteral("PART"),
         ticket,
         Text::tr("leave this part out; several are allowed"),
         leaveOut},
        {QStringLiteral("question"),
         {},
         QStringLiteral("TEXT"),
         ticket,
         Text::tr("what to ask first"),
         textOf(&Invocation::question)},
        {QStringLiteral("hide"),
         {},
         QStringLiteral("TEXT"),
         ticket,
         Text::tr("hide this text wherever it stands; several are allowed"),
         textsOf(&Invocation::hidden)},
        {QStringLiteral("anonymous"),
         {},
         {},
         ticket,
         Text::tr("replace names of hosts and namespaces and IP addresses; their table stays here"),
         switchOf(&Invocation::isAnonymous)},
        {QStringLiteral("attach"),
         {},
         QStringLiteral("FILE"),
         ticket,
         Text::tr("write all nodes, values, events, logs, the journal and the recording to this zip file"),
         textOf(&Invocation::attachments)},
    };
}

} // namespace chartroom
