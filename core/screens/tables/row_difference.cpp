// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tables/row_difference.h"

namespace chartroom {

namespace {

void extend(QList<std::pair<int, int>> &runs, int row)
{
    if (!runs.isEmpty() && runs.last().second == row - 1)
        runs.last().second = row;
    else
        runs.append({row, row});
}

} // namespace

QList<std::pair<int, int>> rowRuns(const QList<int> &rows)
{
    QList<std::pair<int, int>> runs;
    for (const int row : rows)
        extend(runs, row);
    return runs;
}

RowDifference rowDifference(const QList<int> &targets, int count)
{
    RowDifference difference;
    QList<bool> kept(count, false);
    int lastKept = -1;
    for (int row = 0; row < targets.size(); ++row) {
        const int target = targets[row];
        if (target < 0) {
            extend(difference.removals, row);
            continue;
        }
        kept[target] = true;
        difference.reordered |= target < lastKept;
        lastKept = target;
    }
    for (int row = 0; row < count; ++row)
        if (!kept[row])
            extend(difference.inserts, row);
    return difference;
}

} // namespace chartroom
