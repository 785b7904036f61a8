// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_watch.h"

#include <QPointer>

#include <algorithm>
#include <numeric>

namespace chartroom {

RecordedWatch::RecordedWatch(std::shared_ptr<const Recording> recording, RecordedQuery query, qsizetype seen,
                             QObject *parent)
    : WatchStream(parent)
    , m_recording(std::move(recording))
    , m_query(std::move(query))
    , m_count(seen)
    , m_target(seen)
{
    const auto [first, last] = m_recording->index.slotsOf(m_query.resource());
    m_first = first;
    m_shown.reserve(last - first);
    for (Slot slot = first; slot < last; ++slot)
        m_shown.push_back(m_recording->index.state(slot, seen));
}

void RecordedWatch::open()
{
    m_isOpen = true;
    Q_EMIT opened({});
}

void RecordedWatch::stop()
{
    end(Error{Error::Code::Cancelled, {}, {}, {}});
}

void RecordedWatch::end(const Error &error)
{
    m_isOpen = false;
    if (!std::exchange(m_hasEnded, true))
        Q_EMIT stopped(error);
}

void RecordedWatch::aim(qsizetype count)
{
    const auto [low, high] = std::minmax(m_count, count);
    const auto last = Slot(m_first + m_shown.size());
    m_open.clear();
    m_next = 0;
    // A step: the events between tell who may have changed. A jump, or a way not gone to its end: anyone may.
    if (m_isThere && high - low < qsizetype(m_shown.size())) {
        for (qsizetype i = low; i < high; ++i) {
            const Slot slot = m_recording->index.slotOf(m_recording->events, i);
            if (slot >= m_first && slot < last)
                m_open.push_back(slot);
        }
    } else {
        m_open.resize(m_shown.size());
        std::iota(m_open.begin(), m_open.end(), m_first);
    }
    m_target = count;
    m_isThere = false;
}

bool RecordedWatch::advance(const QDeadlineTimer &deadline)
{
    if (m_isThere || !m_isOpen)
        return true;
    QList<ObjectEvent> events;
    constexpr size_t betweenLooks = 32; // at the clock
    while (m_next < m_open.size()) {
        tell(m_open[m_next], events);
        if (++m_next % betweenLooks == 0 && deadline.hasExpired())
            break;
    }
    m_isThere = m_next == m_open.size();
    if (m_isThere)
        m_count = m_target;
    const bool isThere = m_isThere;
    if (isThere || !events.isEmpty())
        Q_EMIT objectsReceived(events, isThere ? playVersion(m_target) : QString());
    return isThere;
}

void RecordedWatch::tell(Slot slot, QList<ObjectEvent> &events)
{
    using Type = ObjectEvent::Type;
    qsizetype &shown = m_shown[slot - m_first];
    const qsizetype now = m_recording->index.state(slot, m_target);
    if (now == shown)
        return;
    const qsizetype before = std::exchange(shown, now);
    const auto object = [this](qsizetype event) {
        return event == RecordingIndex::absent ? std::nullopt : m_query.object(m_recording->events, event);
    };
    // A label selector is left and entered by objects that live on.
    auto current = object(now);
    if (current) {
        const bool isKnown =
            before != RecordingIndex::absent && (!m_query.selectsByLabel() || object(before).has_value());
        events.append({isKnown ? Type::Modified : Type::Added, std::move(*current)});
    } else if (auto last = object(before)) {
        events.append({Type::Deleted, std::move(*last)});
    }
}

} // namespace chartroom
