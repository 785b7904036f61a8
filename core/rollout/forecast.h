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

/// When the last node that goes on will be through: the slots taken again and again by nodes as quick as
/// those seen, drawn many times. The earliest end is that with every slot, as if all that is held were freed
/// now, with those under way as quick as the quickest one and no wait for the next node longer than the
/// shortest; the latest is without them, where those still under way count as slower than they have been so
/// far (Kaplan and Meier, and where much is still open the likeliest distribution). The same input gives the
/// same range, in whatever order its times come. Nothing without a finished node, and where no slot is left
/// for the queue. Some ten milliseconds with thousands of nodes: for the pool.
[[nodiscard]] std::optional<ForecastRange> forecastBySlots(ForecastInput input);

/// Before a node is through: if the first take up to six times as long as they have been at it by now, or are
/// all but done, and those after them half to six times as long. No more than an order of magnitude; nothing
/// in the first three seconds.
[[nodiscard]] std::optional<ForecastRange> roughForecast(const ForecastInput &input);

/// By what came through so far, where nobody tells how many go at a time (an external maintenance operator):
/// `gaps` lie between one end and the next, `sinceLast` has passed since the last one. Nothing with fewer
/// than two gaps.
[[nodiscard]] std::optional<ForecastRange> forecastByRate(const QList<std::chrono::milliseconds> &gaps,
                                                          std::chrono::milliseconds sinceLast, int remaining);

} // namespace chartroom
