// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/text_diff.h"

#include <QHash>
#include <QList>
#include <QString>

#include <array>

namespace chartroom {

/// A line of one side of a comparison, from 1; 0 when there is none.
struct SideLine
{
    int number = 0;
    bool isAfter = true;
};

/// A text diff as rows to look at: removed and added lines face each other side by side, or stand below each
/// other; long unchanged runs fold into one row. Texts are visible ones (rule S15). A value; made on the
/// pool.
class DiffLayout
{
public:
    enum class Mode { SideBySide, Unified };
    enum class Side { Before, After };
    struct Row
    {
        int before = -1; ///< index into TextDiff::lines, -1: this side has nothing here
        int after = -1;
        int fold = -1;     ///< index of the fold whose heading this row is, else -1
        int isInFold = -1; ///< index of the fold that hides this row while closed, else -1
    };
    struct Fold
    {
        int row = 0;   ///< of its heading; the lines it hides follow
        int lines = 0; ///< how many
    };
    struct Mark
    {
        int column = 0;
        int length = 0;
    };
    struct Change
    {
        int first = 0; ///< row
        int last = 0;
    };

    DiffLayout() = default;
    /// `context` unchanged lines stay around each change; fewer than four more are not worth a fold.
    [[nodiscard]] static DiffLayout of(const TextDiff &diff, Mode mode, int context = 3);

    [[nodiscard]] Mode mode() const { return m_mode; }
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }
    [[nodiscard]] const QList<Fold> &folds() const { return m_folds; }
    [[nodiscard]] const QList<Change> &changes() const { return m_changes; }
    [[nodiscard]] int added() const { return m_added; }
    [[nodiscard]] int removed() const { return m_removed; }

    /// The rows' text, one line each. Unified: the same for both sides.
    [[nodiscard]] const QString &text(Side side) const { return m_texts[size_t(side)]; }
    [[nodiscard]] DiffLine::Kind kind(int row, Side side) const;
    /// Line number from 1 on that side, 0 where there is none.
    [[nodiscard]] int lineNumber(int row, Side side) const;
    /// The largest line number, for the gutter's width.
    [[nodiscard]] int lastNumber() const { return m_lastNumber; }
    [[nodiscard]] QList<Mark> marks(int row, Side side) const;
    /// The row of a line number of that side, -1 when there is none.
    [[nodiscard]] int rowOfLine(int number, Side side) const;
    /// The change at or before the row; -1 when there is none.
    [[nodiscard]] int changeAt(int row) const;

private:
    struct Line
    {
        DiffLine::Kind kind = DiffLine::Kind::Same;
        int before = 0;
        int after = 0;
    };
    void addLines(const TextDiff &diff);
    void addRun(int first, int last, int context, bool atStart, bool atEnd);
    void addChange(const TextDiff &diff, int first, int last);
    void writeTexts(const TextDiff &diff);
    [[nodiscard]] int line(int row, Side side) const;

    Mode m_mode = Mode::SideBySide;
    QList<Line> m_lines;
    QList<Row> m_rows;
    QList<Fold> m_folds;
    QList<Change> m_changes;
    QHash<int, QList<Mark>> m_marks; ///< by index of the line
    std::array<QString, 2> m_texts;
    int m_added = 0;
    int m_removed = 0;
    int m_lastNumber = 0;
};

} // namespace chartroom
