// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nearest_word.h"

#include <QList>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype farthest = 2;

/// Optimal string alignment: letters added, left out, changed, or swapped with their neighbour.
qsizetype distance(const QString &a, const QString &b)
{
    QList<QList<qsizetype>> costs(a.size() + 1, QList<qsizetype>(b.size() + 1, 0));
    for (qsizetype i = 0; i <= a.size(); ++i) {
        for (qsizetype j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                costs[i][j] = i + j;
                continue;
            }
            const qsizetype changed = costs[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            costs[i][j] = std::min({costs[i - 1][j] + 1, costs[i][j - 1] + 1, changed});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                costs[i][j] = std::min(costs[i][j], costs[i - 2][j - 2] + 1);
        }
    }
    return costs[a.size()][b.size()];
}

} // namespace

QString nearestWord(const QString &word, const QStringList &words)
{
    QString nearest;
    qsizetype least = std::min(farthest, word.size() - 1) + 1;
    for (const QString &one : words) {
        const bool isBegun = word.size() > farthest && one.startsWith(word);
        const qsizetype away = isBegun ? 1 : distance(word, one);
        if (away < least) {
            nearest = one;
            least = away;
        }
    }
    return nearest;
}

} // namespace chartroom
