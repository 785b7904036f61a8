// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/ticket_sheet.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QScreen>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

namespace chartroom {

namespace {

/// A text document takes its margins in the screen's pixels and scales them to the device
/// (qtextdocumentlayout.cpp, scaleToDevice).
double pixels(double points)
{
    const QScreen *screen = QGuiApplication::primaryScreen();
    return points * (screen ? screen->logicalDotsPerInchY() : 96) / 72;
}

/// Each column its longest word, and what is left of the line by how much more there is to say in it.
QList<QTextLength> columnWidths(const TicketTable &table, double lineLength)
{
    constexpr qsizetype longestWord = 24;
    constexpr qsizetype longestText = 120;
    static const QRegularExpression wordEnd(QStringLiteral("[\\s/]+"));
    QList<double> words;
    QList<double> rests;
    for (qsizetype column = 0; column < table.titles.size(); ++column) {
        QStringList cells{table.titles[column]};
        for (const QStringList &row : table.rows)
            cells.append(row.value(column));
        qsizetype word = 3;
        qsizetype text = 0;
        for (const QString &cell : std::as_const(cells)) {
            text = std::max(text, cell.size());
            for (const QString &one : cell.split(wordEnd))
                word = std::max(word, one.size());
        }
        words.append(double(std::min(word, longestWord) + 2));
        rests.append(std::max(0.0, double(std::min(text, longestText)) - words.last()));
    }
    const double left = std::max(0.0, lineLength - std::accumulate(words.cbegin(), words.cend(), 0.0));
    const double more = std::max(1.0, std::accumulate(rests.cbegin(), rests.cend(), 0.0));
    for (qsizetype column = 0; column < words.size(); ++column)
        words[column] += std::min(left / more, 1.0) * rests[column];
    const double all = std::accumulate(words.cbegin(), words.cend(), 0.0);
    QList<QTextLength> widths;
    for (const double width : std::as_const(words))
        widths.append(QTextLength(QTextLength::PercentageLength, 100 * width / all));
    return widths;
}

/// Of one fact in a line, names in two widths only, so that lists below each other stand in line; of two,
/// each column by its longest text.
QList<QTextLength> factWidths(const TicketFactList &list, int across)
{
    QList<double> columns(2 * across, 0);
    for (qsizetype i = 0; i < list.facts.size(); ++i) {
        double &name = columns[i % across * 2];
        double &text = columns[i % across * 2 + 1];
        name = std::max(name, 1.1 * double(list.facts[i].first.size() + 2)); // it is bold
        text = std::max(text, double(list.facts[i].second.size() + 2));
    }
    if (across == 1)
        columns = columns[0] < 16 ? QList<double>{14, 86} : QList<double>{22, 78};
    const double all = std::accumulate(columns.cbegin(), columns.cend(), 0.0);
    QList<QTextLength> widths;
    for (const double width : std::as_const(columns))
        widths.append(QTextLength(QTextLength::PercentageLength, 100 * width / all));
    return widths;
}

/// Writes block after block at the end of a text document, with nothing but plain text.
class Sheet
{
public:
    Sheet(QTextDocument &document, const SheetLook &look)
        : m_cursor(&document)
        , m_size(look.points)
        , m_lineHeight(look.lineHeight)
        , m_lineLength(look.lineLength)
        , m_line(look.line)
    {
        m_plain.setFontPointSize(m_size);
        m_plain.setForeground(look.text);
        m_strong = m_plain;
        m_strong.setFontWeight(QFont::DemiBold);
        m_muted = m_plain;
        m_muted.setForeground(look.muted);
        m_name = look.muted == look.text ? m_strong : m_muted;
        m_fixed.setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        m_fixed.setFontPointSize(m_size * 0.92);
        m_fixed.setForeground(look.text);
    }

    void title(const QString &text)
    {
        QTextCharFormat format = m_strong;
        format.setFontPointSize(m_size * 1.5);
        line(text, format, 0, 0.4, 0, 1);
    }

    void operator()(const TicketHeading &heading)
    {
        QTextCharFormat format = m_strong;
        format.setFontPointSize(m_size * 1.15);
        line(heading.text, format, 0.7, 0.2, 0, 2);
    }

    void operator()(const TicketParagraph &paragraph)
    {
        for (const QString &text : paragraph.text.split(u'\n', Qt::SkipEmptyParts))
            line(text, paragraph.isStrong ? m_strong : m_plain, 0, 0.3, 0, paragraph.isStrong ? 3 : 0);
    }

    void operator()(const TicketBullets &bullets)
    {
        for (const QString &item : bullets.items)
            line(QStringLiteral("•\u00A0\u00A0") + item, m_plain, 0, 0.2, m_size);
    }

    void operator()(const TicketFactList &list)
    {
        if (list.facts.isEmpty())
            return;
        const int across = list.isShort() ? 2 : 1;
        const int facts = int(list.facts.size());
        QTextTable *table = newTable((facts + across - 1) / across, 2 * across, factWidths(list, across));
        for (int i = 0; i < facts; ++i) {
            const int row = i / across;
            const int column = i % across * 2;
            fill(table->cellAt(row, column), list.facts[i].first, m_name);
            fill(table->cellAt(row, column + 1), list.facts[i].second, m_plain);
        }
        leave();
    }

    void operator()(const TicketTable &from)
    {
        const int columns = int(from.titles.size());
        if (columns == 0)
            return;
        QTextTable *table =
            newTable(int(from.rows.size()) + 1, columns, columnWidths(from, m_lineLength), true);
        for (int column = 0; column < columns; ++column) {
            fill(table->cellAt(0, column), from.titles[column], m_name);
            for (int row = 0; row < from.rows.size(); ++row)
                fill(table->cellAt(row + 1, column), from.rows[row].value(column), m_plain);
        }
        leave();
    }

    void operator()(const TicketQuote &quote)
    {
        line(quote.source, m_muted, 0, 0.1);
        fixed(quote.text);
    }

    void operator()(const TicketCode &code) { fixed(code.text); }

private:
    /// Spaces above and below in lines, the indent in points.
    void line(const QString &text, const QTextCharFormat &format, double above, double below,
              double indent = 0, int headingLevel = 0)
    {
        QTextBlockFormat block;
        block.setHeadingLevel(headingLevel);
        block.setTopMargin(pixels(above * m_size));
        block.setBottomMargin(pixels(below * m_size));
        block.setLeftMargin(pixels(indent));
        block.setTextIndent(-pixels(indent));
        block.setLineHeight(m_lineHeight, QTextBlockFormat::ProportionalHeight);
        next(block, format);
        m_cursor.insertText(text, format);
    }

    void fixed(const QString &text)
    {
        QStringList lines = text.split(u'\n');
        if (lines.last().isEmpty())
            lines.removeLast();
        for (qsizetype i = 0; i < lines.size(); ++i) {
            QTextBlockFormat block;
            block.setLeftMargin(pixels(m_size));
            block.setBottomMargin(i + 1 < lines.size() ? 0 : pixels(m_size * 0.4));
            next(block, m_fixed);
            m_cursor.insertText(lines[i], m_fixed);
        }
    }

    void fill(const QTextTableCell &cell, const QString &text, const QTextCharFormat &format) const
    {
        QTextBlockFormat block;
        block.setLineHeight(m_lineHeight, QTextBlockFormat::ProportionalHeight);
        QTextCursor cursor = cell.firstCursorPosition();
        cursor.setBlockFormat(block);
        cursor.insertText(text, format);
    }

    /// The first block is there already, and so is the one behind a table.
    void next(const QTextBlockFormat &block, const QTextCharFormat &format)
    {
        if (std::exchange(m_isFresh, false)) {
            m_cursor.setBlockFormat(block);
            m_cursor.setBlockCharFormat(format);
        } else {
            m_cursor.insertBlock(block, format);
        }
    }

    QTextTable *newTable(int rows, int columns, const QList<QTextLength> &widths, bool hasHead = false)
    {
        QTextTableFormat format;
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(pixels(hasHead ? 0.9 : 0.5));
        format.setBottomMargin(pixels(m_size * 0.4)); // a block behind a table has no space above
        format.setHeaderRowCount(hasHead ? 1 : 0);
        if (hasHead) {
            format.setBorder(pixels(0.4));
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderBrush(m_line);
            format.setBorderCollapse(true);
        }
        format.setColumnWidthConstraints(widths);
        return m_cursor.insertTable(rows, columns, format);
    }

    void leave()
    {
        m_cursor.movePosition(QTextCursor::End);
        m_isFresh = true;
    }

    QTextCursor m_cursor;
    double m_size;
    double m_lineHeight;
    double m_lineLength;
    QColor m_line;
    QTextCharFormat m_plain;
    QTextCharFormat m_strong;
    QTextCharFormat m_muted;
    QTextCharFormat m_name;
    QTextCharFormat m_fixed;
    bool m_isFresh = true;
};

} // namespace

void writeSheet(QTextDocument &document, const RedactedDocument &ticket, const SheetLook &look)
{
    document.setUndoRedoEnabled(false);
    Sheet sheet(document, look);
    sheet.title(ticket.title());
    for (const TicketBlock &block : ticket.blocks())
        std::visit(sheet, block);
}

} // namespace chartroom
