// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/sheet_rows.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>

#include <algorithm>
#include <limits>

namespace chartroom {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

QTextFrame *tableAt(const QTextDocument &document, int position)
{
    QTextFrame *frame = document.frameAt(position);
    return frame == document.rootFrame() ? nullptr : frame;
}

double topOf(const QTextDocument &document, int position)
{
    const QAbstractTextDocumentLayout *layout = document.documentLayout();
    if (QTextFrame *table = tableAt(document, position))
        return layout->frameBoundingRect(table).top();
    return layout->blockBoundingRect(document.findBlock(position)).top();
}

/// From one position up to another.
bool fitsBetween(const QTextDocument &document, int from, int to)
{
    const double width = document.textWidth() + 1;
    if (QTextFrame *table = tableAt(document, from))
        return document.documentLayout()->frameBoundingRect(table).width() <= width;
    for (QTextBlock block = document.findBlock(from); block.isValid() && block.position() < to;
         block = block.next()) {
        for (int i = 0; i < block.layout()->lineCount(); ++i) {
            const QTextLine line = block.layout()->lineAt(i);
            if (line.x() + line.naturalTextWidth() > width)
                return false;
        }
    }
    return true;
}

/// Finds the rows from the last section to the first.
class Rows
{
public:
    Rows(const QList<TicketBlock> &blocks, const QList<SheetBlock> &whole, const QList<SheetBlock> &half,
         double line)
        : m_blocks(blocks)
        , m_whole(whole)
        , m_half(half)
        , m_line(line)
    {
        for (qsizetype i = 0; i < blocks.size(); ++i)
            if (i == 0 || std::holds_alternative<TicketHeading>(blocks[i]))
                m_starts.append(i);
        m_starts.append(blocks.size());
    }

    QList<SheetRow> best()
    {
        const qsizetype sections = m_starts.size() - 1;
        m_best.fill({}, sections + 1);
        for (qsizetype i = sections; i-- > 0;)
            m_best[i] = bestFrom(i);
        QList<SheetRow> rows;
        for (qsizetype i = 0; i < sections; i = m_best[i].next)
            rows += m_best[i].rows;
        return rows;
    }

private:
    static constexpr qsizetype mostInRow = 4; ///< sections

    struct Choice
    {
        double height = 0; ///< of all that is from here on
        QList<SheetRow> rows;
        qsizetype next = 0; ///< the section behind them
    };

    [[nodiscard]] static double sum(const QList<SheetBlock> &blocks, qsizetype from, qsizetype to)
    {
        double height = 0;
        for (qsizetype i = from; i < to; ++i)
            height += blocks[i].height;
        return height;
    }

    /// A table whose cells are towers of words.
    [[nodiscard]] bool isCramped(qsizetype block) const
    {
        constexpr double mostGrowth = 1.4;
        return std::holds_alternative<TicketTable>(m_blocks[block]) &&
               m_half[block].height > mostGrowth * m_whole[block].height;
    }

    /// Of two columns, and what makes up for the eye's way.
    [[nodiscard]] double beside(qsizetype first, qsizetype middle, qsizetype last) const
    {
        for (qsizetype i = first; i < last; ++i)
            if (!m_half[i].fits || isCramped(i))
                return never;
        return std::max(sum(m_half, first, middle), sum(m_half, middle, last)) + m_line;
    }

    void take(Choice &best, double height, const QList<SheetRow> &rows, qsizetype next) const
    {
        const double all = height + m_best[next].height;
        if (all < best.height)
            best = {all, rows, next};
    }

    [[nodiscard]] Choice bestFrom(qsizetype section) const
    {
        const qsizetype first = m_starts[section];
        const qsizetype last = m_starts[section + 1];
        Choice best{never, {}, section + 1};
        take(best, sum(m_whole, first, last), QList<SheetRow>{{first, last, last}}, section + 1);
        if (section == 0) // what is asked for is read before all
            return best;
        for (qsizetype middle = first + 2; middle < last; ++middle)
            if (std::holds_alternative<TicketParagraph>(m_blocks[middle])) // it begins something
                take(best, sum(m_whole, first, first + 1) + beside(first + 1, middle, last),
                     QList<SheetRow>{{first, first + 1, first + 1}, {first + 1, middle, last}}, section + 1);
        const qsizetype most = std::min(section + mostInRow, m_starts.size() - 1);
        for (qsizetype end = section + 2; end <= most; ++end)
            for (qsizetype other = section + 1; other < end; ++other)
                take(best, beside(first, m_starts[other], m_starts[end]),
                     QList<SheetRow>{{first, m_starts[other], m_starts[end]}}, end);
        return best;
    }

    const QList<TicketBlock> &m_blocks;
    const QList<SheetBlock> &m_whole;
    const QList<SheetBlock> &m_half;
    double m_line;
    QList<qsizetype> m_starts; ///< of the sections, and the end
    QList<Choice> m_best;
};

} // namespace

QList<SheetBlock> measuredBlocks(const QTextDocument &document, const QList<int> &starts)
{
    QList<SheetBlock> blocks(starts.size());
    double below = document.size().height();
    int end = document.characterCount();
    for (qsizetype i = starts.size(); i-- > 0;) {
        if (starts[i] < 0)
            continue;
        const double top = topOf(document, starts[i]);
        blocks[i] = {below - top, fitsBetween(document, starts[i], end)};
        below = top;
        end = starts[i];
    }
    return blocks;
}

QList<SheetRow> sheetRows(const QList<TicketBlock> &blocks, const QList<SheetBlock> &whole,
                          const QList<SheetBlock> &half, double line)
{
    return blocks.isEmpty() ? QList<SheetRow>() : Rows(blocks, whole, half, line).best();
}

} // namespace chartroom
