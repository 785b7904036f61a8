// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>

namespace chartroom {

/// A column of a printed table, and what becomes of it where the table is wider than the terminal.
struct Column
{
    enum class Fit {
        Whole,    ///< a number, a version, a word: not cut while a column can be left out
        Name,     ///< what people copy: cut last of all
        Cut,      ///< its end is replaced by "…"
        CutStart, ///< its start is: a path, whose last parts matter
        Below,    ///< a sentence: one that does not fit follows below its row, in full
    };

    QString title;
    int rank = 0; ///< the columns of the highest rank are left out first, those of rank 0 never
    Fit fit = Fit::Whole;
    qsizetype enough = 20; ///< no narrower while columns can still be left out; not of Whole and Name
};

/// The text in so many columns of a terminal, cut at its end or start and marked with "…".
[[nodiscard]] QString cutText(const QString &text, qsizetype width, bool atStart = false);

/// The table of visible text, newline at the end. No line is longer than `width` columns of a terminal, but
/// for words of a Below cell that alone are; with 0 everything is printed, one line a row.
[[nodiscard]] QString alignedTable(const QList<Column> &columns, const QList<QStringList> &rows,
                                   qsizetype width, bool isColored);

} // namespace chartroom
