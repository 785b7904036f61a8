// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/moments.h"
#include "core/versions/upgrade_path.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// A node that joins is not ready at first, while its first pods are there already.
constexpr auto joining = std::chrono::minutes(10);

/// An operator itself restarts when the API server goes for a moment, which says nothing of nodes.
bool drivesNodes(const PodFact &pod)
{
    return !pod.component.endsWith(u"_operator") && pod.component != u"nfd";
}

} // namespace

QList<HealedTrouble> healedIn(const QString &node, const NodeHistory &history)
{
    QList<HealedTrouble> healed;
    const QList<StepInterval> &intervals = history.intervals();
    for (const StepInterval &interval : intervals)
        if (interval.step == RolloutStep::Failed && interval.end.isValid())
            healed.append(
                {interval.end, VersionsTr::tr("The rollout failed on %1, and continued.").arg(node)});
    return healed;
}

QList<HealedTrouble> healedNodes(const VersionFacts &versions)
{
    QMap<QString, QDateTime> joined; // at the latest: its oldest pod was there
    for (const PodFact &pod : versions.pods) {
        if (!pod.created.isValid())
            continue;
        QDateTime &first = joined[pod.node];
        first = first.isValid() ? std::min(first, pod.created) : pod.created;
    }
    QList<HealedTrouble> healed;
    for (const NodeFact &node : versions.nodes)
        if (const QDateTime first = joined.value(node.name);
            first.isValid() && node.readySince.isValid() && node.readySince > laterBy(first, joining))
            healed.append(
                {node.readySince, VersionsTr::tr("%1 was not ready for some time.").arg(node.name)});
    return healed;
}

PodRestarts restartsIn(const VersionFacts &versions)
{
    PodRestarts restarts;
    for (const PodFact &pod : versions.pods)
        if (drivesNodes(pod))
            restarts.insert(pod.namespaceName + u'/' + pod.name, pod.restarts);
    return restarts;
}

QList<HealedTrouble> restartedPods(const VersionFacts &versions, const PodRestarts &before,
                                   const QDateTime &now)
{
    QList<HealedTrouble> healed;
    for (const PodFact &pod : versions.pods) {
        const auto then = before.constFind(pod.namespaceName + u'/' + pod.name);
        if (then != before.cend() && pod.restarts > *then)
            healed.append(
                {now, VersionsTr::tr("A container of %1 was restarted on %2.").arg(pod.name, pod.node)});
    }
    return healed;
}

} // namespace chartroom
