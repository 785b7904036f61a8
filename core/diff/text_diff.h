// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

namespace chartroom {

/// A line of a text diff. Word marks are byte ranges of the line's text in UTF-8.
struct DiffLine
{
    enum class Kind { Same, Removed, Added };
    struct Mark
    {
        qsizetype begin = 0;
        qsizetype length = 0;
        friend bool operator==(const Mark &, const Mark &) = default;
    };
    Kind kind = Kind::Same;
    int before = 0; ///< line number from 1, 0 when it is not on that side
    int after = 0;
    QByteArray text; ///< without its newline; a carriage return before it stays
    QList<Mark> marks;
    bool isUnended = false; ///< the last line of a text that does not end with a newline
};

struct TextDiff
{
    QList<DiffLine> lines; ///< all lines, unchanged ones too
    int added = 0;
    int removed = 0;
};

/// Line by line (libgit2, Myers with the indent heuristic), and within changed lines word by word; a line of
/// which hardly anything stayed has no marks. Texts that differ in nothing but the newline at the very end do
/// differ in that line. A pure function for the pool.
[[nodiscard]] TextDiff diffText(QByteArrayView before, QByteArrayView after);

/// A unified patch, its hunks as git writes them, `context` lines around each change; empty for equal texts.
[[nodiscard]] QByteArray unifiedPatch(const TextDiff &diff, const QString &beforeName,
                                      const QString &afterName, int context = 3);

} // namespace chartroom
