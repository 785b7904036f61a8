// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/driver_facts.h"

#include "core/base/visible_text.h"
#include "core/rollout/rollout_tr.h"
#include "core/secrets/masked_text.h"

#include <algorithm>

namespace chartroom {

namespace {

QString driverLine(const DriverFacts &facts)
{
    if (facts.pod.isEmpty())
        return facts.arePodsKnown ? RolloutTr::tr("No driver pod on the node.")
                                  : RolloutTr::tr("Whether a driver pod runs on the node is unknown.");
    const QString state = facts.isPodReady
                              ? RolloutTr::tr("%1 and ready", "pod's phase").arg(facts.podState)
                              : RolloutTr::tr("%1, not ready", "pod's phase").arg(facts.podState);
    const QString line =
        RolloutTr::tr("Driver pod %1: %2, revision %3").arg(facts.pod, state, facts.revision);
    switch (facts.currency) {
    case Currency::Newest:
        return line + RolloutTr::tr(" (the newest)");
    case Currency::Old:
        return line;
    case Currency::NotKnown:
        break;
    }
    return line + RolloutTr::tr(" (whether it is the newest is unknown)");
}

/// And who did it, as far as the node tells.
QString cordonLine(const DriverFacts &facts)
{
    if (!facts.isCordoned)
        return RolloutTr::tr("Not cordoned.");
    if (!facts.remediation.isEmpty())
        return RolloutTr::tr("Cordoned; Crusoe's remediation is in progress on the node (%1).")
            .arg(facts.remediation);
    if (facts.wasCordonedBefore || facts.wasCordonedAfter)
        return RolloutTr::tr("Cordoned.");
    if (facts.isCordonedWithKubectl)
        return RolloutTr::tr("Cordoned with kubectl, not by a rollout.");
    if (facts.isCordonDoubtful)
        return RolloutTr::tr("Found cordoned by the operator, with no evidence that this was before the "
                             "wanted driver revision existed: who cordoned it is unknown.");
    if (facts.isUnderWay && !facts.otherStep.isEmpty())
        return RolloutTr::tr("Cordoned by this rollout or the other driver's, which is at %1.")
            .arg(facts.otherStep);
    if (facts.isUnderWay)
        return facts.isRequestor ? RolloutTr::tr("Cordoned by the maintenance operator for this rollout.")
                                 : RolloutTr::tr("Cordoned by this rollout.");
    if (facts.wasLeft)
        return RolloutTr::tr("Cordoned by this rollout, which is not in progress on the node now.");
    if (!facts.otherStep.isEmpty())
        return RolloutTr::tr("Cordoned by the other driver's rollout, which is at %1.").arg(facts.otherStep);
    if (!facts.maintenances.isEmpty())
        return RolloutTr::tr("Cordoned; a NodeMaintenance of the node still exists.");
    return facts.cordonedBy.isEmpty()
               ? RolloutTr::tr("Cordoned; there is no evidence that this rollout did it.")
               : RolloutTr::tr("Cordoned by the field manager %1; there is no evidence that this rollout did "
                               "it.")
                     .arg(maskedText(facts.cordonedBy));
}

} // namespace

QString standingCordon(const DriverFacts &facts)
{
    if (!facts.isCordoned)
        return {};
    if (facts.wasCordonedBefore)
        return RolloutTr::tr("Was already cordoned when the rollout began on it, and stays cordoned.");
    if (facts.wasCordonedAfter)
        return RolloutTr::tr("Was cordoned after the rollout, and stays cordoned.");
    return facts.isCordonedWithKubectl && !facts.isUnderWay
               ? RolloutTr::tr("Was cordoned with kubectl, not by a rollout, and stays cordoned.")
               : QString();
}

QStringList evidenceLines(const DriverFacts &facts)
{
    QStringList lines;
    if (!facts.label.isEmpty())
        lines << QStringLiteral("%1=%2").arg(driverKeys(facts.kind).state, facts.label);
    lines << driverLine(facts) << facts.maintenances;
    if (facts.isMaintenanceUnknown)
        lines << RolloutTr::tr("The state of the NodeMaintenance is unknown.");
    lines << cordonLine(facts);
    if (const QString line = standingCordon(facts); !line.isEmpty())
        lines << line;
    if (facts.devicesBefore && *facts.devicesBefore != facts.devices)
        lines << (facts.gpuKinds.isEmpty()
                      ? RolloutTr::tr("Before the rollout %1 could be allocated.")
                      : RolloutTr::tr("Before the rollout %1 could be allocated, of all kinds together."))
                     .arg(*facts.devicesBefore);
    if (!facts.gpuKinds.isEmpty())
        lines << RolloutTr::tr("%1 can be allocated.").arg(facts.gpuKinds);
    else if (facts.devicesTotal > 0)
        lines << (facts.kind == DriverKind::Gpu ? RolloutTr::tr("%1 of %2 GPUs can be allocated.")
                                                : RolloutTr::tr("%1 of %2 RDMA devices can be allocated."))
                     .arg(facts.devices)
                     .arg(facts.devicesTotal);
    lines << claimableLines(facts.claimable, facts.pluginGpus);
    if (!facts.disabledPolicy.isEmpty())
        lines << RolloutTr::tr("%1 reports the state disabled.").arg(facts.disabledPolicy);
    for (const auto &[label, value] : facts.labels)
        lines << QStringLiteral("%1=%2").arg(label, value);
    if (!facts.isReady)
        lines << RolloutTr::tr("Not ready: %1").arg(maskedText(facts.notReadyText));
    std::transform(lines.begin(), lines.end(), lines.begin(),
                   [](const QString &line) { return visibleText(line); });
    return lines;
}

} // namespace chartroom
