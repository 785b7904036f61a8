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

} // namespace

bool isLedBy(const NodeTrack &track, const DriverPolicy &policy)
{
    const QString &name = track.queue.isEmpty() ? track.policy : track.queue;
    return name.isEmpty() ? !policy.isForSome() : name == policy.name;
}

QList<DriverPolicy> pausedPolicies(const QList<DriverPolicy> &policies,
                                   const QList<const NodeTrack *> &tracks)
{
    QList<DriverPolicy> paused = offPolicies(policies);
    paused.removeIf([&](const DriverPolicy &policy) {
        return std::none_of(tracks.cbegin(), tracks.cend(), [&](const NodeTrack *track) {
            return isUnfinished(*track) && (policies.size() == 1 || isLedBy(*track, policy));
        });
    });
    return paused;
}

QList<DriverPolicy> offPolicies(const QList<DriverPolicy> &policies)
{
    QList<DriverPolicy> off = policies;
    off.removeIf(
        [](const DriverPolicy &policy) { return policy.autoUpgrade || policy.switches.isSandboxed; });
    return off;
}

QString pausedText(const QList<DriverPolicy> &paused, const QList<DriverPolicy> &off)
{
    const auto names = [](const QList<DriverPolicy> &policies) {
        QStringList all;
        for (const DriverPolicy &policy : policies)
            all << policy.fullName();
        return all.join(QStringLiteral(", "));
    };
    QList<DriverPolicy> others = off;
    others.removeIf([&paused](const DriverPolicy &policy) { return paused.contains(policy); });
    QStringList parts;
    if (!paused.isEmpty())
        parts << RolloutTr::tr("Rollout paused (autoUpgrade is off): %1").arg(names(paused));
    if (!others.isEmpty())
        parts << RolloutTr::tr("autoUpgrade is off: %1").arg(names(others));
    return parts.join(QStringLiteral("; "));
}

} // namespace chartroom
