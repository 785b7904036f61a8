// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace chartroom {

/// Where a node is in a driver rollout: the operator's label, read once
/// (NVIDIA/k8s-operator-libs pkg/upgrade/consts.go). Unknown stands for any other text.
enum class RolloutStep {
    Idle,
    Queued,
    Cordon,
    WaitForJobs,
    Evict,
    Drain,
    Maintenance,
    DriverRestart,
    Validate,
    Uncordon,
    Done,
    Failed,
    Unknown,
};

[[nodiscard]] RolloutStep readStep(QStringView label);
/// The word of the headless contract: idle, queued, waitForJobs, ...
[[nodiscard]] QString stepText(RolloutStep step);
/// The same for people: driver restart, wait for jobs.
[[nodiscard]] QString stepPhrase(RolloutStep step);
/// The node has been taken out of service, or is about to be, and is not back. Of an unknown label nobody
/// knows, and no operator takes the node on.
[[nodiscard]] bool isUnderWay(RolloutStep step);

/// How far the pods behind a step are; what a label alone does not tell.
struct StepProgress
{
    bool driverReady = false;  ///< the driver pod has the newest revision and is Ready
    bool toolkitReady = false; ///< the container toolkit's pod is Ready, or the component has none
};

/// The stage, 1 to 7, of the sequence that people know: new version set, cordon, evict, driver reload,
/// runtime, device registration and validation, uncordon. Nothing for idle, unknown and failed (of which the
/// history knows the stage).
[[nodiscard]] std::optional<int> stageOf(RolloutStep step, const StepProgress &progress);

} // namespace chartroom
