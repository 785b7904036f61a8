// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/version_range.h"

#include "core/charts/semantic_version.h"

#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestConstraint = 512;
constexpr qsizetype mostGroups = 32;

/// One comparison of a constraint; a part written as x or left out is dirty.
struct Comparison
{
    QString operation;
    SemanticVersion version;
    bool dirty = false;
    bool minorDirty = false;
    bool patchDirty = false;
};

QString versionPattern()
{
    return u"v?([0-9|x|X|\\*]+)(\\.[0-9|x|X|\\*]+)?(\\.[0-9|x|X|\\*]+)?"
           "(-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?"_s;
}

QString operationPattern()
{
    return u"=||!=|>|<|>=|=>|<=|=<|~|~>|\\^"_s;
}

bool isAny(QStringView part)
{
    return part.isEmpty() || part == u"x" || part == u"X" || part == u"*";
}

std::optional<Comparison> readComparison(const QString &text)
{
    static const QRegularExpression pattern(
        u"\\A\\s*(%1)\\s*(%2)\\s*\\z"_s.arg(operationPattern(), versionPattern()));
    Comparison comparison;
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    comparison.operation = match.captured(1);
    const QString pre = match.captured(6);
    QString version = match.captured(2);
    if (isAny(match.capturedView(3))) {
        version = u"0.0.0"_s + pre;
        comparison.dirty = true;
    } else if (isAny(match.capturedView(4).mid(match.capturedView(4).startsWith(u'.') ? 1 : 0))) {
        version = match.captured(3) + u".0.0"_s + pre;
        comparison.dirty = comparison.minorDirty = true;
    } else if (isAny(match.capturedView(5).mid(match.capturedView(5).startsWith(u'.') ? 1 : 0))) {
        version = match.captured(3) + match.captured(4) + u".0"_s + pre;
        comparison.dirty = comparison.patchDirty = true;
    }
    const auto read = SemanticVersion::read(version);
    if (!read)
        return std::nullopt;
    comparison.version = *read;
    return comparison;
}

bool tilde(const SemanticVersion &v, const Comparison &c)
{
    if (v < c.version)
        return false;
    const SemanticVersion &wanted = c.version;
    if (wanted.major() == 0 && wanted.minor() == 0 && wanted.patch() == 0 && !c.minorDirty && !c.patchDirty)
        return true;
    return v.major() == wanted.major() && (v.minor() == wanted.minor() || c.minorDirty);
}

bool caret(const SemanticVersion &v, const Comparison &c)
{
    if (v < c.version)
        return false;
    const SemanticVersion &wanted = c.version;
    if (wanted.major() > 0 || c.minorDirty)
        return v.major() == wanted.major();
    if (v.major() > 0)
        return false;
    if (wanted.minor() > 0 || c.patchDirty)
        return v.minor() == wanted.minor();
    return v.minor() == 0 && v.patch() == wanted.patch();
}

bool notEqual(const SemanticVersion &v, const Comparison &c)
{
    if (c.dirty) {
        if (c.version.major() != v.major())
            return true;
        if (c.minorDirty)
            return false;
        if (c.version.minor() != v.minor())
            return true;
        if (c.patchDirty)
            return v.preRelease() != c.version.preRelease();
        if (c.version.patch() != v.patch())
            return true;
    }
    return v != c.version;
}

bool greater(const SemanticVersion &v, const Comparison &c)
{
    if (c.dirty && v.major() != c.version.major())
        return v.major() > c.version.major();
    if (c.minorDirty)
        return false;
    return c.patchDirty ? v.minor() > c.version.minor() : v > c.version;
}

bool lessOrEqual(const SemanticVersion &v, const Comparison &c)
{
    if (!c.dirty)
        return v <= c.version;
    return v.major() < c.version.major() ||
           (v.major() == c.version.major() && (v.minor() <= c.version.minor() || c.minorDirty));
}

bool holds(const SemanticVersion &v, const Comparison &c)
{
    const QString &operation = c.operation;
    if (operation == u"!=")
        return notEqual(v, c);
    if (operation == u">")
        return greater(v, c);
    if (operation == u"<")
        return v < c.version;
    if (operation == u">=" || operation == u"=>")
        return v >= c.version;
    if (operation == u"<=" || operation == u"=<")
        return lessOrEqual(v, c);
    if (operation == u"^")
        return caret(v, c);
    if (operation.startsWith(u'~') || c.dirty)
        return tilde(v, c);
    return v == c.version;
}

/// "1.2 - 2.3" becomes ">= 1.2, <= 2.3".
QString withoutHyphens(const QString &constraint)
{
    static const QRegularExpression pattern(u"\\s*(%1)\\s+-\\s+(%1)\\s*"_s.arg(versionPattern()));
    QString out = constraint;
    for (auto matches = pattern.globalMatch(constraint); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const qsizetype at = out.indexOf(match.capturedView(0));
        out.replace(at, match.capturedLength(0),
                    u">= %1, <= %2 "_s.arg(match.capturedView(1), match.capturedView(11)));
    }
    return out;
}

std::optional<QList<Comparison>> readGroup(const QString &text)
{
    static const QRegularExpression valid(
        u"\\A(\\s*(%1)\\s*(%2)\\s*)((?:\\s+|,\\s*)(%1)\\s*(%2)\\s*)*\\z"_s.arg(operationPattern(),
                                                                               versionPattern()));
    static const QRegularExpression each(u"(%1)\\s*(%2)"_s.arg(operationPattern(), versionPattern()));
    if (!valid.match(text).hasMatch())
        return std::nullopt;
    QList<Comparison> group;
    for (auto matches = each.globalMatch(text); matches.hasNext();) {
        const auto comparison = readComparison(matches.next().captured(0));
        if (!comparison)
            return std::nullopt;
        group.append(*comparison);
    }
    return group;
}

} // namespace

bool isCompatibleRange(QStringView constraint, QStringView version)
{
    const auto v = SemanticVersion::read(version);
    if (!v || constraint.size() > longestConstraint)
        return false;
    const QStringList groups = withoutHyphens(constraint.toString()).split(u"||"_s);
    if (groups.size() > mostGroups)
        return false;
    bool matches = false;
    for (const QString &text : groups) {
        const auto group = readGroup(text);
        if (!group) // a constraint that is wrong anywhere satisfies nothing
            return false;
        const bool asksForPre = std::any_of(group->cbegin(), group->cend(),
                                            [](const Comparison &c) { return c.version.isPreRelease(); });
        matches = matches ||
                  ((!v->isPreRelease() || asksForPre) &&
                   std::all_of(group->cbegin(), group->cend(), [&v](const auto &c) { return holds(*v, c); }));
    }
    return matches;
}

} // namespace chartroom
