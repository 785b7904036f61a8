// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace chartroom {

enum class RolloutColumn {
    Node,
    FirstLane,  ///< the GPU driver, or the one component that was chosen
    Since,      ///< of the lane that is worse off
    SecondLane, ///< the network's driver
    Gpus,
    HeldBack,
};
inline constexpr int rolloutColumnCount = int(RolloutColumn::HeldBack) + 1;

enum RolloutRole {
    RolloutNodeRole = Qt::UserRole + 1, ///< the node's raw name
    RolloutStateRole,                   ///< int of VisualState, of the whole row
    RolloutLaneRole,                    ///< RolloutLane in the columns of lanes
    RolloutRemarkRole, ///< in HeldBack: true where label and evidence disagree, rather than a blocker
};

} // namespace chartroom
