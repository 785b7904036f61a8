// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_writers.h"

#include <algorithm>
#include <cmath>

namespace chartroom {

namespace {

constexpr auto pageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>%1</title>
<style>
:root { color-scheme: light dark; --text: #1B2430; --muted: #5E6B7A; --page: #FFFFFF; --line: #C9D0D8; --well: #F4F6F8; }
@media (prefers-color-scheme: dark) { :root { --text: #E6EAF0; --muted: #97A3B3; --page: #15181D; --line: #3A424D; --well: #1C2027; } }
body { margin: 24px auto; padding: 0 24px; max-width: 920px; background: var(--page); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; }
h1 { margin: 0 0 12px; font-size: 150%; line-height: 1.25; }
h2 { margin: 20px 0 6px; padding-top: 8px; border-top: 1px solid var(--line); font-size: 118%; }
p, ul, dl, pre, table { margin: 6px 0; } ul { padding-left: 20px; } .strong { margin-top: 12px; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; }
dl.short { grid-template-columns: max-content 1fr max-content 1fr; }
@media (max-width: 640px) { dl.short { grid-template-columns: max-content 1fr; } }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td:first-child { white-space: nowrap; }
td.long { white-space: normal; overflow-wrap: anywhere; }
th { color: var(--muted); font-weight: 600; }
pre { padding: 8px 10px; border-left: 3px solid var(--line); background: var(--well); font: 12px/1.45 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.source { margin-bottom: 2px; color: var(--muted); }
@page { size: A4; margin: 8.5mm 10mm; }
@media print {
  :root { color-scheme: light; --text: #000000; --muted: #000000; --page: #FFFFFF; --line: #808080; --well: #FFFFFF; }
  body { margin: 0; padding: 0; max-width: none; font: %2pt/1.15 Inter, "Noto Sans", "Liberation Sans", "Nimbus Sans", Arial, sans-serif;
    text-rendering: geometricPrecision; }
  body { columns: 2; column-gap: 6mm; } h1, .wide { column-span: all; }
  h1 { margin-bottom: 4px; } h2 { margin: 4px 0 1px; padding-top: 2px; break-after: avoid; }
  p, ul, dl, pre, table { margin: 1px 0; } .strong { margin-top: 2px; break-after: avoid; } dl { gap: 0 12px; } dt { font-weight: 600; }
  th, td { padding: 0 8px 0 0; } pre { padding: 1px 6px; font-size: max(8pt, 95%); line-height: 1.15; } .source { margin-bottom: 0; break-after: avoid; }
  tr, pre, dd, li { break-inside: avoid; } section:not(.wide) dl { grid-template-columns: max-content 1fr; }
}
</style>
</head>
<body>
)";

QString tag(const char *name, const QString &text, const char *look = nullptr)
{
    const QString element = QString::fromLatin1(name);
    const QString attribute =
        look ? QStringLiteral(" class=\"") + QString::fromLatin1(look) + QStringLiteral("\"") : QString();
    return QStringLiteral("<") + element + attribute + QStringLiteral(">") + text.toHtmlEscaped() +
           QStringLiteral("</") + element + QStringLiteral(">");
}

/// A column is never narrower than its longest word: only words that would not fit are broken.
bool hasLongWord(const QString &text)
{
    constexpr qsizetype longest = 24;
    qsizetype length = 0;
    for (const QChar c : text) {
        length = c.isSpace() ? 0 : length + 1;
        if (length > longest)
            return true;
    }
    return false;
}

QString row(const char *cell, const QStringList &texts)
{
    QString out = QStringLiteral("<tr>");
    for (const QString &text : texts)
        out += tag(cell, text, hasLongWord(text) ? "long" : nullptr);
    return out + QStringLiteral("</tr>\n");
}

struct HtmlBlocks
{
    QString operator()(const TicketHeading &heading) const { return tag("h2", heading.text) + u'\n'; }

    QString operator()(const TicketParagraph &paragraph) const
    {
        QString out;
        for (const QString &line : paragraph.text.split(u'\n', Qt::SkipEmptyParts))
            out += tag("p", line, paragraph.isStrong ? "strong" : nullptr) + u'\n';
        return out;
    }

    QString operator()(const TicketBullets &bullets) const
    {
        QString out = QStringLiteral("<ul>\n");
        for (const QString &item : bullets.items)
            out += tag("li", item) + u'\n';
        return out + QStringLiteral("</ul>\n");
    }

    QString operator()(const TicketFactList &list) const
    {
        QString out = list.isShort() ? QStringLiteral("<dl class=\"short\">\n") : QStringLiteral("<dl>\n");
        for (const auto &[name, text] : list.facts)
            out += tag("dt", name) + tag("dd", text) + u'\n';
        return out + QStringLiteral("</dl>\n");
    }

    QString operator()(const TicketTable &table) const
    {
        QString out = QStringLiteral("<table>\n<thead>") + row("th", table.titles) +
                      QStringLiteral("</thead>\n<tbody>\n");
        for (const QStringList &cells : table.rows)
            out += row("td", cells);
        return out + QStringLiteral("</tbody>\n</table>\n");
    }

    QString operator()(const TicketQuote &quote) const
    {
        return tag("p", quote.source, "source") + u'\n' + tag("pre", quote.text) + u'\n';
    }

    QString operator()(const TicketCode &code) const { return tag("pre", code.text) + u'\n'; }
};

/// About how many lines of a page the block takes, in the middle of the sizes.
struct PrintedLines
{
    static double of(const QString &text, double length) { return std::ceil(double(text.size()) / length); }

    double operator()(const TicketHeading & /*heading*/) const { return 2.3; }
    double operator()(const TicketParagraph &paragraph) const { return of(paragraph.text, line) + 0.3; }
    double operator()(const TicketBullets &bullets) const
    {
        double lines = 0.4;
        for (const QString &item : bullets.items)
            lines += of(item, 0.96 * line);
        return lines;
    }
    double operator()(const TicketFactList &list) const
    {
        if (list.isShort() && line == wholeLine)
            return 0.4 + std::ceil(double(list.facts.size()) / 2);
        double lines = 0.4;
        qsizetype longest = 0;
        for (const auto &[name, text] : list.facts)
            longest = std::max(longest, name.size());
        for (const auto &[name, text] : list.facts)
            lines += of(text, std::max(0.4 * line, line - double(longest) - 4));
        return lines;
    }
    double operator()(const TicketTable &table) const
    {
        double lines = 1.6;
        for (const QStringList &row : table.rows)
            lines += of(row.join(u' '), 0.75 * line) + 0.1;
        return lines;
    }
    double operator()(const TicketQuote &quote) const
    {
        return of(quote.source, line) + double(quote.text.count(u'\n')) + of(quote.text, 0.85 * line) + 0.4;
    }
    double operator()(const TicketCode &code) const { return double(code.text.count(u'\n')) + 1.4; }

    static constexpr double wholeLine = 125; ///< letters
    static constexpr double halfLine = 60;
    double line = wholeLine;
};

/// Has no room in half of a page.
bool isWide(const TicketBlock &block)
{
    constexpr qsizetype mostLetters = 64;
    constexpr qsizetype mostWithoutBreak = 50;
    const auto *table = std::get_if<TicketTable>(&block);
    return table && std::any_of(table->rows.cbegin(), table->rows.cend(), [](const QStringList &row) {
               const QString text = row.join(u' ');
               return (row.size() > 3 && text.size() > mostLetters) ||
                      (text.size() > mostWithoutBreak && hasLongWord(text));
           });
}

/// What stands under one heading.
struct Section
{
    qsizetype first = 0;
    qsizetype last = 0;  ///< behind it
    bool isWide = false; ///< on paper; else it goes into one of two columns
};

QList<Section> sectionsOf(const QList<TicketBlock> &blocks)
{
    constexpr qsizetype mostBefore = 2; ///< what is asked for, and of whom, is read before all
    QList<Section> sections;
    for (qsizetype i = 0; i < blocks.size(); ++i) {
        if (i == 0 || std::holds_alternative<TicketHeading>(blocks[i]))
            sections.append({i, i, sections.size() < mostBefore});
        sections.last().last = i + 1;
        sections.last().isWide = sections.last().isWide || isWide(blocks[i]);
    }
    return sections;
}

/// Points in which it fits on a page, if that can still be read; a browser cannot choose.
double printSize(const RedactedDocument &ticket)
{
    constexpr double page = 640; ///< lines times points
    constexpr double smallest = 8;
    constexpr double largest = 9.5;
    double lines = 3;
    const QList<Section> sections = sectionsOf(ticket.blocks());
    for (const Section &section : sections) {
        const PrintedLines printed{section.isWide ? PrintedLines::wholeLine : PrintedLines::halfLine};
        double height = 0;
        for (qsizetype i = section.first; i < section.last; ++i)
            height += std::visit(printed, ticket.blocks()[i]);
        lines += section.isWide ? height : height / 2;
    }
    return std::clamp(std::floor(page / lines * 4) / 4, smallest, largest);
}

} // namespace

QByteArray ticketHtml(const RedactedDocument &ticket)
{
    QString out =
        QString::fromUtf8(pageHead).replace(QLatin1String("%2"), QString::number(printSize(ticket)));
    out.replace(QLatin1String("%1"), ticket.title().toHtmlEscaped());
    out += tag("h1", ticket.title()) + u'\n';
    const QList<Section> sections = sectionsOf(ticket.blocks());
    for (const Section &section : sections) {
        out += section.isWide ? QStringLiteral("<section class=\"wide\">\n") : QStringLiteral("<section>\n");
        for (qsizetype i = section.first; i < section.last; ++i)
            out += std::visit(HtmlBlocks(), ticket.blocks()[i]);
        out += QStringLiteral("</section>\n");
    }
    return (out + QStringLiteral("</body>\n</html>\n")).toUtf8();
}

} // namespace chartroom
