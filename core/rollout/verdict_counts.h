// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

namespace chartroom {

/// How many nodes are where in a rollout.
struct VerdictCounts
{
    std::array<int, allVerdicts.size()> nodes{}; ///< by verdict
    int total = 0;                               ///< without those that no rollout concerns
    int doubted = 0;                             ///< of those that are done, see isInDoubt()
    int verifying = 0;                           ///< of those too, see isVerifying()

    void add(Verdict verdict)
    {
        ++nodes[size_t(verdict)];
        total += verdict == Verdict::NotPart ? 0 : 1;
    }
    void add(const NodeTrack &track)
    {
        add(track.verdict);
        doubted += isInDoubt(track) ? 1 : 0;
        verifying += isVerifying(track) ? 1 : 0;
    }
    [[nodiscard]] bool isAllDone() const { return total > 0 && done() == total && doubted + verifying == 0; }
    [[nodiscard]] int count(Verdict verdict) const { return nodes[size_t(verdict)]; }
    [[nodiscard]] int done() const { return count(Verdict::Done); }
    [[nodiscard]] int moving() const
    {
        return count(Verdict::Moving) + count(Verdict::Slow) + count(Verdict::Stuck);
    }
    [[nodiscard]] bool isUnderWay() const { return moving() + count(Verdict::Waiting) + verifying > 0; }
    [[nodiscard]] int trouble() const
    {
        return count(Verdict::Failed) + count(Verdict::Stuck) + count(Verdict::Lost);
    }

    friend bool operator==(const VerdictCounts &, const VerdictCounts &) = default;
};

} // namespace chartroom
