// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/step_draft.h"

#include "core/helm/set_syntax.h"
#include "core/screens/upgrade/upgrade_controller.h"

namespace chartroom {

void fillIn(const StepPlan &plan, UpgradeController *controller)
{
    if (controller->isRunning() || controller->hasEnded())
        return;
    controller->aim(plan.version);
    if (!plan.canary.isEmpty())
        controller->setCanary(plan.canary);
    controller->setBake(std::max(controller->draft().bake, plan.bake));
    Value edits = controller->draft().edits;
    for (const auto &[path, version] : plan.settings) {
        QString text = version;
        text.replace(u',', QStringLiteral("\\,")); // else helm reads on behind it
        if (const Result<Value> set = withSetArgument(edits, path + u'=' + text))
            edits = *set;
    }
    if (edits == controller->draft().edits)
        return;
    if (const std::optional<QString> line = setArgumentOf(edits))
        controller->setSettings(*line);
}

} // namespace chartroom
