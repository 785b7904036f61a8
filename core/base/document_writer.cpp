// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/yaml_scalar.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int longestPlainKey = 128; // bytes; beyond it libyaml writes "? key" (emitterc.c, check_simple_key)

void appendEscape(QString &out, char16_t unit)
{
    out += QStringLiteral("\\u") + QString::number(unit, 16).rightJustified(4, u'0');
}

/// Controls, and what reorders or hides text on a terminal (rule S15).
bool needsEscape(char16_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

/// A JSON string; YAML's double quotes read it the same way.
QString quoted(const QString &text)
{
    QString out(u'"');
    for (const QChar c : text) {
        switch (c.unicode()) {
        case u'"':
            out += QStringLiteral("\\\"");
            break;
        case u'\\':
            out += QStringLiteral("\\\\");
            break;
        case u'\n':
            out += QStringLiteral("\\n");
            break;
        case u'\r':
            out += QStringLiteral("\\r");
            break;
        case u'\t':
            out += QStringLiteral("\\t");
            break;
        default:
            if (needsEscape(c.unicode()))
                appendEscape(out, c.unicode());
            else
                out += c;
        }
    }
    return out + u'"';
}

bool needsEscapes(const QString &text)
{
    return std::any_of(text.cbegin(), text.cend(),
                       [](QChar c) { return c != u'\t' && c != u'\n' && needsEscape(c.unicode()); });
}

bool isPlain(const QString &text)
{
    static const QRegularExpression indicator(
        QStringLiteral("\\A(\\z|[\\s#,\\[\\]{}&*!|>'\"%@`]|[-?:](\\s|\\z)|---|\\.\\.\\.)|[:](\\s|\\z)|\\s#|["
                       "\\s]\\z|[\\n\\t]"));
    static const QRegularExpression base60(
        QStringLiteral("\\A[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?\\z"));
    if (text == u"<<" || text == u"=" || text.contains(indicator) || text.contains(base60))
        return false;
    const auto read = plainScalar(text);
    return read && read->isString();
}

bool isLiteral(const QString &text)
{
    static const QRegularExpression awkward(QStringLiteral("\\A[\\s]|[ \\t](\\n|\\z)"));
    return text.contains(u'\n') && !needsEscapes(text) && !text.contains(awkward);
}

QString scalarOf(const QString &text)
{
    if (needsEscapes(text) || text.contains(u'\n') || text.contains(u'\t'))
        return quoted(text);
    if (isPlain(text))
        return text;
    const auto read = plainScalar(text);
    if (!read || !read->isString())
        return quoted(text);
    QString inner = text;
    return u'\'' + inner.replace(u'\'', QStringLiteral("''")) + u'\'';
}

QString literalOf(const QString &text, int indent)
{
    QString out = QStringLiteral("|");
    if (!text.endsWith(u'\n'))
        out += u'-';
    else if (text.endsWith(QStringLiteral("\n\n")))
        out += u'+';
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    for (const QString &line : qAsConst(lines))
        out += u'\n' + (line.isEmpty() ? QString() : QString(indent, u' ') + line);
    return out;
}

class YamlWriter
{
public:
    [[nodiscard]] QString take() { return std::move(m_out); }

    /// Writes what stands after "key:" or "-", or a whole document when nothing stands before it.
    void write(const Value &value, int indent, bool inList = false)
    {
        switch (value.kind()) {
        case Value::Kind::Map:
            if (!value.map().isEmpty())
                return writeMap(value.map(), indent, inList);
            m_out += QStringLiteral("{}");
            break;
        case Value::Kind::List:
            if (!value.list().isEmpty())
                return writeList(value.list(), indent, inList);
            m_out += QStringLiteral("[]");
            break;
        case Value::Kind::String: {
            const QString text = value.toString();
            m_out += isLiteral(text) ? literalOf(text, indent + (indent == 0 ? 2 : 0)) : scalarOf(text);
            break;
        }
        case Value::Kind::Null:
        case Value::Kind::Bool:
        case Value::Kind::Number:
            m_out += value.scalarText();
            break;
        }
        m_out += u'\n';
    }

private:
    void startLine(int indent, bool &sameLine)
    {
        if (!sameLine)
            m_out += QString(indent, u' ');
        sameLine = false;
    }

    void writeList(const Value::List &list, int indent, bool sameLine)
    {
        for (const Value &item : list) {
            startLine(indent, sameLine);
            m_out += QStringLiteral("- ");
            write(item, indent + 2, true);
        }
    }

    void writeMap(const Value::Map &map, int indent, bool sameLine)
    {
        for (auto entry = map.cbegin(); entry != map.cend(); ++entry) {
            startLine(indent, sameLine);
            const QString key = scalarOf(entry.key());
            const Value &value = entry.value();
            const bool isLong = key.toUtf8().size() > longestPlainKey;
            if (isLong)
                m_out += QStringLiteral("? ") + key + u'\n' + QString(indent, u' ') + u':';
            else
                m_out += key + u':';
            const bool nested =
                (value.isMap() && !value.map().isEmpty()) || (value.isList() && !value.list().isEmpty());
            m_out += nested && !isLong ? u'\n' : u' ';
            const int inner = indent + (value.isList() && !isLong ? 0 : 2);
            write(value, inner, nested && isLong);
        }
    }

    QString m_out;
};

void writeJsonValue(const Value &value, int indent, int level, QString &out)
{
    const QString lineBreak = indent > 0 ? u'\n' + QString(indent * (level + 1), u' ') : QString();
    const QString lastBreak = indent > 0 ? u'\n' + QString(indent * level, u' ') : QString();
    QString separator;
    if (value.isMap() && !value.map().isEmpty()) {
        out += u'{';
        for (auto entry = value.map().cbegin(); entry != value.map().cend(); ++entry) {
            out += separator + lineBreak + quoted(entry.key()) +
                   (indent > 0 ? QStringLiteral(": ") : QStringLiteral(":"));
            writeJsonValue(entry.value(), indent, level + 1, out);
            separator = u',';
        }
        out += lastBreak + u'}';
    } else if (value.isList() && !value.list().isEmpty()) {
        out += u'[';
        for (const Value &item : value.list()) {
            out += separator + lineBreak;
            writeJsonValue(item, indent, level + 1, out);
            separator = u',';
        }
        out += lastBreak + u']';
    } else if (value.isMap()) {
        out += QStringLiteral("{}");
    } else if (value.isList()) {
        out += QStringLiteral("[]");
    } else {
        out += value.isString() ? quoted(value.toString()) : value.scalarText();
    }
}

} // namespace

QByteArray writeYaml(const Value &value)
{
    YamlWriter writer;
    writer.write(value, 0);
    return writer.take().toUtf8();
}

QByteArray writeJson(const Value &value, int indent)
{
    QString out;
    writeJsonValue(value, indent, 0, out);
    return out.toUtf8();
}

} // namespace chartroom
