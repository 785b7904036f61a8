// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_mirror.h"
#include "core/kube/reflector_timing.h"

#include <QTimer>

#include <functional>

namespace chartroom {

/// Events on their way to a listener: gathered, one per object, and passed on in batches of a limited size
/// with a pause after each, so that a storm of events costs few looks at them. Needs an event loop.
class EventBatches
{
public:
    using Listener = std::function<void(const QList<ObjectEvent> &)>;

    EventBatches(const ReflectorTiming &timing, Listener listener);

    /// They go out with the next batch.
    void append(QList<ObjectEvent> events);
    /// At once, after all that waits.
    void passOn(const QList<ObjectEvent> &events);
    /// What waits is kept until resume().
    void hold() { m_timer.stop(); }
    void resume();

    /// Nothing waits.
    [[nodiscard]] bool isEmpty() const { return m_queue.isEmpty(); }
    /// Events that were folded into another one since construction.
    [[nodiscard]] quint64 merged() const { return m_queue.merged(); }

private:
    void passOnNext();

    std::chrono::milliseconds m_pause;
    qsizetype m_most; ///< events of one batch
    Listener m_listener;
    EventQueue m_queue;
    QTimer m_timer; ///< until the next batch may go out
};

} // namespace chartroom
