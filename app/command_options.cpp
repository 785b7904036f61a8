// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_options.h"

#include "app/command_line_tr.h"
#include "app/matrix_options.h"
#include "app/operation_options.h"
#include "app/option_setters.h"
#include "app/ticket_verb_options.h"
#include "core/rollout/driver_components.h"

namespace chartroom {

namespace {

/// One of the choices of the verb.
bool setFormat(Invocation &invocation, const QString &text)
{
    static const QHash<QString, OutputFormat> formats{
        {QStringLiteral("json"), OutputFormat::Json},   {QStringLiteral("yaml"), OutputFormat::Yaml},
        {QStringLiteral("md"), OutputFormat::Markdown}, {QStringLiteral("csv"), OutputFormat::Csv},
        {QStringLiteral("patch"), OutputFormat::Patch}, {QStringLiteral("html"), OutputFormat::Html},
        {QStringLiteral("txt"), OutputFormat::Text},    {QStringLiteral("pdf"), OutputFormat::Pdf},
        {QStringLiteral("junit"), OutputFormat::JUnit},
    };
    invocation.isWide = text == u"wide";
    invocation.format = formats.value(text, OutputFormat::Table);
    return true;
}

bool setRevision(Invocation &invocation, const QString &text)
{
    bool isNumber = false;
    const int revision = text.toInt(&isNumber);
    invocation.revision = revision;
    return isNumber && revision > 0;
}

bool setStrategy(Invocation &invocation, const QString &text)
{
    invocation.strategy = readStrategy(text);
    return invocation.strategy.has_value();
}

bool setAccess(Invocation &invocation, const QString &text)
{
    using Access = SessionFactory::Access;
    invocation.access = text == u"kubectl" ? Access::Kubectl : Access::Native;
    return true;
}

template<typename Duration>
auto durationOf(Duration Invocation::*member)
{
    return [member](Invocation &invocation, const QString &text) {
        const auto duration = parseDuration(text);
        if (!duration || duration->count() == 0)
            return false;
        invocation.*member = *duration;
        return true;
    };
}

bool setComponent(Invocation &invocation, const QString &text)
{
    invocation.component = text;
    const bool isDaemonSet = text.count(u'/') == 1 && !text.startsWith(u'/') && !text.endsWith(u'/');
    return isDaemonSet || text == u"daemonsets" || ledComponentNames().contains(text);
}

/// The verbs that change something, or look at what did.
QList<VerbName> operatingVerbs()
{
    return {VerbName::Upgrade, VerbName::Rollback, VerbName::Recover};
}

/// The verbs that connect to a cluster.
QList<VerbName> connectingVerbs()
{
    return QList<VerbName>{VerbName::List, VerbName::History,        VerbName::Values,  VerbName::Diff,
                           VerbName::Plan, VerbName::Responsibility, VerbName::Rollout, VerbName::Findings,
                           VerbName::Gpus, VerbName::Record,         VerbName::Ticket,  VerbName::Versions} +
           operatingVerbs();
}

QList<CommandOption> clusterOptions()
{
    const QList<VerbName> connecting = connectingVerbs();
    const QList<VerbName> opening = connecting + QList<VerbName>{VerbName::Window};
    const QList<VerbName> named = opening + QList<VerbName>{VerbName::Info};
    const QList<VerbName> several{VerbName::List, VerbName::Rollout, VerbName::Findings, VerbName::Gpus,
                                  VerbName::Versions};
    QList<VerbName> single = named;
    for (const VerbName verb : several)
        single.removeOne(verb);
    const QList<VerbName> configured = opening + QList<VerbName>{VerbName::Contexts, VerbName::Info};
    QList<VerbName> looking = connecting; // the others say how long helm has with it
    for (const VerbName verb : helmVerbs())
        looking.removeOne(verb);
    return {
        {QStringLiteral("kubeconfig"),
         {},
         QStringLiteral("FILE"),
         configured,
         CommandLineTr::tr("use this kubeconfig alone instead of $KUBECONFIG or ~/.kube/config"),
         textOf(&Invocation::kubeconfig)},
        {QStringLiteral("context"),
         {},
         QStringLiteral("NAME"),
         several,
         CommandLineTr::tr("the context to use instead of $HELM_KUBECONTEXT or the current one; several, and "
                           "patterns such as 'prod-*', are allowed"),
         textsOf(&Invocation::contexts)},
        {QStringLiteral("context"),
         {},
         QStringLiteral("NAME"),
         single,
         CommandLineTr::tr("the context to use instead of $HELM_KUBECONTEXT or the current one"),
         textsOf(&Invocation::contexts)},
        {QStringLiteral("all-contexts"),
         {},
         {},
         several,
         CommandLineTr::tr("all contexts of the kubeconfig"),
         switchOf(&Invocation::allContexts)},
        {QStringLiteral("transport"),
         {},
         QStringLiteral("KIND"),
         named,
         CommandLineTr::tr("native (default), or kubectl to read through kubectl get --raw"),
         setAccess,
         {QStringLiteral("native"), QStringLiteral("kubectl")}},
        {QStringLiteral("allow-exec"),
         {},
         {},
         connecting,
         CommandLineTr::tr("allow the kubeconfig's credential program to run, and remember that"),
         switchOf(&Invocation::allowExec)},
        {QStringLiteral("timeout"),
         {},
         QStringLiteral("TIME"),
         looking,
         CommandLineTr::tr("stop after this time, such as 90s or 1m30s; 60s when not given"),
         durationOf(&Invocation::timeout)},
    };
}

QList<CommandOption> readingOptions()
{
    QList<VerbName> reading = connectingVerbs();
    for (const VerbName writing : operatingVerbs() + QList<VerbName>{VerbName::Record})
        reading.removeOne(writing);
    QList<VerbName> timed = reading;
    timed << VerbName::Replay;
    const QList<VerbName> named{VerbName::List,    VerbName::History, VerbName::Values,  VerbName::Diff,
                                VerbName::Plan,    VerbName::Replay,  VerbName::Upgrade, VerbName::Rollback,
                                VerbName::Recover, VerbName::Ticket};
    // Those about the whole cluster have no choice, and take the contract's word for it.
    const QList<VerbName> whole{VerbName::Rollout, VerbName::Findings, VerbName::Gpus,
                                VerbName::Responsibility, VerbName::Record};
    return {
        {QStringLiteral("recording"),
         {},
         QStringLiteral("FILE"),
         reading,
         CommandLineTr::tr("read a recording instead of a cluster; \"bundled\" is the one in the program"),
         textOf(&Invocation::recording)},
        {QStringLiteral("at"),
         {},
         QStringLiteral("TIME"),
         timed,
         CommandLineTr::tr("the recording's moment: 73s, 1m13s or a UTC time; else its end (--watch: start)"),
         textOf(&Invocation::at)},
        {QStringLiteral("namespace"), u'n', QStringLiteral("NS"), named,
         CommandLineTr::tr("only this namespace"), textOf(&Invocation::namespaceName)},
        {QStringLiteral("all-namespaces"),
         u'A',
         {},
         named + whole,
         CommandLineTr::tr("all namespaces"),
         switchOf(&Invocation::allNamespaces)},
    };
}

CommandOption outputOption(const QList<VerbName> &verbs, const QString &help, const QStringList &choices)
{
    return {QStringLiteral("output"), u'o', QStringLiteral("FORMAT"), verbs, help, setFormat, choices};
}

QList<CommandOption> outputOptions()
{
    const QList<VerbName> tables{VerbName::List,           VerbName::Contexts, VerbName::History,
                                 VerbName::Responsibility, VerbName::Rollout,  VerbName::Findings,
                                 VerbName::Gpus,           VerbName::Replay,   VerbName::Upgrade,
                                 VerbName::Rollback,       VerbName::Recover};
    using namespace Qt::StringLiterals;
    return {
        outputOption(tables,
                     CommandLineTr::tr("table (default), wide (every column, nothing cut), json, yaml, "
                                       "md or csv"),
                     {u"table"_s, u"wide"_s, u"json"_s, u"yaml"_s, u"md"_s, u"csv"_s}),
        outputOption({VerbName::Values}, CommandLineTr::tr("yaml (default) or json"), {u"yaml"_s, u"json"_s}),
        outputOption({VerbName::Info}, CommandLineTr::tr("table (default), json or yaml"),
                     {u"table"_s, u"json"_s, u"yaml"_s}),
        outputOption({VerbName::Diff},
                     CommandLineTr::tr("table (default), wide, json, yaml, patch, md or html"),
                     {u"table"_s, u"wide"_s, u"json"_s, u"yaml"_s, u"patch"_s, u"md"_s, u"html"_s}),
        outputOption({VerbName::Plan}, CommandLineTr::tr("table (default), wide, json, yaml or md"),
                     {u"table"_s, u"wide"_s, u"json"_s, u"yaml"_s, u"md"_s}),
        outputOption({VerbName::Ticket}, CommandLineTr::tr("md (default), html, txt, pdf or json"),
                     {u"md"_s, u"html"_s, u"txt"_s, u"pdf"_s, u"json"_s}),
        outputOption({VerbName::Versions},
                     CommandLineTr::tr("table (default), wide, json, yaml or md; an audit also as junit"),
                     {u"table"_s, u"wide"_s, u"json"_s, u"yaml"_s, u"md"_s, u"junit"_s}),
        {QStringLiteral("output"),
         u'o',
         QStringLiteral("FILE"),
         {VerbName::Record},
         CommandLineTr::tr("the recording to write; it must not exist yet"),
         textOf(&Invocation::file)},
        {QStringLiteral("for"),
         {},
         QStringLiteral("TIME"),
         {VerbName::Record},
         CommandLineTr::tr("stop after this time, such as 45m or 6h; until interrupted when not given"),
         durationOf(&Invocation::duration)},
    };
}

QList<CommandOption> valueOptions()
{
    return {
        {QStringLiteral("revision"),
         {},
         QStringLiteral("N"),
         {VerbName::Values},
         CommandLineTr::tr("the number of a revision; the newest when not given"),
         setRevision},
        {QStringLiteral("kind"),
         {},
         QStringLiteral("KIND"),
         {VerbName::Values},
         CommandLineTr::tr("user (default), computed, default or outcome:STRATEGY@VERSION"),
         textOf(&Invocation::kindText)},
        {QStringLiteral("from"),
         {},
         QStringLiteral("SIDE"),
         {VerbName::Diff},
         CommandLineTr::tr("what to compare; see above"),
         textOf(&Invocation::fromText)},
        {QStringLiteral("to"),
         {},
         QStringLiteral("SIDE"),
         {VerbName::Diff},
         CommandLineTr::tr("with what"),
         textOf(&Invocation::toText)},
        {QStringLiteral("to"),
         {},
         QStringLiteral("VERSION"),
         {VerbName::Plan, VerbName::Upgrade},
         CommandLineTr::tr("the chart version to go to"),
         textOf(&Invocation::toText)},
        {QStringLiteral("set"),
         {},
         QStringLiteral("KEY=VALUE"),
         {VerbName::Plan, VerbName::Upgrade},
         CommandLineTr::tr("a value to set, written as for helm; several are allowed"),
         textsOf(&Invocation::setArguments)},
        {QStringLiteral("values"),
         u'f',
         QStringLiteral("FILE"),
         {VerbName::Plan, VerbName::Upgrade},
         CommandLineTr::tr("a file of values to set; several are allowed"),
         textsOf(&Invocation::valuesFiles)},
        {QStringLiteral("strategy"),
         {},
         QStringLiteral("NAME"),
         {VerbName::Plan, VerbName::Upgrade},
         CommandLineTr::tr(
             "reuse, reset-then-reuse or reset; a plan takes the recommended one when not given"),
         setStrategy,
         {QStringLiteral("reuse"), QStringLiteral("reset-then-reuse"), QStringLiteral("reset")}},
        {QStringLiteral("repository"),
         {},
         QStringLiteral("NAME"),
         {VerbName::Plan, VerbName::Upgrade, VerbName::Values, VerbName::Diff},
         CommandLineTr::tr("the Helm repository the chart comes from, where several have it"),
         textOf(&Invocation::repository)},
        {QStringLiteral("component"),
         {},
         QStringLiteral("NAME"),
         {VerbName::Rollout},
         CommandLineTr::tr("only this component: %1, NAMESPACE/NAME or daemonsets")
             .arg(ledComponentNames().join(QStringLiteral(", "))),
         setComponent},
        {QStringLiteral("all"),
         {},
         {},
         {VerbName::Rollout},
         CommandLineTr::tr("list every node, also those that are done"),
         switchOf(&Invocation::listsAll)},
        {QStringLiteral("watch"),
         u'w',
         {},
         {VerbName::Rollout},
         CommandLineTr::tr("print every change as a line, until interrupted; of a recording until its end"),
         switchOf(&Invocation::watch)},
        {QStringLiteral("matrix"),
         {},
         QStringLiteral("FILE"),
         {VerbName::Versions},
         CommandLineTr::tr(
             "the matrix, or FILE@REVISION of its Git repository; the ConfigMap when not given"),
         textOf(&Invocation::matrix)},
        {QStringLiteral("entry"),
         {},
         QStringLiteral("NAME"),
         {VerbName::Versions},
         CommandLineTr::tr("the entry to compare with; current_production when not given"),
         textOf(&Invocation::entry)},
        {QStringLiteral("report"),
         {},
         QStringLiteral("FILE"),
         {VerbName::Versions},
         CommandLineTr::tr("a YAML file of what the API does not tell: firmware, NCCL"),
         textOf(&Invocation::report)},
        {QStringLiteral("reveal"),
         {},
         {},
         {VerbName::Values, VerbName::History, VerbName::Diff, VerbName::Plan},
         CommandLineTr::tr("show what is masked because it looks like a secret"),
         switchOf(&Invocation::reveal)},
    };
}

QList<CommandOption> generalOptions()
{
    return {
        {QStringLiteral("no-color"),
         {},
         {},
         {},
         CommandLineTr::tr("no colors; NO_COLOR does the same"),
         switchOf(&Invocation::noColor)},
        {QStringLiteral("quiet"),
         u'q',
         {},
         {},
         CommandLineTr::tr("no notes, only errors"),
         switchOf(&Invocation::quiet)},
        {QStringLiteral("tour"),
         {},
         {},
         {VerbName::Window},
         CommandLineTr::tr("begin with a short tour of the window"),
         switchOf(&Invocation::tour)},
        {QStringLiteral("verbose"),
         u'v',
         {},
         {},
         CommandLineTr::tr("details of errors"),
         switchOf(&Invocation::verbose)},
        {QStringLiteral("help"), u'h', {}, {}, CommandLineTr::tr("this text"), switchOf(&Invocation::help)},
        {QStringLiteral("version"),
         {},
         {},
         {},
         CommandLineTr::tr("the program's version"),
         switchOf(&Invocation::version)},
    };
}

} // namespace

const QList<CommandOption> &commandOptions()
{
    static const QList<CommandOption> options = clusterOptions() + readingOptions() + outputOptions() +
                                                valueOptions() + operationOptions() + ticketVerbOptions() +
                                                matrixOptions() + generalOptions();
    return options;
}

} // namespace chartroom
