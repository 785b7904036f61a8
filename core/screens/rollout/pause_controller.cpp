// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/pause_controller.h"

#include "core/rollout/paused_rollout.h"
#include "core/rollout/safe_stop.h"
#include "core/session/rollout_source.h"

#include <algorithm>

namespace chartroom {

PauseController::PauseController(Make make, bool pauses, QObject *parent)
    : ConfirmController(
          [this, make = std::move(make)]() -> Result<ConfirmedOperation *> { return make(m_pauses); }, parent)
    , m_pauses(pauses)
{}

void PauseController::succeed()
{
    m_pauses = !m_pauses;
}

QString leftCordonedText(const RolloutSource *source, const QString &component, const QString &object)
{
    std::optional<Pace> pace = source ? source->pace(component) : std::nullopt;
    if (!pace)
        return {};
    const QList<DriverPolicy> policies = source->policies(component);
    const auto own = std::find_if(policies.cbegin(), policies.cend(), [&object](const DriverPolicy &policy) {
        return policy.fullName() == object;
    });
    if (own == policies.cend())
        return {};
    if (policies.size() > 1)
        pace->leftCordoned.removeIf([&](const QString &node) {
            const NodeTrack *track = source->find({node, component});
            return !track || !isLedBy(*track, *own);
        });
    return leftCordonedText(*pace);
}

} // namespace chartroom
