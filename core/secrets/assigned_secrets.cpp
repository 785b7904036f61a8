// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/assigned_secrets.h"

#include "core/secrets/secret_names.h"

#include <QStringList>

#include <algorithm>

namespace chartroom {

namespace {

const QString assignedDots = QStringLiteral("••••");

constexpr qsizetype longestName = 256;

bool isIn(QStringView set, QChar c)
{
    return set.contains(c);
}

bool isNamePart(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= u'a' && u <= u'z') || (u >= u'A' && u <= u'Z') || (u >= u'0' && u <= u'9') || u == u'_' ||
           u == u'.' || u == u'-';
}

bool isQuote(QChar c)
{
    return c == u'"' || c == u'\'';
}

bool isBlank(QChar c)
{
    return c == u' ' || c == u'\t';
}

/// What is to be hidden; empty: nothing.
struct Part
{
    qsizetype begin = 0;
    qsizetype end = 0;
};

/// Reads from left to right; no place is read again once it was passed.
class Scanner
{
public:
    explicit Scanner(const QString &text)
        : m_text(text)
    {}

    QString run(int *count)
    {
        while (m_at < m_text.size()) {
            if (!isNamePart(m_text[m_at])) {
                ++m_at;
                continue;
            }
            qsizetype begin = m_at;
            while (m_at < m_text.size() && isNamePart(m_text[m_at]))
                ++m_at;
            // A line break in the text of a JSON string: "\npass: x".
            if (begin > 0 && m_text[begin - 1] == u'\\' && isIn(u"nrt", m_text[begin]))
                ++begin;
            const Part hidden = behind(begin, m_at);
            if (hidden.end > hidden.begin)
                hide(hidden);
        }
        *count += m_count;
        return m_count == 0 ? m_text : m_out + m_text.sliced(m_from);
    }

private:
    [[nodiscard]] QChar at(qsizetype i) const { return i >= 0 && i < m_text.size() ? m_text[i] : QChar(); }
    [[nodiscard]] qsizetype past(qsizetype i, QStringView set) const
    {
        while (i < m_text.size() && isIn(set, m_text[i]))
            ++i;
        return i;
    }
    [[nodiscard]] qsizetype pastSlashesAndQuote(qsizetype i) const
    {
        const qsizetype end = past(i, u"\\");
        return isQuote(at(end)) ? end + 1 : i;
    }
    [[nodiscard]] qsizetype lineEnd(qsizetype i) const
    {
        const qsizetype end = m_text.indexOf(u'\n', i);
        return end < 0 ? m_text.size() : end;
    }

    void hide(const Part &part)
    {
        m_out += QStringView(m_text).sliced(m_from, part.begin - m_from);
        m_out += assignedDots;
        m_from = part.end;
        m_at = part.end;
        ++m_count;
    }

    /// What the name that ends at `end` says is secret behind it.
    Part behind(qsizetype begin, qsizetype end)
    {
        const qsizetype closed = pastSlashesAndQuote(end);
        const qsizetype sign = past(closed, u" \t");
        const QString name = m_text.sliced(qMax(begin, end - longestName), qMin(longestName, end - begin));
        if (at(sign) == u':' || at(sign) == u'=') {
            qsizetype value = sign + 1;
            if ((at(sign) == u':' && at(value) == u'=') || (at(sign) == u'=' && at(value) == u'>'))
                ++value; // password := "x", "password" => "x"
            if (value == end + 1 && at(end) == u'=' && isSecretName(name))
                if (const Part words = wordsOfVariable(begin, name, value); words.end > words.begin)
                    return words;
            value = past(value, u" \t");
            if (isSecretName(name) || isOfVariable(name, begin))
                return valueAt(value, begin, name);
            noteVariable(name, value);
            return {};
        }
        // What only points to a secret is said by the last word: --password-file x.
        if (!name.startsWith(u'-') || name.size() < 3 || !isSecretName(name))
            return {};
        const QStringList words = wordsOf(name);
        return words.isEmpty() || pointsElsewhere(words) ? Part() : argumentBehind(closed);
    }

    /// A pair: name: DB_PASSWORD, value: hunter2.
    void noteVariable(const QString &name, qsizetype value)
    {
        if (name.compare(u"name", Qt::CaseInsensitive) != 0 && name.compare(u"key", Qt::CaseInsensitive) != 0)
            return;
        const qsizetype begin = pastSlashesAndQuote(value);
        qsizetype end = begin;
        while (end < m_text.size() && end - begin <= longestName && isNamePart(m_text[end]))
            ++end;
        if (end > begin && end - begin <= longestName && isSecretName(m_text.sliced(begin, end - begin)))
            m_variableEnd = end;
    }

    [[nodiscard]] bool isOfVariable(const QString &name, qsizetype begin) const
    {
        constexpr qsizetype farthest = 200;
        if (m_variableEnd < 0 || name.compare(u"value", Qt::CaseInsensitive) != 0 ||
            begin - m_variableEnd > farthest)
            return false;
        const QStringView between = QStringView(m_text).sliced(m_variableEnd, begin - m_variableEnd);
        return std::all_of(between.cbegin(), between.cend(),
                           [](QChar c) { return isIn(u" \t\r\n,\"'\\nrt", c); });
    }

    /// A variable as `env` prints it, alone on its line or in quotes: PASSWORD=my pass phrase. What follows
    /// its first word belongs to it where it is nothing but words.
    [[nodiscard]] Part wordsOfVariable(qsizetype begin, const QString &name, qsizetype value) const
    {
        constexpr qsizetype longest = 1024;
        if (name != name.toUpper() || value >= m_text.size() || isQuote(at(value)) || m_text[value].isSpace())
            return {};
        const QChar quote = isQuote(at(begin - 1)) ? at(begin - 1) : QChar();
        if (quote.isNull() && !beginsLine(begin))
            return {};
        qsizetype end = value;
        bool isFirst = true;
        for (; end < m_text.size() && m_text[end] != u'\n' && m_text[end] != quote; ++end) {
            const QChar c = m_text[end];
            isFirst = isFirst && !isBlank(c);
            // A dash within a word is of it; one before a word makes an option.
            const bool isWithin = isIn(u"-_", c) && at(end - 1).isLetterOrNumber();
            const bool isPlain = c.isLetterOrNumber() || isBlank(c) || isWithin || isIn(u".,!?\r\\", c);
            if (end - value > longest || (!isFirst && !isPlain))
                return {};
        }
        while (end > value && (m_text[end - 1].isSpace() || m_text[end - 1] == u'\\'))
            --end;
        return isFirst ? Part() : open({value, end});
    }

    /// But for blanks, the dash of a list and "export".
    [[nodiscard]] bool beginsLine(qsizetype begin) const
    {
        constexpr qsizetype deepest = 32;
        const qsizetype from = qMax(qsizetype(0), begin - deepest);
        const QStringView before = QStringView(m_text).sliced(from, begin - from);
        const QStringView line = before.sliced(before.lastIndexOf(u'\n') + 1).trimmed();
        return line.isEmpty() || line == u"-" || line == u"export";
    }

    /// The argument after an option, on the same line, in a JSON list or on the next line of a YAML list.
    [[nodiscard]] Part argumentBehind(qsizetype end) const
    {
        qsizetype value = past(end, u" \t\r");
        if (at(value) == u',') {
            value = past(value + 1, u" \t\r\n");
        } else if (at(value) == u'\n') {
            value = past(value, u" \t\r\n");
            if (at(value) != u'-' || !isBlank(at(value + 1)))
                return {};
            value = past(value + 1, u" \t");
        } else if (value == end) {
            return {};
        }
        const bool isOption = at(value) == u'-' || at(pastSlashesAndQuote(value)) == u'-';
        return isOption ? Part() : open(scalarAt(value));
    }

    /// What is assigned there, to a name that begins at `name`.
    Part valueAt(qsizetype value, qsizetype nameBegin, const QString &name)
    {
        while (at(value) == u'&' || at(value) == u'!') { // YAML's anchors and tags
            qsizetype end = value;
            while (end < m_text.size() && !m_text[end].isSpace())
                ++end;
            if (!isBlank(at(end)))
                break;
            value = past(end, u" \t");
        }
        if (at(value) == u'|' || at(value) == u'>') {
            const qsizetype head = past(value + 1, u"+-0123456789");
            const qsizetype rest = past(head, u" \t\r");
            if (at(rest) == u'\n' || (at(rest) == u'#' && rest > head))
                return block(lineEnd(rest) + 1, nameBegin);
            if (at(rest) == u'\\' && at(rest + 1) == u'n')
                return {value, untilQuote(rest)};
        }
        const QChar inside = at(past(value + 1, u" \t\r\n\\"));
        if (at(value) == u'{' && (inside == u'"' || inside == u'\'' || inside == u'}'))
            return {}; // a map's own names say what is secret in it
        if (at(value) == u'[' && inside != u'{')
            if (const qsizetype end = listEnd(value); end > value)
                return {value, qMax(end, bareEnd(value))};
        if (name.contains(u"cookie", Qt::CaseInsensitive) && !isQuote(at(pastSlashesAndQuote(value) - 1)))
            return open({value, qMin(lineEnd(value), untilQuote(value))}); // a=b; c=d
        return open(scalarAt(value));
    }

    /// Nothing where there are dots already.
    [[nodiscard]] Part open(Part part) const
    {
        if (part.end <= part.begin)
            return {};
        QStringView text = QStringView(m_text).sliced(part.begin, part.end - part.begin);
        while (!text.isEmpty() && isIn(u"\\\"'", text.front()))
            text = text.sliced(1);
        if (!text.startsWith(assignedDots))
            return part;
        const QStringView rest = text.sliced(assignedDots.size()); // what may close the text around
        return std::any_of(rest.cbegin(), rest.cend(), [](QChar c) { return c.isLetterOrNumber(); }) ? part
                                                                                                     : Part();
    }

    [[nodiscard]] Part scalarAt(qsizetype value) const
    {
        const qsizetype quote = past(value, u"\\");
        if (isQuote(at(quote)))
            return {value, quotedEnd(quote, quote - value)};
        qsizetype end = bareEnd(value);
        const QStringView word = QStringView(m_text).sliced(value, end - value);
        const bool isScheme = word.compare(u"bearer", Qt::CaseInsensitive) == 0 ||
                              word.compare(u"basic", Qt::CaseInsensitive) == 0;
        if (isScheme && isBlank(at(end))) {
            value = past(end, u" \t");
            end = bareEnd(value);
        }
        while (end > value && at(end - 1) == u',')
            --end;
        return {value, end};
    }

    [[nodiscard]] qsizetype bareEnd(qsizetype value) const
    {
        qsizetype end = value;
        while (end < m_text.size() && !m_text[end].isSpace() && !isIn(u"\"'&;", m_text[end]))
            ++end;
        // The backslashes before a quote belong to the quote.
        if (isQuote(at(end)))
            while (end > value && m_text[end - 1] == u'\\')
                --end;
        return end;
    }

    /// Behind the quote that closes the one here, which has so many backslashes before it. A text in text in
    /// text doubles them each time: " then \" then \\\". Where it is missing, the end of the text.
    [[nodiscard]] qsizetype quotedEnd(qsizetype quote, qsizetype slashes) const
    {
        const QChar sign = m_text[quote];
        qsizetype run = 0;
        for (qsizetype i = quote + 1; i < m_text.size(); ++i) {
            if (m_text[i] == u'\\') {
                ++run;
                continue;
            }
            const qsizetype before = run;
            run = 0;
            if (m_text[i] != sign)
                continue;
            if (before < slashes)
                return i - before; // the text around ends: this one was cut
            if (before % (2 * (slashes + 1)) != slashes)
                continue;
            if (sign == u'\'' && slashes == 0 && at(i + 1) == sign) {
                ++i; // YAML's way: 'it''s'
                continue;
            }
            return i + 1;
        }
        return m_text.size();
    }

    /// Where the text in quotes ends that this stands in.
    [[nodiscard]] qsizetype untilQuote(qsizetype i) const
    {
        while (i < m_text.size() && m_text[i] != u'"')
            ++i;
        while (i > 0 && i < m_text.size() && m_text[i - 1] == u'\\')
            --i;
        return i;
    }

    qsizetype listEnd(qsizetype value)
    {
        if (m_isWithoutBracket)
            return -1;
        const qsizetype end = m_text.indexOf(u']', value);
        m_isWithoutBracket = end < 0;
        return end + 1;
    }

    /// The lines from here that stand deeper than the name does.
    [[nodiscard]] Part block(qsizetype begin, qsizetype nameBegin) const
    {
        const qsizetype nameLine = nameBegin == 0 ? 0 : m_text.lastIndexOf(u'\n', nameBegin - 1) + 1;
        const qsizetype name = past(nameLine, u" -\"'");
        const qsizetype indent = qMin(name, nameBegin) - nameLine - (isQuote(at(name - 1)) ? 1 : 0);
        Part part{begin, begin};
        bool isFirst = true;
        for (qsizetype line = begin; line < m_text.size();) {
            const qsizetype end = lineEnd(line);
            const qsizetype first = past(line, u" \t\r");
            if (first < end) {
                if (first - line <= indent)
                    break;
                if (isFirst)
                    part.begin = first;
                isFirst = false;
                part.end = end;
            }
            line = end + 1;
        }
        return isFirst ? Part() : open(part);
    }

    const QString &m_text;
    QString m_out;
    qsizetype m_at = 0;
    qsizetype m_from = 0;
    qsizetype m_variableEnd = -1; ///< of the newest name of a pair, where that is secret
    int m_count = 0;
    bool m_isWithoutBracket = false;
};

} // namespace

QString withoutAssigned(const QString &text, int *count)
{
    return Scanner(text).run(count);
}

} // namespace chartroom
