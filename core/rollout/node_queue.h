// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace chartroom {

/// Nodes that wait to be looked at, each once, by their numbers in a NodeTable. Taken in that order, and
/// those that come meanwhile after them: what was listed together is looked at together.
class NodeQueue
{
public:
    void add(int node)
    {
        if (size_t(node) >= m_waits.size())
            m_waits.resize(size_t(node) + 1);
        if (m_waits[size_t(node)])
            return;
        m_waits[size_t(node)] = true;
        m_next.push_back(node);
    }
    [[nodiscard]] bool contains(int node) const
    {
        return size_t(node) < m_waits.size() && m_waits[size_t(node)];
    }
    [[nodiscard]] bool isEmpty() const { return m_round.empty() && m_next.empty(); }
    /// The next one, which there must be.
    [[nodiscard]] int take()
    {
        if (m_round.empty()) {
            m_round.swap(m_next);
            std::sort(m_round.begin(), m_round.end(), std::greater());
        }
        const int node = m_round.back();
        m_round.pop_back();
        m_waits[size_t(node)] = false;
        return node;
    }

private:
    std::vector<int> m_round; ///< the last one is next
    std::vector<int> m_next;
    std::vector<bool> m_waits; ///< in one of the two
};

} // namespace chartroom
