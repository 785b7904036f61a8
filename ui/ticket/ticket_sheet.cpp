// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/ticket_sheet.h"

#include <QFontDatabase>
#include <QFontMetricsF>
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

constexpr double aboveHeading = 0.7; ///< lines

/// A text document takes its margins in the screen's pixels and scales them to the device
/// (qtextdocumentlayout.cpp, scaleToDevice).
double pixels(double points)
{
    const QScreen *screen = QGuiApplication::primaryScreen();
    return points * (screen ? screen->logicalDotsPerInchY() : 96) / 72;
}

/// How wide texts are, in letters of the plain face.
class Letters
{
public:
    explicit Letters(const QFont &font)
        : m_plain(font)
        , m_strong(strong(font))
    {}

    [[nodiscard]] double of(const QString &text) const { return share(m_plain, text); }
    [[nodiscard]] double ofStrong(const QString &text) const { return share(m_strong, text); }

private:
    static QFont strong(QFont font)
    {
        font.setWeight(QFont::DemiBold);
        return font;
    }
    [[nodiscard]] double share(const QFontMetricsF &metrics, const QString &text) const
    {
        return metrics.horizontalAdvance(text) / std::max(1.0, m_plain.averageCharWidth());
    }

    QFontMetricsF m_plain;
    QFontMetricsF m_strong;
};

QList<QTextLength> percentages(const QList<double> &columns)
{
    const double all = std::max(1.0, std::accumulate(columns.cbegin(), columns.cend(), 0.0));
    QList<QTextLength> widths;
    for (const double width : columns)
        widths.append(QTextLength(QTextLength::PercentageLength, 100 * width / all));
    return widths;
}

/// Each column its longest word, and what is left of the line by how much more there is to say in it.
QList<QTextLength> columnWidths(const TicketTable &table, const Letters &letters, double lineLength)
{
    constexpr double between = 2;
    constexpr double longestWord = 26;
    constexpr double longestText = 120;
    static const QRegularExpression wordEnd(QStringLiteral("\\s+|(?<=/)"));
    QList<double> words;
    QList<double> rests;
    for (qsizetype column = 0; column < table.titles.size(); ++column) {
        double word = 3;
        for (const QString &one : table.titles[column].split(wordEnd))
            word = std::max(word, letters.ofStrong(one));
        double text = letters.ofStrong(table.titles[column]);
        for (const QStringList &row : table.rows) {
            const QString &cell = row.value(column);
            text = std::max(text, letters.of(cell));
            for (const QString &one : cell.split(wordEnd))
                word = std::max(word, letters.of(one));
        }
        words.append(std::min(word, longestWord) + between);
        rests.append(std::max(0.0, std::min(text + between, longestText) - words.last()));
    }
    const double left = std::max(0.0, lineLength - std::accumulate(words.cbegin(), words.cend(), 0.0));
    const double more = std::max(1.0, std::accumulate(rests.cbegin(), rests.cend(), 0.0));
    for (qsizetype column = 0; column < words.size(); ++column)
        words[column] += std::min(left / more, 1.0) * rests[column];
    return percentages(words);
}

/// Of one fact in a line, names in few widths only, so that lists below each other stand in line; of two,
/// each column by its longest text.
QList<QTextLength> factWidths(const TicketFactList &list, int across, const Letters &letters,
                              const SheetLook &look)
{
    QList<double> columns(2 * across, 0);
    for (qsizetype i = 0; i < list.facts.size(); ++i) {
        double &name = columns[i % across * 2];
        double &text = columns[i % across * 2 + 1];
        name = std::max(name, letters.ofStrong(list.facts[i].first) + 2);
        text = std::max(text, letters.of(list.facts[i].second) + 2);
    }
    if (across > 1)
        return percentages(columns);
    const double share = columns[0] / std::max(1.0, look.lineLength);
    if (look.isNarrow)
        return percentages(share < 0.2 ? QList<double>{20, 80} : QList<double>{34, 66});
    return percentages(share < 0.14 ? QList<double>{14, 86} : QList<double>{22, 78});
}

/// Writes block after block at the end of a text document, with nothing but plain text.
class Sheet
{
public:
    Sheet(QTextDocument &document, const SheetLook &look)
        : m_cursor(&document)
        , m_letters(document.defaultFont())
        , m_look(look)
        , m_size(look.points)
    {
        m_plain.setFontPointSize(m_size);
        m_plain.setForeground(look.text);
        m_strong = m_plain;
        m_strong.setFontWeight(QFont::DemiBold);
        m_muted = m_plain;
        m_muted.setForeground(look.muted);
        m_name = look.muted == look.text ? m_strong : m_muted;
        m_fixed.setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        m_fixed.setFontPointSize(std::max(m_size * 0.92, std::min(m_size, smallest)));
        m_fixed.setForeground(look.text);
    }

    void title(const QString &text)
    {
        QTextCharFormat format = m_strong;
        format.setFontPointSize(m_size * 1.5);
        line(text, format, 0, 0.4, 0, 1);
    }

    /// All blocks, or those that a row is of; where each of them begins.
    QList<int> write(const QList<TicketBlock> &blocks, const QList<SheetRow> &rows)
    {
        m_starts.fill(-1, blocks.size());
        if (rows.isEmpty())
            write(blocks, 0, blocks.size());
        for (const SheetRow &row : rows) {
            if (row.isWhole())
                write(blocks, row.first, row.last);
            else
                writeBeside(blocks, row);
        }
        return m_starts;
    }

    void operator()(const TicketHeading &heading)
    {
        QTextCharFormat format = m_strong;
        format.setFontPointSize(m_size * 1.15);
        line(heading.text, format, aboveHeading, 0.2, 0, 2);
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
        const int across = list.isShort() && !m_look.isNarrow ? 2 : 1;
        const int facts = int(list.facts.size());
        QTextTable *table =
            newTable((facts + across - 1) / across, 2 * across, factWidths(list, across, m_letters, m_look));
        for (int i = 0; i < facts; ++i) {
            const int row = i / across;
            const int column = i % across * 2;
            fill(table->cellAt(row, column), list.facts[i].first, m_name);
            fill(table->cellAt(row, column + 1), list.facts[i].second, m_plain);
        }
        leave(*table);
    }

    void operator()(const TicketTable &from)
    {
        const int columns = int(from.titles.size());
        if (columns == 0)
            return;
        QTextTable *table = newTable(int(from.rows.size()) + 1, columns,
                                     columnWidths(from, m_letters, m_look.lineLength), true);
        for (int column = 0; column < columns; ++column) {
            fill(table->cellAt(0, column), from.titles[column], m_name);
            for (int row = 0; row < from.rows.size(); ++row)
                fill(table->cellAt(row + 1, column), from.rows[row].value(column), m_plain);
        }
        leave(*table);
    }

    void operator()(const TicketQuote &quote)
    {
        if (!quote.source.isEmpty())
            line(quote.source, m_muted, 0, 0.1, 0, 3);
        fixed(quote.text);
    }

    void operator()(const TicketCode &code) { fixed(code.text); }

private:
    static constexpr double smallest = 8; ///< points that can be read on paper

    void write(const QList<TicketBlock> &blocks, qsizetype from, qsizetype to)
    {
        for (qsizetype i = from; i < to; ++i) {
            m_current = i;
            m_isBeforeHeading = i + 1 < blocks.size() && std::holds_alternative<TicketHeading>(blocks[i + 1]);
            std::visit(*this, blocks[i]);
        }
    }

    void writeBeside(const QList<TicketBlock> &blocks, const SheetRow &row)
    {
        QTextTableFormat format;
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(0);
        const bool isOfSections = std::holds_alternative<TicketHeading>(blocks[row.first]);
        format.setTopMargin(isOfSections ? space(aboveHeading * m_size) : 0);
        format.setBottomMargin(space(aboveHeading * m_size));
        format.setColumnWidthConstraints(percentages({1 - sheetGap, 2 * sheetGap, 1 - sheetGap}));
        QTextTable *table = m_cursor.insertTable(1, 3, format);
        const SheetLook whole = m_look;
        m_look.isNarrow = true;
        m_look.lineLength *= (1 - sheetGap) / 2;
        for (const bool isLeft : {true, false}) {
            m_cursor = table->cellAt(0, isLeft ? 0 : 2).firstCursorPosition();
            m_isFresh = true;
            write(blocks, isLeft ? row.first : row.middle, isLeft ? row.middle : row.last);
        }
        m_look = whole;
        leave(*table);
    }

    [[nodiscard]] double space(double points) const { return m_look.spacing * pixels(points); }

    /// Of the block that is written now.
    void begin(int position)
    {
        if (m_current >= 0 && m_starts[m_current] < 0)
            m_starts[m_current] = position;
    }

    /// Spaces above and below in lines, the indent in points.
    void line(const QString &text, const QTextCharFormat &format, double above, double below,
              double indent = 0, int headingLevel = 0)
    {
        QTextBlockFormat block;
        block.setHeadingLevel(headingLevel);
        block.setTopMargin(space(above * m_size));
        block.setBottomMargin(space(below * m_size));
        block.setLeftMargin(pixels(indent));
        block.setTextIndent(-pixels(indent));
        block.setLineHeight(m_look.lineHeight, QTextBlockFormat::ProportionalHeight);
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
            block.setBottomMargin(i + 1 < lines.size() ? 0 : space(m_size * 0.4));
            next(block, m_fixed);
            m_cursor.insertText(lines[i], m_fixed);
        }
    }

    void fill(const QTextTableCell &cell, const QString &text, const QTextCharFormat &format) const
    {
        QTextBlockFormat block;
        block.setLineHeight(m_look.lineHeight, QTextBlockFormat::ProportionalHeight);
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
        begin(m_cursor.position());
    }

    QTextTable *newTable(int rows, int columns, const QList<QTextLength> &widths, bool hasHead = false)
    {
        QTextTableFormat format;
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(space(hasHead ? 0.8 : 0.5));
        // A block behind a table has no space above.
        format.setBottomMargin(space(m_size * (m_isBeforeHeading ? aboveHeading : 0.3)));
        format.setHeaderRowCount(hasHead ? 1 : 0);
        if (hasHead) {
            format.setBorder(pixels(0.4));
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderBrush(m_look.line);
            format.setBorderCollapse(true);
        }
        format.setColumnWidthConstraints(widths);
        QTextTable *table = m_cursor.insertTable(rows, columns, format);
        begin(table->firstPosition());
        return table;
    }

    void leave(const QTextTable &table)
    {
        m_cursor.setPosition(table.lastPosition() + 1);
        m_isFresh = true;
    }

    QTextCursor m_cursor;
    Letters m_letters;
    SheetLook m_look;
    double m_size;
    QList<int> m_starts;
    qsizetype m_current = -1; ///< which block is written; -1: the title
    bool m_isBeforeHeading = false;
    QTextCharFormat m_plain;
    QTextCharFormat m_strong;
    QTextCharFormat m_muted;
    QTextCharFormat m_name;
    QTextCharFormat m_fixed;
    bool m_isFresh = true;
};

} // namespace

QList<int> writeSheet(QTextDocument &document, const RedactedDocument &ticket, const SheetLook &look,
                      const QList<SheetRow> &rows)
{
    document.setUndoRedoEnabled(false);
    Sheet sheet(document, look);
    sheet.title(ticket.title());
    return sheet.write(ticket.blocks(), rows);
}

} // namespace chartroom
