// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/paused_rollout.h"

#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

bool isUnfinished(const NodeTrack &track)
{
    switch (track.verdict) {
    case Verdict::Waiting:
    case Verdict::Moving:
    case Verdict::Slow:
    case Verdict::Failed:
        return true;
    case Verdict::Stuck: // a driver that fails on a node in service is no rollout's
        return track.isCordoned || !track.isDriverCurrent;
    default:
        return false;
    }
}

/// Of several policies a track names its own one, but for nodes of the policy for the rest.
bool isLedBy(const NodeTrack &track, const DriverPolicy &policy)
{
    const QString &name = track.queue.isEmpty() ? track.policy : track.queue;
    return name.isEmpty() ? !policy.isForSome() : name == policy.name;
}

} // namespace

QList<DriverPolicy> pausedPolicies(const QList<DriverPolicy> &policies,
                                   const QList<const NodeTrack *> &tracks)
{
    QList<DriverPolicy> paused = policies;
    paused.removeIf([&](const DriverPolicy &policy) {
        return policy.autoUpgrade || policy.switches.isSandboxed ||
               std::none_of(tracks.cbegin(), tracks.cend(), [&](const NodeTrack *track) {
                   return isUnfinished(*track) && (policies.size() == 1 || isLedBy(*track, policy));
               });
    });
    return paused;
}

QString pausedText(const QList<DriverPolicy> &paused)
{
    QStringList names;
    for (const DriverPolicy &policy : paused)
        names << policy.fullName();
    return names.isEmpty() ? QString()
                           : RolloutTr::tr("Rollout paused (autoUpgrade is off): %1")
                                 .arg(names.join(QStringLiteral(", ")));
}

} // namespace chartroom
