// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/helm_version.h"

#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <charconv>
#include <optional>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestVersion = 256;
constexpr qsizetype longestConstraint = 512;
constexpr qsizetype mostGroups = 32;

struct Version
{
    quint64 major = 0;
    quint64 minor = 0;
    quint64 patch = 0;
    QString pre;
};

/// One comparison of a constraint; a part written as x or left out is dirty.
struct Comparison
{
    QString operation;
    Version version;
    bool dirty = false;
    bool minorDirty = false;
    bool patchDirty = false;
};

std::optional<quint64> wholeNumber(QStringView text)
{
    const QByteArray digits = text.toLatin1();
    quint64 number = 0;
    const char *end = digits.constData() + digits.size();
    const auto [stop, error] = std::from_chars(digits.constData(), end, number);
    if (digits.isEmpty() || error != std::errc() || stop != end)
        return std::nullopt;
    return number;
}

bool isValidPrerelease(const QString &pre)
{
    const QStringList parts = pre.split(u'.');
    return std::none_of(parts.cbegin(), parts.cend(), [](const QString &part) {
        const bool number = std::all_of(part.cbegin(), part.cend(), [](QChar c) { return c.isDigit(); });
        return number && part.size() > 1 && part.front() == u'0';
    });
}

std::optional<Version> readVersion(const QString &text)
{
    static const QRegularExpression pattern(u"\\Av?([0-9]+)(\\.[0-9]+)?(\\.[0-9]+)?"
                                            "(-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?"
                                            "(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?\\z"_s);
    if (text.size() > longestVersion)
        return std::nullopt;
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const auto part = [&match](int group) {
        const QStringView digits = match.capturedView(group);
        return digits.isEmpty() ? std::optional<quint64>(0)
                                : wholeNumber(digits.startsWith(u'.') ? digits.mid(1) : digits);
    };
    const auto major = part(1);
    const auto minor = part(2);
    const auto patch = part(3);
    const QString pre = match.captured(5);
    if (!major || !minor || !patch || !isValidPrerelease(pre))
        return std::nullopt;
    return Version{*major, *minor, *patch, pre};
}

int comparePart(const QString &a, const QString &b)
{
    if (a == b)
        return 0;
    if (a.isEmpty() || b.isEmpty())
        return a.isEmpty() ? -1 : 1;
    const auto numberA = wholeNumber(a);
    const auto numberB = wholeNumber(b);
    if (numberA && numberB)
        return *numberA > *numberB ? 1 : -1;
    if (numberA || numberB)
        return numberA ? -1 : 1;
    return a > b ? 1 : -1;
}

int comparePrerelease(const QString &a, const QString &b)
{
    const QStringList partsA = a.split(u'.');
    const QStringList partsB = b.split(u'.');
    for (qsizetype i = 0; i < std::max(partsA.size(), partsB.size()); ++i) {
        if (const int order = comparePart(partsA.value(i), partsB.value(i)); order != 0)
            return order;
    }
    return 0;
}

int compare(const Version &a, const Version &b)
{
    if (a.major != b.major)
        return a.major < b.major ? -1 : 1;
    if (a.minor != b.minor)
        return a.minor < b.minor ? -1 : 1;
    if (a.patch != b.patch)
        return a.patch < b.patch ? -1 : 1;
    if (a.pre.isEmpty() || b.pre.isEmpty())
        return int(a.pre.isEmpty()) - int(b.pre.isEmpty());
    return comparePrerelease(a.pre, b.pre);
}

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
    const auto read = readVersion(version);
    if (!read)
        return std::nullopt;
    comparison.version = *read;
    return comparison;
}

bool tilde(const Version &v, const Comparison &c)
{
    if (compare(v, c.version) < 0)
        return false;
    const Version &wanted = c.version;
    if (wanted.major == 0 && wanted.minor == 0 && wanted.patch == 0 && !c.minorDirty && !c.patchDirty)
        return true;
    return v.major == wanted.major && (v.minor == wanted.minor || c.minorDirty);
}

bool caret(const Version &v, const Comparison &c)
{
    if (compare(v, c.version) < 0)
        return false;
    const Version &wanted = c.version;
    if (wanted.major > 0 || c.minorDirty)
        return v.major == wanted.major;
    if (v.major > 0)
        return false;
    if (wanted.minor > 0 || c.patchDirty)
        return v.minor == wanted.minor;
    return v.minor == 0 && v.patch == wanted.patch;
}

bool notEqual(const Version &v, const Comparison &c)
{
    if (c.dirty) {
        if (c.version.major != v.major)
            return true;
        if (c.minorDirty)
            return false;
        if (c.version.minor != v.minor)
            return true;
        if (c.patchDirty)
            return comparePrerelease(v.pre, c.version.pre) != 0;
        if (c.version.patch != v.patch)
            return true;
    }
    return compare(v, c.version) != 0;
}

bool greater(const Version &v, const Comparison &c)
{
    if (c.dirty && v.major != c.version.major)
        return v.major > c.version.major;
    if (c.minorDirty)
        return false;
    return c.patchDirty ? v.minor > c.version.minor : compare(v, c.version) > 0;
}

bool lessOrEqual(const Version &v, const Comparison &c)
{
    if (!c.dirty)
        return compare(v, c.version) <= 0;
    return v.major < c.version.major ||
           (v.major == c.version.major && (v.minor <= c.version.minor || c.minorDirty));
}

bool holds(const Version &v, const Comparison &c)
{
    const QString &operation = c.operation;
    if (operation == u"!=")
        return notEqual(v, c);
    if (operation == u">")
        return greater(v, c);
    if (operation == u"<")
        return compare(v, c.version) < 0;
    if (operation == u">=" || operation == u"=>")
        return compare(v, c.version) >= 0;
    if (operation == u"<=" || operation == u"=<")
        return lessOrEqual(v, c);
    if (operation == u"^")
        return caret(v, c);
    if (operation.startsWith(u'~') || c.dirty)
        return tilde(v, c);
    return compare(v, c.version) == 0;
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
    const auto v = readVersion(version.toString());
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
                                            [](const Comparison &c) { return !c.version.pre.isEmpty(); });
        matches = matches ||
                  ((v->pre.isEmpty() || asksForPre) &&
                   std::all_of(group->cbegin(), group->cend(), [&v](const auto &c) { return holds(*v, c); }));
    }
    return matches;
}

} // namespace chartroom
