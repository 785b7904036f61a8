// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/told_secrets.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

const QString toldDots = QStringLiteral("••••");

bool isQuotationMark(QChar c)
{
    return c == u'"' || c == u'\'';
}

/// No secret, though it stands where one would: a path, a digest, a version, "90days".
bool isOrdinary(const QString &word)
{
    static const QRegularExpression ordinary(QStringLiteral(
        "\\A(?:[./~].*|sha\\d+[:-].*|v?\\d+(?:\\.\\d+)+|\\d+-?(?:s|min|h|d|days?|hours?|minutes?|seconds?|"
        "chars?|characters?|times|bits?|bytes?))\\z"));
    return ordinary.match(word).hasMatch();
}

bool hasLetterAndDigit(const QString &word)
{
    return std::any_of(word.cbegin(), word.cend(), [](QChar c) { return c.isLetter(); }) &&
           std::any_of(word.cbegin(), word.cend(), [](QChar c) { return c.isDigit(); });
}

/// Puts dots in place of the last group of each match that `isSecret`.
template<typename IsSecret>
void hide(QString &text, const QRegularExpression &expression, int *count, IsSecret isSecret)
{
    QString out;
    qsizetype from = 0;
    for (auto it = expression.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const int last = match.lastCapturedIndex();
        if (match.captured(last).startsWith(toldDots) || !isSecret(match.captured(last)))
            continue;
        out += QStringView(text).sliced(from, match.capturedStart(last) - from);
        out += toldDots;
        from = match.capturedEnd(last);
        ++*count;
    }
    if (from > 0)
        text = out + text.sliced(from);
}

/// Which argument of a command is its password.
struct PasswordOption
{
    const char16_t *command;
    QChar letter;
    bool mayBeApart; ///< -p x; else -px alone: mysql -p asks for it
};

constexpr std::array passwordOptions{
    PasswordOption{u"login", u'p', true},     PasswordOption{u"sshpass", u'p', true},
    PasswordOption{u"redis-cli", u'a', true}, PasswordOption{u"ldapsearch", u'w', true},
    PasswordOption{u"mysql", u'p', false},    PasswordOption{u"mysqldump", u'p', false},
    PasswordOption{u"mariadb", u'p', false},  PasswordOption{u"mysqladmin", u'p', false},
};

constexpr std::array registryTools{u"docker", u"podman", u"nerdctl", u"buildah", u"skopeo",
                                   u"helm",   u"oras",   u"crane",   u"az",      u"argocd"};

/// Reads the commands of a text word by word.
class CommandLine
{
public:
    explicit CommandLine(const QString &text)
        : m_text(text)
    {}

    QString run(int *count)
    {
        for (qsizetype at = 0; at < m_text.size();) {
            if (m_text[at] == u'\n') { // the command is over
                m_option = nullptr;
                m_isOfRegistry = false;
            }
            if (isApart(m_text[at])) {
                ++at;
                continue;
            }
            const qsizetype end = wordEnd(at);
            if (m_text[at] != u'-')
                noteCommand(at, end);
            at = m_option && m_text[at] == u'-' ? readOption(at, end, count) : end;
        }
        return m_from == 0 ? m_text : m_out + m_text.sliced(m_from);
    }

private:
    [[nodiscard]] static bool isApart(QChar c)
    {
        return c.isSpace() || isQuotationMark(c) || QStringView(u",[]()\\;|`").contains(c);
    }

    [[nodiscard]] qsizetype wordEnd(qsizetype at) const
    {
        while (at < m_text.size() && !isApart(m_text[at]))
            ++at;
        return at;
    }

    void noteCommand(qsizetype begin, qsizetype end)
    {
        constexpr qsizetype longest = 64;
        const QStringView word = QStringView(m_text).sliced(begin, end - begin).right(longest);
        const QStringView name = word.sliced(word.lastIndexOf(u'/') + 1);
        m_isOfRegistry =
            m_isOfRegistry || std::any_of(registryTools.cbegin(), registryTools.cend(),
                                          [name](const char16_t *tool) { return name == QStringView(tool); });
        for (const PasswordOption &option : passwordOptions)
            if (name == QStringView(option.command) && (m_isOfRegistry || name != u"login"))
                m_option = &option;
    }

    /// Where to read on: behind the password, where this is its option.
    qsizetype readOption(qsizetype begin, qsizetype end, int *count)
    {
        const bool isIt = end - begin >= 2 && m_text[begin + 1] == m_option->letter;
        if (!isIt || (end - begin == 2 && !m_option->mayBeApart))
            return end;
        qsizetype value = begin + 2;
        if (value == end) {
            while (value < m_text.size() && isApart(m_text[value]) && m_text[value] != u'\n')
                ++value;
        } else if (m_text[value] == u'=') {
            ++value;
        }
        if (value >= m_text.size() || m_text[value] == u'\n' || (value > end && m_text[value] == u'-'))
            return end;
        const qsizetype valueEnd = endOfValue(value);
        if (QStringView(m_text).sliced(value).startsWith(toldDots) || valueEnd == value)
            return std::max(end, valueEnd);
        m_out += QStringView(m_text).sliced(m_from, value - m_from);
        m_out += toldDots;
        m_from = valueEnd;
        ++*count;
        return valueEnd;
    }

    /// One in quotes goes to the quote, be there blanks in it.
    [[nodiscard]] qsizetype endOfValue(qsizetype value) const
    {
        const QChar quote = isQuotationMark(m_text[value - 1]) ? m_text[value - 1] : QChar();
        qsizetype end = value;
        while (
            end < m_text.size() && m_text[end] != u'\n' &&
            (quote.isNull() ? !m_text[end].isSpace() && !isQuotationMark(m_text[end]) : m_text[end] != quote))
            ++end;
        while (end > value && m_text[end - 1] == u'\\')
            --end;
        return end;
    }

    const QString &m_text;
    QString m_out;
    qsizetype m_from = 0;
    const PasswordOption *m_option = nullptr; ///< of the command that is being read
    bool m_isOfRegistry = false;              ///< docker or one like it was named before
};

void hideArguments(QString &text, int *count)
{
    const bool mayHold =
        std::any_of(passwordOptions.cbegin(), passwordOptions.cend(), [&text](const PasswordOption &option) {
            return text.contains(QStringView(option.command));
        });
    if (mayHold)
        text = CommandLine(text).run(count);
    // curl -u name:password; with numbers it is a user and a group, a port or a time of day.
    static const QRegularExpression user(QStringLiteral(
        "(?<![\\w-])(?:-[uU]|--user|--proxy-user)(?:[ \\t]{1,4}|=|[\"'],?\\s{0,4})\\\\{0,3}[\"']?[^\\s:\"'/@"
        "]{1,128}:(?!/|\\d{1,5}(?![^/\\s\"'\\\\]))([^\\s\"'\\\\]+)"));
    if (text.contains(QStringLiteral("-u"), Qt::CaseInsensitive))
        hide(text, user, count, [](const QString &) { return true; });
}

void hideInSentences(QString &text, int *count)
{
    static const QRegularExpression sentence(
        QStringLiteral("(?i)(?<![\\w-])(?:password|passwd|passphrase)(?:[ \\t]{1,4}(?:is|was|to|of))?[ "
                       "\\t]{1,4}\\\\{0,3}[\"'`]?([^\\s\"'`\\\\]{6,256})"));
    static const QRegularExpression netrc(QStringLiteral(
        "(?i)(?<![\\w-])login\\s{1,16}(?!(?:with|without|using|via|by|and|or|the|an?|for|your|new|no|needs|"
        "requires|failed|prompt|page|form)\\b)[^\\s\"']{1,128}\\s{1,16}password\\s{1,16}(?!(?:is|was|for|of|"
        "has|must|"
        "and|or|authentication|expired|incorrect|invalid|failed|required|reset)\\b)([^\\s\"'\\\\]+)"));
    if (!text.contains(QStringLiteral("pass"), Qt::CaseInsensitive))
        return;
    hide(text, netrc, count, [](const QString &) { return true; });
    hide(text, sentence, count,
         [](const QString &word) { return hasLetterAndDigit(word) && !isOrdinary(word); });
}

} // namespace

QString withoutTold(const QString &text, int *count)
{
    static const QRegularExpression signature(
        QStringLiteral("(?i)(?:[?&]|&amp;|\\\\u0026)sig=([A-Za-z0-9%+/=_.~-]+)"));
    static const QRegularExpression bearerToken(QStringLiteral(
        "(?i)\\bbearer[ \\t]{1,4}(?:token|auth)[ \\t]{1,4}[\"']?([A-Za-z0-9._~+/=-]{8,1024})"));
    QString out = text;
    if (out.contains(QStringLiteral("sig="), Qt::CaseInsensitive))
        hide(out, signature, count, [](const QString &) { return true; });
    if (out.contains(QStringLiteral("bearer"), Qt::CaseInsensitive))
        hide(out, bearerToken, count,
             [](const QString &word) { return hasLetterAndDigit(word) && !isOrdinary(word); });
    hideArguments(out, count);
    hideInSentences(out, count);
    return out;
}

} // namespace chartroom
