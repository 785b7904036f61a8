// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/versions/matrix_rules.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerReleases()
{
    Q_INIT_RESOURCE(versions);
}

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 maxReleasesBytes = 1024 * 1024;

QStringList texts(const Value &list)
{
    QStringList all;
    for (const Value &element : list.list())
        all.append(element.scalarText());
    return all;
}

bool isOlder(QStringView a, QStringView b)
{
    return compareSpellings(a, b) == VersionOrder::Older;
}

} // namespace

bool KnownReleases::isUnheardOf(const QString &version) const
{
    const auto read = VersionText::read(version);
    if (!read)
        return false;
    const QStringList &bounds = lines.isEmpty() ? exact : lines;
    if (bounds.isEmpty() || isOlder(version, bounds.constFirst()) || isOlder(bounds.constLast(), version))
        return false;
    const auto isSame = [&version](const QString &known) { return isSameVersion(version, known); };
    if (!lines.isEmpty() && std::none_of(lines.cbegin(), lines.cend(), isSame))
        return true;
    // Of the newest line there may be more by now than when this was read.
    const bool isNewest = !lines.isEmpty() && isSame(lines.constLast());
    return !exact.isEmpty() && !isNewest && std::none_of(exact.cbegin(), exact.cend(), isSame) &&
           !isNewerPatch(version);
}

bool KnownReleases::isNewerPatch(const QString &version) const
{
    const auto line = std::find_if(lines.cbegin(), lines.cend(),
                                   [&version](const QString &one) { return isSameVersion(version, one); });
    if (line == lines.cend() || *line == lines.constLast() || exact.isEmpty() || !VersionText::read(version))
        return false;
    return std::all_of(exact.cbegin(), exact.cend(), [&](const QString &known) {
        return !isSameVersion(*line, known) || isOlder(known, version);
    });
}

std::optional<int> KnownReleases::linesBetween(const QString &a, const QString &b) const
{
    const auto lineOf = [this](const QString &version) {
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (isSameVersion(lines.at(i), version))
                return i;
        }
        return qsizetype(-1);
    };
    const qsizetype first = lineOf(a);
    const qsizetype second = lineOf(b);
    if (first < 0 || second < 0)
        return std::nullopt;
    return int(std::max<qsizetype>(0, std::abs(second - first) - 1));
}

Result<QList<KnownReleases>> readKnownReleases(const QByteArray &yaml)
{
    const Result<Value> read = readYaml(yaml);
    if (!read)
        return tl::make_unexpected(read.error());
    if (read->at({u"chartroomReleases"_s}).scalarText() != u"1")
        return failure(
            Error::Code::Unsupported,
            VersionsTr::tr("The list of known releases has a format that this build does not support."));
    QList<KnownReleases> all;
    for (const Value &item : read->at({u"releases"_s}).list()) {
        KnownReleases releases;
        releases.component = item.at({u"component"_s}).toString();
        releases.lines = texts(item.at({u"lines"_s}));
        releases.exact = texts(item.at({u"exact"_s}));
        releases.isComplete = item.at({u"complete"_s}).toBool();
        releases.source = item.at({u"source"_s}).toString();
        releases.date = item.at({u"date"_s}).scalarText();
        const bool isEmpty = releases.lines.isEmpty() && releases.exact.isEmpty();
        if (releases.component.isEmpty() || releases.source.isEmpty() || isEmpty)
            return failure(Error::Code::Invalid,
                           VersionsTr::tr("An element of the list of known releases lacks its component, its "
                                          "source or its versions."));
        all.append(releases);
    }
    return all;
}

const QList<KnownReleases> &knownReleases()
{
    static const QList<KnownReleases> all = [] {
        registerReleases();
        const auto yaml = readPlainFile(u":/versions/releases.yaml"_s, maxReleasesBytes);
        return yaml ? readKnownReleases(*yaml).value_or(QList<KnownReleases>()) : QList<KnownReleases>();
    }();
    return all;
}

} // namespace chartroom
