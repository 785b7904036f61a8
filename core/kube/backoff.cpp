// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/backoff.h"

#include <algorithm>

namespace chartroom {

Backoff::Backoff(BackoffLimits limits, quint32 seed)
    : m_limits(limits)
    , m_random(seed)
    , m_base(limits.initial)
{}

std::chrono::milliseconds Backoff::next(std::chrono::milliseconds now)
{
    if (m_lastFailure && now - *m_lastFailure > m_limits.resetAfter)
        m_base = m_limits.initial;
    m_lastFailure = now;
    const auto base = std::min(m_base, m_limits.cap / 2);
    m_base = std::min(m_base * 2, m_limits.cap / 2);
    return base + std::chrono::milliseconds(m_random.bounded(std::max<qint64>(base.count(), 1)));
}

} // namespace chartroom
