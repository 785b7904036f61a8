// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/transport.h"
#include "core/recording/recorded_query.h"

#include <memory>
#include <vector>

namespace chartroom {

/// What an object was told by, and what was read of that; null where its JSON was told, or a list told it.
struct RecordedReading
{
    qsizetype event = RecordingIndex::absent;
    std::shared_ptr<void> value = {};
};

/// How the reader of a recording gets to its first `target` events; a value, used on any thread.
struct SeekPath
{
    using Slot = RecordingIndex::Slot;

    /// Objects that may have changed, the events they were told by, and the events whose readings are kept.
    struct Steps
    {
        struct Step
        {
            Slot slot;
            qsizetype told;
        };
        std::vector<Step> steps;
        std::vector<qsizetype> kept; ///< as many of each; absent where there is none
    };
    /// What an object is told by from now on.
    struct Told
    {
        Slot slot = 0;
        RecordedReading now;
        bool isKept = false; ///< what was read of that is kept, and not here
        qsizetype place = 0; ///< if so, of its event in the part
    };
    /// A stretch of the way.
    struct Part
    {
        QList<ObjectEvent> events;
        std::vector<Told> told; ///< those that changed
    };

    /// Adds what differs to the part.
    void go(const Steps &ahead, Part &part) const;
    /// Reads what each is told by.
    void readAhead(std::vector<Told> &wanted) const;

    std::shared_ptr<const Recording> recording;
    RecordedQuery query;
    ObjectReader read;
    qsizetype target = 0;

private:
    void tell(qsizetype before, Told &told, QByteArray &room, QList<ObjectEvent> &events) const;
};

} // namespace chartroom
