// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace chartroom {

/// A slice of long work on a thread with an event loop: whoever has thousands of things to do asks isOver()
/// between two pieces, starts a timer of 0 ms for the rest and returns. All who work in one turn of the loop
/// share its time: the more they are, the shorter is each one's slice. A turn whose time a paint or another
/// event has taken is left to it, and the slices of it are over at once; in the next turn each gets at least
/// one piece done.
class LoopSlice
{
public:
    explicit LoopSlice(std::chrono::milliseconds most);

    [[nodiscard]] bool isOver() const { return Clock::now() >= m_end; }

    /// For work that is one piece: whether a paint or other work has taken the present turn, so that the
    /// piece waits for the next one. Never twice in a row.
    [[nodiscard]] static bool isTurnTaken();

    /// Of one turn, for all of them.
    static constexpr std::chrono::milliseconds turnTime{5};

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point m_end;
};

} // namespace chartroom
