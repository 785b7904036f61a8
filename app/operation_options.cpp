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

} // namespace

QList<CommandOption> operationOptions()
{
    const QList<VerbName> changing{VerbName::Rollback};
    return {
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
