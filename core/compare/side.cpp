// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/side.h"

#include "core/compare/compare_tr.h"

namespace chartroom {

namespace {

struct Word
{
    const char *text;
    Side::Kind kind;
};

constexpr std::array words{
    Word{"rev", Side::Kind::Computed},        Word{"user", Side::Kind::User},
    Word{"default", Side::Kind::Default},     Word{"file", Side::Kind::File},
    Word{"reference", Side::Kind::Reference}, Word{"outcome", Side::Kind::Outcome},
    Word{"manifest", Side::Kind::Manifest},   Word{"live", Side::Kind::Live},
    Word{"upgrade", Side::Kind::Upgrade},     Word{"crds", Side::Kind::Crds},
    Word{"readme", Side::Kind::Readme},       Word{"changes", Side::Kind::Changes},
};

QString wordOf(Side::Kind kind)
{
    const auto found =
        std::find_if(words.cbegin(), words.cend(), [&](const Word &word) { return word.kind == kind; });
    return QLatin1String(found->text);
}

tl::unexpected<Error> wrong(const QString &sentence)
{
    return failure(Error::Code::Invalid, sentence);
}

Result<Side> readOutcome(Side side, const QString &text, const QString &rest)
{
    const qsizetype at = rest.indexOf(u'@');
    const auto strategy = readStrategy(QStringView(rest).left(at < 0 ? rest.size() : at));
    if (!strategy)
        return wrong(CompareTr::tr("Unknown strategy in \"%1\"; use %2:reuse@VERSION, "
                                   "%2:reset-then-reuse@VERSION or %2:reset@VERSION.")
                         .arg(text, wordOf(side.kind)));
    side.strategy = *strategy;
    side.version = at < 0 ? QString() : rest.mid(at + 1);
    if (side.version.isEmpty())
        return wrong(CompareTr::tr("\"%1\" needs the target chart version: %2:%3@VERSION.")
                         .arg(text, wordOf(side.kind), strategyText(side.strategy)));
    return side;
}

/// `rest` is what follows the colon; nothing when there is no colon.
Result<Side> readRest(Side side, const QString &text, const std::optional<QString> &rest)
{
    switch (side.kind) {
    case Side::Kind::Computed:
    case Side::Kind::User:
    case Side::Kind::Manifest: {
        if (!rest)
            return side;
        bool isNumber = false;
        const int revision = rest->toInt(&isNumber);
        const bool isPlain = std::all_of(rest->cbegin(), rest->cend(), [](QChar c) { return c.isDigit(); });
        if (!isNumber || !isPlain || revision < 1)
            return wrong(CompareTr::tr("No revision in \"%1\"; use a number, at least 1, as in %2:4.")
                             .arg(text, wordOf(side.kind)));
        side.revision = revision;
        return side;
    }
    case Side::Kind::Default:
    case Side::Kind::Crds:
    case Side::Kind::Readme:
    case Side::Kind::Changes:
        side.version = rest.value_or(QString());
        if (rest && rest->isEmpty())
            return wrong(CompareTr::tr("No version in \"%1\"; use %2:VERSION, or %2 alone.")
                             .arg(text, wordOf(side.kind)));
        return side;
    case Side::Kind::File:
        side.path = rest.value_or(QString());
        if (side.path.isEmpty())
            return wrong(CompareTr::tr("No file in \"%1\"; use file:PATH.").arg(text));
        return side;
    case Side::Kind::Outcome:
    case Side::Kind::Upgrade:
        return readOutcome(std::move(side), text, rest.value_or(QString()));
    case Side::Kind::Reference:
    case Side::Kind::Live:
        break;
    }
    if (rest)
        return wrong(CompareTr::tr("In \"%1\" nothing may follow the word %2.").arg(text, wordOf(side.kind)));
    return side;
}

QString numbered(const Side &side)
{
    return wordOf(side.kind) + (side.revision ? u':' + QString::number(*side.revision) : QString());
}

} // namespace

bool isPlainText(Side::Kind kind)
{
    return kind == Side::Kind::Readme || kind == Side::Kind::Changes;
}

bool isOfArchive(Side::Kind kind)
{
    return kind == Side::Kind::Crds || isPlainText(kind);
}

Result<Side> readSide(const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    const QString word = text.left(colon);
    const auto found = std::find_if(words.cbegin(), words.cend(),
                                    [&](const Word &one) { return word == QLatin1String(one.text); });
    if (found == words.cend())
        return wrong(
            CompareTr::tr(
                "\"%1\" is not a valid side; use rev:N, user:N, default:VERSION, file:PATH, reference, "
                "outcome:STRATEGY@VERSION, manifest:N, live, upgrade:STRATEGY@VERSION or crds:VERSION.")
                .arg(text));
    Side side;
    side.kind = found->kind;
    std::optional<QString> rest;
    if (colon >= 0)
        rest = text.mid(colon + 1);
    return readRest(side, text, rest);
}

QString sideText(const Side &side)
{
    const QString word = wordOf(side.kind);
    switch (side.kind) {
    case Side::Kind::Computed:
    case Side::Kind::User:
    case Side::Kind::Manifest:
        return numbered(side);
    case Side::Kind::Default:
    case Side::Kind::Crds:
    case Side::Kind::Readme:
    case Side::Kind::Changes:
        return side.version.isEmpty() ? word : word + u':' + side.version;
    case Side::Kind::File:
        return word + u':' + side.path;
    case Side::Kind::Outcome:
    case Side::Kind::Upgrade:
        return word + u':' + strategyText(side.strategy) + u'@' + side.version;
    case Side::Kind::Reference:
    case Side::Kind::Live:
        break;
    }
    return word;
}

} // namespace chartroom
