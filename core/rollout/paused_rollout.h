// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_policy.h"
#include "core/rollout/track.h"

namespace chartroom {

/// Of several policies a track names its own one, but for nodes of the policy for the rest.
[[nodiscard]] bool isLedBy(const NodeTrack &track, const DriverPolicy &policy);

/// Of the policies that lead the nodes of one component: those whose autoUpgrade is off while a node of
/// theirs still has to get the driver that is wanted, or was left on its way to it. One that sandboxWorkloads
/// keeps from upgrading is not paused: to switch it on continues nothing.
[[nodiscard]] QList<DriverPolicy> pausedPolicies(const QList<DriverPolicy> &policies,
                                                 const QList<const NodeTrack *> &tracks);

/// Those whose autoUpgrade is off, whether or not that leaves a node to go.
[[nodiscard]] QList<DriverPolicy> offPolicies(const QList<DriverPolicy> &policies);

/// "Rollout paused (autoUpgrade is off): ClusterPolicy cluster-policy", and of those in `off` that pause
/// nothing "autoUpgrade is off: ..."; "" for none.
[[nodiscard]] QString pausedText(const QList<DriverPolicy> &paused, const QList<DriverPolicy> &off = {});

} // namespace chartroom
