// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual_page.h"

#include "app/command_line_tr.h"
#include "app/command_options.h"
#include "app/command_verbs.h"

namespace chartroom {

namespace {

/// Nothing in it is read as a request, an escape or a typographic dash.
QString roff(QString text)
{
    text.replace(u'\\', QStringLiteral("\\e")).replace(u'-', QStringLiteral("\\-"));
    return text.startsWith(u'.') || text.startsWith(u'\'') ? QStringLiteral("\\&") + text : text;
}

QString heading(const QString &title)
{
    return QStringLiteral(".SH %1\n").arg(title);
}

/// What a person types, and below it, indented, what it does.
QString tagged(const QString &tag, const QString &text)
{
    return QStringLiteral(".TP\n\\fB%1\\fR\n%2\n").arg(roff(tag), roff(text));
}

QString paragraphs(const QString &text)
{
    QStringList all = text.split(QStringLiteral("\n\n"));
    for (QString &one : all)
        one = roff(one);
    return all.join(QStringLiteral("\n.PP\n")) + u'\n';
}

QString verbSection(const CommandVerb &verb)
{
    QString text = QStringLiteral(".SS %1\n").arg(roff((verb.name + u' ' + verb.words).trimmed()));
    for (const QString &usage : verb.usage)
        text += roff(usage) + QStringLiteral("\n.br\n");
    text += QStringLiteral(".PP\n") + paragraphs(verb.about);
    if (!verb.examples.isEmpty())
        text +=
            QStringLiteral(".PP\n.nf\n    %1\n.fi\n").arg(roff(verb.examples.join(QStringLiteral("\n    "))));
    return text;
}

/// "" where every verb knows it.
QString verbsOf(const CommandOption &option)
{
    QStringList names;
    for (const CommandVerb &verb : commandVerbs())
        if (option.verbs.contains(verb.verb) && !verb.name.isEmpty())
            names << verb.name;
    return names.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(names.join(QStringLiteral(", ")));
}

QString optionTag(const CommandOption &option)
{
    const QString letter = option.letter.isNull() ? QString() : QStringLiteral("-%1, ").arg(option.letter);
    return (letter + QStringLiteral("--") + option.name + u' ' + option.value).trimmed();
}

QString environmentSection()
{
    return tagged(QStringLiteral("KUBECONFIG"),
                  CommandLineTr::tr("The kubeconfig files, as for kubectl; --kubeconfig wins.")) +
           tagged(QStringLiteral("HELM_KUBECONTEXT"),
                  CommandLineTr::tr("The context to use, as for helm; --context wins.")) +
           tagged(
               QStringLiteral("HELM_NAMESPACE"),
               CommandLineTr::tr("The namespace of list and of a release that is named without one, as for "
                                 "helm; -n, -A and NAMESPACE/RELEASE win.")) +
           tagged(QStringLiteral("NO_COLOR"), CommandLineTr::tr("No colors, if it is not empty.")) +
           tagged(
               QStringLiteral("COLUMNS"),
               CommandLineTr::tr("The width of tables where standard output is no terminal. Without it they "
                                 "are printed in full there."));
}

QString filesSection()
{
    return tagged(QStringLiteral("~/.local/state/chartroom/chartroom.log"),
                  CommandLineTr::tr("The log, without secrets.")) +
           tagged(QStringLiteral("~/.local/state/chartroom/operations"),
                  CommandLineTr::tr("Journals of operations, and what they saved of releases.")) +
           tagged(QStringLiteral("~/.config/chartroom/responsibility.yaml"),
                  CommandLineTr::tr("Your rules about owners.")) +
           tagged(QStringLiteral("~/.cache/chartroom/charts"), CommandLineTr::tr("Charts; safe to delete."));
}

} // namespace

QString manualPage()
{
    const CommandVerb &window = commandVerb(VerbName::Window);
    QString text = QStringLiteral(".TH CHARTROOM 1 \"\" \"chartroom %1\"\n")
                       .arg(roff(QStringLiteral(CHARTROOM_VERSION)));
    text +=
        heading(QStringLiteral("NAME")) +
        roff(CommandLineTr::tr("chartroom - Helm add-ons and GPU driver rollouts of Kubernetes clusters")) +
        u'\n';
    text += heading(QStringLiteral("SYNOPSIS"));
    for (const QString &usage : window.usage)
        text += roff(usage) + QStringLiteral("\n.br\n");
    text += heading(QStringLiteral("DESCRIPTION")) +
            paragraphs(window.about + QStringLiteral("\n\n") + tablesText());
    text += heading(QStringLiteral("VERBS"));
    for (const CommandVerb &verb : commandVerbs())
        if (!verb.name.isEmpty())
            text += verbSection(verb);
    text += heading(QStringLiteral("OPTIONS"));
    for (const CommandOption &option : commandOptions())
        text += tagged(optionTag(option), option.help + verbsOf(option));
    text += heading(QStringLiteral("EXIT STATUS")) + paragraphs(exitStatusText());
    text += heading(QStringLiteral("ENVIRONMENT")) + environmentSection();
    return text + heading(QStringLiteral("FILES")) + filesSection();
}

} // namespace chartroom
