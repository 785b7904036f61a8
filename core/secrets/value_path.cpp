// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/value_path.h"

#include <algorithm>

namespace chartroom {

namespace {

bool isPlain(QChar c)
{
    return !c.isSpace() && !QStringView(u".[]\"=\\").contains(c);
}

QString quoted(const QString &text)
{
    if (!text.isEmpty() && std::all_of(text.cbegin(), text.cend(), isPlain))
        return text;
    QString out(u'"');
    for (const QChar c : text) {
        if (c == u'"' || c == u'\\')
            out += u'\\';
        out += c;
    }
    return out + u'"';
}

/// Reads a path from its front.
class PathText
{
public:
    explicit PathText(QStringView text)
        : m_rest(text)
    {}

    [[nodiscard]] bool atEnd() const { return m_rest.isEmpty(); }

    bool take(QStringView prefix)
    {
        if (!m_rest.startsWith(prefix))
            return false;
        m_rest = m_rest.sliced(prefix.size());
        return true;
    }

    std::optional<QString> word()
    {
        if (take(u"\""))
            return quotedWord();
        const auto end = std::find_if_not(m_rest.cbegin(), m_rest.cend(), isPlain);
        const qsizetype size = end - m_rest.cbegin();
        if (size == 0)
            return {};
        const QString found = m_rest.first(size).toString();
        m_rest = m_rest.sliced(size);
        return found;
    }

private:
    std::optional<QString> quotedWord()
    {
        QString out;
        for (qsizetype i = 0; i < m_rest.size(); ++i) {
            if (m_rest[i] == u'"') {
                m_rest = m_rest.sliced(i + 1);
                return out;
            }
            if (m_rest[i] == u'\\' && ++i == m_rest.size())
                break;
            out += m_rest[i];
        }
        return {};
    }

    QStringView m_rest;
};

std::optional<PathStep> readBracket(PathText &text)
{
    PathStep step;
    const auto word = text.word();
    if (!word)
        return {};
    if (text.take(u"=")) {
        const auto name = text.word();
        if (!name)
            return {};
        step = {PathStep::Kind::Name, *name, 0, *word};
    } else {
        bool number = false;
        step = {PathStep::Kind::Index, {}, word->toLongLong(&number)};
        if (!number || step.index < 0)
            return {};
    }
    if (!text.take(u"]"))
        return {};
    return step;
}

} // namespace

QString pathText(const ValuePath &path)
{
    QString out;
    for (const PathStep &step : path) {
        switch (step.kind) {
        case PathStep::Kind::Key:
            out += (out.isEmpty() ? QString() : QStringLiteral(".")) + quoted(step.text);
            break;
        case PathStep::Kind::Index:
            out += QStringLiteral("[%1]").arg(step.index);
            break;
        case PathStep::Kind::Name:
            out += u'[' + quoted(step.field) + u'=' + quoted(step.text) + u']';
            break;
        }
    }
    return out;
}

std::optional<ValuePath> readPath(QStringView text)
{
    ValuePath path;
    PathText rest(text);
    while (!rest.atEnd()) {
        if (rest.take(u"[")) {
            const auto step = readBracket(rest);
            if (!step)
                return {};
            path.append(*step);
            continue;
        }
        if (!path.isEmpty() && !rest.take(u"."))
            return {};
        const auto key = rest.word();
        if (!key)
            return {};
        path.append({PathStep::Kind::Key, *key, 0});
    }
    return path;
}

} // namespace chartroom
