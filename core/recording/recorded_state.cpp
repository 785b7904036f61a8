// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_state.h"

#include <algorithm>

namespace chartroom {

RecordedState::RecordedState(std::shared_ptr<const Recording> recording)
    : m_recording(std::move(recording))
{}

void RecordedState::seek(qsizetype count)
{
    count = std::clamp<qsizetype>(count, 0, m_recording->events.size());
    if (count < m_count) {
        m_resources.clear();
        m_count = 0;
    }
    for (; m_count < count; ++m_count)
        apply(m_count);
}

void RecordedState::apply(qsizetype index)
{
    const RecordingEvent &event = m_recording->events[index];
    switch (event.type) {
    case RecordingEvent::Type::Added:
    case RecordingEvent::Type::Modified:
        m_resources[event.resource].insert(key(event), index);
        break;
    case RecordingEvent::Type::Deleted: {
        auto &objects = m_resources[event.resource];
        const auto found = objects.find(key(event));
        if (found == objects.end())
            break;
        const QString &known = m_recording->events[*found].object.uid;
        if (known.isEmpty() || event.object.uid.isEmpty() || known == event.object.uid)
            objects.erase(found);
        break;
    }
    case RecordingEvent::Type::Synced:
        m_resources[event.resource]; // an empty list is a list
        break;
    case RecordingEvent::Type::Bookmark:
    case RecordingEvent::Type::Note:
        break;
    }
}

QList<qsizetype> RecordedState::objects(const QString &resource) const
{
    return m_resources.value(resource).values();
}

qsizetype RecordedState::countAt(const Recording &recording, std::chrono::milliseconds at)
{
    const auto after = std::upper_bound(
        recording.events.cbegin(), recording.events.cend(), at,
        [](std::chrono::milliseconds moment, const RecordingEvent &event) { return moment < event.at; });
    return after - recording.events.cbegin();
}

QString RecordedState::key(const RecordingEvent &event)
{
    return QStringLiteral("%1/%2/%3")
        .arg(event.object.namespaceName, event.object.name)
        .arg(event.revision, 9, 10, QLatin1Char('0'));
}

} // namespace chartroom
