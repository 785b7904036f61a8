// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_writers.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype lineWidth = 96;
constexpr qsizetype gap = 2;
constexpr qsizetype widestName = 40; ///< of a fact; a text behind a wider one begins on a line of its own

/// One column a code point.
qsizetype width(const QString &text)
{
    return std::count_if(text.cbegin(), text.cend(), [](QChar c) { return !c.isLowSurrogate(); });
}

QString padded(const QString &text, qsizetype columns)
{
    return text + QString(qMax<qsizetype>(0, columns - width(text)), u' ');
}

/// Broken between words; a longer word stays whole. Lines after the first begin with so many spaces.
QString wrapped(const QString &text, qsizetype indent)
{
    QString out;
    qsizetype column = indent;
    for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
        const qsizetype length = width(word);
        if (column > indent && column + 1 + length > lineWidth) {
            out += u'\n' + QString(indent, u' ');
            column = indent;
        }
        if (column > indent) {
            out += u' ';
            ++column;
        }
        out += word;
        column += length;
    }
    return out + u'\n';
}

QString indented(const QString &text)
{
    QString out;
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    for (const QString &line : std::as_const(lines))
        out += QStringLiteral("    ") + line + u'\n';
    return out;
}

QString aligned(const TicketTable &table, const QList<qsizetype> &widths)
{
    const auto lineOf = [&](const QStringList &cells) {
        QString line;
        for (qsizetype i = 0; i < cells.size(); ++i)
            line += padded(cells[i], widths[i] + gap);
        while (line.endsWith(u' '))
            line.chop(1);
        return line + u'\n';
    };
    QStringList rules;
    for (const qsizetype columns : widths)
        rules.append(QString(columns, u'-'));
    QString out = lineOf(table.titles) + lineOf(rules);
    for (const QStringList &row : table.rows)
        out += lineOf(row);
    return out;
}

/// Where a row does not fit into a line: one fact a line.
QString listed(const TicketTable &table)
{
    QString out;
    for (const QStringList &row : table.rows) {
        for (qsizetype i = 0; i < row.size(); ++i) {
            if (row[i].isEmpty())
                continue;
            const QString name =
                i == 0 ? QStringLiteral("* ") : QStringLiteral("  ") + table.titles[i] + QStringLiteral(": ");
            out += name + wrapped(row[i], i == 0 ? 2 : 4);
        }
    }
    return out;
}

struct TextBlocks
{
    QString operator()(const TicketHeading &heading) const
    {
        return heading.text + u'\n' + QString(width(heading.text), u'-') + u'\n';
    }

    QString operator()(const TicketParagraph &paragraph) const
    {
        QString out;
        for (const QString &line : paragraph.text.split(u'\n', Qt::SkipEmptyParts))
            out += wrapped(line, 0);
        return out;
    }

    QString operator()(const TicketBullets &bullets) const
    {
        QString out;
        for (const QString &item : bullets.items)
            out += QStringLiteral("* ") + wrapped(item, 2);
        return out;
    }

    QString operator()(const TicketFactList &list) const
    {
        qsizetype names = 0;
        for (const auto &[name, text] : list.facts)
            if (const qsizetype columns = width(name); columns <= widestName)
                names = qMax(names, columns);
        const qsizetype indent = names + 1 + gap;
        QString out;
        for (const auto &[name, text] : list.facts) {
            const bool fits = width(name) <= names;
            out += fits ? padded(name + u':', indent) : name + QStringLiteral(":\n") + QString(indent, u' ');
            out += wrapped(text, indent);
        }
        return out;
    }

    QString operator()(const TicketTable &table) const
    {
        QList<qsizetype> widths;
        qsizetype all = 0;
        for (qsizetype i = 0; i < table.titles.size(); ++i) {
            qsizetype columns = width(table.titles[i]);
            for (const QStringList &row : table.rows)
                columns = qMax(columns, width(row.value(i)));
            widths.append(columns);
            all += columns + gap;
        }
        return all <= lineWidth + gap ? aligned(table, widths) : listed(table);
    }

    QString operator()(const TicketQuote &quote) const
    {
        return wrapped(quote.source, 0) + indented(quote.text);
    }

    QString operator()(const TicketCode &code) const { return indented(code.text); }
};

} // namespace

QByteArray ticketText(const RedactedDocument &ticket)
{
    QString out = ticket.title() + u'\n' + QString(width(ticket.title()), u'=') + u'\n';
    for (const TicketBlock &block : ticket.blocks())
        out += u'\n' + std::visit(TextBlocks(), block);
    return out.toUtf8();
}

} // namespace chartroom
