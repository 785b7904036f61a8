// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace chartroom {

struct DriverPolicy;
struct Pace;

/// NVIDIA's two operators look at all nodes again after so long at the latest, whatever happened or did not
/// (plannedRequeueInterval, NVIDIA/gpu-operator and Mellanox/network-operator
/// controllers/upgrade_controller.go): so long a slot that comes free may wait for its next node.
inline constexpr std::chrono::minutes controllerBeat(2);

/// Facts that contradict the label of a node that is done count only after so long: pods, devices and labels
/// of others follow the operator's.
inline constexpr std::chrono::minutes doubtPatience = 2 * controllerBeat;

/// No node of its kind takes so long, however late the controller looks.
[[nodiscard]] constexpr std::chrono::milliseconds farBeyond(std::chrono::milliseconds usual)
{
    constexpr int times = 10;
    constexpr int beats = 3;
    return times * usual + beats * controllerBeat;
}

/// The range of that pace allows a beat each turn: nobody has seen yet how long a slot waits.
[[nodiscard]] bool goesByBeat(const Pace &pace);

/// AMD's operator looks again after so long while nodes wait or are in progress (ROCm/gpu-operator
/// internal/controllers/upgrademgr.go HandleUpgrade).
inline constexpr std::chrono::seconds amdBeat(20);
/// It gives up on a node that takes longer (the same, hasUpgradeTimeExceeded).
inline constexpr std::chrono::hours amdUpgradeLimit(2);

/// The operator gives pods that have to go all the time they want (timeoutSeconds 0 of podDeletion or drain).
/// AMD's never does: see amdUpgradeLimit.
[[nodiscard]] bool waitsWithoutLimit(const DriverPolicy &policy);

} // namespace chartroom
