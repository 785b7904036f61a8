// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_writers.h"
#include "core/words/table_text.h"

namespace chartroom {

namespace {

/// Longer than every row of backticks in the text.
QString fenceFor(const QString &text)
{
    QString fence = QStringLiteral("```");
    while (text.contains(fence))
        fence += u'`';
    return fence;
}

QString fenced(const QString &text)
{
    const QString fence = fenceFor(text);
    return fence + u'\n' + text + (text.endsWith(u'\n') ? QString() : QStringLiteral("\n")) + fence + u'\n';
}

struct MarkdownBlocks
{
    QString operator()(const TicketHeading &heading) const
    {
        return QStringLiteral("## ") + markdownText(heading.text) + u'\n';
    }

    QString operator()(const TicketParagraph &paragraph) const
    {
        QStringList lines;
        for (const QString &line : paragraph.text.split(u'\n', Qt::SkipEmptyParts)) {
            const QString text = markdownText(line.trimmed());
            lines.append(paragraph.isStrong ? QStringLiteral("**%1**").arg(text) : text);
        }
        return lines.join(QStringLiteral("\n\n")) + u'\n';
    }

    QString operator()(const TicketBullets &bullets) const
    {
        QString out;
        for (const QString &item : bullets.items)
            out += QStringLiteral("- ") + markdownText(item) + u'\n';
        return out;
    }

    QString operator()(const TicketFactList &list) const
    {
        QString out;
        for (const auto &[name, text] : list.facts)
            out += QStringLiteral("- **%1:** ").arg(markdownText(name)) + markdownText(text) + u'\n';
        return out;
    }

    QString operator()(const TicketTable &table) const { return markdownTable(table.titles, table.rows); }

    QString operator()(const TicketQuote &quote) const
    {
        return markdownText(quote.source) + QStringLiteral("\n\n") + fenced(quote.text);
    }

    QString operator()(const TicketCode &code) const { return fenced(code.text); }
};

} // namespace

QByteArray ticketMarkdown(const RedactedDocument &ticket)
{
    QString out = QStringLiteral("# ") + markdownText(ticket.title()) + u'\n';
    for (const TicketBlock &block : ticket.blocks())
        out += u'\n' + std::visit(MarkdownBlocks(), block);
    return out.toUtf8();
}

} // namespace chartroom
