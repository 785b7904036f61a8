// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/invocation.h"

#include "app/command_line_tr.h"
#include "app/command_options.h"
#include "app/matrix_options.h"

#include <QRegularExpression>

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
        findVerb();
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
    /// The verb is the first word that is one: options in front of it are allowed, and values of options are
    /// no words.
    void findVerb()
    {
        for (qsizetype i = 0; i < m_arguments.size() && m_arguments[i] != u"--"; ++i) {
            const QString &argument = m_arguments[i];
            if (!argument.startsWith(u'-')) {
                const auto found = verbNames().constFind(argument);
                if (found != verbNames().cend()) {
                    m_invocation.verb = *found;
                    m_arguments.removeAt(i);
                }
                return;
            }
            const bool takesNext = std::any_of(
                commandOptions().cbegin(), commandOptions().cend(), [&](const CommandOption &option) {
                    return !option.value.isEmpty() &&
                           (argument == QStringLiteral("--") + option.name ||
                            (!option.letter.isNull() && argument == u'-' + QString(option.letter)));
                });
            if (takesNext)
                ++i;
        }
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
        if (!option.set(m_invocation, value))
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
        return usage(m_invocation.verb == VerbName::Window
                         ? CommandLineTr::tr("There is no option %1 here. See chartroom --help.").arg(shown)
                         : CommandLineTr::tr("chartroom %1 has no option %2. See chartroom %1 --help.")
                               .arg(verbNames().key(m_invocation.verb), shown));
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
        if (given.verb == VerbName::Window && !given.file.isEmpty() && !given.file.contains(u'.') &&
            !given.file.contains(u'/') && given.file != u"bundled")
            return usage(CommandLineTr::tr("There is no verb \"%1\". See chartroom --help.").arg(given.file));
        if (const auto upgrade = checkUpgrade(); !upgrade)
            return tl::make_unexpected(upgrade.error());
        if (const auto place = checkNamespace(); !place)
            return tl::make_unexpected(place.error());
        if (given.verb == VerbName::Recover && given.unhold + given.forget + !given.unsealTo.isEmpty() > 1)
            return usage(CommandLineTr::tr("Give one of --unhold, --forget and --unseal."));
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
        if (given.contexts.size() > 1 && given.verb != VerbName::List)
            return usage(CommandLineTr::tr("This verb takes one context."));
        if (given.allNamespaces && !given.namespaceName.isEmpty())
            return usage(CommandLineTr::tr("-n and -A exclude each other."));
        if (const auto format = checkFormat(); !format)
            return tl::make_unexpected(format.error());
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
                CommandLineTr::tr("What becomes of the values? Choose with --strategy; chartroom plan shows "
                                  "the three outcomes."));
        return {};
    }

    /// A recover that names an operation and no release.
    [[nodiscard]] bool isOfOperation() const
    {
        return m_invocation.verb == VerbName::Recover &&
               (m_invocation.unhold || m_invocation.forget || !m_invocation.unsealTo.isEmpty());
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
        if (given.verb != VerbName::Recover || !named.isEmpty())
            return {};
        if (given.release.isEmpty())
            return usage(
                CommandLineTr::tr("-n is the namespace of a release: give the release's name, too."));
        given.release = given.namespaceName + u'/' + given.release;
        return {};
    }

    [[nodiscard]] Result<void> checkFormat() const
    {
        using Format = OutputFormat;
        if (!m_invocation.format)
            return {};
        const Format format = *m_invocation.format;
        const bool isData = format == Format::Json || format == Format::Yaml;
        if (m_invocation.verb != VerbName::Ticket && (format == Format::Text || format == Format::Pdf))
            return usage(CommandLineTr::tr("Only a ticket is printed as txt or pdf."));
        if (m_invocation.verb != VerbName::Versions && format == Format::JUnit)
            return usage(CommandLineTr::tr("Only an audit of versions is printed as junit."));
        switch (m_invocation.verb) {
        case VerbName::Versions:
            if (!isData && format != Format::Table && format != Format::Markdown && format != Format::JUnit)
                return usage(CommandLineTr::tr(
                    "Versions are printed as table, json, yaml or md, an audit as junit, too."));
            break;
        case VerbName::Values:
            if (!isData)
                return usage(CommandLineTr::tr("Values are printed as yaml or json."));
            break;
        case VerbName::Diff:
            if (format == Format::Csv)
                return usage(CommandLineTr::tr("A diff is printed as table, json, yaml, patch, md or html."));
            break;
        case VerbName::Plan:
            if (!isData && format != Format::Table && format != Format::Markdown)
                return usage(CommandLineTr::tr("A plan is printed as table, json, yaml or md."));
            break;
        case VerbName::Ticket:
            if (format != Format::Markdown && format != Format::Html && format != Format::Text &&
                format != Format::Pdf && format != Format::Json)
                return usage(CommandLineTr::tr("A ticket is printed as md, html, txt, pdf or json."));
            break;
        default:
            if (format == Format::Patch || format == Format::Html)
                return usage(CommandLineTr::tr("Only a diff is printed as patch or html."));
        }
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
