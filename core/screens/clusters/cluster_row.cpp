// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/clusters/cluster_row.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/screens_tr.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"

namespace chartroom {

namespace {

using State = ClusterSession::State;

/// The worst release, and how many there are; unknown until they are listed, and where some are hidden.
Standing releasesStanding(const FleetEntry &entry, const ReleaseSource *source)
{
    if (!source || !entry.dataAge)
        return {VisualState::Unknown, ScreensTr::tr("reading", "releases"), {}};
    int failed = 0;
    int pending = 0;
    const QList<ReleaseKey> keys = source->keys();
    for (const ReleaseKey &key : keys) {
        const Release *release = source->find(key);
        const ReleaseStatus status = release ? release->newest().status : ReleaseStatus::Unknown;
        failed += status == ReleaseStatus::Failed;
        pending += isPending(status);
    }
    QStringList parts{QString::number(keys.size())};
    if (failed > 0)
        parts << ScreensTr::tr("%1 failed", "releases").arg(failed);
    if (pending > 0)
        parts << ScreensTr::tr("%1 pending", "releases").arg(pending);
    if (entry.hidesReleases)
        parts << ScreensTr::tr("others hidden", "releases");
    const VisualState state = failed > 0            ? VisualState::Failed
                              : pending > 0         ? VisualState::Attention
                              : entry.hidesReleases ? VisualState::Unknown
                                                    : VisualState::Done;
    return {state, parts.join(QStringLiteral(" · ")), {}};
}

Standing shownRollout(const RolloutSource *source)
{
    Standing standing = nodesStanding(source ? source->clocks() : NodeClocks());
    if (standing.word.isEmpty())
        standing.word = ScreensTr::tr("none", "rollout");
    return standing;
}

Standing shownFindings(const FindingsSource *source)
{
    Standing standing = findingsStanding(source);
    if (standing.word.isEmpty())
        standing.word = ScreensTr::tr("none", "findings");
    return standing;
}

} // namespace

ClusterRow clusterRow(const Fleet &fleet, const QString &name)
{
    const FleetEntry entry = fleet.entry(name);
    const RolloutSource *rollout = fleet.rollout(name);
    const FindingsSource *findings = fleet.findings(name);
    ClusterRow row;
    row.name = name;
    row.shownName = visibleText(name);
    row.standing = clusterStanding(entry, rollout, findings);
    if (entry.state == State::Failed && entry.problem.code != Error::Code::NeedsConsent)
        row.standing.word = ScreensTr::tr("cannot connect"); // beside releases that failed
    row.isConnected = entry.state == State::Live || entry.state == State::Reconnecting;
    if (!row.isConnected)
        return row;
    row.kubernetes = visibleText(entry.serverVersion);
    if (entry.nodeCount && entry.gpuNodeCount)
        row.nodes = ScreensTr::tr("%1 of %2", "GPU nodes").arg(*entry.gpuNodeCount).arg(*entry.nodeCount);
    if (entry.gpus && entry.nodeCount)
        row.gpus =
            ScreensTr::tr("%1 of %2", "GPUs").arg(entry.gpus->available.gpus).arg(entry.gpus->total.gpus);
    row.releases = releasesStanding(entry, fleet.releases(name));
    row.rollout = shownRollout(rollout);
    row.findings = shownFindings(findings);
    return row;
}

int urgency(const ClusterRow &row)
{
    if (!row.isConnected)
        return row.standing.state == VisualState::Failed || row.standing.state == VisualState::Attention ? 3
                                                                                                         : 4;
    switch (row.standing.state) {
    case VisualState::Failed:
        return 0;
    case VisualState::Attention:
        return 1;
    default:
        return 2;
    }
}

} // namespace chartroom
