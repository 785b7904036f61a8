// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/invocation.h"

#include "app/command_line_tr.h"
#include "app/command_options.h"
#include "app/command_verbs.h"
#include "app/matrix_options.h"
#include "app/nearest_word.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

tl::unexpected<Error> usage(const QString &message)
{
    return failure(Error::Code::Invalid, message);
}

/// Goes through the arguments once; options and words may stand in any order.
class Parser
{
public:
    explicit Parser(QStringList arguments)
        : m_arguments(std::move(arguments))
    {}

    Result<Invocation> parse()
    {
        if (const auto found = findVerb(); !found)
            return tl::make_unexpected(found.error());
        while (!m_arguments.isEmpty()) {
            const QString argument = m_arguments.takeFirst();
            if (argument == u"--") {
                m_words += m_arguments;
                break;
            }
            const auto read = argument.startsWith(u"--") ? readLong(argument.mid(2))
                              : argument.size() > 1 && argument.startsWith(u'-')
                                  ? readLetters(argument.mid(1))
                                  : readWord(argument);
            if (!read)
                return tl::make_unexpected(read.error());
        }
        if (m_invocation.help || m_invocation.version)
            return m_invocation;
        if (const auto placed = placeWords(); !placed)
            return tl::make_unexpected(placed.error());
        return checked();
    }

private:
    /// The verb is the first word: options in front of it are allowed, and values of options are no words. A
    /// word that can be no file has to be one.
    Result<void> findVerb()
    {
        for (qsizetype i = 0; i < m_arguments.size() && m_arguments[i] != u"--"; ++i) {
            const QString argument = m_arguments[i];
            if (!argument.startsWith(u'-')) {
                const CommandVerb *verb = argument.isEmpty() ? nullptr : findCommandVerb(argument);
                const bool isFile = argument.isEmpty() || argument.contains(u'.') ||
                                    argument.contains(u'/') || argument == u"bundled";
                if (!verb && isFile && !m_invocation.help)
                    return {};
                if (!verb)
                    return usage(CommandLineTr::tr("There is no verb \"%1\".%2 See chartroom --help.")
                                     .arg(argument, meant({}, nearestWord(argument, verbNames()))));
                m_arguments.removeAt(i--);
                m_invocation.verb = verb->verb;
                if (verb->verb != VerbName::Help)
                    return {};
                m_invocation.help = true; // of the verb that follows
                m_invocation.verb = VerbName::Window;
                continue;
            }
            const auto isIt = [&argument](const CommandOption &option) {
                return argument.section(u'=', 0, 0) == QStringLiteral("--") + option.name ||
                       (!option.letter.isNull() && argument.startsWith(u'-' + QString(option.letter)));
            };
            const QList<CommandOption> &options = commandOptions();
            const auto option = std::find_if(options.cbegin(), options.cend(), isIt);
            if (option == options.cend())
                return {}; // which is the mistake to name
            if (!option->value.isEmpty() && (argument == QStringLiteral("--") + option->name ||
                                             argument == u'-' + QString(option->letter)))
                ++i;
        }
        return {};
    }

    [[nodiscard]] static QStringList verbNames()
    {
        QStringList names;
        for (const CommandVerb &verb : commandVerbs())
            if (!verb.name.isEmpty())
                names.append(verb.name);
        return names;
    }

    /// A sentence, with a space in front.
    [[nodiscard]] static QString meant(const QString &sign, const QString &word)
    {
        return word.isEmpty() ? QString() : u' ' + CommandLineTr::tr("Did you mean \"%1\"?").arg(sign + word);
    }

    [[nodiscard]] const CommandOption *find(const std::function<bool(const CommandOption &)> &isMeant) const
    {
        for (const CommandOption &option : commandOptions())
            if (isMeant(option) && option.isKnownTo(m_invocation.verb))
                return &option;
        return nullptr;
    }

    Result<void> apply(const CommandOption &option, const QString &shown, const QString &value)
    {
        const bool isChoice = option.choices.isEmpty() || option.choices.contains(value);
        if (!isChoice || !option.set(m_invocation, value))
            return usage(CommandLineTr::tr("%1 %2 cannot be \"%3\": %4.")
                             .arg(shown, option.value, value, option.help));
        return {};
    }

    Result<void> readLong(const QString &argument)
    {
        const qsizetype equals = argument.indexOf(u'=');
        const QString name = argument.left(equals);
        const QString shown = QStringLiteral("--") + name;
        const CommandOption *option =
            find([&](const CommandOption &candidate) { return candidate.name == name; });
        if (!option)
            return unknown(shown);
        if (option->value.isEmpty()) {
            if (equals >= 0)
                return usage(CommandLineTr::tr("%1 takes no value.").arg(shown));
            return apply(*option, shown, {});
        }
        if (equals >= 0)
            return apply(*option, shown, argument.mid(equals + 1));
        return applyNext(*option, shown);
    }

    Result<void> readLetters(const QString &letters)
    {
        for (qsizetype i = 0; i < letters.size(); ++i) {
            const QString shown = u'-' + QString(letters[i]);
            const CommandOption *option =
                find([&](const CommandOption &candidate) { return candidate.letter == letters[i]; });
            if (!option)
                return unknown(shown);
            if (!option->value.isEmpty()) {
                QString rest = letters.mid(i + 1);
                if (rest.startsWith(u'='))
                    rest.remove(0, 1);
                return rest.isEmpty() ? applyNext(*option, shown) : apply(*option, shown, rest);
            }
            if (const auto applied = apply(*option, shown, {}); !applied)
                return applied;
        }
        return {};
    }

    Result<void> applyNext(const CommandOption &option, const QString &shown)
    {
        if (m_arguments.isEmpty())
            return usage(CommandLineTr::tr("%1 needs a value: %2.").arg(shown, option.value));
        return apply(option, shown, m_arguments.takeFirst());
    }

    Result<void> readWord(const QString &word)
    {
        m_words.append(word);
        return {};
    }

    [[nodiscard]] tl::unexpected<Error> unknown(const QString &shown) const
    {
        QStringList names;
        for (const CommandOption &option : commandOptions())
            if (option.isKnownTo(m_invocation.verb))
                names.append(option.name);
        const QString near = shown.startsWith(u"--")
                                 ? meant(QStringLiteral("--"), nearestWord(shown.mid(2), names))
                                 : QString();
        return usage(
            m_invocation.verb == VerbName::Window
                ? CommandLineTr::tr("There is no option %1 here.%2 See chartroom --help.").arg(shown, near)
                : CommandLineTr::tr("chartroom %1 has no option %2.%3 See chartroom %1 --help.")
                      .arg(commandVerb(m_invocation.verb).name, shown, near));
    }

    Result<void> placeWords()
    {
        QString Invocation::*place = nullptr;
        QString missing;
        switch (m_invocation.verb) {
        case VerbName::History:
        case VerbName::Values:
        case VerbName::Diff:
        case VerbName::Plan:
        case VerbName::Rollback:
            place = &Invocation::release;
            missing = CommandLineTr::tr("Which release? Give its name, or namespace/name.");
            break;
        case VerbName::Replay:
            missing = CommandLineTr::tr("Which recording? Give a file, or \"bundled\".");
            [[fallthrough]];
        case VerbName::Window:
            place = &Invocation::file;
            break;
        case VerbName::Upgrade:
        case VerbName::Recover:
        case VerbName::Ticket:
            place = &Invocation::release;
            break;
        case VerbName::Versions:
            place = &Invocation::action;
            missing = CommandLineTr::tr("What of the versions? Say audit, init, diff, promote or rollback.");
            break;
        case VerbName::Completion:
            place = &Invocation::action;
            missing = CommandLineTr::tr("For which shell? Give bash, zsh or fish.");
            break;
        default:
            break;
        }
        if (place && !m_words.isEmpty())
            m_invocation.*place = m_words.takeFirst();
        if (!missing.isEmpty() &&
            (m_invocation.*place).isEmpty()) // also a variable of a script that is empty
            return usage(missing);
        if (m_invocation.verb == VerbName::Rollback && !placeRevision())
            return usage(
                CommandLineTr::tr("Back to which revision? Give its number; see chartroom history."));
        if (m_words.isEmpty())
            return {};
        return usage(
            CommandLineTr::tr("\"%1\" is one argument too many. See chartroom --help.").arg(m_words.first()));
    }

    bool placeRevision()
    {
        bool isNumber = false;
        const int revision = m_words.isEmpty() ? 0 : m_words.takeFirst().toInt(&isNumber);
        m_invocation.revision = revision;
        return isNumber && revision > 0;
    }

    Result<Invocation> checked()
    {
        const Invocation &given = m_invocation;
        if (given.verb == VerbName::Completion && !commandVerb(given.verb).choices.contains(given.action))
            return usage(CommandLineTr::tr("There is no completion for %1: give bash, zsh or fish.")
                             .arg(given.action));
        if (const auto upgrade = checkUpgrade(); !upgrade)
            return tl::make_unexpected(upgrade.error());
        if (const auto place = checkNamespace(); !place)
            return tl::make_unexpected(place.error());
        if (given.verb == VerbName::Recover &&
            given.unhold + given.forget + given.close + !given.unsealTo.isEmpty() > 1)
            return usage(CommandLineTr::tr("Give one of --unhold, --close, --forget and --unseal."));
        if (isOfOperation() && (given.release.isEmpty() || given.release.contains(u'/')))
            return usage(CommandLineTr::tr("Which operation? chartroom recover names it."));
        if (given.verb == VerbName::Recover && !given.unhold &&
            ((given.yes && !given.forget) || !given.reasons.isEmpty()))
            return usage(
                CommandLineTr::tr("Without --unhold there is nothing to run: leave out --yes and --reason."));
        if (given.verb == VerbName::Recover && !isOfOperation() && !given.release.isEmpty() &&
            given.release.count(u'/') != 1)
            return usage(
                CommandLineTr::tr("Give the release as namespace/name, or its name with -n NAMESPACE."));
        if (given.verb == VerbName::Ticket && !given.phase)
            return usage(
                CommandLineTr::tr("When is it written? Give --phase before, during, after or handover."));
        if (const QString mistake = versionsMistake(given); !mistake.isEmpty())
            return usage(mistake);
        if (given.verb == VerbName::Record && given.file.isEmpty())
            return usage(CommandLineTr::tr("Where to? Give the file with -o FILE."));
        if (!given.recording.isEmpty() &&
            (!given.kubeconfig.isEmpty() || !given.contexts.isEmpty() || given.allContexts))
            return usage(CommandLineTr::tr(
                "A recording and a cluster at once cannot be read: leave out --recording or "
                "the other options."));
        if (!given.at.isEmpty() && given.recording.isEmpty() && given.verb != VerbName::Replay)
            return usage(CommandLineTr::tr("--at needs a recording."));
        if (given.watch && given.format)
            return usage(CommandLineTr::tr("--watch prints lines; leave out -o."));
        if (given.allContexts && !given.contexts.isEmpty())
            return usage(CommandLineTr::tr("--all-contexts and --context exclude each other."));
        if (!given.isForSeveral() && (given.allContexts || given.contexts.size() > 1))
            return usage(given.watch ? CommandLineTr::tr("--watch follows one context.")
                                     : CommandLineTr::tr("This verb takes one context."));
        if (given.allNamespaces && !given.namespaceName.isEmpty())
            return usage(CommandLineTr::tr("-n and -A exclude each other."));
        if (const auto sides = readSides(); !sides)
            return tl::make_unexpected(sides.error());
        return m_invocation;
    }

    /// A saved plan as it stands, or all that makes one.
    [[nodiscard]] Result<void> checkUpgrade() const
    {
        const Invocation &given = m_invocation;
        if (given.verb != VerbName::Upgrade)
            return {};
        const bool isDirect = !given.release.isEmpty() || !given.toText.isEmpty() || given.strategy ||
                              !given.setArguments.isEmpty() || !given.valuesFiles.isEmpty() ||
                              !given.canary.isEmpty() || given.bake.count() > 0 || given.gpuFloor ||
                              given.helmTimeout || !given.namespaceName.isEmpty() ||
                              !given.repository.isEmpty();
        if (!given.planFile.isEmpty() && isDirect)
            return usage(CommandLineTr::tr("A plan is run as it stands: leave out what is in it."));
        if (!given.planFile.isEmpty())
            return {};
        if (given.release.isEmpty())
            return usage(
                CommandLineTr::tr("Which release? Give its name, or a saved plan with --plan FILE."));
        if (given.toText.isEmpty())
            return usage(CommandLineTr::tr("Which chart version? Give it with --to VERSION."));
        if (!given.strategy)
            return usage(
                CommandLineTr::tr("Which values strategy? Choose with --strategy; chartroom plan shows "
                                  "the three outcomes."));
        return {};
    }

    /// A recover that names an operation and no release.
    [[nodiscard]] bool isOfOperation() const
    {
        return m_invocation.verb == VerbName::Recover &&
               (m_invocation.unhold || m_invocation.forget || m_invocation.close ||
                !m_invocation.unsealTo.isEmpty());
    }

    /// -n is where the release is, and never quietly another place than what the release says itself.
    Result<void> checkNamespace()
    {
        Invocation &given = m_invocation;
        if (given.namespaceName.isEmpty() || isOfOperation())
            return {};
        const QString named = given.release.section(u'/', 0, -2);
        if (!named.isEmpty() && named != given.namespaceName)
            return usage(CommandLineTr::tr("%1 is in namespace %2, and -n says %3. Leave one of them out.")
                             .arg(given.release, named, given.namespaceName));
        if (given.verb != VerbName::Recover || !named.isEmpty() || given.release.isEmpty())
            return {};
        given.release = given.namespaceName + u'/' + given.release;
        return {};
    }

    /// What --from, --to and --kind name.
    Result<void> readSides()
    {
        Invocation &given = m_invocation;
        if (given.verb == VerbName::Plan && given.toText.isEmpty())
            return usage(CommandLineTr::tr("Which chart version? Give it with --to VERSION."));
        if (given.verb == VerbName::Values)
            return readKind();
        if (given.verb != VerbName::Diff)
            return {};
        if (given.fromText.isEmpty() || given.toText.isEmpty())
            return usage(CommandLineTr::tr("Which sides? Give them with --from SIDE and --to SIDE."));
        const Result<Side> from = readSide(given.fromText);
        const Result<Side> to = readSide(given.toText);
        if (!from || !to)
            return tl::make_unexpected(from ? to.error() : from.error());
        given.from = *from;
        given.to = *to;
        return {};
    }

    Result<void> readKind()
    {
        Invocation &given = m_invocation;
        const bool isComputed = given.kindText == u"computed";
        const Result<Side> side = readSide(isComputed ? QStringLiteral("rev") : given.kindText);
        const bool isPlain = given.kindText == u"user" || given.kindText == u"default" || isComputed;
        if (!isPlain && !(side && side->kind == Side::Kind::Outcome)) {
            if (!side && given.kindText.startsWith(u"outcome"))
                return tl::make_unexpected(side.error());
            return usage(CommandLineTr::tr("--kind cannot be \"%1\": it takes user, computed, default or "
                                           "outcome:STRATEGY@VERSION.")
                             .arg(given.kindText));
        }
        given.from = *side;
        given.from.revision = given.revision;
        if (side->kind == Side::Kind::Outcome && given.revision)
            return usage(
                CommandLineTr::tr("An outcome starts from the newest revision; leave out --revision."));
        return {};
    }

    QStringList m_arguments;
    QStringList m_words;
    Invocation m_invocation;
};

} // namespace

bool isContextPattern(const QString &context)
{
    return context.contains(u'*') || context.contains(u'?') || context.contains(u'[');
}

bool Invocation::isForSeveral() const
{
    switch (verb) {
    case VerbName::List:
    case VerbName::Findings:
    case VerbName::Gpus:
        return true;
    case VerbName::Rollout:
        return !watch;
    case VerbName::Versions:
        return action == u"audit" && format != OutputFormat::JUnit;
    default:
        return false;
    }
}

bool Invocation::isOverSeveral() const
{
    return isForSeveral() && (allContexts || contexts.size() > 1 ||
                              std::any_of(contexts.cbegin(), contexts.cend(), isContextPattern));
}

Result<Invocation> parseInvocation(const QStringList &arguments)
{
    return Parser(arguments).parse();
}

std::optional<std::chrono::milliseconds> parseDuration(QStringView text)
{
    static const QRegularExpression whole(QStringLiteral(
        "^(?:(\\d{1,6})h)?(?:(\\d{1,6})m(?!s))?(?:(\\d{1,9}(?:\\.\\d{1,3})?)(?:s|$))?(?:(\\d{1,9})ms)?$"));
    const auto match = whole.match(text.toString());
    if (text.isEmpty() || !match.hasMatch())
        return std::nullopt;
    return std::chrono::hours(match.captured(1).toInt()) + std::chrono::minutes(match.captured(2).toInt()) +
           std::chrono::milliseconds(qRound64(match.captured(3).toDouble() * 1000)) +
           std::chrono::milliseconds(match.captured(4).toInt());
}

} // namespace chartroom
