// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <chrono>
#include <optional>

namespace chartroom {

/// What an end is foretold from.
struct ForecastInput
{
    using Milliseconds = std::chrono::milliseconds;

    QList<Milliseconds> finished; ///< how long nodes that are through took, from their slot to done
    int ofThisRollout = 0;        ///< so many of them; the others are of an earlier one
    QList<Milliseconds> underWay; ///< how long those that go on have been at it
    int blocked = 0; ///< nodes under way that something holds: not waited for, and they may keep their slot
    int queued = 0;  ///< nodes that have no slot yet
    std::optional<int> slotLimit; ///< nodes at a time, without those held for good; nothing: all at once
    int heldSlots = 0;            ///< by nodes that failed or are stuck: somebody may free them at any time
    QList<Milliseconds> changeovers; ///< how long a free slot waited for its next node
};

/// From now: 5 of 100 ends lie before `earliest`, 5 after `latest`, as far as the past tells.
struct ForecastRange
{
    std::chrono::milliseconds earliest{0};
    std::optional<std::chrono::milliseconds> latest; ///< nothing: it may never end as things are

    friend bool operator==(const ForecastRange &, const ForecastRange &) = default;
};

/// When the last node that can proceed will complete, by simulating the slots many times with durations drawn
/// from the completed nodes. The earliest end assumes that all held slots are freed now, that nodes in
/// progress are as quick as the quickest one, and that each wait for a slot is the shortest seen. The latest
/// end is without the held slots, and nodes in progress take longer than they have so far (Kaplan and Meier,
/// and where much is still open the likeliest distribution). The same input gives the same range, in whatever
/// order its times come. Nothing without a finished node, and where no slot is left for the queue. Some ten
/// milliseconds with thousands of nodes: for the pool.
[[nodiscard]] std::optional<ForecastRange> forecastBySlots(ForecastInput input);

/// Before any node has completed: from "the nodes in progress are nearly done" to "they take six times as
/// long as they have so far", and each later node half to six times that time. An order of magnitude only;
/// nothing in the first three seconds.
[[nodiscard]] std::optional<ForecastRange> roughForecast(const ForecastInput &input);

/// By the completions so far, where the number of slots is unknown (an external maintenance operator):
/// `gaps` lie between one end and the next, `sinceLast` has passed since the last one. Nothing with fewer
/// than two gaps.
[[nodiscard]] std::optional<ForecastRange> forecastByRate(const QList<std::chrono::milliseconds> &gaps,
                                                          std::chrono::milliseconds sinceLast, int remaining);

} // namespace chartroom
