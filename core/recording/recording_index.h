// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording_events.h"

#include <QMap>

#include <utility>
#include <vector>

namespace chartroom {

/// Which event says last how each object is, at any moment of a recording, without playing up to there: per
/// object the list of its own events, searched by bisection. So going back costs what going on costs, and
/// jumping over hours what jumping over a second does. (Keyframes every so many events would need their
/// events played from there on, and fifty thousand objects copied each time.)
class RecordingIndex
{
public:
    /// One object over time: name and namespace (and revision) within a resource, also when it is deleted and
    /// made again under another uid. Slots of a resource follow one another, sorted by namespace, name and
    /// revision.
    using Slot = quint32;
    static constexpr qsizetype absent = -1;

    RecordingIndex() = default;
    explicit RecordingIndex(const RecordingEvents &events);

    /// Whether the resource is told of at all, be it as an empty list.
    [[nodiscard]] bool holds(const QString &resource) const { return m_resources.contains(resource); }
    /// The first slot of a resource and the one behind its last.
    [[nodiscard]] std::pair<Slot, Slot> slotsOf(const QString &resource) const;
    [[nodiscard]] Slot slotOf(const RecordingEvents &events, qsizetype index) const
    {
        return m_slotOf[events.identityOf(index)];
    }
    /// Which of the first `count` events says how that object is: absent when it does not exist by then.
    [[nodiscard]] qsizetype state(Slot slot, qsizetype count) const;
    /// The same for all objects of a resource that exist.
    [[nodiscard]] QList<qsizetype> objects(const QString &resource, qsizetype count) const;

private:
    struct Stretch
    {
        Slot first = 0;
        Slot last = 0; ///< behind it
    };
    /// An event within its object's list; a deletion is marked.
    struct Place
    {
        quint32 event : 31;
        quint32 isDeletion : 1;
    };
    void assignSlots(const RecordingEvents &events);

    QMap<QString, Stretch> m_resources;
    std::vector<Slot> m_slotOf;    ///< by identity
    std::vector<quint32> m_begins; ///< by slot, and one more: where its list begins in m_places
    std::vector<Place> m_places;
};

/// How many events lie at or before that moment.
[[nodiscard]] qsizetype countAt(const RecordingEvents &events, std::chrono::milliseconds at);

} // namespace chartroom
