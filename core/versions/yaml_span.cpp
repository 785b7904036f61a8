// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/yaml_span.h"

#include "core/base/yaml_scalar.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

tl::unexpected<Error> severalLines()
{
    return failure(Error::Code::Unsupported, VersionsTr::tr("the value is a text of several lines"));
}

Result<YamlSpan> readSingleQuoted(QByteArrayView line, qsizetype start)
{
    for (qsizetype i = start + 1; i < line.size(); ++i) {
        if (line.at(i) != '\'')
            continue;
        if (i + 1 < line.size() && line.at(i + 1) == '\'')
            ++i;
        else
            return YamlSpan{YamlSpan::Quotes::Single, start, i + 1};
    }
    return severalLines();
}

Result<YamlSpan> readDoubleQuoted(QByteArrayView line, qsizetype start)
{
    for (qsizetype i = start + 1; i < line.size(); ++i) {
        if (line.at(i) == '\\')
            ++i;
        else if (line.at(i) == '"')
            return YamlSpan{YamlSpan::Quotes::Double, start, i + 1};
    }
    return severalLines();
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// A plain scalar ends at a comment or with its line, in braces at their signs, too.
YamlSpan readPlain(QByteArrayView line, qsizetype start, bool isFlow)
{
    qsizetype end = start;
    for (; end < line.size(); ++end) {
        const char c = line.at(end);
        if (c == '\n' || (c == '#' && end > start && isBlank(line.at(end - 1))))
            break;
        if (isFlow && (c == ',' || c == ']' || c == '}' || c == '[' || c == '{'))
            break;
    }
    while (end > start && isBlank(line.at(end - 1)))
        --end;
    return {YamlSpan::Quotes::None, start, end};
}

/// Whether a plain scalar of that text would be read as it is, with no sign in it that means something.
bool canBePlain(const QString &text)
{
    static const QString firsts = QStringLiteral("-?:,[]{}#&*!|>'\"%@`~=<");
    if (text.isEmpty() || text != text.trimmed() || firsts.contains(text.at(0)) || text.endsWith(u':'))
        return false;
    static const QString signs = QStringLiteral(",[]{}\"'");
    return !text.contains(QLatin1String(": ")) && !text.contains(QLatin1String(" #")) &&
           std::none_of(text.cbegin(), text.cend(), [](QChar c) { return signs.contains(c); });
}

QByteArray inDoubleQuotes(QString text)
{
    text.replace(u'\\', QLatin1String("\\\\")).replace(u'"', QLatin1String("\\\""));
    return '"' + text.toUtf8() + '"';
}

} // namespace

Result<YamlSpan> readYamlSpan(QByteArrayView line, qsizetype start, bool isFlow)
{
    if (start < 0 || start >= line.size())
        return failure(Error::Code::Unsupported, VersionsTr::tr("its line has no value"));
    switch (line.at(start)) {
    case '\'':
        return readSingleQuoted(line, start);
    case '"':
        return readDoubleQuoted(line, start);
    case '|':
    case '>':
        return severalLines();
    case '&':
        return failure(Error::Code::Unsupported,
                       VersionsTr::tr("the value has an anchor, so other values may depend on it"));
    case '*':
        return failure(Error::Code::Unsupported, VersionsTr::tr("the value is an alias of another one"));
    case '!':
        return failure(Error::Code::Unsupported, VersionsTr::tr("the value has a tag"));
    default:
        return readPlain(line, start, isFlow);
    }
}

Result<QByteArray> writeYamlScalar(const QString &text, YamlSpan::Quotes quotes, bool mayBeTyped)
{
    const bool hasControl = std::any_of(text.cbegin(), text.cend(), [](QChar c) {
        return c < u' ' || c == u'\u007f' || c == u'\u0085' || c == u'\u2028' || c == u'\u2029' ||
               c == u'\ufeff';
    });
    if (hasControl)
        return failure(Error::Code::Invalid,
                       VersionsTr::tr("a value cannot have line ends or control characters"));
    if (quotes == YamlSpan::Quotes::Single)
        return QByteArray('\'' + QString(text).replace(u'\'', QLatin1String("''")).toUtf8() + '\'');
    if (quotes == YamlSpan::Quotes::None && canBePlain(text)) {
        const auto read = plainScalar(text);
        if (read && (read->isString() || (mayBeTyped && !read->isNull() && read->scalarText() == text)))
            return text.toUtf8();
    }
    return inDoubleQuotes(text);
}

} // namespace chartroom
