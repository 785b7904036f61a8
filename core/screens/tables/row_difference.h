// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <utility>

namespace chartroom {

/// What turns one list of rows into another: runs to take out (rows of the old list, first and last), then
/// runs to put in (rows of the new one), both ascending. Not to be used when what stays changed its order.
struct RowDifference
{
    bool reordered = false;
    QList<std::pair<int, int>> removals;
    QList<std::pair<int, int>> inserts;
};

/// The runs of consecutive rows in an ascending list, first and last.
[[nodiscard]] QList<std::pair<int, int>> rowRuns(const QList<int> &rows);

/// `targets` gives for each row of the old list its row in the new one, -1 when it is gone; `count` is the
/// length of the new list.
[[nodiscard]] RowDifference rowDifference(const QList<int> &targets, int count);

} // namespace chartroom
