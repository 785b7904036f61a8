// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tables/row_groups.h"

#include <algorithm>
#include <numeric>

namespace chartroom {

void RowGroups::clear()
{
    m_groups.clear();
    m_byRank.clear();
}

int RowGroups::add(const QString &rank, const QString &title)
{
    const auto known = m_byRank.constFind(rank);
    if (known != m_byRank.cend())
        return *known;
    const int number = int(m_groups.size());
    m_byRank.insert(rank, number);
    m_groups.append({rank, title});
    return number;
}

QList<int> RowGroups::inOrder() const
{
    QList<int> numbers(m_groups.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::sort(numbers.begin(), numbers.end(),
              [this](int a, int b) { return m_groups[a].rank < m_groups[b].rank; });
    return numbers;
}

QList<int> RowGroups::sizes() const
{
    QList<int> sizes;
    sizes.reserve(m_groups.size());
    for (const RowGroup &group : m_groups)
        sizes.append(group.size);
    return sizes;
}

} // namespace chartroom
