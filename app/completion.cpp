// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/completion.h"

#include "app/command_options.h"
#include "app/command_verbs.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// The names of all contexts, a line each; asks no cluster.
QString contextsCommand()
{
    return u"chartroom contexts -o csv 2>/dev/null | tail -n +2 | cut -d , -f 2"_s;
}

bool takesFile(const CommandOption &option)
{
    return option.value == u"FILE" || option.value == u"FOLDER";
}

bool takesContext(const CommandOption &option)
{
    return option.name == u"context";
}

/// As one word of a shell.
QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', u"'\\''"_s) + u'\'';
}

QStringList namesOf(const CommandOption &option)
{
    QStringList names{u"--"_s + option.name};
    if (!option.letter.isNull())
        names.prepend(u'-' + QString(option.letter));
    return names;
}

QList<CommandVerb> namedVerbs()
{
    QList<CommandVerb> verbs = commandVerbs();
    verbs.removeIf([](const CommandVerb &verb) { return verb.name.isEmpty(); });
    return verbs;
}

QStringList verbNames()
{
    QStringList names;
    for (const CommandVerb &verb : namedVerbs())
        names << verb.name;
    return names;
}

/// What the first word behind a verb may be.
QStringList wordsOf(const CommandVerb &verb)
{
    if (verb.verb == VerbName::Window || verb.verb == VerbName::Help)
        return verbNames();
    return verb.choices;
}

QString bashValues()
{
    QString text;
    for (const CommandOption &option : commandOptions()) {
        if (option.value.isEmpty())
            continue;
        QStringList patterns;
        for (const QString &name : namesOf(option))
            for (const VerbName verb : option.verbs)
                patterns << u"\"%1 %2\""_s.arg(commandVerb(verb).name, name);
        QString values = u"return"_s;
        if (takesFile(option))
            values = u"compopt -o default; return"_s;
        else if (takesContext(option))
            values = u"words=$(%1)"_s.arg(contextsCommand());
        else if (!option.choices.isEmpty())
            values = u"words="_s + quoted(option.choices.join(u' '));
        text += u"        %1) %2 ;;\n"_s.arg(patterns.join(u" | "_s), values);
    }
    return text;
}

QString bashVerbs()
{
    QString text;
    for (const CommandVerb &verb : commandVerbs()) {
        QStringList options;
        for (const CommandOption &option : commandOptions())
            if (option.isKnownTo(verb.verb))
                options += namesOf(option);
        text += u"        %1) options=%2 words=%3 ;;\n"_s.arg(quoted(verb.name), quoted(options.join(u' ')),
                                                              quoted(wordsOf(verb).join(u' ')));
    }
    return text;
}

QString bashScript()
{
    return u"# Completion of chartroom for bash: source <(chartroom completion bash)\n"
           "_chartroom()\n"
           "{\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local verb= options= words= i\n"
           "    COMPREPLY=()\n"
           "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
           "        case ${COMP_WORDS[i]} in\n"
           "        %1) verb=${COMP_WORDS[i]} && break ;;\n"
           "        esac\n"
           "    done\n"
           "    case \"$verb $prev\" in\n"
           "%2"
           "    esac\n"
           "    if [[ -z $words ]]; then\n"
           "        case $verb in\n"
           "%3"
           "        esac\n"
           "    fi\n"
           "    [[ $cur == -* ]] && words=$options\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
           "    ((${#COMPREPLY[@]})) || [[ -n $verb && $verb != replay ]] || compopt -o default\n"
           "}\n"
           "complete -F _chartroom chartroom\n"_s.arg(verbNames().join(u" | "_s), bashValues(), bashVerbs());
}

/// For the text of a specification of _arguments and _describe, within single quotes.
QString zshText(QString text)
{
    for (const QChar sign : u"\\[]:"_s)
        text.replace(sign, u'\\' + QString(sign));
    return text;
}

QString zshOption(const CommandOption &option)
{
    QString values;
    if (takesFile(option))
        values = u":%1:_files"_s.arg(option.value);
    else if (takesContext(option))
        values = u":%1:_chartroom_contexts"_s.arg(option.value);
    else if (!option.choices.isEmpty())
        values = u":%1:(%2)"_s.arg(option.value, option.choices.join(u' '));
    else if (!option.value.isEmpty())
        values = u":%1: "_s.arg(zshText(option.value));
    const QString rest = u"[%1]"_s.arg(zshText(option.help)) + values;
    QString text =
        u' ' + quoted(u"*--%1%2"_s.arg(option.name, option.value.isEmpty() ? u""_s : u"="_s) + rest);
    if (!option.letter.isNull())
        text +=
            u' ' + quoted(u"*-%1%2"_s.arg(option.letter).arg(option.value.isEmpty() ? u""_s : u"+"_s) + rest);
    return text;
}

QString zshScript()
{
    QString verbs;
    QString cases;
    for (const CommandVerb &verb : commandVerbs()) {
        if (!verb.name.isEmpty())
            verbs += u"        "_s + quoted(verb.name + u':' + zshText(verb.summary)) + u'\n';
        QString words = u"_files"_s;
        if (verb.verb == VerbName::Window || verb.verb == VerbName::Help)
            words = u"_chartroom_verbs"_s;
        else if (!verb.choices.isEmpty())
            words = u"(%1)"_s.arg(verb.choices.join(u' '));
        else if (verb.verb != VerbName::Replay)
            words = u" "_s;
        QString options;
        for (const CommandOption &option : commandOptions())
            if (option.isKnownTo(verb.verb))
                options += u" \\\n           "_s + zshOption(option);
        cases += u"        %1) _arguments%2 \\\n            %3 ;;\n"_s.arg(quoted(verb.name), options,
                                                                           quoted(u"*:word:"_s + words));
    }
    return u"#compdef chartroom\n"
           "# Completion of chartroom for zsh: source <(chartroom completion zsh), after compinit\n"
           "_chartroom_contexts() {\n"
           "    local -a names=(${(f)\"$(%1)\"})\n"
           "    compadd -a names\n"
           "}\n"
           "_chartroom_verbs() {\n"
           "    local -a verbs=(\n"
           "%2"
           "    )\n"
           "    _describe verb verbs\n"
           "    _files\n"
           "}\n"
           "_chartroom() {\n"
           "    local -a before=(${words[2,CURRENT-1]})\n"
           "    case ${before[(r)(%3)]} in\n"
           "%4"
           "    esac\n"
           "}\n"
           "if [[ ${funcstack[1]} == _chartroom ]]; then\n"
           "    _chartroom \"$@\"\n"
           "else\n"
           "    compdef _chartroom chartroom\n"
           "fi\n"_s.arg(contextsCommand(), verbs, verbNames().join(u'|'), cases);
}

QString fishOption(const CommandOption &option)
{
    QStringList names;
    for (const VerbName verb : option.verbs)
        if (verb != VerbName::Window)
            names << commandVerb(verb).name;
    QStringList conditions;
    if (!names.isEmpty())
        conditions << u"__fish_seen_subcommand_from "_s + names.join(u' ');
    if (option.verbs.contains(VerbName::Window))
        conditions << u"__fish_use_subcommand"_s;
    QString text = u"complete -c chartroom"_s;
    if (!conditions.isEmpty())
        text += u" -n "_s + quoted(conditions.join(u"; or "_s));
    text += u" -l "_s + option.name;
    if (!option.letter.isNull())
        text += u" -s "_s + option.letter;
    if (takesFile(option))
        text += u" -r -F"_s;
    else if (takesContext(option))
        text += u" -x -a "_s + quoted(u"(%1)"_s.arg(contextsCommand()));
    else if (!option.choices.isEmpty())
        text += u" -x -a "_s + quoted(option.choices.join(u' '));
    else if (!option.value.isEmpty())
        text += u" -x"_s;
    return text + u" -d "_s + quoted(option.help) + u'\n';
}

QString fishScript()
{
    QString text = u"# Completion of chartroom for fish: chartroom completion fish | source\n"
                   "complete -c chartroom -n 'not __fish_use_subcommand' -f\n"
                   "complete -c chartroom -n '__fish_seen_subcommand_from replay' -F\n"_s;
    for (const CommandVerb &verb : namedVerbs()) {
        text += u"complete -c chartroom -n __fish_use_subcommand -a %1 -d %2\n"_s.arg(verb.name,
                                                                                      quoted(verb.summary));
        if (const QStringList words = wordsOf(verb); !words.isEmpty())
            text += u"complete -c chartroom -n '__fish_seen_subcommand_from %1' -a %2\n"_s.arg(
                verb.name, quoted(words.join(u' ')));
    }
    for (const CommandOption &option : commandOptions())
        text += fishOption(option);
    return text;
}

} // namespace

QString completionScript(const QString &shell)
{
    if (shell == u"bash")
        return bashScript();
    if (shell == u"zsh")
        return zshScript();
    return shell == u"fish" ? fishScript() : QString();
}

} // namespace chartroom
