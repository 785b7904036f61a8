// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/upgrade_controller.h"

namespace chartroom {

QString UpgradeController::rolloutSwitch() const
{
    const RolloutFacts *facts = rollout();
    return facts && facts->policy && !facts->policy->name.isEmpty()
               ? facts->policy->kind + u' ' + facts->policy->name
               : QString();
}

QString UpgradeController::leftOut(Page page) const
{
    return page == Page::Nodes && !pages().contains(page) ? tr("Nodes: no driver touched") : QString();
}

Result<PauseOperation *> UpgradeController::makePause(bool pauses, QObject *owner)
{
    if (!upgrades() || rolloutSwitch().isEmpty())
        return ChangeController::makePause(pauses, owner);
    const DriverPolicy &policy = *rollout()->policy;
    return upgrades()->pause({policy.kind, policy.name, pauses, title()}, owner);
}

} // namespace chartroom
