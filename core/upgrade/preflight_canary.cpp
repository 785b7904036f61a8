// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/node_hold.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/reached_nodes.h"
#include "core/upgrade/rollout_facts.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// Why the node cannot be tried, or would tell nothing; "" when it can.
QString unfitness(const PreflightEvidence &evidence, const QString &component)
{
    const QString &canary = evidence.draft.canary;
    const auto node = std::find_if(evidence.nodes->cbegin(), evidence.nodes->cend(),
                                   [&](const Node &one) { return one.name == canary; });
    if (node == evidence.nodes->cend())
        return UpgradeTr::tr("Node %1 does not exist.").arg(canary);
    const auto track =
        std::find_if(evidence.tracks->cbegin(), evidence.tracks->cend(),
                     [&](const NodeTrack &one) { return one.node == canary && one.component == component; });
    if (track == evidence.tracks->cend() || track->verdict == Verdict::NotPart)
        return UpgradeTr::tr("%1 does not have this driver.").arg(canary);
    if (isLeftOut(*node, component))
        return UpgradeTr::tr("%1 is itself excluded from upgrades by its label.").arg(canary);
    if (!node->ready)
        return UpgradeTr::tr("%1 is not ready: %2").arg(canary, node->notReadyText);
    if (node->unschedulable)
        return UpgradeTr::tr("%1 is cordoned: no pod would test its new driver.").arg(canary);
    return {};
}

} // namespace

PreflightFinding checkCanary(const PreflightEvidence &evidence)
{
    const QString &canary = evidence.draft.canary;
    const NodeImpact impact = nodeImpact(evidence);
    const QString leaveOut = UpgradeTr::tr("Choose another canary node, or none.");
    const bool areNodesKnown = evidence.tracks && evidence.nodes && evidence.policies;
    if (impact.mayTouchDrivers() && !impact.component.isEmpty() && !areNodesKnown) {
        const Error &why = !evidence.tracks  ? evidence.tracks.error()
                           : !evidence.nodes ? evidence.nodes.error()
                                             : evidence.policies.error();
        return unknownFinding(
            "canary", UpgradeTr::tr("Whether %1 can be the canary node is unknown.").arg(canary), why);
    }
    std::optional<RolloutFacts> facts;
    if (areNodesKnown && !impact.component.isEmpty())
        facts = rolloutFacts(evidence, impact.component);
    if (const QString why = holdRefusal(impact, facts ? &*facts : nullptr); !why.isEmpty())
        return finding("canary", Severity::Severe, why, {}, leaveOut);
    if (const QString why = unfitness(evidence, impact.component); !why.isEmpty())
        return finding("canary", Severity::Severe, why, {}, leaveOut);
    const auto hold = nodeHold(evidence.draft, impact, &*facts);
    if (!hold)
        return finding("canary", Severity::Severe, hold.error().message, {}, leaveOut);
    if (hold->isEmpty())
        return finding("canary", Severity::Ok,
                       UpgradeTr::tr("%1 is the only node of this rollout.").arg(canary));
    return finding("canary", Severity::Ok, holdText(*hold),
                   {UpgradeTr::tr("A node on hold still gets the new driver when its driver pod is deleted "
                                  "or the node restarts.")});
}

} // namespace chartroom
