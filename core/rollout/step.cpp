// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/step.h"

#include "core/rollout/rollout_tr.h"

#include <array>

namespace chartroom {

namespace {

struct StepName
{
    RolloutStep step;
    const char16_t *label;
    const char16_t *text;
};

constexpr std::array stepNames{
    StepName{RolloutStep::Idle, u"", u"idle"},
    StepName{RolloutStep::Queued, u"upgrade-required", u"queued"},
    StepName{RolloutStep::Cordon, u"cordon-required", u"cordon"},
    StepName{RolloutStep::WaitForJobs, u"wait-for-jobs-required", u"waitForJobs"},
    StepName{RolloutStep::Evict, u"pod-deletion-required", u"evict"},
    StepName{RolloutStep::Drain, u"drain-required", u"drain"},
    StepName{RolloutStep::Maintenance, u"node-maintenance-required", u"maintenance"},
    StepName{RolloutStep::Maintenance, u"post-maintenance-required", u"maintenance"},
    StepName{RolloutStep::DriverRestart, u"pod-restart-required", u"driverRestart"},
    StepName{RolloutStep::Validate, u"validation-required", u"validate"},
    StepName{RolloutStep::Uncordon, u"uncordon-required", u"uncordon"},
    StepName{RolloutStep::Done, u"upgrade-done", u"done"},
    StepName{RolloutStep::Failed, u"upgrade-failed", u"failed"},
};

} // namespace

RolloutStep readStep(QStringView label)
{
    for (const StepName &name : stepNames) {
        if (label == QStringView(name.label))
            return name.step;
    }
    return RolloutStep::Unknown;
}

QString stepText(RolloutStep step)
{
    for (const StepName &name : stepNames) {
        if (name.step == step)
            return QStringView(name.text).toString();
    }
    return QStringLiteral("unknown");
}

QString stepPhrase(RolloutStep step)
{
    if (step == RolloutStep::WaitForJobs)
        return RolloutTr::tr("wait for jobs", "step");
    if (step == RolloutStep::DriverRestart)
        return RolloutTr::tr("driver restart", "step");
    return stepText(step);
}

bool isUnderWay(RolloutStep step)
{
    switch (step) {
    case RolloutStep::Idle:
    case RolloutStep::Queued:
    case RolloutStep::Done:
    case RolloutStep::Unknown:
        return false;
    default:
        return true;
    }
}

std::optional<int> stageOf(RolloutStep step, const StepProgress &progress)
{
    switch (step) {
    case RolloutStep::Queued:
        return 1;
    case RolloutStep::Cordon:
        return 2;
    case RolloutStep::WaitForJobs:
    case RolloutStep::Evict:
    case RolloutStep::Drain:
    case RolloutStep::Maintenance:
        return 3;
    case RolloutStep::DriverRestart:
        if (!progress.driverReady)
            return 4;
        return progress.toolkitReady ? 6 : 5;
    case RolloutStep::Validate:
        return 6;
    case RolloutStep::Uncordon:
    case RolloutStep::Done:
        return 7;
    case RolloutStep::Idle:
    case RolloutStep::Failed:
    case RolloutStep::Unknown:
        break;
    }
    return std::nullopt;
}

} // namespace chartroom
