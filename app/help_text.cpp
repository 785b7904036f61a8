// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_text.h"

#include "app/command_line_tr.h"
#include "app/command_options.h"
#include "app/command_verbs.h"
#include "app/folded_text.h"

namespace chartroom {

namespace {

/// In columns: left what a person types, right what it does, folded.
QString helpEntry(const QString &left, const QString &right, qsizetype leftColumns, qsizetype width)
{
    const QString indent(leftColumns, u' ');
    const QStringList lines = foldedText(right, width - leftColumns, 0).split(u'\n');
    QString text = left.leftJustified(leftColumns - 1) + u' ';
    if (left.size() >= leftColumns)
        text = left + u'\n' + indent;
    for (qsizetype i = 0; i < lines.size(); ++i)
        text += (i == 0 ? QString() : indent) + lines[i] + u'\n';
    return text;
}

QString verbsText(qsizetype width)
{
    constexpr qsizetype names = 21;
    QString text = CommandLineTr::tr("\nVerbs:\n");
    for (const CommandVerb &verb : commandVerbs()) {
        if (verb.name.isEmpty())
            continue;
        const QString left = QStringLiteral("  %1 %2").arg(verb.name, verb.words).trimmed();
        const bool isShort = left.size() + 2 < names;
        text += helpEntry(QStringLiteral("  ") + (isShort ? left : verb.name), verb.summary, names, width);
    }
    return text;
}

QString optionText(const CommandOption &option)
{
    const QString letter =
        option.letter.isNull() ? QStringLiteral("    ") : QStringLiteral("-%1, ").arg(option.letter);
    return QStringLiteral("  %1--%2 %3").arg(letter, option.name, option.value);
}

} // namespace

QString helpText(VerbName verb, qsizetype columns)
{
    const qsizetype width = columns > 0 ? std::min<qsizetype>(columns, 100) : 80;
    constexpr qsizetype options = 28;
    const CommandVerb &told = commandVerb(verb);
    QString text;
    for (const QString &line : told.usage)
        text += (text.isEmpty() ? CommandLineTr::tr("Usage: ") : QStringLiteral("       ")) + line + u'\n';
    text = foldedText(text, width, 11) + foldedText(u'\n' + told.about + u'\n', width, 0);
    if (!told.examples.isEmpty())
        text += CommandLineTr::tr("\nExamples:\n  ") + told.examples.join(QStringLiteral("\n  ")) + u'\n';
    if (verb == VerbName::Window)
        text += verbsText(width) + foldedText(CommandLineTr::tr("\nchartroom help VERB explains a verb. ") +
                                                  tablesText() + u'\n',
                                              width, 0);
    text += CommandLineTr::tr("\nOptions:\n");
    for (const CommandOption &option : commandOptions())
        if (option.isKnownTo(verb))
            text += helpEntry(optionText(option), option.help, options, width);
    return text + foldedText(u'\n' + exitStatusText() + u'\n', width, 0);
}

QString noDisplayText()
{
    return CommandLineTr::tr(
        "These work in a terminal:\n"
        "\n"
        "  chartroom contexts                      the contexts of your kubeconfig\n"
        "  chartroom list -A                       the releases, their versions and owners\n"
        "  chartroom rollout                       driver rollouts, nodes in trouble first\n"
        "  chartroom findings                      what is wrong, and what to do\n"
        "  chartroom rollout --recording bundled   try it without a cluster\n"
        "  chartroom help                          all verbs\n");
}

} // namespace chartroom
