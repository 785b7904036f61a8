// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/seek_path.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace chartroom {

void SeekPath::go(const Steps &ahead, Part &part) const
{
    std::vector<qsizetype> before;
    before.reserve(ahead.steps.size());
    const auto kept = std::ptrdiff_t(ahead.kept.size() / std::max<size_t>(ahead.steps.size(), 1));
    auto first = ahead.kept.begin();
    for (const Steps::Step &step : ahead.steps) {
        const auto last = std::next(first, kept);
        const qsizetype now = recording->index.state(step.slot, target);
        if (now != step.told) {
            before.push_back(step.told);
            const bool isKept = now != RecordingIndex::absent && std::find(first, last, now) != last;
            part.told.push_back({step.slot, {now}, isKept});
        }
        first = last;
    }
    // One JSON after the other is read here: large pieces of memory are dear where many small ones are free.
    static thread_local QByteArray room;
    if (part.events.isEmpty())
        part.events.reserve(qsizetype(before.size()));
    const size_t told = part.told.size() - before.size();
    for (size_t i = 0; i < before.size(); ++i)
        tell(before[i], part.told[told + i], room, part.events);
}

void SeekPath::tell(qsizetype before, Told &told, QByteArray &room, QList<ObjectEvent> &events) const
{
    using Type = ObjectEvent::Type;
    constexpr auto absent = RecordingIndex::absent;
    const RecordingEvents &all = recording->events;
    RecordedReading &now = told.now;
    std::optional<KubeObject> current;
    if (told.isKept)
        current = query.named(all, now.event);
    else if (now.event != absent)
        current = query.object(all, now.event, std::exchange(room, {}));
    // One of that name that was made anew is another object, and the one before is gone.
    const bool isAnother = before != absent && now.event != absent &&
                           all.identityOf(before) != all.identityOf(now.event) &&
                           all.identity(before).uid != all.identity(now.event).uid;
    if (before != absent && (!current || isAnother)) {
        if (auto last = query.remains(all, before))
            events.append({Type::Deleted, std::move(*last)});
    }
    if (!current)
        return;
    // A label selector is left and entered by objects that live on.
    const bool isKnown =
        before != absent && !isAnother && (!query.selectsByLabel() || query.object(all, before).has_value());
    if (read && !told.isKept) {
        now.value = read(*current);
        room = std::exchange(current->json, {});
        current->read = now.value;
    }
    told.place = events.size();
    events.append({isKnown ? Type::Modified : Type::Added, std::move(*current)});
}

void SeekPath::readAhead(std::vector<Told> &wanted) const
{
    QByteArray room;
    for (Told &one : wanted) {
        auto object = query.object(recording->events, one.now.event, std::exchange(room, {}));
        if (!object)
            continue;
        one.now.value = read(*object);
        room = std::move(object->json);
    }
}

} // namespace chartroom
