// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/upgrade_controller.h"

namespace chartroom {

QString preflightStepText(PreflightOperation::Step step)
{
    using Step = PreflightOperation::Step;
    switch (step) {
    case Step::Tools:
        return UpgradeController::tr("Asking helm for its version");
    case Step::Release:
        return UpgradeController::tr("Reading the release");
    case Step::Chart:
        return UpgradeController::tr("Reading the chart");
    case Step::Values:
        return UpgradeController::tr("Computing the values");
    case Step::DryRun:
        return UpgradeController::tr("Letting helm rehearse");
    case Step::Objects:
        return UpgradeController::tr("Reading the objects that it would change");
    case Step::Rights:
        return UpgradeController::tr("Asking for the rights");
    case Step::Rehearsal:
        return UpgradeController::tr("Letting the API server rehearse");
    case Step::Nodes:
        return UpgradeController::tr("Looking at the nodes");
    case Step::Judge:
        break;
    }
    return UpgradeController::tr("Judging what was found");
}

} // namespace chartroom
