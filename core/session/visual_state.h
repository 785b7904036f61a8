// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/rollout/track.h"

#include <QString>

namespace chartroom {

/// What a state icon says by shape; every state is shown with a word as well, never by colour alone.
enum class VisualState { Done, Moving, Waiting, Attention, Failed, Unknown, Skipped };

[[nodiscard]] VisualState visualState(ReleaseStatus status);
[[nodiscard]] VisualState visualState(const NodeTrack &track);

} // namespace chartroom
