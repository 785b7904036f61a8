// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/outage_log.h"

#include <utility>

namespace chartroom {

void OutageLog::note(const QString &whose, bool isGone, const QDateTime &now)
{
    QList<Outage> &known = m_known[whose];
    bool wasOn = std::exchange(m_isOn[whose], isGone);
    while (!known.isEmpty() && known.last().from > now) {
        known.removeLast();
        wasOn = false;
    }
    if (!isGone)
        return;
    if (wasOn)
        known.last().to = now;
    else
        known.append({now, now});
}

void OutageLog::noteReturn(const QString &whose, const Outage &end)
{
    if (!m_returns[whose].contains(end))
        m_returns[whose].append(end);
}

} // namespace chartroom
