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

/// START/END, each with its offset from UTC (an interval of ISO 8601).
bool takeWindow(Invocation &invocation, const QString &text)
{
    const QStringList ends = text.split(u'/');
    const auto moment = [](const QString &word) {
        const QDateTime time = QDateTime::fromString(word, Qt::ISODate);
        return time.timeSpec() == Qt::LocalTime ? QDateTime() : time.toUTC();
    };
    if (ends.size() != 2)
        return false;
    invocation.window = UpgradeWindow{moment(ends[0]), moment(ends[1]), QByteArrayLiteral("UTC")};
    return invocation.window->start.isValid() && invocation.window->end > invocation.window->start;
}

bool takeFloor(Invocation &invocation, const QString &text)
{
    bool isNumber = false;
    invocation.gpuFloor = text.toInt(&isNumber);
    return isNumber && *invocation.gpuFloor > 0;
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
        {QStringLiteral("window"),
         {},
         QStringLiteral("START/END"),
         {VerbName::Plan},
         Text::tr("the window to hold the nodes against, as in 2026-11-21T22:00Z/2026-11-22T04:00Z"),
         takeWindow},
        {QStringLiteral("gpu-floor"),
         {},
         QStringLiteral("COUNT"),
         {VerbName::Plan},
         Text::tr("how many GPUs must stay available while nodes are away"),
         takeFloor},
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
