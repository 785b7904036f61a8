// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

namespace chartroom {

struct DriverShare;

/// Which limits of the share's policy are used up, and by which nodes. None without a policy.
[[nodiscard]] QList<TrackNote> slotNotes(const DriverShare &share);

} // namespace chartroom
