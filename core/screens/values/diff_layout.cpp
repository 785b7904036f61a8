// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/diff_layout.h"

#include "core/base/visible_text.h"
#include "core/screens/screens_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr int leastFold = 4;
constexpr qsizetype longestDiffLine = 4000;

QString shown(QByteArrayView text)
{
    return visibleText(QString::fromUtf8(text), true, longestDiffLine);
}

} // namespace

DiffLayout DiffLayout::of(const TextDiff &diff, Mode mode, int context)
{
    DiffLayout layout;
    layout.m_mode = mode;
    layout.m_added = diff.added;
    layout.m_removed = diff.removed;
    layout.addLines(diff);
    const int count = int(diff.lines.size());
    for (int at = 0; at < count;) {
        const bool same = diff.lines[at].kind == DiffLine::Kind::Same;
        int end = at;
        while (end < count && (diff.lines[end].kind == DiffLine::Kind::Same) == same)
            ++end;
        if (same)
            layout.addRun(at, end - 1, context, at == 0, end == count);
        else
            layout.addChange(diff, at, end - 1);
        at = end;
    }
    layout.writeTexts(diff);
    return layout;
}

void DiffLayout::addLines(const TextDiff &diff)
{
    m_lines.reserve(diff.lines.size());
    for (const DiffLine &line : diff.lines) {
        const int index = int(m_lines.size());
        m_lines.append({line.kind, line.before, line.after});
        m_lastNumber = std::max({m_lastNumber, line.before, line.after});
        // Marks count bytes; what is shown counts characters, some of them written out.
        for (const DiffLine::Mark &mark : line.marks) {
            const QByteArrayView bytes(line.text);
            const auto column = shown(bytes.first(mark.begin)).size();
            const auto end = shown(bytes.first(mark.begin + mark.length)).size();
            m_marks[index].append({int(column), int(end - column)});
        }
    }
}

void DiffLayout::addRun(int first, int last, int context, bool atStart, bool atEnd)
{
    const int foldFirst = atStart ? first : first + context;
    const int foldLast = atEnd ? last : last - context;
    const bool folds = !(atStart && atEnd) && foldLast - foldFirst + 1 >= leastFold;
    for (int index = first; index <= last; ++index) {
        const bool inFold = folds && index >= foldFirst && index <= foldLast;
        if (inFold && index == foldFirst) {
            m_folds.append({int(m_rows.size()), foldLast - foldFirst + 1});
            m_rows.append({-1, -1, int(m_folds.size()) - 1, -1});
        }
        m_rows.append({index, index, -1, inFold ? int(m_folds.size()) - 1 : -1});
    }
}

void DiffLayout::addChange(const TextDiff &diff, int first, int last)
{
    const int firstRow = int(m_rows.size());
    QList<int> removed;
    QList<int> added;
    for (int index = first; index <= last; ++index)
        (diff.lines[index].kind == DiffLine::Kind::Removed ? removed : added).append(index);
    if (m_mode == Mode::SideBySide) {
        for (qsizetype i = 0; i < std::max(removed.size(), added.size()); ++i)
            m_rows.append({removed.value(i, -1), added.value(i, -1), -1, -1});
    } else {
        for (const int index : std::as_const(removed))
            m_rows.append({index, -1, -1, -1});
        for (const int index : std::as_const(added))
            m_rows.append({-1, index, -1, -1});
    }
    m_changes.append({firstRow, int(m_rows.size()) - 1});
}

void DiffLayout::writeTexts(const TextDiff &diff)
{
    const bool unified = m_mode == Mode::Unified;
    for (qsizetype row = 0; row < m_rows.size(); ++row) {
        const Row &shownRow = m_rows[row];
        const QString end = row + 1 < m_rows.size() ? QStringLiteral("\n") : QString();
        for (const Side side : {Side::Before, Side::After}) {
            QString &text = m_texts[size_t(side)];
            int index = side == Side::Before ? shownRow.before : shownRow.after;
            if (unified)
                index = std::max(shownRow.before, shownRow.after);
            if (shownRow.fold >= 0)
                text += ScreensTr::tr("⋯ %n unchanged line(s)", nullptr, m_folds[shownRow.fold].lines);
            else if (index >= 0)
                text += shown(diff.lines[index].text);
            text += end;
        }
    }
}

int DiffLayout::line(int row, Side side) const
{
    if (row < 0 || row >= m_rows.size())
        return -1;
    return side == Side::Before ? m_rows[row].before : m_rows[row].after;
}

DiffLine::Kind DiffLayout::kind(int row, Side side) const
{
    const int index = line(row, side);
    return index < 0 ? DiffLine::Kind::Same : m_lines[index].kind;
}

int DiffLayout::lineNumber(int row, Side side) const
{
    const int index = line(row, side);
    return index < 0 ? 0 : side == Side::Before ? m_lines[index].before : m_lines[index].after;
}

QList<DiffLayout::Mark> DiffLayout::marks(int row, Side side) const
{
    return m_marks.value(line(row, side));
}

int DiffLayout::rowOfLine(int number, Side side) const
{
    for (int row = 0; row < m_rows.size(); ++row)
        if (lineNumber(row, side) == number)
            return row;
    return -1;
}

int DiffLayout::changeAt(int row) const
{
    const auto after = std::upper_bound(m_changes.cbegin(), m_changes.cend(), row,
                                        [](int at, const Change &change) { return at < change.first; });
    return int(after - m_changes.cbegin()) - 1;
}

} // namespace chartroom
