// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <algorithm>

namespace chartroom {

/// A stretch that two sequences have in common.
struct CommonRun
{
    qsizetype before = 0;
    qsizetype after = 0;
    qsizetype length = 0;
};

namespace detail {

/// Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), the greedy form with its trace kept.
/// Adds the runs in order; none when more than `maxEdits` elements differ.
template<typename Equal>
void appendRuns(QList<CommonRun> &runs, qsizetype offset, qsizetype n, qsizetype m, Equal equal, int maxEdits)
{
    QList<QList<qsizetype>> trace; // of each number of edits d: x on the diagonals -d, -d + 2 ... d
    const auto xBefore = [&](qsizetype d, qsizetype k) { // where d edits arrive on diagonal k, before a snake
        const QList<qsizetype> &last = trace[d - 1];
        const auto at = [&](qsizetype diagonal) { return last[(diagonal + d - 1) / 2]; };
        const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
        return down ? at(k + 1) : at(k - 1) + 1;
    };
    qsizetype edits = -1;
    for (qsizetype d = 0; edits < 0; ++d) {
        if (d > maxEdits)
            return;
        QList<qsizetype> ends;
        ends.reserve(d + 1);
        for (qsizetype k = -d; k <= d; k += 2) {
            qsizetype x = d == 0 ? 0 : xBefore(d, k);
            while (x < n && x - k < m && equal(offset + x, offset + x - k))
                ++x;
            ends.append(x);
            if (x >= n && x - k >= m)
                edits = d;
        }
        trace.append(std::move(ends));
    }
    const qsizetype first = runs.size();
    qsizetype k = n - m;
    qsizetype x = n;
    for (qsizetype d = edits; d >= 0; --d) {
        const qsizetype start = d == 0 ? 0 : xBefore(d, k);
        if (x > start)
            runs.append({offset + start, offset + start - k, x - start});
        if (d == 0)
            break;
        const QList<qsizetype> &last = trace[d - 1];
        const auto at = [&](qsizetype diagonal) { return last[(diagonal + d - 1) / 2]; };
        const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
        k += down ? 1 : -1;
        x = at(k);
    }
    std::reverse(runs.begin() + first, runs.end());
}

} // namespace detail

/// What two sequences of n and m elements have in common, in order, as few elements left over as can be;
/// `equal(i, j)` compares the i-th of the one with the j-th of the other. Past `maxEdits` left-over elements
/// only the common start and end count, so the cost is bounded by (n + m) * maxEdits comparisons.
template<typename Equal>
[[nodiscard]] QList<CommonRun> commonRuns(qsizetype n, qsizetype m, Equal equal, int maxEdits)
{
    const qsizetype most = std::min(n, m);
    qsizetype start = 0;
    while (start < most && equal(start, start))
        ++start;
    qsizetype end = 0;
    while (end < most - start && equal(n - 1 - end, m - 1 - end))
        ++end;
    QList<CommonRun> runs;
    if (start > 0)
        runs.append({0, 0, start});
    if (n > start + end && m > start + end)
        detail::appendRuns(runs, start, n - start - end, m - start - end, equal, maxEdits);
    if (end > 0)
        runs.append({n - end, m - end, end});
    return runs;
}

} // namespace chartroom
