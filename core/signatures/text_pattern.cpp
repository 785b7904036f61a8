// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signatures/text_pattern.h"

namespace chartroom {

std::optional<TextPattern> TextPattern::read(const QString &text)
{
    TextPattern pattern;
    pattern.m_pieces = text.split(u'*', Qt::SkipEmptyParts);
    if (pattern.m_pieces.isEmpty() || text.contains(u'\n') || text.trimmed().isEmpty())
        return std::nullopt;
    return pattern;
}

/// The first place of each piece behind the one before is as good as any later one, so one pass is enough.
std::optional<TextPattern::Place> TextPattern::find(QStringView line) const
{
    qsizetype start = -1;
    qsizetype end = 0;
    for (const QString &piece : m_pieces) {
        const qsizetype at = line.indexOf(piece, end);
        if (at < 0)
            return std::nullopt;
        if (start < 0)
            start = at;
        end = at + piece.size();
    }
    return Place{start, end - start};
}

} // namespace chartroom
