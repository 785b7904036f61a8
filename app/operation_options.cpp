// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operation_options.h"

#include "app/command_line_tr.h"
#include "app/option_setters.h"
#include "core/upgrade/bake.h"

namespace chartroom {

namespace {

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

/// As helm writes it: 5m0s. The cluster has as long to answer.
bool setHelmTimeout(Invocation &invocation, const QString &text)
{
    const auto length = parseDuration(text);
    if (!length || *length < std::chrono::seconds(1) || *length > std::chrono::hours(24))
        return false;
    invocation.helmTimeout = std::chrono::ceil<std::chrono::seconds>(*length);
    invocation.timeout = *length;
    return true;
}

bool setBake(Invocation &invocation, const QString &text)
{
    const auto length = readBake(text);
    invocation.bake = length.value_or(std::chrono::seconds(0));
    return length.has_value();
}

} // namespace

QList<VerbName> helmVerbs()
{
    return {VerbName::Plan, VerbName::Upgrade, VerbName::Rollback};
}

QList<CommandOption> operationOptions()
{
    const QList<VerbName> changing{VerbName::Upgrade, VerbName::Rollback};
    return {
        {QStringLiteral("save"),
         {},
         QStringLiteral("FILE"),
         {VerbName::Plan},
         CommandLineTr::tr("write the plan to a file that upgrade --plan runs"),
         textOf(&Invocation::planFile)},
        {QStringLiteral("window"),
         {},
         QStringLiteral("START/END"),
         {VerbName::Plan, VerbName::Ticket},
         CommandLineTr::tr("the window to compare the nodes with, as in 2026-11-21T22:00Z/2026-11-22T04:00Z"),
         takeWindow},
        {QStringLiteral("gpu-floor"),
         {},
         QStringLiteral("COUNT"),
         helmVerbs() + QList<VerbName>{VerbName::Ticket},
         CommandLineTr::tr("how many GPUs must stay available during the upgrade"),
         takeFloor},
        {QStringLiteral("timeout"),
         {},
         QStringLiteral("DURATION"),
         helmVerbs(),
         CommandLineTr::tr("helm's timeout, such as 10m0s, and the wait for the cluster; else 5m0s and 60s"),
         setHelmTimeout},
        {QStringLiteral("plan"),
         {},
         QStringLiteral("FILE"),
         {VerbName::Upgrade},
         CommandLineTr::tr("the plan to run, as it stands"),
         textOf(&Invocation::planFile)},
        {QStringLiteral("canary"),
         {},
         QStringLiteral("NODE"),
         {VerbName::Plan, VerbName::Upgrade},
         CommandLineTr::tr("the canary node; the others of its driver are put on hold"),
         textOf(&Invocation::canary)},
        {QStringLiteral("bake"),
         {},
         QStringLiteral("DURATION"),
         {VerbName::Plan, VerbName::Upgrade},
         CommandLineTr::tr("how long it is only watched afterwards: 48h, 90m, 2d"),
         setBake},
        {QStringLiteral("unhold"),
         {},
         {},
         {VerbName::Recover},
         CommandLineTr::tr("release the nodes that this operation put on hold"),
         switchOf(&Invocation::unhold)},
        {QStringLiteral("close"),
         {},
         {},
         {VerbName::Recover},
         CommandLineTr::tr("confirm that what this operation left unverified was checked"),
         switchOf(&Invocation::close)},
        {QStringLiteral("forget"),
         {},
         {},
         {VerbName::Recover},
         CommandLineTr::tr(
             "remove what this operation saved of its release to restore from; its journal stays"),
         switchOf(&Invocation::forget)},
        {QStringLiteral("unseal"),
         {},
         QStringLiteral("FOLDER"),
         {VerbName::Recover},
         CommandLineTr::tr("write what this operation saved of its release to this folder, unencrypted"),
         textOf(&Invocation::unsealTo)},
        {QStringLiteral("plan"),
         {},
         QStringLiteral("FILE"),
         {VerbName::Ticket},
         CommandLineTr::tr("the saved plan that Support is asked about"),
         textOf(&Invocation::planFile)},
        {QStringLiteral("reason"),
         {},
         QStringLiteral("ID=TEXT"),
         {VerbName::Upgrade, VerbName::Rollback, VerbName::Recover},
         CommandLineTr::tr("reason for overriding this severe finding, or unhold=TEXT, rollback=TEXT, "
                           "ownership=TICKET, pending=TEXT; several are allowed"),
         addReason},
        {QStringLiteral("confirm"),
         {},
         QStringLiteral("RELEASE@CONTEXT"),
         changing,
         CommandLineTr::tr("that this release of this cluster is meant; needed for the provider's add-ons"),
         textOf(&Invocation::confirm)},
        {QStringLiteral("yes"),
         {},
         {},
         changing + QList<VerbName>{VerbName::Recover},
         CommandLineTr::tr("run it; otherwise the command is only printed"),
         switchOf(&Invocation::yes)},
    };
}

} // namespace chartroom
