// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/printout.h"

#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/words/table_text.h"

namespace chartroom {

namespace {

constexpr qsizetype gap = 2;

/// Columns a terminal needs for visible text: one a code point.
qsizetype width(const QString &text)
{
    return std::count_if(text.cbegin(), text.cend(), [](QChar c) { return !c.isLowSurrogate(); });
}

QString alignedTable(const QStringList &titles, const QList<QStringList> &rows, bool colored)
{
    QList<QStringList> lines{titles};
    for (const QStringList &row : rows) {
        QStringList line;
        for (const QString &cell : row)
            line.append(visibleText(cell));
        lines.append(line);
    }
    QList<qsizetype> widths(titles.size(), 0);
    for (const QStringList &line : std::as_const(lines))
        for (qsizetype i = 0; i < line.size(); ++i)
            widths[i] = qMax(widths[i], width(line[i]));
    QString text;
    for (qsizetype row = 0; row < lines.size(); ++row) {
        QString line;
        for (qsizetype i = 0; i < lines[row].size(); ++i) {
            line += lines[row][i];
            if (i + 1 < lines[row].size())
                line += QString(widths[i] - width(lines[row][i]) + gap, u' ');
        }
        while (line.endsWith(u' '))
            line.chop(1);
        const bool isBold = colored && row == 0;
        text += isBold ? QStringLiteral("\x1b[1m") + line + QStringLiteral("\x1b[0m\n") : line + u'\n';
    }
    return text;
}

QByteArray withNewline(QByteArray text)
{
    if (!text.endsWith('\n'))
        text += '\n';
    return text;
}

} // namespace

QByteArray rendered(const Printout &printout, OutputFormat format, bool colored)
{
    switch (format) {
    case OutputFormat::Json:
        return withNewline(writeJson(printout.data));
    case OutputFormat::Yaml:
        return withNewline(writeYaml(printout.data));
    case OutputFormat::Markdown:
        return markdownTable(printout.titles, printout.rows).toUtf8();
    case OutputFormat::Csv:
        return csvTable(printout.titles, printout.rows).toUtf8();
    case OutputFormat::Table:
    case OutputFormat::Patch: // no tables; their verbs print them
    case OutputFormat::Html:
    case OutputFormat::Text:
    case OutputFormat::Pdf:
    case OutputFormat::JUnit:
        break;
    }
    return alignedTable(printout.titles, printout.rows, colored).toUtf8();
}

Value textOrNull(const QString &text)
{
    return text.isEmpty() ? Value() : Value(text);
}

Value textList(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

Value numberValue(qint64 number)
{
    return Value(Value::Number{QString::number(number)});
}

Value timeOrNull(const QDateTime &time)
{
    return textOrNull(timeText(time));
}

QString timeText(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(u"yyyy-MM-dd'T'HH:mm:ss'Z'") : QString();
}

} // namespace chartroom
