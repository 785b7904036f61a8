// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_options.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

bool setFormat(Invocation &invocation, const QString &text)
{
    static const QHash<QString, OutputFormat> formats{
        {QStringLiteral("table"), OutputFormat::Table}, {QStringLiteral("json"), OutputFormat::Json},
        {QStringLiteral("yaml"), OutputFormat::Yaml},   {QStringLiteral("md"), OutputFormat::Markdown},
        {QStringLiteral("csv"), OutputFormat::Csv},
    };
    const auto found = formats.constFind(text);
    if (found == formats.cend())
        return false;
    invocation.format = *found;
    return true;
}

bool setRevision(Invocation &invocation, const QString &text)
{
    bool isNumber = false;
    const int revision = text.toInt(&isNumber);
    invocation.revision = revision;
    return isNumber && revision > 0;
}

bool setKind(Invocation &invocation, const QString &text)
{
    invocation.kind = text == u"default" ? ValuesKind::Default : ValuesKind::User;
    return text == u"user" || text == u"default";
}

bool setAccess(Invocation &invocation, const QString &text)
{
    using Access = SessionFactory::Access;
    invocation.access = text == u"kubectl" ? Access::Kubectl : Access::Native;
    return text == u"kubectl" || text == u"native";
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

auto textOf(QString Invocation::*member)
{
    return [member](Invocation &invocation, const QString &text) {
        invocation.*member = text;
        return !text.isEmpty();
    };
}

auto switchOf(bool Invocation::*member)
{
    return [member](Invocation &invocation, const QString &) { return invocation.*member = true; };
}

bool addContext(Invocation &invocation, const QString &text)
{
    invocation.contexts.append(text);
    return !text.isEmpty();
}

bool setComponent(Invocation &invocation, const QString &text)
{
    invocation.component = text;
    return text == u"gpu" || text == u"ib";
}

/// The verbs that connect to a cluster.
QList<VerbName> connectingVerbs()
{
    return {VerbName::List,           VerbName::History, VerbName::Values,
            VerbName::Responsibility, VerbName::Rollout, VerbName::Record};
}

QList<CommandOption> clusterOptions()
{
    const QList<VerbName> connecting = connectingVerbs();
    const QList<VerbName> opening = connecting + QList<VerbName>{VerbName::Window};
    const QList<VerbName> configured = opening + QList<VerbName>{VerbName::Contexts};
    return {
        {QStringLiteral("kubeconfig"),
         {},
         QStringLiteral("FILE"),
         configured,
         Text::tr("use this kubeconfig alone instead of $KUBECONFIG or ~/.kube/config"),
         textOf(&Invocation::kubeconfig)},
        {QStringLiteral("context"),
         {},
         QStringLiteral("NAME"),
         configured,
         Text::tr("the context to use; list takes several"),
         addContext},
        {QStringLiteral("all-contexts"),
         {},
         {},
         {VerbName::List},
         Text::tr("all contexts of the kubeconfig"),
         switchOf(&Invocation::allContexts)},
        {QStringLiteral("transport"),
         {},
         QStringLiteral("KIND"),
         opening,
         Text::tr("native (default), or kubectl to read through kubectl get --raw"),
         setAccess},
        {QStringLiteral("allow-exec"),
         {},
         {},
         connecting,
         Text::tr("allow the kubeconfig's credential program to run, and remember that"),
         switchOf(&Invocation::allowExec)},
        {QStringLiteral("timeout"),
         {},
         QStringLiteral("TIME"),
         connecting,
         Text::tr("give up after this time, such as 90s or 1m30s; 60s when not given"),
         durationOf(&Invocation::timeout)},
    };
}

QList<CommandOption> readingOptions()
{
    QList<VerbName> reading = connectingVerbs();
    reading.removeOne(VerbName::Record);
    QList<VerbName> timed = reading;
    timed << VerbName::Replay;
    const QList<VerbName> named{VerbName::List, VerbName::History, VerbName::Values, VerbName::Replay};
    return {
        {QStringLiteral("recording"),
         {},
         QStringLiteral("FILE"),
         reading,
         Text::tr("read a recording instead of a cluster; \"bundled\" is the one in the program"),
         textOf(&Invocation::recording)},
        {QStringLiteral("at"),
         {},
         QStringLiteral("TIME"),
         timed,
         Text::tr("the recording's moment: 73s, 1m13s or a UTC time; its end when not given"),
         textOf(&Invocation::at)},
        {QStringLiteral("namespace"), u'n', QStringLiteral("NS"), named, Text::tr("only this namespace"),
         textOf(&Invocation::namespaceName)},
        {QStringLiteral("all-namespaces"),
         u'A',
         {},
         named,
         Text::tr("all namespaces"),
         switchOf(&Invocation::allNamespaces)},
    };
}

QList<CommandOption> outputOptions()
{
    const QList<VerbName> printing{VerbName::List,   VerbName::Contexts,       VerbName::History,
                                   VerbName::Values, VerbName::Responsibility, VerbName::Rollout,
                                   VerbName::Replay};
    return {
        {QStringLiteral("output"), u'o', QStringLiteral("FORMAT"), printing,
         Text::tr("table, json, yaml, md or csv"), setFormat},
        {QStringLiteral("output"),
         u'o',
         QStringLiteral("FILE"),
         {VerbName::Record},
         Text::tr("the recording to write; it must not exist yet"),
         textOf(&Invocation::file)},
        {QStringLiteral("for"),
         {},
         QStringLiteral("TIME"),
         {VerbName::Record},
         Text::tr("stop after this time, such as 45m or 6h; until interrupted when not given"),
         durationOf(&Invocation::duration)},
        {QStringLiteral("revision"),
         {},
         QStringLiteral("N"),
         {VerbName::Values},
         Text::tr("the number of a revision; the newest when not given"),
         setRevision},
        {QStringLiteral("kind"),
         {},
         QStringLiteral("KIND"),
         {VerbName::Values},
         Text::tr("user (default): what was set; default: the chart's own values"),
         setKind},
        {QStringLiteral("component"),
         {},
         QStringLiteral("NAME"),
         {VerbName::Rollout},
         Text::tr("only this component: gpu or ib"),
         setComponent},
        {QStringLiteral("watch"),
         u'w',
         {},
         {VerbName::Rollout},
         Text::tr("print every change as a line, until interrupted"),
         switchOf(&Invocation::watch)},
        {QStringLiteral("reveal"),
         {},
         {},
         {VerbName::Values, VerbName::History},
         Text::tr("show what is masked because it looks like a secret"),
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
         Text::tr("no colours; NO_COLOR does the same"),
         switchOf(&Invocation::noColor)},
        {QStringLiteral("quiet"),
         u'q',
         {},
         {},
         Text::tr("no notes, only errors"),
         switchOf(&Invocation::quiet)},
        {QStringLiteral("verbose"),
         u'v',
         {},
         {},
         Text::tr("details of errors"),
         switchOf(&Invocation::verbose)},
        {QStringLiteral("help"), u'h', {}, {}, Text::tr("this text"), switchOf(&Invocation::help)},
        {QStringLiteral("version"),
         {},
         {},
         {},
         Text::tr("the program's version"),
         switchOf(&Invocation::version)},
    };
}

QString verbsText()
{
    return Text::tr(
        "Usage: chartroom [RECORDING]            opens the window\n"
        "       chartroom VERB [OPTIONS]\n"
        "\n"
        "Verbs:\n"
        "  list                 the releases, whose they are and why\n"
        "  contexts             the contexts of the kubeconfig and how they sign in\n"
        "  history RELEASE      the revisions of a release and what changed\n"
        "  values RELEASE       the values of a release\n"
        "  rollout              where every node is in the driver upgrades, and what holds it back\n"
        "  responsibility       the shared responsibility model with this cluster's releases\n"
        "  record -o FILE       write what happens in the cluster to a file\n"
        "  replay FILE          the inventory of a recording at a moment\n"
        "\n"
        "Exit status: 0 done, 1 failed or found something, 2 wrong usage, 3 cannot connect or not\n"
        "allowed, 130 interrupted.\n");
}

QString usageText(VerbName verb)
{
    switch (verb) {
    case VerbName::Window:
        return verbsText();
    case VerbName::List:
        return Text::tr("Usage: chartroom list [OPTIONS]\n\n"
                        "Lists the Helm releases of the context's namespace, or of all with -A, with owner "
                        "and evidence.\n");
    case VerbName::Contexts:
        return Text::tr("Usage: chartroom contexts [OPTIONS]\n\n"
                        "Lists the contexts of the kubeconfig. Connects to nothing and runs nothing.\n");
    case VerbName::History:
        return Text::tr("Usage: chartroom history RELEASE [OPTIONS]\n\n"
                        "Lists the revisions that are still stored, newest first, and what each changed.\n");
    case VerbName::Values:
        return Text::tr("Usage: chartroom values RELEASE [OPTIONS]\n\n"
                        "Prints the values of a release. What looks like a secret is masked.\n");
    case VerbName::Responsibility:
        return Text::tr("Usage: chartroom responsibility [OPTIONS]\n\n"
                        "Prints who installs, configures, upgrades and debugs each component.\n");
    case VerbName::Rollout:
        return Text::tr(
            "Usage: chartroom rollout [--component NAME] [--watch] [OPTIONS]\n\n"
            "Lists each node's step in the GPU and InfiniBand driver upgrades, with evidence, "
            "contradictions\nand blockers. Exit status 1 when a node failed, is stuck or lost.\n");
    case VerbName::Record:
        return Text::tr(
            "Usage: chartroom record -o FILE [--for TIME] [OPTIONS]\n\n"
            "Records nodes, pods, driver DaemonSets, events and releases until interrupted. Secrets, values\n"
            "that look like secrets, container arguments and environments are left out. An interrupt ends\n"
            "the recording well: exit status 0, or 130 when the time of --for was not over.\n");
    case VerbName::Replay:
        return Text::tr("Usage: chartroom replay FILE [--at TIME] [OPTIONS]\n\n"
                        "Prints releases and nodes as they were at a moment of a recording.\n");
    }
    return {};
}

} // namespace

const QHash<QString, VerbName> &verbNames()
{
    static const QHash<QString, VerbName> names{
        {QStringLiteral("list"), VerbName::List},
        {QStringLiteral("contexts"), VerbName::Contexts},
        {QStringLiteral("history"), VerbName::History},
        {QStringLiteral("values"), VerbName::Values},
        {QStringLiteral("responsibility"), VerbName::Responsibility},
        {QStringLiteral("rollout"), VerbName::Rollout},
        {QStringLiteral("record"), VerbName::Record},
        {QStringLiteral("replay"), VerbName::Replay},
    };
    return names;
}

const QList<CommandOption> &commandOptions()
{
    static const QList<CommandOption> options =
        clusterOptions() + readingOptions() + outputOptions() + generalOptions();
    return options;
}

QString helpText(VerbName verb)
{
    QString text = usageText(verb) + Text::tr("\nOptions:\n");
    for (const CommandOption &option : commandOptions()) {
        if (!option.isKnownTo(verb))
            continue;
        QString left =
            option.letter.isNull() ? QStringLiteral("      ") : QStringLiteral("  -%1, ").arg(option.letter);
        left += QStringLiteral("--") + option.name;
        if (!option.value.isEmpty())
            left += u' ' + option.value;
        text += left.leftJustified(28) + u' ' + option.help + u'\n';
    }
    return text;
}

} // namespace chartroom
