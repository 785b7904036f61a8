// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/preflight_stage.h"

#include <functional>

namespace chartroom::test {

/// What a check has to say. Ok: it keeps quiet.
struct Expected
{
    const char *check;
    Severity severity;
    const char *words; ///< in its sentence or evidence
};

/// What is done to the sandbox, and what a preflight of that plan, or of a rollback, then finds.
struct Scenario
{
    QString name;
    std::function<UpgradeDraft()> plan;
    QList<Expected> expected;
    std::function<bool()> arrange = nullptr;
    std::function<bool()> undo = nullptr;
    std::function<SandboxSession::As()> who = nullptr; ///< nothing: the stage's session
    QList<Expected> back = {};                         ///< of a rollback of that release in the same state
    int toRevision = 1;
};

/// All that makes checks of the preflight speak, and before and after it what they keep quiet at. The stage
/// is prepared, and outlives them.
[[nodiscard]] QList<Scenario> preflightScenarios(PreflightStage &stage);

} // namespace chartroom::test
