// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/live/live_objects.h"
#include "core/rollout/driver_policy.h"

namespace chartroom {

/// What the upgrade makes of the policies that drivers' operators go by: of each that the new manifest has,
/// what helm sends laid over what the cluster has. What the manifest neither has nor had stays, a default of
/// the CRD or a hand's change; so does what both have alike, unless the server applies it. Left out is what
/// the cluster was not seen to have or to lack. Pure.
[[nodiscard]] QList<DriverPolicy> plannedPolicies(const QList<Value> &before, const QList<Value> &after,
                                                  const QList<LiveObject> &live, bool isAppliedByServer);

} // namespace chartroom
