// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operation_options.h"

#include "app/option_setters.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

bool addReason(Invocation &invocation, const QString &text)
{
    invocation.reasons.append(text);
    return text.indexOf(u'=') > 0 && !text.section(u'=', 1).trimmed().isEmpty();
}

} // namespace

QList<CommandOption> operationOptions()
{
    const QList<VerbName> changing{VerbName::Upgrade, VerbName::Rollback};
    return {
        {QStringLiteral("save"),
         {},
         QStringLiteral("FILE"),
         {VerbName::Plan},
         Text::tr("write the plan to a file that upgrade --plan runs"),
         textOf(&Invocation::planFile)},
        {QStringLiteral("plan"),
         {},
         QStringLiteral("FILE"),
         {VerbName::Upgrade},
         Text::tr("the plan to run, as it stands"),
         textOf(&Invocation::planFile)},
        {QStringLiteral("reason"),
         {},
         QStringLiteral("ID=TEXT"),
         {VerbName::Upgrade},
         Text::tr("why it is done in spite of this severe finding; several are allowed"),
         addReason},
        {QStringLiteral("confirm"),
         {},
         QStringLiteral("RELEASE@CONTEXT"),
         changing,
         Text::tr("that this release of this cluster is meant; needed for the provider's add-ons"),
         textOf(&Invocation::confirm)},
        {QStringLiteral("yes"),
         {},
         {},
         changing,
         Text::tr("run it; otherwise the command is only printed"),
         switchOf(&Invocation::yes)},
    };
}

} // namespace chartroom
