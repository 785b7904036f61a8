// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/semantic_version.h"

#include "core/charts/chart_sources.h"
#include "core/charts/upgrade_steps.h"

#include <QRegularExpression>

namespace chartroom {

namespace {

constexpr qsizetype longest = 256; // MaxVersionLen

std::optional<quint64> segment(const QString &digits)
{
    if (digits.isEmpty())
        return 0;
    bool fits = false;
    const quint64 number = digits.toULongLong(&fits);
    return fits ? std::optional(number) : std::nullopt;
}

bool isNumber(const QString &part)
{
    return !part.isEmpty() &&
           std::all_of(part.cbegin(), part.cend(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

/// A pre-release part that is a number for Go's ParseUint: what overflows is text.
std::optional<quint64> number(const QString &part)
{
    return isNumber(part) ? segment(part) : std::nullopt;
}

std::weak_ordering compareParts(const QString &a, const QString &b)
{
    if (a == b)
        return std::weak_ordering::equivalent;
    const auto x = number(a);
    const auto y = number(b);
    if (x && y)
        return *x <=> *y;
    if (x || y)
        return x ? std::weak_ordering::less : std::weak_ordering::greater;
    return a < b ? std::weak_ordering::less : std::weak_ordering::greater;
}

std::optional<ChartVersion> newest(const ChartVersions &versions, const QString &current, bool sameMajor)
{
    const UpgradeRule &rule = upgradeRule(versions.source.chart);
    const auto installed = SemanticVersion::read(current);
    std::optional<ChartVersion> best;
    std::optional<SemanticVersion> bestVersion = installed;
    for (const ChartVersion &candidate : versions.versions) {
        const auto version = SemanticVersion::read(candidate.version);
        if (!version || (version->isPreRelease() && !(installed && installed->isPreRelease())))
            continue;
        if (sameMajor && (!installed || !isSameMajor(rule, *version, *installed)))
            continue;
        if (!bestVersion || *version > *bestVersion) {
            best = candidate;
            bestVersion = version;
        }
    }
    return best;
}

} // namespace

std::optional<SemanticVersion> SemanticVersion::read(QStringView text)
{
    static const QRegularExpression pattern(QStringLiteral(
        "\\Av?([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?"
        "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z"));
    if (text.size() > longest)
        return std::nullopt;
    const QRegularExpressionMatch match = pattern.match(text.toString());
    if (!match.hasMatch())
        return std::nullopt;
    const auto major = segment(match.captured(1));
    const auto minor = segment(match.captured(2));
    const auto patch = segment(match.captured(3));
    if (!major || !minor || !patch)
        return std::nullopt;
    SemanticVersion version;
    version.m_major = *major;
    version.m_minor = *minor;
    version.m_patch = *patch;
    if (const QString preRelease = match.captured(4); !preRelease.isEmpty())
        version.m_preRelease = preRelease.split(u'.');
    for (const QString &part : std::as_const(version.m_preRelease)) {
        if (part.size() > 1 && part.startsWith(u'0') && isNumber(part))
            return std::nullopt;
    }
    return version;
}

std::weak_ordering operator<=>(const SemanticVersion &a, const SemanticVersion &b)
{
    if (const auto order = a.m_major <=> b.m_major; std::is_neq(order))
        return order;
    if (const auto order = a.m_minor <=> b.m_minor; std::is_neq(order))
        return order;
    if (const auto order = a.m_patch <=> b.m_patch; std::is_neq(order))
        return order;
    if (a.isPreRelease() != b.isPreRelease())
        return a.isPreRelease() ? std::weak_ordering::less : std::weak_ordering::greater;
    for (qsizetype i = 0; i < std::min(a.m_preRelease.size(), b.m_preRelease.size()); ++i) {
        if (const auto order = compareParts(a.m_preRelease.at(i), b.m_preRelease.at(i)); std::is_neq(order))
            return order;
    }
    return a.m_preRelease.size() <=> b.m_preRelease.size();
}

std::weak_ordering compareVersions(QStringView a, QStringView b)
{
    const auto x = SemanticVersion::read(a);
    const auto y = SemanticVersion::read(b);
    if (x && y)
        return *x <=> *y;
    if (x || y)
        return x ? std::weak_ordering::greater : std::weak_ordering::less;
    return a.compare(b) <=> 0;
}

std::optional<ChartVersion> newestVersion(const ChartVersions &versions, const QString &current)
{
    return newest(versions, current, false);
}

std::optional<ChartVersion> newestOfMajor(const ChartVersions &versions, const QString &current)
{
    return newest(versions, current, true);
}

} // namespace chartroom
