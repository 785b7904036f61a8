// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/version_text.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

/// No version is longer; what is costs time in the patterns below.
constexpr qsizetype longestVersion = 300;

/// What images and packages put behind a version: where it runs, not what it is.
const QRegularExpression &placeSuffix()
{
    static const QRegularExpression pattern(
        u"[-_.](amd64|arm64|x86_64|aarch64|ppc64le|multiarch|distroless|base|runtime|devel|"
        "(?:ubuntu|ubi|rhel|rhcos|redhat|rocky|centos|ol|oracle|debian|sles|sle|alpine|photon|flatcar)"
        "[0-9.]*)$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return pattern;
}

/// A driver built for one kernel: NVIDIA's 550-5.15.0-1066-nvidia, DOCA's ...-0-5.15.0-1066-nvidia.
const QRegularExpression &precompiledDriver()
{
    static const QRegularExpression pattern(
        u"^(.+?)-(\\d+\\.\\d+\\.\\d+-\\d[\\d.]*(?:-[a-z][\\w-]*|\\.(?:el|fc)\\d\\w*))$"_s);
    return pattern;
}

const QRegularExpression &preReleaseWord()
{
    static const QRegularExpression pattern(u"^(rc|alpha|beta|dev|pre)(\\d*)$"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    return pattern;
}

bool isNumber(QStringView text)
{
    return !text.isEmpty() &&
           std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

bool isDigitAt(QStringView text, qsizetype at)
{
    return at < text.size() && isNumber(text.mid(at, 1));
}

/// Of two lists up to the shorter one's end.
std::strong_ordering compareNumbers(const quint64 *a, qsizetype sizeA, const quint64 *b, qsizetype sizeB)
{
    for (qsizetype i = 0; i < std::min(sizeA, sizeB); ++i) {
        if (a[i] != b[i])
            return a[i] <=> b[i];
    }
    return std::strong_ordering::equal;
}

VersionOrder asOrder(std::strong_ordering order)
{
    return order < 0 ? VersionOrder::Older : order > 0 ? VersionOrder::Newer : VersionOrder::Equal;
}

/// rc.1 before rc.2, alpha before beta; what is none comes last.
VersionOrder comparePreReleases(const QStringList &a, const QStringList &b)
{
    if (a.isEmpty() || b.isEmpty())
        return a.isEmpty() == b.isEmpty() ? VersionOrder::Equal
               : a.isEmpty()              ? VersionOrder::Newer
                                          : VersionOrder::Older;
    for (qsizetype i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (isNumber(a.at(i)) && isNumber(b.at(i))) {
            const quint64 x = a.at(i).toULongLong();
            const quint64 y = b.at(i).toULongLong();
            if (x != y)
                return asOrder(x <=> y);
        } else if (const int order = a.at(i).compare(b.at(i)); order != 0) {
            return order < 0 ? VersionOrder::Older : VersionOrder::Newer;
        }
    }
    return asOrder(a.size() <=> b.size());
}

} // namespace

/// Takes a text apart, from its ends to its middle.
class VersionReader
{
public:
    explicit VersionReader(QStringView text)
        : m_rest(text.trimmed().toString())
    {}

    [[nodiscard]] std::optional<VersionText> read()
    {
        if (m_rest.size() > longestVersion)
            return std::nullopt;
        dropBrackets();
        dropImage();
        dropFront();
        if (!isDigitAt(m_rest, 0) || m_rest.contains(u' ') || m_rest.contains(u'\t'))
            return std::nullopt;
        dropEnd();
        const qsizetype dash = m_rest.indexOf(u'-');
        if (!readMain(dash < 0 ? m_rest : m_rest.left(dash)))
            return std::nullopt;
        m_version.m_mainCount = m_version.m_numbers.size();
        if (dash >= 0 && !readBuild(m_rest.mid(dash + 1)))
            return std::nullopt;
        return m_version;
    }

private:
    /// A firmware's PSID: 28.39.1002 (MT_0000000838).
    void dropBrackets()
    {
        static const QRegularExpression pattern(u"^(\\S+)\\s*\\(([^()]*)\\)$"_s);
        const auto match = pattern.match(m_rest);
        if (!match.hasMatch())
            return;
        m_version.m_suffixes.append(match.captured(2));
        m_rest = match.captured(1);
    }

    /// A runtime as a node tells it: containerd://1.7.24; and an image: the tag behind its last slash.
    void dropImage()
    {
        static const QRegularExpression runtime(u"^[a-z][a-z-]*://"_s);
        m_rest.remove(runtime);
        if (const qsizetype digest = m_rest.indexOf(u'@'); digest >= 0)
            m_rest.truncate(digest);
        if (const qsizetype slash = m_rest.lastIndexOf(u'/'); slash >= 0) {
            const qsizetype tag = m_rest.indexOf(u':', slash);
            m_rest = tag < 0 ? QString() : m_rest.mid(tag + 1);
        }
    }

    void dropFront()
    {
        static const QRegularExpression doca(u"^doca-?(\\d+(?:\\.\\d+)*)-(?=\\d)"_s,
                                             QRegularExpression::CaseInsensitiveOption);
        static const QRegularExpression word(u"^(?:doca|mlnx_ofed[-_]linux-|v|r(?=\\d{3}(?:\\.|$)))(?=\\d)"_s,
                                             QRegularExpression::CaseInsensitiveOption);
        if (const auto match = doca.match(m_rest); match.hasMatch()) {
            m_version.m_suffixes.append(u"doca"_s + match.captured(1));
            m_rest = m_rest.mid(match.capturedLength());
        } else {
            m_rest.remove(word);
        }
    }

    void dropEnd()
    {
        if (const qsizetype plus = m_rest.indexOf(u'+'); plus >= 0) {
            if (plus + 1 < m_rest.size())
                m_version.m_suffixes.append(m_rest.mid(plus + 1));
            m_rest.truncate(plus);
        }
        for (auto match = placeSuffix().match(m_rest); match.hasMatch();
             match = placeSuffix().match(m_rest)) {
            m_version.m_suffixes.append(match.captured(1));
            m_rest.truncate(match.capturedStart());
        }
        if (const auto match = precompiledDriver().match(m_rest); match.hasMatch()) {
            m_version.m_kernel = match.captured(2);
            m_rest = match.captured(1);
        }
    }

    [[nodiscard]] bool append(QStringView number)
    {
        bool isRead = false;
        m_version.m_numbers.append(number.toULongLong(&isRead));
        return isRead;
    }

    /// 24.9.0, 4.16.x, 1.2rc1.
    [[nodiscard]] bool readMain(const QString &text)
    {
        const QStringList parts = text.split(u'.');
        for (qsizetype i = 0; i < parts.size(); ++i) {
            const QString &part = parts.at(i);
            if (isNumber(part)) {
                if (!append(part))
                    return false;
                continue;
            }
            if (i > 0 && i == parts.size() - 1 && (part == u"x" || part == u"X" || part == u"*"))
                return true; // a branch
            return i > 0 && readWords(parts.mid(i).join(u'-'));
        }
        return true;
    }

    /// What follows the first dash: numbers of a build, then a flavour.
    [[nodiscard]] bool readBuild(const QString &text) { return readWords(text); }

    [[nodiscard]] bool readWords(const QString &text)
    {
        static const QRegularExpression separator(u"[-.]"_s);
        const QStringList words = text.split(separator);
        for (qsizetype i = 0; i < words.size(); ++i) {
            const QString &word = words.at(i);
            if (word.isEmpty())
                return false;
            if (isNumber(word) && m_version.m_preRelease.isEmpty()) {
                if (!append(word))
                    return false;
            } else if (isNumber(word)) {
                m_version.m_preRelease.append(word);
            } else if (!readPreRelease(word)) {
                m_version.m_flavour = words.mid(i).join(u'-');
                return true;
            }
        }
        return true;
    }

    [[nodiscard]] bool readPreRelease(const QString &word)
    {
        const auto match = preReleaseWord().match(word);
        if (!match.hasMatch())
            return false;
        m_version.m_preRelease.append(match.captured(1).toLower());
        if (!match.captured(2).isEmpty())
            m_version.m_preRelease.append(match.captured(2));
        return true;
    }

    QString m_rest;
    VersionText m_version;
};

std::optional<VersionText> VersionText::read(QStringView text)
{
    return VersionReader(text).read();
}

QString VersionText::line() const
{
    QStringList first;
    for (const quint64 number : m_numbers.first(std::min<qsizetype>(2, m_mainCount)))
        first.append(QString::number(number));
    return first.join(u'.');
}

VersionOrder compare(const VersionText &a, const VersionText &b)
{
    const quint64 *numbersA = a.m_numbers.constData();
    const quint64 *numbersB = b.m_numbers.constData();
    const qsizetype restA = a.m_numbers.size() - a.m_mainCount;
    const qsizetype restB = b.m_numbers.size() - b.m_mainCount;
    const bool hasOtherFlavour =
        !a.m_flavour.isEmpty() && !b.m_flavour.isEmpty() && a.m_flavour != b.m_flavour;
    const bool hasOtherKernel = !a.m_kernel.isEmpty() && !b.m_kernel.isEmpty() && a.m_kernel != b.m_kernel;

    if (const auto order = compareNumbers(numbersA, a.m_mainCount, numbersB, b.m_mainCount); order != 0)
        return asOrder(order);
    if (hasOtherFlavour || hasOtherKernel)
        return VersionOrder::Different;
    if (a.m_mainCount != b.m_mainCount) {
        const bool isShorterABuild = a.m_mainCount < b.m_mainCount ? restA > 0 : restB > 0;
        return isShorterABuild ? VersionOrder::Different : VersionOrder::Within;
    }
    const auto order = compareNumbers(numbersA + a.m_mainCount, restA, numbersB + b.m_mainCount, restB);
    if (order != 0)
        return asOrder(order);
    if (const VersionOrder pre = comparePreReleases(a.m_preRelease, b.m_preRelease);
        pre != VersionOrder::Equal)
        return pre;
    const bool isOneShorter =
        restA != restB || a.m_flavour != b.m_flavour || a.m_kernel.isEmpty() != b.m_kernel.isEmpty();
    return isOneShorter ? VersionOrder::Within : VersionOrder::Equal;
}

VersionOrder compareSpellings(QStringView a, QStringView b)
{
    const auto versionA = VersionText::read(a);
    const auto versionB = VersionText::read(b);
    if (versionA && versionB)
        return compare(*versionA, *versionB);
    return a.trimmed() == b.trimmed() ? VersionOrder::Equal : VersionOrder::Different;
}

bool isSameVersion(QStringView expected, QStringView observed)
{
    const VersionOrder order = compareSpellings(expected, observed);
    return order == VersionOrder::Equal || order == VersionOrder::Within;
}

} // namespace chartroom
