// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"
#include "core/session/visual_state.h"

#include <chrono>

namespace chartroom {

/// One driver of one node as a person reads it: a strip of seven segments and a few words. Text is safe to
/// show (rule S15).
struct RolloutLane
{
    QString component; ///< "" where no rollout of the lane concerns the node
    VisualState state = VisualState::Skipped;
    Verdict verdict = Verdict::NotPart;
    std::optional<int> stage; ///< 1 to 7
    int rank = 0;             ///< of trouble: the smaller, the sooner somebody has to look
    QString words;            ///< "driver reload", "evicting · stuck"
    QDateTime since;          ///< invalid while not known
    bool isUnderWay = false;  ///< its time counts
    std::optional<std::chrono::milliseconds> took; ///< once it is through, where both ends were seen

    [[nodiscard]] bool isPresent() const { return !component.isEmpty(); }
    /// As isInDoubt() of its track.
    [[nodiscard]] bool isInDoubt() const
    {
        return verdict == Verdict::Done && state == VisualState::Attention;
    }
    /// As isVerifying() of its track.
    [[nodiscard]] bool isVerifying() const
    {
        return verdict == Verdict::Done && state == VisualState::Moving;
    }
    friend bool operator==(const RolloutLane &, const RolloutLane &) = default;
};

[[nodiscard]] RolloutLane rolloutLane(const NodeTrack &track);

/// "GPU driver", "InfiniBand driver", ...; a DaemonSet is called by its name.
[[nodiscard]] QString componentTitle(const QString &component);
/// "moving", "stuck", "done", ...
[[nodiscard]] QString verdictWord(Verdict verdict);
/// What a node does in that step; an unknown label as text.
[[nodiscard]] QString stepWords(RolloutStep step, const QString &label);
/// What happens in that of the seven stages: "driver reload".
[[nodiscard]] QString stageWord(int stage);

} // namespace chartroom
