// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/window_plan_controller.h"

#include "core/base/moments.h"
#include "core/base/on_finished.h"

#include <QtConcurrentRun>

namespace chartroom {

void WindowPlanController::plan(const WindowPlanInput &wish, const QDateTime &now)
{
    constexpr std::chrono::seconds stale(1);
    if (m_wish == wish && std::chrono::abs(timeBetween(m_now, now)) < stale)
        return;
    m_wish = wish;
    m_now = now;
    m_isOutdated = true;
    compute();
}

void WindowPlanController::clear()
{
    if (!m_wish)
        return;
    m_wish.reset();
    m_planned.reset();
    m_isOutdated = false;
    Q_EMIT changed();
}

void WindowPlanController::compute()
{
    if (m_isComputing || !m_isOutdated)
        return;
    m_isComputing = true;
    m_isOutdated = false;
    onFinished(QtConcurrent::run([wish = *m_wish, now = m_now] {
                   return plannedWindow(wish.facts, wish.changes, wish.window, wish.gpuFloor, now);
               }),
               this, [this](const PlannedWindow &planned) {
                   m_isComputing = false;
                   compute();
                   if (m_wish) {
                       m_planned = planned;
                       Q_EMIT changed();
                   }
               });
}

} // namespace chartroom
