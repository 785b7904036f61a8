// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/event_batches.h"

#include <utility>

namespace chartroom {

using namespace std::chrono_literals;

EventBatches::EventBatches(const ReflectorTiming &timing, Listener listener)
    : m_pause(timing.batch)
    , m_most(timing.batchSize)
    , m_listener(std::move(listener))
{
    m_timer.setSingleShot(true);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { passOnNext(); });
}

void EventBatches::append(QList<ObjectEvent> events)
{
    m_queue.append(std::move(events));
    resume();
}

void EventBatches::resume()
{
    if (!m_queue.isEmpty() && !m_timer.isActive())
        m_timer.start(0ms);
}

void EventBatches::passOnNext()
{
    if (m_queue.isEmpty())
        return;
    m_timer.start(m_pause); // the next batch waits for this
    const QList<ObjectEvent> events = m_queue.take(m_most);
    if (!m_queue.isEmpty())
        m_timer.start(0ms);
    m_listener(events);
}

void EventBatches::passOn(const QList<ObjectEvent> &events)
{
    if (!m_queue.isEmpty())
        m_listener(m_queue.take());
    if (!events.isEmpty())
        m_listener(events);
}

} // namespace chartroom
