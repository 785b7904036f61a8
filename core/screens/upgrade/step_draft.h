// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/version_review.h"

namespace chartroom {

class UpgradeController;

/// Fills a step of the way into the planning of its release: the version, the node that goes first, how long
/// it bakes, and the settings beside those that are there. What was chosen for another version is not taken
/// over; of the same one a longer bake and another node stay where the step says none. Nothing once it has
/// been run.
void fillIn(const StepPlan &plan, UpgradeController *controller);

} // namespace chartroom
