// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/table.h"

#include "app/folded_text.h"
#include "core/base/visible_text.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype gap = 2;
constexpr qsizetype belowIndent = 4;

QString padded(const QString &text, qsizetype width)
{
    return text + QString(std::max<qsizetype>(0, width - columnsOf(text)), u' ');
}

/// Which columns are printed, and how wide.
struct TableLayout
{
    QList<qsizetype> shown;
    QList<qsizetype> widths; ///< of all columns

    [[nodiscard]] qsizetype sum(const QList<qsizetype> &all) const
    {
        qsizetype sum = gap * (shown.size() - 1);
        for (const qsizetype i : shown)
            sum += all[i];
        return sum;
    }

    /// Makes the widest column narrower until all fit, none of them narrower than `least`.
    void shrink(qsizetype width, const QList<qsizetype> &least)
    {
        for (qsizetype over = sum(widths) - width; over > 0; --over) {
            qsizetype widest = -1;
            for (const qsizetype i : std::as_const(shown))
                if (widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest]))
                    widest = i;
            if (widest < 0)
                return;
            --widths[widest];
        }
    }
};

TableLayout layoutOf(const QList<Column> &columns, const QList<qsizetype> &natural, QList<qsizetype> shown,
                     qsizetype width)
{
    TableLayout layout{std::move(shown), natural};
    if (width <= 0)
        return layout;
    QList<qsizetype> enough = natural;
    for (qsizetype i = 0; i < columns.size(); ++i)
        if (columns[i].fit != Column::Fit::Whole && columns[i].fit != Column::Fit::Name)
            enough[i] = std::min(natural[i], std::max(columns[i].enough, columnsOf(columns[i].title)));
    while (layout.sum(enough) > width) {
        const auto last = std::max_element(
            layout.shown.crbegin(), layout.shown.crend(),
            [&columns](qsizetype a, qsizetype b) { return columns[a].rank < columns[b].rank; });
        if (columns[*last].rank == 0)
            break;
        layout.shown.removeOne(*last);
    }
    layout.shrink(width, enough);
    QList<qsizetype> least(columns.size(), 1);
    for (qsizetype i = 0; i < columns.size(); ++i)
        if (columns[i].fit == Column::Fit::Name)
            least[i] = natural[i];
    layout.shrink(width, least);
    layout.shrink(width, QList<qsizetype>(columns.size(), 1));
    return layout;
}

/// As wide as what stands in it; sentences that go below their row do not count, and where all of them do
/// the column is left out.
TableLayout layoutOf(const QList<Column> &columns, const QList<QStringList> &lines, qsizetype width)
{
    QList<qsizetype> natural(columns.size(), 0);
    QList<qsizetype> all;
    for (qsizetype i = 0; i < columns.size(); ++i) {
        all.append(i);
        for (const QStringList &line : lines)
            natural[i] = std::max(natural[i], columnsOf(line.value(i)));
    }
    const TableLayout first = layoutOf(columns, natural, all, width);
    for (const qsizetype i : first.shown) {
        if (columns[i].fit != Column::Fit::Below || first.widths[i] == natural[i])
            continue;
        qsizetype widest = 0;
        for (const QStringList &line : lines.mid(1))
            if (const qsizetype cell = columnsOf(line.value(i)); cell <= first.widths[i])
                widest = std::max(widest, cell);
        if (widest == 0)
            all.removeOne(i);
        natural[i] = std::max(widest, columnsOf(columns[i].title));
    }
    return layoutOf(columns, natural, all, width);
}

} // namespace

QString cutText(const QString &text, qsizetype width, bool atStart)
{
    if (columnsOf(text) <= width)
        return text;
    qsizetype place = atStart ? text.size() : 0;
    for (qsizetype left = width - 1; left > 0; --left) {
        place += atStart ? -1 : 1;
        if (text[place].isLowSurrogate())
            place += atStart ? -1 : 1;
    }
    return atStart ? u'…' + text.mid(place) : text.left(place) + u'…';
}

QString alignedTable(const QList<Column> &columns, const QList<QStringList> &rows, qsizetype width,
                     bool isColored)
{
    QList<QStringList> lines(1);
    for (const Column &column : columns)
        lines[0].append(column.title);
    for (const QStringList &row : rows) {
        QStringList line;
        for (const QString &cell : row)
            line.append(visibleText(cell));
        lines.append(line);
    }
    const TableLayout layout = layoutOf(columns, lines, width);
    QString text;
    for (qsizetype row = 0; row < lines.size(); ++row) {
        QString line;
        QString below;
        for (qsizetype i = 0; i < columns.size(); ++i) {
            const QString cell = lines[row].value(i);
            const bool isShown = layout.shown.contains(i);
            const bool isBelow = row > 0 && columns[i].fit == Column::Fit::Below && !cell.isEmpty() &&
                                 (!isShown || columnsOf(cell) > layout.widths[i]);
            if (isBelow)
                below += foldedText(QString(belowIndent, u' ') + cell, width) + u'\n';
            if (isShown)
                line +=
                    padded(isBelow ? QStringLiteral("…")
                                   : cutText(cell, layout.widths[i], columns[i].fit == Column::Fit::CutStart),
                           layout.widths[i] + gap);
        }
        while (line.endsWith(u' '))
            line.chop(1);
        text += isColored && row == 0 ? QStringLiteral("\x1b[1m%1\x1b[0m\n").arg(line) : line + u'\n';
        text += below;
    }
    return text;
}

} // namespace chartroom
