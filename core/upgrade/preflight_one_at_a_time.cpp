// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/helm/release_situation.h"
#include "core/rollout/driver_components.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/pending_text.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// Who changes other releases now, a line each.
QStringList releasesInWork(const PreflightEvidence &evidence)
{
    QStringList lines;
    const ReleaseKey &ours = evidence.draft.release;
    for (const ReleaseInWork &one : evidence.inWork.value_or(QList<ReleaseInWork>()))
        if ((one.namespaceName != ours.namespaceName || one.name != ours.name) &&
            one.lease.isHeldAt(evidence.serverNow()))
            lines << UpgradeTr::tr("%1/%2: %3 since %4")
                         .arg(one.namespaceName, one.name, one.lease.holder,
                              one.lease.since.toString(Qt::ISODate));
    return lines;
}

QString whoIsAtWork(const ReleaseSituation &situation)
{
    if (situation.kind != ReleaseSituation::Kind::AtWork)
        return UpgradeTr::tr("it was probably interrupted.");
    return situation.outlastsHelm() ? UpgradeTr::tr("it was interrupted, or someone is still working on it "
                                                    "with a longer --timeout.")
                                    : UpgradeTr::tr("someone may be working on it.");
}

/// Other releases that helm has not left yet, or that a killed helm left so, a line each.
QStringList pendingReleases(const PreflightEvidence &evidence)
{
    QStringList lines;
    for (const PendingRelease &one : evidence.pending.value_or(QList<PendingRelease>())) {
        const ReleaseSituation situation =
            situationOf({one.key, {one.newest}, {}, {}, {}}, evidence.serverNow());
        lines << UpgradeTr::tr("%1/%2: revision %3 has been %4 since %5; %6")
                     .arg(one.key.namespaceName, one.key.name, QString::number(one.newest.revision),
                          one.newest.statusText, sinceText(one.newest), whoIsAtWork(situation));
    }
    return lines;
}

/// It may move nodes as well.
bool isDriverPending(const PreflightEvidence &evidence)
{
    const QList<PendingRelease> pending = evidence.pending.value_or(QList<PendingRelease>());
    return std::any_of(pending.cbegin(), pending.cend(),
                       [](const PendingRelease &one) { return !mainDriverComponent(one.chart).isEmpty(); });
}

/// Drivers that are only watched for now, a line each.
QStringList bakingDrivers(const PreflightEvidence &evidence)
{
    QStringList lines;
    for (const Bake &bake : evidence.bakes)
        if (!bake.component.isEmpty() && bake.release != evidence.draft.release)
            lines << UpgradeTr::tr("%1/%2 %3: %4")
                         .arg(bake.release.namespaceName, bake.release.name, bake.version,
                              bake.text(evidence.now));
    return lines;
}

/// An operand of the release itself that starts on a node once the driver is there, and it is not: no rollout
/// of its own.
bool waitsForOwnDriver(const NodeTrack &track, const PreflightEvidence &evidence, const QString &component)
{
    if (!isPlainDaemonSet(track.component) ||
        !track.component.startsWith(evidence.draft.release.namespaceName + u'/'))
        return false;
    return std::any_of(evidence.tracks->cbegin(), evidence.tracks->cend(), [&](const NodeTrack &own) {
        return own.node == track.node && own.component == component && own.verdict != Verdict::Done;
    });
}

/// Nodes that another component's rollout has taken.
QList<const NodeTrack *> rollingNodes(const PreflightEvidence &evidence, const QString &component)
{
    QList<const NodeTrack *> rolling;
    if (!evidence.tracks)
        return rolling;
    for (const NodeTrack &track : *evidence.tracks)
        if (track.component != component && track.verdict != Verdict::NotPart &&
            track.verdict != Verdict::Skipped && !isAtRest(track) &&
            !waitsForOwnDriver(track, evidence, component))
            rolling << &track;
    return rolling;
}

QStringList stepLines(const QList<const NodeTrack *> &tracks)
{
    QStringList lines;
    for (const NodeTrack *track : tracks)
        lines << stepLine(*track);
    return lines;
}

/// Pools of nodes with more than one kubelet, a line each.
QStringList mixedKubelets(const PreflightEvidence &evidence)
{
    QMap<QString, QMap<QString, QStringList>> pools; // their nodes by kubelet
    for (const Node &node : evidence.nodes.value_or(QList<Node>()))
        if (!node.kubeletVersion.isEmpty())
            pools[node.labels.value(QStringLiteral("crusoe.ai/nodepool.name"))][node.kubeletVersion]
                << node.name;
    QStringList lines;
    for (auto pool = pools.begin(); pool != pools.end(); ++pool) {
        if (pool->size() < 2)
            continue;
        QStringList kubelets;
        for (auto one = pool->begin(); one != pool->end(); ++one) {
            one->sort();
            kubelets << UpgradeTr::tr("%1 on %2").arg(one.key(), shortList(*one));
        }
        const QString said = kubelets.join(QStringLiteral("; "));
        lines << (pool.key().isEmpty() ? UpgradeTr::tr("Kubelets: %1").arg(said)
                                       : UpgradeTr::tr("Kubelets of node pool %1: %2").arg(pool.key(), said));
    }
    return lines;
}

/// What nobody could tell of what else is under way.
std::optional<PreflightFinding> unknownOthers(const PreflightEvidence &evidence)
{
    const char *id = "oneAtATime";
    if (!evidence.tracks)
        return unknownFinding(id, UpgradeTr::tr("Whether another rollout is in progress is unknown."),
                              evidence.tracks.error());
    if (!evidence.inWork)
        return unknownFinding(
            id,
            UpgradeTr::tr(
                "No other rollout is in progress; whether another release is being changed is unknown."),
            evidence.inWork.error());
    if (!evidence.pending)
        return unknownFinding(
            id,
            UpgradeTr::tr(
                "No other rollout is in progress; whether helm changes another release is unknown."),
            evidence.pending.error());
    if (!evidence.openShift)
        return unknownFinding(
            id,
            UpgradeTr::tr("No other rollout is in progress; whether OpenShift is being updated is unknown."),
            evidence.openShift.error());
    return std::nullopt;
}

} // namespace

PreflightFinding checkOneAtATime(const PreflightEvidence &evidence)
{
    const char *id = "oneAtATime";
    const NodeImpact impact = nodeImpact(evidence);
    const Severity severity = impact.mayTouchDrivers() ? Severity::Severe : Severity::Warning;
    const QString wait = UpgradeTr::tr("Wait until it is complete.");
    const QStringList others = releasesInWork(evidence);
    const QStringList cluster = evidence.openShift.value_or(OpenShiftFacts()).changes();
    if (const auto rolling = rollingNodes(evidence, impact.component); !rolling.isEmpty())
        return finding(
            id, severity,
            UpgradeTr::tr(
                "Another rollout is in progress: with two at once, a failure cannot be attributed."),
            others + cluster + stepLines(rolling), wayToEnd(rolling));
    if (!cluster.isEmpty())
        return finding(
            id, severity,
            UpgradeTr::tr(
                "OpenShift is being updated: with two changes at once, a failure cannot be attributed."),
            others + cluster, wait);
    if (!others.isEmpty())
        return finding(id, severity,
                       UpgradeTr::tr("Another release is being changed: with two changes at once, a failure "
                                     "cannot be attributed."),
                       others, wait);
    if (const QStringList pending = pendingReleases(evidence); !pending.isEmpty())
        return finding(id, isDriverPending(evidence) ? severity : Severity::Warning,
                       UpgradeTr::tr("Another release may be being changed: with two changes at once, a "
                                     "failure cannot be attributed."),
                       pending, UpgradeTr::tr("Ask who runs helm on it, and wait until it ends."));
    if (const QStringList baking = bakingDrivers(evidence); !baking.isEmpty())
        return finding(
            id, severity,
            UpgradeTr::tr(
                "Another driver is in its bake time: with two new drivers, a failure cannot be attributed."),
            baking, UpgradeTr::tr("Wait until its bake time ends."));
    if (auto unknown = unknownOthers(evidence))
        return *unknown;
    // Nobody tells whether they are on their way or were left so.
    if (const QStringList kubelets = mixedKubelets(evidence); !kubelets.isEmpty())
        return finding(id, impact.mayTouchDrivers() ? Severity::Warning : Severity::Note,
                       UpgradeTr::tr("Nodes of a pool run different Kubernetes versions: an upgrade is in "
                                     "progress or was left incomplete."),
                       kubelets, UpgradeTr::tr("If it is being upgraded, wait until it is complete."));
    return finding(id, Severity::Ok,
                   UpgradeTr::tr("No other add-on, driver or cluster upgrade is in progress."),
                   {UpgradeTr::tr("Bake times kept on other machines are unknown here.")});
}

} // namespace chartroom
