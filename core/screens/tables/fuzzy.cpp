// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tables/fuzzy.h"

namespace chartroom {

int fuzzyScore(QStringView pattern, QStringView text)
{
    int score = 0;
    int run = 0;
    qsizetype at = 0;
    for (const QChar wanted : pattern) {
        if (wanted.isSpace()) {
            run = 0;
            continue;
        }
        const qsizetype start = at;
        while (at < text.size() && text[at].toCaseFolded() != wanted.toCaseFolded())
            ++at;
        if (at == text.size())
            return -1;
        const bool adjacent = at == start && at > 0;
        const bool wordStart = at == 0 || !text[at - 1].isLetterOrNumber();
        run = adjacent ? run + 1 : 0;
        score += 1 + 3 * run + (wordStart ? 6 : 0) - (adjacent || at == start ? 0 : 1);
        ++at;
    }
    // Among equals the shorter text is nearer.
    return pattern.isEmpty() ? 0
                             : std::max<int>(1, score * 8 - int(std::min<qsizetype>(text.size(), 64)) / 8);
}

} // namespace chartroom
