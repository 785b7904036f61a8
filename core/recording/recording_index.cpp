// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_index.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace chartroom {

namespace {

using Identity = RecordingEvents::Identity;

auto order(const Identity &identity)
{
    return std::tie(identity.resource, identity.namespaceName, identity.name, identity.revision);
}

/// A deletion that speaks of another object of that name than the one which is there.
bool isOfAnother(const Identity &deleted, const Identity &known)
{
    return !deleted.uid.isEmpty() && !known.uid.isEmpty() && deleted.uid != known.uid;
}

} // namespace

RecordingIndex::RecordingIndex(const RecordingEvents &events)
{
    assignSlots(events);
    const size_t slotCount = m_begins.size() - 1;
    constexpr quint32 nobody = 0xffff'ffff;
    std::vector<quint32> there(slotCount, nobody); // identity, as the events pass
    std::vector<Place> told;
    std::vector<Slot> whose;
    for (qsizetype i = 0; i < events.size(); ++i) {
        if (!RecordingEvent::isChange(events.type(i)))
            continue;
        const quint32 identity = events.identityOf(i);
        const Slot slot = m_slotOf[identity];
        const bool isDeletion = events.type(i) == RecordingEvent::Type::Deleted;
        if (isDeletion && (there[slot] == nobody ||
                           isOfAnother(events.identities()[identity], events.identities()[there[slot]])))
            continue;
        there[slot] = isDeletion ? nobody : identity;
        told.push_back({quint32(i), isDeletion});
        whose.push_back(slot);
        ++m_begins[slot + 1];
    }
    std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
    m_places.resize(told.size());
    std::vector<quint32> next(m_begins.begin(), m_begins.end() - 1);
    for (size_t i = 0; i < told.size(); ++i)
        m_places[next[whose[i]]++] = told[i];
}

void RecordingIndex::assignSlots(const RecordingEvents &events)
{
    const std::vector<Identity> &identities = events.identities();
    std::vector<quint32> sorted(identities.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::sort(sorted.begin(), sorted.end(),
              [&](quint32 a, quint32 b) { return order(identities[a]) < order(identities[b]); });
    m_slotOf.resize(identities.size());
    Slot count = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
        const Identity &identity = identities[sorted[i]];
        if (i == 0 || order(identities[sorted[i - 1]]) != order(identity)) {
            auto stretch = m_resources.find(identity.resource);
            if (stretch == m_resources.end())
                stretch = m_resources.insert(identity.resource, {count, count});
            stretch->last = ++count;
        }
        m_slotOf[sorted[i]] = count - 1;
    }
    m_begins.assign(size_t(count) + 1, 0);
}

std::pair<RecordingIndex::Slot, RecordingIndex::Slot> RecordingIndex::slotsOf(const QString &resource) const
{
    const Stretch stretch = m_resources.value(resource);
    return {stretch.first, stretch.last};
}

qsizetype RecordingIndex::state(Slot slot, qsizetype count) const
{
    const auto begin = m_places.cbegin() + m_begins[slot];
    const auto end = m_places.cbegin() + m_begins[slot + 1];
    const auto after = std::partition_point(
        begin, end, [count](const Place &place) { return qsizetype(place.event) < count; });
    if (after == begin || (after - 1)->isDeletion)
        return absent;
    return qsizetype((after - 1)->event);
}

QList<qsizetype> RecordingIndex::objects(const QString &resource, qsizetype count) const
{
    QList<qsizetype> there;
    const auto [first, last] = slotsOf(resource);
    for (Slot slot = first; slot < last; ++slot) {
        if (const qsizetype event = state(slot, count); event != absent)
            there.append(event);
    }
    return there;
}

qsizetype countAt(const RecordingEvents &events, std::chrono::milliseconds at)
{
    qsizetype low = 0;
    qsizetype high = events.size();
    while (low < high) {
        const qsizetype middle = low + (high - low) / 2;
        if (events.at(middle) <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace chartroom
