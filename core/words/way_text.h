// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "core/versions/way.h"

namespace chartroom {

/// What the state of a step is called, and its shape. Texts here are safe to show (rule S15).
[[nodiscard]] QString wayStepWord(const WayStep &step);
[[nodiscard]] VisualState wayStepState(const WayStep &step);
/// "v25.3.4 → v25.10.1" of what leads the step; "" for one that is done.
[[nodiscard]] QString wayStepMove(const WayStep &step);
/// "driver 570.86 → 580.105, CUDA 12.8 → 13.0": one line for each component that moves.
[[nodiscard]] QStringList wayMoveLines(const WayStep &step);

/// What stands in the way, in one line; "" when nothing does.
[[nodiscard]] QString closedGatesText(const QList<WayGate> &gates);
/// What is next on the way, in one sentence.
[[nodiscard]] QString wayHeadline(const VersionWay &way);
/// "may be promoted", "2 of 6 are still in the way"
[[nodiscard]] QString promotionWord(const VersionWay &way);

} // namespace chartroom
