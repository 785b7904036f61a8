// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "core/versions/upgrade_path.h"

namespace chartroom {

/// What the state of a step is called, and its shape. Texts here are safe to show (rule S15).
[[nodiscard]] QString upgradePathStepWord(const UpgradePathStep &step);
[[nodiscard]] VisualState upgradePathStepState(const UpgradePathStep &step);
/// "v25.3.4 → v25.10.1" of what leads the step; "" for one that is done.
[[nodiscard]] QString upgradePathStepMove(const UpgradePathStep &step);
/// "driver 570.86 → 580.105, CUDA 12.8 → 13.0": one line for each component that moves.
[[nodiscard]] QStringList upgradePathMoveLines(const UpgradePathStep &step);

/// What stands in the way, in one line; "" when nothing does.
[[nodiscard]] QString closedGatesText(const QList<UpgradePathGate> &gates);
/// What is next on the way, in one sentence.
[[nodiscard]] QString upgradePathHeadline(const UpgradePath &upgradePath);
/// "may be promoted", "2 of 6 are still in the way"
[[nodiscard]] QString promotionWord(const UpgradePath &upgradePath);

} // namespace chartroom
