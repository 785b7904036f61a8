// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/change_reach.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/kube/gpu_count.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype mostNamed = 3;

QList<ChangeReach::Tenant> tenantsOf(const QList<TenantGpus> &pods)
{
    QMap<QString, ChangeReach::Tenant> sums; // one entry a node and namespace comes in
    for (const TenantGpus &one : pods) {
        ChangeReach::Tenant &sum = sums[one.namespaceName];
        sum = {one.namespaceName, sum.gpus + one.gpus, sum.nodes + 1};
    }
    QList<ChangeReach::Tenant> tenants = sums.values();
    std::stable_sort(tenants.begin(), tenants.end(),
                     [](const auto &a, const auto &b) { return isMore(a.gpus, b.gpus); });
    return tenants;
}

QString nodesText(const ChangeReach &reach)
{
    const int count = int(reach.nodes.size());
    if (count == 0)
        return UpgradeTr::tr("Takes no node currently: none has this driver.");
    const QString names = shortList(reach.nodes, 10);
    if (!reach.off.isEmpty())
        return visibleText(reach.off) + u' ' +
               UpgradeTr::tr("%n node(s) have this driver (%1).", nullptr, count).arg(names);
    if (reach.waiting.isEmpty() && reach.isUpTo)
        return UpgradeTr::tr("Takes up to %n node(s): %1. A rollout is in progress: those whose driver pods "
                             "are already as in the target are not taken.",
                             nullptr, count)
            .arg(names);
    if (reach.waiting.isEmpty())
        return UpgradeTr::tr("Takes %n node(s): %1.", nullptr, count).arg(names);
    QStringList first = reach.nodes;
    first.removeIf([&](const QString &node) { return reach.waiting.contains(node); });
    return UpgradeTr::tr("Takes %1 first (canary); %n node(s) follow when you release them.", nullptr,
                         int(reach.waiting.size()))
        .arg(shortList(first, 10));
}

QString gpusText(const ChangeReach &reach)
{
    if (reach.nodes.isEmpty() || !reach.off.isEmpty())
        return {};
    if (!reach.gpus)
        return UpgradeTr::tr(
                   "GPUs available: %1 now; the minimum is unknown, because the rollout policy is unknown.")
            .arg(reach.gpusNow);
    return UpgradeTr::tr("GPUs available: %1 now → %2 at minimum.")
        .arg(reach.gpusNow)
        .arg(gpuMinimumText(*reach.gpus));
}

QString tenantsText(const ChangeReach &reach)
{
    if (reach.nodes.isEmpty() || !reach.off.isEmpty())
        return {};
    if (!reach.tenants)
        return UpgradeTr::tr("The pods that lose GPUs are unknown: pods or their claims could not be read.");
    if (reach.tenants->isEmpty())
        return UpgradeTr::tr("No pod uses a GPU on them now.");
    QStringList named;
    for (const ChangeReach::Tenant &one : reach.tenants->first(std::min(mostNamed, reach.tenants->size())))
        named.append(UpgradeTr::tr("%1 (%2)", "namespace (GPUs)")
                         .arg(visibleText(one.namespaceName), gpuAmountText(one.gpus)));
    const QString names = named.join(QStringLiteral(", "));
    const int more = int(reach.tenants->size() - named.size());
    return more > 0 ? UpgradeTr::tr("Affects %1 and %n more namespace(s).", nullptr, more).arg(names)
                    : UpgradeTr::tr("Affects %1.").arg(names);
}

} // namespace

ChangeReach changeReach(const PreflightReport &report, const PolicyChanges &changes)
{
    ChangeReach reach;
    if (!report.impact.mayTouchDrivers()) {
        reach.kind = ChangeReach::Nodes::None;
        return reach;
    }
    if (report.impact.kind == NodeImpact::Kind::Unknown || !report.rollout) {
        reach.why =
            !report.impact.why.isEmpty() ? report.impact.why : UpgradeTr::tr("The nodes could not be read.");
        return reach;
    }
    const RolloutFacts &facts = *report.rollout;
    reach.kind = ChangeReach::Nodes::Some;
    reach.gpusNow = gpusNow(facts);
    const bool hasCanary = std::any_of(facts.nodes.cbegin(), facts.nodes.cend(),
                                       [&](const PlannedNode &node) { return node.name == facts.canary; });
    for (const PlannedNode &node : facts.nodes) {
        reach.nodes.append(node.name);
        if (hasCanary && node.name != facts.canary)
            reach.waiting.append(node.name);
    }
    if (facts.areTenantsKnown)
        reach.tenants = tenantsOf(facts.tenants);
    reach.off = report.impact.off;
    reach.isUpTo = report.impact.isUpTo;
    if (reach.off.isEmpty() && report.impact.kind == NodeImpact::Kind::DriverReload)
        reach.eviction = evictionText(termsWith(facts, changes));
    if (reach.off.isEmpty() && termsWith(facts, changes))
        reach.gpus = gpuMinimum(facts, changes);
    return reach;
}

QString reachText(const ChangeReach &reach)
{
    switch (reach.kind) {
    case ChangeReach::Nodes::None:
        return UpgradeTr::tr("Takes no node.");
    case ChangeReach::Nodes::Unknown:
        return UpgradeTr::tr("The nodes that it takes are unknown: %1").arg(visibleText(reach.why));
    case ChangeReach::Nodes::Some:
        break;
    }
    QStringList sentences{nodesText(reach), reach.nodes.isEmpty() ? QString() : reach.eviction,
                          gpusText(reach), tenantsText(reach)};
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

QString shiftText(const std::optional<ValueShift> &shift)
{
    if (!shift)
        return UpgradeTr::tr("The changed values are unknown.");
    const QString defaults = shift->areDefaultsUnknown
                                 ? u' ' + UpgradeTr::tr("Whether chart defaults change is unknown.")
                                 : QString();
    if (shift->isEmpty() && shift->areDefaultsUnknown)
        return UpgradeTr::tr("No user value changes.") + defaults;
    if (shift->isEmpty())
        return shift->since > 0
                   ? UpgradeTr::tr("No value changes compared with revision %1, the last deployed one.")
                         .arg(shift->since)
                   : UpgradeTr::tr("No value changes.");
    const QStringList lines = shift->edits + shift->others;
    QStringList named = lines.mid(0, mostNamed);
    if (lines.size() > mostNamed)
        named.append(andMore(lines.size() - mostNamed));
    const QString values = named.join(QStringLiteral("; "));
    if (shift->since > 0)
        return UpgradeTr::tr("Values, compared with revision %1, the last deployed one: %2.")
                   .arg(QString::number(shift->since), values) +
               defaults;
    return (lines.size() > mostNamed
                ? UpgradeTr::tr("Values, %1 changes: %2.").arg(QString::number(lines.size()), values)
                : UpgradeTr::tr("Values: %1.").arg(values)) +
           defaults;
}

} // namespace chartroom
