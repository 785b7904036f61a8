// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/change_controller.h"

namespace chartroom {

QString preflightStepText(PreflightOperation::Step step)
{
    using Step = PreflightOperation::Step;
    switch (step) {
    case Step::Tools:
        return ChangeController::tr("Asking helm for its version");
    case Step::Release:
        return ChangeController::tr("Reading the release");
    case Step::Target:
        return ChangeController::tr("Reading the revision that it goes back to");
    case Step::Chart:
        return ChangeController::tr("Reading the chart");
    case Step::Values:
        return ChangeController::tr("Computing the values");
    case Step::DryRun:
        return ChangeController::tr("Letting helm rehearse");
    case Step::Objects:
        return ChangeController::tr("Reading the objects that it would change");
    case Step::Rights:
        return ChangeController::tr("Asking for the rights");
    case Step::Rehearsal:
        return ChangeController::tr("Letting the API server rehearse");
    case Step::Nodes:
        return ChangeController::tr("Looking at the nodes");
    case Step::Judge:
        break;
    }
    return ChangeController::tr("Judging what was found");
}

} // namespace chartroom
